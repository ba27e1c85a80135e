"""Effects of each repair on labels, scores and events: tables for the dialog Open and the page Repair."""
