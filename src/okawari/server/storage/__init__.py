"""The database: its interface, its schema, SQLite and PostgreSQL."""
