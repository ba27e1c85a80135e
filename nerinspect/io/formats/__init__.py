"""The formats: one reader each behind one small protocol; packages may add others."""
