"""Tables in memory, worker threads for bots and the coach, and the tasks that the server does by itself."""
