"""Charts; the only home of pyqtgraph, imported when charts are first shown."""
