"""The migrations of the database, one a file. A released one is never changed: databases have taken it."""
