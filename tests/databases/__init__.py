"""A database of each released version."""
