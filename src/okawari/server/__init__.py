"""Tables over websockets: seats, clocks, the log and the bus."""
