"""What people decide, kept in a review file, and what is made of it."""
