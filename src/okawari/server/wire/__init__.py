"""What browser and server say to each other: messages, what each reader is told, and the websocket."""
