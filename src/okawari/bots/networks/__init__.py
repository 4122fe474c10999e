"""The trained networks that ship with Okawari: docs/training.md tells how they were made."""
