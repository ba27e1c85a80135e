"""Colours, fonts and small drawings that follow the desktop."""
