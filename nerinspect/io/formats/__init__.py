"""The formats: one reader each behind one small protocol, found through entry points."""
