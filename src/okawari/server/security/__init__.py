"""Cookies, rate limits, limits of connections, and the redaction of the server's own log."""
