"""The consistency page: surfaces that an annotation reads in several ways, with all their places."""
