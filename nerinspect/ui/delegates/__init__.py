"""Cells of tables; the drawing itself is in `painting`."""
