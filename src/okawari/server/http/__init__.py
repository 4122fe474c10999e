"""Over HTTP: the page, the API, and what every request goes through."""
