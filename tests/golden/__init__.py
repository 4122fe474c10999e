"""Golden games: whole games as text."""
