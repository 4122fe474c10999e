"""Bots, the solver and the coach."""
