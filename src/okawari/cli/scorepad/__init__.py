"""The score pad on the command line: printing it, and keeping it for a whole evening."""
