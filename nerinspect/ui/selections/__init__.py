"""Filters that were saved under names, in the window."""
