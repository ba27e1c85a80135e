"""What every page is made of: parts below each other, a row on top, tables and charts to take away."""
