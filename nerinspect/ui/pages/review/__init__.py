"""The page Review: how far it is, what the causes are, and what is left to settle."""
