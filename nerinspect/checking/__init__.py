"""What to know of the data before trusting numbers: notices, inconsistent surfaces, broken labels, repairs."""
