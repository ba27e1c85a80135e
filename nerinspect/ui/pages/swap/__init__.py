"""The swap test in a window of its own."""
