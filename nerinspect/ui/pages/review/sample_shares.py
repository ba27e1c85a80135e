"""What a sample tells of the whole list: shares of verdicts and causes with their intervals."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel

from nerinspect.decisions.sampling import SampleShares, Share, sample_words
from nerinspect.events.decision import VERDICTS
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import Wording
from nerinspect.progress import Checkpoint
from nerinspect.quantities import grouped
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.query.language.words import verdict_words
from nerinspect.query.review_progress import Sampled, shares_in
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow, count_cell, ratio_cell

NAME_COLUMNS: Final = ("Of", "Name")
_DECIDED: Final = negated(Term("verdict", (None,)))
_ANY_CAUSE: Final = "any cause"
_UNDEFINED: Final = "no event of the sample is decided"


@dataclass(frozen=True)
class SampleRows:
    """Makes rows of shares."""

    shares: SampleShares
    sampled: Sampled
    wording: Wording

    @property
    def columns(self) -> tuple[Column, ...]:
        """Head the columns."""
        names = [_name_of(name, self.wording) for name, _ in (*self.shares.verdicts, *self.shares.causes)]
        return (
            Column("", "Verdicts and causes of the decided events of the sample", widest=max(names, key=len)),
            Column("Sample", "Decided events of the sample that have it", widest="9,999"),
            Column("Share", meaning("sample_share"), is_percent=True),
            Column("95\u00a0% from", meaning("sample_interval"), is_percent=True, copied="Share from"),
            Column("to", meaning("sample_interval"), is_percent=True, copied="Share to"),
            Column("Whole list", meaning("sample_estimate"), widest="9,999,999"),
            Column("from", meaning("sample_estimate"), widest="999,999", is_extra=True, copied="Whole list from"),
            Column("to", meaning("sample_estimate"), widest="999,999", is_extra=True, copied="Whole list to"),
        )

    @property
    def groups(self) -> list[RowGroup]:
        """What shares are of; rows of the verdicts; one of any cause and those of the causes."""
        return [RowGroup(" ".join(row.copied_names), row) for row in self._rows()]

    def _rows(self) -> Iterator[TableRow]:
        drawn = self.sampled.drawn
        yield TableRow("Decided", ("verdict", "any verdict"), self._totals, is_total=True, tooltip="With a verdict")
        for name, share in self.shares.verdicts:
            about = self.wording.meaning(name) if name in VERDICTS else meaning("own_verdict")
            door = all_of(drawn, Term("verdict", (name,)))
            yield self._row(_name_of(name, self.wording), ("verdict", name), share, door, about)
        if self.shares.causes:
            causes = tuple(name for name, _ in self.shares.causes)
            door = all_of(drawn, _DECIDED, Term("cause", causes))
            yield self._row("Any cause", ("cause", _ANY_CAUSE), self.shares.with_cause, door, is_total=True)
        for name, share in self.shares.causes:
            door = all_of(drawn, _DECIDED, Term("cause", (name,)))
            yield self._row(name, ("cause", name), share, door, meaning("decision_cause"), depth=1)

    def _row(
        self,
        name: str,
        copied: tuple[str, str],
        share: Share,
        door: Filter,
        about: str = "",
        is_total: bool = False,
        depth: int = 0,
    ) -> TableRow:
        make = partial(_share_cells, share, door, self._decided)
        return TableRow(name, copied, make, is_total=is_total, depth=depth, tooltip=about)

    @property
    def _decided(self) -> Filter:
        return all_of(self.sampled.drawn, _DECIDED)

    def _totals(self) -> tuple[Cell, ...]:
        """Show what shares are of, and what estimates are of."""
        blank, shares = Cell(""), self.shares
        whole = self.sampled.whole.filter if self.sampled.whole.terms else Term("kind", KINDS)
        counts = count_cell(shares.n_decided, self._decided), count_cell(shares.n_whole, whole)
        return counts[0], blank, blank, blank, counts[1], blank, blank


def _name_of(name: str, wording: Wording) -> str:
    words = verdict_words(name, wording) if name in VERDICTS else name
    return f"{words[:1].upper()}{words[1:]}" if name in VERDICTS else words


def _share_cells(share: Share, door: Filter, decided: Filter) -> tuple[Cell, ...]:
    """Show the count, its share, and what it makes of the whole list; numbers open the events they rest on."""
    low, high = share.interval
    ends = share.estimate_interval or (None, None)
    return (
        count_cell(share.count, door),
        ratio_cell(share.count, share.n_decided, decided, meaning("sample_share"), _UNDEFINED),
        *(_fraction_cell(end, decided) for end in (low, high)),
        _estimate_cell(share.estimate, decided),
        *(_estimate_cell(end, decided) for end in ends),
    )


def _fraction_cell(fraction: float, decided: Filter) -> Cell:
    if fraction != fraction:  # nan
        return Cell("–", None, tooltip=f"–: {_UNDEFINED}.")
    return Cell(f"{100 * fraction:.2f}", fraction, decided, meaning("sample_interval"))


def _estimate_cell(estimate: int | None, decided: Filter) -> Cell:
    if estimate is None:
        return Cell("–", None, tooltip=f"–: {_UNDEFINED}.")
    return Cell(grouped(estimate), estimate, decided, meaning("sample_estimate"), is_dim=not estimate)


SAMPLE: Final = "Shares estimated from a sample"
_NO_SAMPLE: Final = (
    "Too many to review? Review > Draw a sample… picks events at random; once you have decided them, the shares among"
    " all events are estimated here."
)
_Counted: TypeAlias = tuple[Study, Sampled, SampleShares | None]


class SamplePart(Part):
    """Shows shares of verdicts and causes in the sample that the filter draws, with their 95 % intervals."""

    def __init__(self, draw: QAction) -> None:
        self._line = QLabel(wordWrap=True)
        self.table = NumberTable(NumberTableModel((Column(""),), NAME_COLUMNS, SAMPLE))
        self.table.hide()
        draw.setIconText("Draw a sample…")
        super().__init__(SAMPLE, self._line, self.table, action=draw, small=(self._line,))
        self.work = Derived(_counted, self, "Nothing was counted", lambda study, *_: len(study.events), keeps=0)
        self.work.made.connect(self._show)

    @property
    def words(self) -> str:
        """What is said of the sample."""
        return self._line.text()

    def refresh(self, look: Look) -> None:
        """Count anew what is decided of the sample."""
        self.show()
        self.work.ask(look.study, look.prediction, Sampled.of(look.selection))

    def _show(self, counted: _Counted) -> None:
        study, sampled, shares = counted
        self._line.setText(_NO_SAMPLE if shares is None else sample_words(shares))
        if shares is not None:
            rows = SampleRows(shares, sampled, study.wording)
            self.table.set_columns(rows.columns)
            self.table.numbers.set_groups(rows.groups)
        self.table.setVisible(shares is not None)


def _counted(study: Study, prediction: int, sampled: Sampled, checkpoint: Checkpoint) -> _Counted:
    return study, sampled, shares_in(study, prediction, sampled, checkpoint)
