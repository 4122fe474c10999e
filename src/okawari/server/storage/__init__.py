"""The database: its interface, its schema, and SQLite."""
