"""Filters: what each counts, shows, says and picks."""
