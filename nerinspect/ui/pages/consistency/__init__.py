"""The page Consistency: surfaces annotated in several ways, with all their places."""
