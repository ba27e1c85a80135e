"""The sentence of an event among those around it: typeset with its readings, painted, pointed at, read and copied."""
