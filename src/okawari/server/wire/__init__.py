"""Messages between client and server, the state of a table as messages, and the websocket of a table."""
