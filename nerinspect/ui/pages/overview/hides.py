"""What F1 hides: events, mentions and demerits by kind, as a ledger, as sums and as bars."""

from typing import Final

from nerinspect.errors import counted
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import ERROR_KINDS, KINDS
from nerinspect.glossary import meaning
from nerinspect.query.counts.mention_doors import Doors
from nerinspect.query.filters import Filter
from nerinspect.query.language.writer import query_text
from nerinspect.query.rates import KeptScores
from nerinspect.ui.charts.demerits import DemeritsView, segments_of
from nerinspect.ui.desk.status import sum_pieces
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow, count_cell
from nerinspect.ui.theme.fonts import DETAIL, scaled_font

HIDES: Final = "What F1 hides"
NAME_COLUMNS: Final = ("System", "Counted")
KIND_COLUMNS: Final = (
    Column("", "What is counted by kind of event", widest="Reference mentions"),
    *(Column(KIND_TABLE[kind].short_name, meaning(kind), kind, "9,999,999") for kind in KINDS),
    Column("", widest="="),
    Column("Sum", "Over all kinds", widest="9,999,999"),
)


def kind_groups(system: str, scores: KeptScores, doors: Doors) -> list[RowGroup]:
    """Lay out a prediction's events, the mentions of both sides in them, and the demerits: four groups of a row each.

    `system` is what copies of the rows call the prediction.
    """
    tally, sums = scores.tally, scores.sums
    has_no = "A {} event has no {} mention."
    events = [
        count_cell(int(n), doors.of_kinds(kind), meaning(kind)) for kind, n in zip(KINDS, tally.kinds, strict=True)
    ]
    reference = [
        _cell(n, doors.reference_in(kind), kind, "fp", has_no.format("spurious", "reference"))
        for kind, n in zip(KINDS, sums.reference, strict=True)
    ]
    predicted = [
        _cell(n, doors.predicted_in(kind), kind, "fn", has_no.format("missed", "predicted"))
        for kind, n in zip(KINDS, sums.predicted, strict=True)
    ]
    demerits = [
        _cell(int(n), doors.of_kinds(kind), kind, "tp", "A correct event has no demerits.")
        for kind, n in zip(KINDS, tally.kind_demerits, strict=True)
    ]
    return [
        _group(system, "Events", events, int(tally.kinds.sum()), doors.either, "events"),
        _group(system, "Reference mentions", reference, sums.n_reference, doors.reference, "reference_mentions"),
        _group(system, "Predicted mentions", predicted, sums.n_predicted, doors.predicted, "predicted_mentions"),
        _group(system, "Demerits", demerits, tally.demerits, doors.of_kinds(*ERROR_KINDS), "demerits"),
    ]


def _cell(count: int, door: Filter, kind: str, never: str, why: str) -> Cell:
    """Show a count; a zero that can be nothing else is no door."""
    return count_cell(count, None if kind == never else door, why if kind == never else meaning(kind))


def _group(system: str, name: str, cells: list[Cell], total: int, door: Filter, key: str) -> RowGroup:
    row = (*cells, Cell("=", "="), count_cell(total, door, meaning(key)))
    return RowGroup(name, TableRow(name, (system, name), lambda: row))


class HidesPart(Part):
    """Show one prediction's events and demerits."""

    def __init__(self) -> None:
        self.table = NumberTable(NumberTableModel(KIND_COLUMNS, NAME_COLUMNS, HIDES))
        self.table.numbers.setParent(self.table)
        self._demerits, self._reference, self._predicted = (DoorLabel(words="text2") for _ in range(3))
        self.sums, self.bars = (self._demerits, self._reference, self._predicted), DemeritsView()
        super().__init__(HIDES, self.table, *self.sums, self.bars)
        for label in self.sums:
            label.setWordWrap(True)

    def show_scores(self, system: str, scores: KeptScores, doors: Doors) -> None:
        """Show other events and demerits, those of one prediction; `system` is what copies call it."""
        self.table.numbers.set_groups(kind_groups(system, scores, doors))
        self.bars.show_segments(segments_of(scores, doors))
        self.bars.setVisible(bool(self.bars.segments))
        tally, sums, reference, predicted = scores.tally, scores.sums, doors.reference_in, doors.predicted_in
        overall = tally.overall
        self._demerits.show_pieces(
            (
                Piece("Demerits "),
                _door(f"{tally.demerits:,}", doors.of_kinds(*ERROR_KINDS), "demerits"),
                Piece(" = "),
                _door(counted(overall.false_positives, "false positive"), predicted(*ERROR_KINDS), "false_positives"),
                Piece(" + "),
                _door(counted(overall.false_negatives, "false negative"), reference(*ERROR_KINDS), "false_negatives"),
                Piece(". Every mention lies in exactly one event."),
            )
        )
        self._reference.show_pieces(
            sum_pieces(
                "reference", sums.reference, query_text(doors.reference), lambda kind: query_text(reference(kind))
            )
        )
        self._predicted.show_pieces(
            sum_pieces(
                "predicted", sums.predicted, query_text(doors.predicted), lambda kind: query_text(predicted(kind))
            )
        )

    def _restyle(self) -> None:
        super()._restyle()
        for label in self.sums:
            label.setFont(scaled_font(self.font(), DETAIL))


def _door(text: str, door: Filter, key: str) -> Piece:
    return Piece(text, query_text(door), meaning(key))
