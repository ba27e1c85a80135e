"""Decisions whose event is no longer there: what is known of each."""

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QLabel

from nerinspect.events.decision import Reading
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.table import Spans, Table
from nerinspect.query.language.words import verdict_words
from nerinspect.ui.kit.pages.parts import Part, set_small
from nerinspect.ui.kit.tables.places import PlaceCell, PlaceColumn, Places, PlaceTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerinspect.review.attaching import StoredDecision, StoredEvent

LOST: Final = "Decisions without an event"
_WHY: Final = (
    "The files changed since, or those that hold these events are not open. The decisions stay in the review, and stand"
    " beside their events again once these are back."
)
_MOST_ROWS: Final = 12


def lost_places(lost: "Sequence[StoredDecision]", wording: Wording) -> Places:
    """List decisions with what is known of their events.

    Each leads to the first token of its event in the sentence: the text that held it is not there.
    """

    def write(row: int) -> tuple[PlaceCell, ...]:
        event, decision = lost[row]
        correction = "" if decision.correction is None else reading_text(event, decision.correction)
        verdict = verdict_words(decision.verdict or None, wording)
        name = wording.name(event.kind.replace(":", "_"))  # of a relation event, as the glossary has it
        kind = (
            PlaceCell(name) if event.is_of_relations else PlaceCell(wording.tag(event.kind), False, (event.kind,), name)
        )
        texts = (
            reading_text(event, event.reference_spans),
            reading_text(event, event.predicted_spans),
            f"{verdict}, flagged" if decision.flag else verdict,
            ", ".join(decision.causes),
            " ".join(decision.note.split()),
            correction,
            decision.decided.replace("T", " ").removesuffix("Z"),
            decision.who,
        )
        system = f"{event.system} {event.run}" if event.run > 1 else event.system
        place = f"{event.sentence:,}: {event.start + 1}–{event.end}"
        return (PlaceCell(place), PlaceCell(system), kind, PlaceCell(event.text), *map(PlaceCell, texts))

    return Places(_columns(wording), len(lost), write, lambda row: lost[row].event.start)


class LostTable(PlaceTable):
    """List decisions whose event is gone; rows can be copied and lead nowhere."""

    def __init__(self) -> None:
        super().__init__(LOST, Places(_columns(JUDGED)))
        self.horizontalHeader().setStretchLastSection(True)

    def show_lost(self, lost: "Sequence[StoredDecision]", wording: Wording) -> None:
        """List other decisions, as high as the rows, up to some."""
        self.show_places(lost_places(tuple(lost), wording))
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self._height_of(min(len(lost), _MOST_ROWS)) + bar + 1)

    def as_table(self) -> Table:
        """Give all rows."""
        rows = [tuple(cell.text for cell in self.places.write(row)) for row in range(self.places.n_rows)]
        return Table(tuple(column.title for column in self.places.columns), rows)


class LostPart(Part):
    """Shows decisions whose event is gone, and why they stay; hidden while there are none."""

    def __init__(self) -> None:
        self.table, self._why = LostTable(), QLabel(_WHY)
        self._why.setWordWrap(True)
        super().__init__(LOST, self.table, self._why)

    def show_lost(self, lost: "Sequence[StoredDecision]", wording: Wording) -> None:
        """List other decisions."""
        self.table.show_lost(lost, wording)
        self.setVisible(bool(lost))

    def _restyle(self) -> None:
        super()._restyle()
        set_small(self._why)


def reading_text(event: "StoredEvent", reading: Reading | Spans) -> str:
    """Write the mentions of a reading with their words, where these can be told from the event's text.

    Those of a relation event are head and tail; its text is not that of its tokens.
    """
    words = event.text.split(" ")
    is_known = len(words) == event.end - event.start and not event.is_of_relations

    def surface(start: int, end: int) -> str:
        is_inside = event.start <= start < end <= event.end
        if is_known and is_inside:
            return " ".join(words[start - event.start : end - event.start])
        return f"{start + 1}–{end}"

    separator = " → " if event.is_of_relations else ", "
    return separator.join(f"{surface(start, end)} {name}" for start, end, name in reading) or "none"


def _columns(wording: Wording) -> tuple[PlaceColumn, ...]:
    return (
        PlaceColumn("Place", "Sentence, and tokens in it, when it was decided", "9,999: 99–99"),
        PlaceColumn("System", "", "conll-large"),
        PlaceColumn("Kind", wording.said("What the two sides made of it"), "==== LBE"),
        PlaceColumn("Text", "Its tokens, or its relation", "Port of Harwick Authority"),
        PlaceColumn(wording.said("Reference"), wording.said("What the reference said"), "Port of Harwick ORG"),
        PlaceColumn(wording.said("Prediction"), wording.said("What the prediction said"), "Port of Harwick ORG"),
        PlaceColumn("Verdict", wording.meaning("verdict"), "prediction wrong, flagged"),
        PlaceColumn("Causes", wording.meaning("decision_cause"), "typo, guideline-gap"),
        PlaceColumn("Note", wording.meaning("decision_note"), "see page 3 of the guidelines"),
        PlaceColumn("Correction", "Its right reading, where one was given", "Port of Harwick ORG"),
        PlaceColumn("Decided", "When, in UTC", "2026-11-22 03:00:00"),
        PlaceColumn("Who", "Who decided", "Anna"),
    )
