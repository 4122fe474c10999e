"""The truth: every rule, compiled, over tables of plain numbers. No I/O, no clock, no names of people."""
