"""The page that compares annotators in pairs."""
