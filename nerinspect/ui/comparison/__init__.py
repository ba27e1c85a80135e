"""Two predictions side by side: a table of reference mentions, or of stretches of text, with the events of both."""
