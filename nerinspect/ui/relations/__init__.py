"""Relations in the window: their events in a table, their arcs over the sentence, and what is said of each."""
