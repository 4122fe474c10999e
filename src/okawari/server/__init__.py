"""The game server: an HTTP API, a websocket for each table, and a log of every table in a database."""
