"""Choose files and how to read them."""
