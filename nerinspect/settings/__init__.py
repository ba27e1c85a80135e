"""What the program remembers between runs, declared once and kept in one small file."""
