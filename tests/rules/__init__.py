"""The rules: against the referee, the rulebooks' examples, and luck."""
