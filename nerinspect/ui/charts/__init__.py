"""Charts as values and as widgets; the only home of pyqtgraph, imported when charts are first shown."""
