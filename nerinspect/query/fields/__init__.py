"""What can be asked of events, field by field."""
