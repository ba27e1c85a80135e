"""Charts as plain values, for the window, the library and the command line: bars, their axes and what they say."""
