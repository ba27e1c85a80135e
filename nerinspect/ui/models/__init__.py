"""Item models behind tables and lists."""
