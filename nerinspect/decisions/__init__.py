"""What follows from decisions: a corrected annotation, its scores, and what a sample tells of the whole list."""
