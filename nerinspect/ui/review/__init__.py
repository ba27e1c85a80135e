"""Verdicts in the window, and the review file they are kept in."""
