"""The pages that fill the window."""
