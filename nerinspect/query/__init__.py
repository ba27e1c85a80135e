"""Filters as values, the query language as their text, and the selection panels share."""
