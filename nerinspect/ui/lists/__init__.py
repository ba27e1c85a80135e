"""Lists of events: which stands in which row, what the cells say and how they are drawn, walked, sorted, copied."""
