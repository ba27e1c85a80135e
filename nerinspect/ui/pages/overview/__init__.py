"""The page Overview: scores of all systems, what F1 hides, what training explains, charts."""
