"""What is known of one event: why it is of its kind, its mentions, training, other places of its surfaces."""
