"""The sentence of a chosen row as each repair reads it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.repair_readings import RepairReadings
from nerinspect.ui.panels.context_view import ContextView


class ReadingsView(ContextView):
    """Show readings as tracks; no mention leads to an event.

    Signals
    -------
    place_changed : str
        Document, sentence and line of what is shown; empty for nothing.
    """

    place_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readings_view")
        self._readings: RepairReadings | None = None

    def show_readings(self, readings: RepairReadings | None, types: tuple[str, ...]) -> None:
        """Turn to another source; no place of it is shown yet.

        Parameters
        ----------
        readings : RepairReadings or None
            What is read; None empties the view.
        types : tuple of str
            Of the study, which have their colours among each other.
        """
        self._readings = readings
        self.show_types(types)
        self.show_context(None)
        self.place_changed.emit("")

    def show_place(self, start: int, end: int, in_use: str) -> None:
        """Show the sentence of some tokens, by their positions in the whole text.

        Parameters
        ----------
        start, end : int
            Half-open; they are framed.
        in_use : str
            The repair whose event gives the frame its colour.
        """
        if self._readings is None:
            return
        context = self._readings.around(start, end, in_use)
        sentence = context.sentence
        read = []
        for track in sentence.tracks:
            spans = track.spans_over(context.segment.start, context.segment.end)
            read.append(f"{track.label}: {', '.join(span.type for span in spans) or 'no mention'}")
        surface = sentence.words(context.segment.start, context.segment.end)
        self.show_context(context, f"{surface}; {'; '.join(read)}")
        line = f", line {context.line:,}" if context.line else ""
        self.place_changed.emit(f"document {context.document.number:,}, sentence {sentence.number:,}{line}")
