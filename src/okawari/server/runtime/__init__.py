"""What runs: tables in memory, bots that think, clocks, and what the server does by itself."""
