"""Games, views, records, positions, rulebooks and hints, as Python sees them."""
