"""Verdicts, causes, flags, notes and right readings: where they are given, and the review file they are kept in."""
