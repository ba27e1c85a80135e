"""Blind mode: what annotators disagree on, decided one after the other without knowing who is who."""
