"""A corpus larger than memory: read in shards, kept in a folder as columns that are mapped, not read."""
