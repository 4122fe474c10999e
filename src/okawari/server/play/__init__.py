"""The state of a table, computed from its log: pure functions and classes, without I/O, waiting or a clock."""
