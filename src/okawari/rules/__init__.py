"""Every rule of the games, as compiled functions over records of numbers. No I/O, no clock, no names of people."""
