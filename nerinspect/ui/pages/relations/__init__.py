"""The page of relations: filters, relation events, the sentence with its arcs, and what is said of one event."""
