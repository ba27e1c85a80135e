"""What the parts of one window share: the document, its changes and sessions, the commands, the words about it."""
