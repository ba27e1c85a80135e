"""The verbs: alignment into events, scores, confusion, error groups."""
