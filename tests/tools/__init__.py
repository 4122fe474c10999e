"""Programs that `make` runs, and the writer of a part of the docs."""
