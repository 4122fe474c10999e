"""The score pad on the command line: printing it, and filling it round by round."""
