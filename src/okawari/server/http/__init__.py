"""HTTP: the files of the page, the API, and the middleware of every request."""
