"""The `okawari` command."""
