"""Verdicts, causes, flags and notes: where they are given, and the review file they are kept in."""
