"""Charts as values and as widgets."""
