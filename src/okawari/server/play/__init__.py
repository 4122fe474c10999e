"""A table of people and bots as it follows from its log. Nothing here reads, writes, waits or knows the time."""
