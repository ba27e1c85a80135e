"""Reading and writing: files in, tables with their provenance out."""
