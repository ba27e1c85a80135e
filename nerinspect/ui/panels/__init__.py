"""The parts of the window, one module each."""
