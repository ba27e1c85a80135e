"""Systems in pairs: whose pairs are shown, in which types, their table and its picture."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from nerinspect.events.study import Study
from nerinspect.io.writing.origins import PAIRS
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.tables.compare import compare_notes
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.pictures import Picture, advance
from nerinspect.ui.kit.screen_text import offer_names, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.drawn_cells import DrawnTable, IntervalCell
from nerinspect.ui.kit.tables.painters import paint_interval
from nerinspect.ui.kit.tables.sheet import NumberTableModel, TableRow
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.pages.compare.pairs import PAIR_NAMES, Pair, against_all, pair_columns, pair_groups
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.themes import LIGHT

_ALL_PAIRS, _ALL_TYPES, _EACH_TYPE = "all pairs", "all types", "each type"


class PairChoice(Styled, QWidget):
    """Let the user choose one system against all, and a type.

    Signals
    -------
    chosen
        Something else was chosen.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._system = _box("System A", "Show one system as A against all others, or all pairs", self)
        self._type = _box("Type", "Count the mentions of all types together, of each, or of one", self)
        self._wanted = "", ""
        self._words = [QLabel("A", self), QLabel("Type", self)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(6 * self.unit))
        for word, box in zip(self._words, (self._system, self._type), strict=True):
            word.setBuddy(box)
            row.addWidget(word)
            row.addWidget(box)
            box.activated.connect(self._on_activated)

    def offer(self, systems: Sequence[str], types: Sequence[str]) -> None:
        """Offer systems and types; what was chosen last is chosen if it is among them."""
        self._system.clear()
        offer_names(self._system, [_ALL_PAIRS, *systems])
        self._type.clear()
        offer_names(self._type, [_ALL_TYPES, _EACH_TYPE, *types])
        self.want(*self._wanted)

    def want(self, system: str, types: str) -> None:
        """Choose a system and types as `wanted` gives them, now or when they are offered."""
        self._wanted = system, types
        for box, name in zip((self._system, self._type), self._wanted, strict=True):
            box.setCurrentIndex(max(box.findData(name), 0))

    @property
    def wanted(self) -> tuple[str, str]:
        """What was chosen last, though it may not be offered: a system and types, each empty for all."""
        return self._wanted

    @property
    def system(self) -> str:
        """The system that is A in all pairs; empty for all pairs."""
        return self._system.currentData() if self._system.currentIndex() > 0 else ""

    def types(self, study: Study) -> Sequence[str | None]:
        """Give the types to show; None stands for all together."""
        place = self._type.currentIndex()
        return (None, *study.types) if place == 1 else (self._type.currentData() if place > 1 else None,)

    def _on_activated(self) -> None:
        system, types = (box.currentData() if box.currentIndex() > 0 else "" for box in (self._system, self._type))
        self._wanted = system, types
        self.chosen.emit()

    def _restyle(self) -> None:
        for part in (*self._words, self._system, self._type):
            part.setFont(scaled_font(self.font(), DETAIL))


def _box(name: str, tip: str, parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    box.setAccessibleName(name)
    box.setToolTip(tooltip(tip))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


_LONGEST = 40  # characters of two names
_ROW, _HEAD, _INDENT, _GAP, _PLOT, _NUMBER = 22, 26, 12, 10, 220, 64  # of a picture, at a font of 13 pixels
_RIGHT, _WHOLE = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
_MEANING = "A minus B in points; the line holds the middle 95 % of drawn sentences"
_AS_ON_SCREEN = {
    "low, high and bootstrap_p": "the interval and Bootstrap",
    "mcnemar_p": "McNemar",
    "signed_rank_p": "Signed rank",
    "rank_sum_p": "Rank sum",
}
"""Columns of files, and what they are called here."""


class PairTable(DrawnTable):
    """Shows pairs of systems; a name begins their comparison.

    Signals
    -------
    pair_opened : int, int
        The first runs of systems A and B.
    """

    pair_opened = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(NumberTableModel(pair_columns(""), PAIR_NAMES, PAIRS), parent, most_rows=30)

    def open(self, index: QModelIndex) -> None:
        """Open a door, or begin the comparison of a pair."""
        row = self.numbers.place(index.row()).row
        if index.column():
            super().open(index)
        else:
            self.pair_opened.emit(row.prediction, row.beside)

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click opens events."""
        return not index.column() or super().is_door(index)


class PairPart(Part):
    """Show all pairs, or those of one system, in all types or in some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.table, self.choice = PairTable(), PairChoice()
        super().__init__(PAIRS, self.table, beside=self.choice, parent=parent)
        self._study: Study | None = None
        self._base, self._n_pairs, self._longest = WHOLE, 0, ""
        self._pairs, self._listed = list[Pair](), list[Pair]()
        self.choice.chosen.connect(self._list)

    def show_study(self, study: Study, systems: Sequence[str]) -> None:
        """Offer some systems and the types of a study; pairs are to follow."""
        self._study, self._pairs, self._n_pairs = study, [], 0
        self.choice.offer(systems, study.types)
        self._longest = " and ".join(sorted(systems, key=self.fontMetrics().horizontalAdvance)[-2:])[:_LONGEST]
        self._list()

    def show_pairs(self, base: MentionBase, pairs: Sequence[Pair], n_pairs: int) -> None:
        """Show pairs.

        Parameters
        ----------
        pairs : sequence of Pair
            Those that are compared already.
        n_pairs : int
            How many there are to be.
        """
        self._base, self._pairs, self._n_pairs = base, list(pairs), n_pairs
        self._list()

    def want(self, system: str, types: str) -> None:
        """Show the pairs of a system, and types, as `PairChoice.want` says."""
        self.choice.want(system, types)
        self._list()

    @property
    def picture(self) -> QWidget | None:
        """Draw the differences on show for print; nothing while there are none."""
        rows = self.table.numbers.rows_shown
        return IntervalPicture(rows) if rows else None

    @property
    def pairs(self) -> list[Pair]:
        """Those on show."""
        return against_all(self._pairs, self.choice.system)

    @property
    def systems(self) -> tuple[str, ...]:
        """Those in the table."""
        return tuple(dict.fromkeys(name for pair in self.pairs for name in (pair.a, pair.b)))

    @property
    def notes(self) -> list[str]:
        """Say what the numbers rest on, and where it is too little; sentences without an end."""
        return (
            [_on_screen(note) for note in compare_notes([pair.named for pair in self._listed])] if self._listed else []
        )

    def _list(self) -> None:
        if self._study is not None:
            types = self.choice.types(self._study)
            self.table.set_columns(pair_columns(self._longest, self._base.measure))
            self._listed = [listed for pair in self.pairs if (listed := pair.in_types(types))]
            self.table.numbers.set_groups(pair_groups(self._study, self._base, self._listed, len(types) == 1))
            n_found = len(self._pairs)
            said = [
                f"{self._base.measure} in percent; a name compares the two in the events",
                f"{n_found:,} of {self._n_pairs:,} pairs so far" if n_found < self._n_pairs else "",
            ]
            self.set_caption("; ".join(filter(None, said)))
            self.set_note("\n".join(f"{note}." for note in self.notes))


def _on_screen(note: str) -> str:
    for column, name in _AS_ON_SCREEN.items():
        note = note.replace(column, name)
    return f"{note[:1].upper()}{note[1:]}"


class IntervalPicture(Picture):
    """The difference of each pair as a dot on its interval, all on one axis."""

    def __init__(self, rows: Sequence[TableRow]) -> None:
        super().__init__()
        self._rows = rows
        self._name = max(advance(self._font(row), row.name) / self.unit + _INDENT * row.depth for row in rows) + _GAP
        self._texts = [(row.cells[3].text, f"{row.cells[5].text} to {row.cells[6].text}") for row in rows]
        self._interval = max(advance(self.bold, text) for _, text in self._texts) / self.unit + _GAP
        width = max(self._name + _PLOT + _NUMBER + self._interval, advance(self.caption, _MEANING) / self.unit)
        self.fit(width, _HEAD + _ROW * len(rows))

    def draw(self, painter: QPainter) -> None:
        """Paint what the dots mean, then each row."""
        draw_text(painter, self.caption, LIGHT.text2, self.rect_at(0, 0, self.width() / self.unit, _ROW), _MEANING)
        for place, (row, (difference, interval)) in enumerate(zip(self._rows, self._texts, strict=True)):
            top, font, ink = _HEAD + _ROW * place, self._font(row), LIGHT.text3 if row.is_dim else LIGHT.text
            drawn = row.cells[4]
            assert isinstance(drawn, IntervalCell), "the column that draws"
            name = self.rect_at(_INDENT * row.depth, top, self._name - _INDENT * row.depth, _ROW)
            draw_text(painter, font, ink, name, row.name)
            plot = self.rect_at(self._name, top, _PLOT, _ROW)
            paint_interval(painter, LIGHT, plot, drawn.limits, drawn.spread, ink, self.unit)
            for text, left, width in (
                (difference, self._name + _PLOT, _NUMBER),
                (interval, self._name + _PLOT + _NUMBER, self._interval),
            ):
                draw_text(painter, font, ink, self.rect_at(left, top, width, _ROW), text, _RIGHT, elide=_WHOLE)

    def _font(self, row: TableRow) -> QFont:
        return self.bold if row.is_total else self.detail
