"""The `okawari` command."""

from okawari.cli.app import main

__all__ = ["main"]
