"""The parts of the dialog that opens files."""
