"""The parts of the details of an event."""
