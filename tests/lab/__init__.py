"""Tournaments and statistics."""
