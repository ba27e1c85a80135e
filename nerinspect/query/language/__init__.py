"""The query language: from text to filters and back, completed while one types, and said in words."""
