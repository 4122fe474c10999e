"""Who a browser is, how much it may ask for, and what the server's own log leaves out."""
