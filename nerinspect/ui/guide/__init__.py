"""The guide beside the window, and all keys."""
