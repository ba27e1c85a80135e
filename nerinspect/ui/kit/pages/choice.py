"""Choices: rows of buttons of which one is always chosen, how pages count, and the head in which they stand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.attributes.own import is_file_column
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS, Study
from nerinspect.glossary import meaning
from nerinspect.io.writing.origins import terms_by_say
from nerinspect.quantities import word_for
from nerinspect.query.filters import Filter
from nerinspect.query.language.words import term_label
from nerinspect.query.selection import Selection
from nerinspect.training.retention import RETENTION
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.pages.parts import flat_button
from nerinspect.ui.kit.screen_text import offer_names, tooltip
from nerinspect.ui.kit.styled import Styled, draw_switch, set_ink
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.marks import give_icon
from nerinspect.ui.theme.themes import current_theme


class Choice(Styled, QWidget):
    """Let the user choose one of a few words.

    Parameters
    ----------
    name : str
        What is chosen, for people who hear it.
    words : sequence of str
        The first is chosen.
    """

    chosen = Signal(int)

    def __init__(self, name: str, words: Sequence[str], tooltips: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group, self._buttons = QButtonGroup(self), list[QToolButton]()
        row = fill(QHBoxLayout(self), gap=0)
        for place, (word, said) in enumerate(zip(words, tooltips, strict=True)):
            button = QToolButton(self)
            button.setText(word)
            button.setToolTip(tooltip(said))
            button.setCheckable(True)
            button.setAccessibleName(f"{name}: {word}")
            self._group.addButton(button, place)
            self._buttons.append(button)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self.chosen)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def place(self) -> int:
        return self._group.checkedId()

    def choose(self, place: int) -> None:
        self._group.button(place).setChecked(True)

    def _restyle(self) -> None:
        for button in self._group.buttons():
            button.setFont(scaled_font(self.font(), DETAIL))
        draw_switch(self._buttons, self.unit)


class Controls(Styled, QWidget):
    """A row of controls in small letters; those that style themselves see to their own."""

    _controls: Sequence[QWidget] = ()

    def line_up(self, *parts: QWidget) -> QHBoxLayout:
        self._controls = [part for part in parts if not isinstance(part, Styled)]
        return fill(QHBoxLayout(self), *parts, gap=round(6 * self.unit))

    def _restyle(self) -> None:
        for part in self._controls:
            part.setFont(scaled_font(self.font(), DETAIL))
            if isinstance(part, QLabel):
                set_ink(part, current_theme().text2)


def drop_down(name: str, said: str = "", parent: QWidget | None = None) -> QComboBox:
    """Make a list to choose from, as wide as what it offers, under a name for people who hear it."""
    box = QComboBox(parent)
    box.setAccessibleName(name)
    box.setToolTip(tooltip(said))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


class SystemPair(Controls):
    """Let the user choose systems A and B, or two of something else, with words before each."""

    chosen = Signal()

    def __init__(self, a: str = "A", b: str = "minus B", said: tuple[str, str] = ("System A", "System B")) -> None:
        super().__init__()
        self.a, self.b = (drop_down(name, parent=self) for name in said)
        self.wanted = ("", "")  # those chosen last, whether or not they are on offer; empty if none ever were
        self._words = [QLabel(text, self) for text in (a, b)]
        self.line_up(self._words[0], self.a, self._words[1], self.b)
        for word, box in zip(self._words, (self.a, self.b), strict=True):
            box.setMaximumWidth(round(180 * self.unit))
            word.setBuddy(box)
            box.activated.connect(self._on_activated)

    @property
    def places(self) -> tuple[int, int]:
        return self.a.currentIndex(), self.b.currentIndex()

    def want(self, a: str, b: str) -> None:
        """Choose systems, now or when they are on offer; without a signal."""
        self.wanted = a, b
        self.show_systems([self.a.itemData(place) for place in range(self.a.count())])

    def show_systems(self, systems: Sequence[str]) -> None:
        """Offer these systems; those chosen last, or the first two."""
        chosen = [systems.index(name) for name in self.wanted] if {*self.wanted} <= {*systems} else [0, 1]
        for box, place in zip((self.a, self.b), chosen, strict=True):
            box.clear()
            offer_names(box, systems)
            box.setCurrentIndex(min(place, len(systems) - 1))

    def _on_activated(self) -> None:
        self.wanted = self.a.currentData(), self.b.currentData()
        self.chosen.emit()


class NameChoice(Controls):
    """Let the user choose one of many names, such as the attribute whose buckets are shown."""

    chosen = Signal()

    def __init__(self, word: str = "Attribute") -> None:
        super().__init__()
        self._box, self._word = drop_down(word, parent=self), QLabel(word, self)
        self._box.setMaximumWidth(round(240 * self.unit))
        self._word.setBuddy(self._box)
        self.line_up(self._word, self._box)
        self._box.activated.connect(self.chosen)

    @property
    def place(self) -> int:
        return self._box.currentIndex()

    @property
    def name(self) -> str:
        return self._box.currentData() or ""

    def offer(self, names: Sequence[str]) -> None:
        """Offer these names; the one chosen before stays."""
        before = self._box.currentData()
        if list(names) != [self._box.itemData(place) for place in range(self._box.count())]:
            self._box.clear()
            offer_names(self._box, names)
            self._box.setCurrentIndex(max(self._box.findData(before), 0))


class NumberOfBuckets(Controls):
    """Let the user choose the number of buckets."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label, self._number = QLabel("Buckets", self), QSpinBox(self)
        self._number.setRange(*BUCKET_RANGE)
        self._number.setValue(DEFAULT_BUCKETS)
        self._number.setAccessibleName("Number of buckets")
        self._number.setToolTip("Number of buckets for each attribute whose values can be divided; type has its own.")
        self._label.setBuddy(self._number)
        self._number.valueChanged.connect(self.chosen)
        self.line_up(self._label, self._number)

    @property
    def number(self) -> int:
        return self._number.value()

    def choose(self, number: int) -> None:
        self._number.blockSignals(True)
        self._number.setValue(number)
        self._number.blockSignals(False)


class AnalysisControls(Controls):
    """Let the user choose what all pages of a window share; without attributes only the systems."""

    def __init__(self, document: Document, has_attributes: bool = True) -> None:
        super().__init__()
        self._document, self._has_attributes = document, has_attributes
        self._number = NumberOfBuckets(self)
        self._columns, self._retention = QCheckBox("Columns of the files", self), QCheckBox("With retention", self)
        self._columns.setToolTip("Draw and list more columns of the data files as attributes.")
        self._retention.setToolTip(
            "Count the retention heuristic, which knows nothing but the training data, as a system: "
            "in pairs, correlations, tests and charts."
        )
        self._number.chosen.connect(lambda number: self._choose(n_buckets=number))
        self._columns.clicked.connect(lambda is_on: self._choose(has_columns=is_on))
        self._retention.clicked.connect(lambda is_on: self._choose(has_retention=is_on))
        self._number.setVisible(has_attributes)
        self.line_up(self._number, self._columns, self._retention)
        self.offer(None)
        self._follow()
        document.analysis_changed.connect(self._follow)

    def offer(self, study: Study | None) -> None:
        has_columns = study is not None and any(map(is_file_column, study.attributes))
        self._columns.setVisible(self._has_attributes and has_columns)
        self._retention.setVisible(study is not None and RETENTION in study.systems)

    def _choose(self, **changed: Any) -> None:  # noqa: ANN401 - fields of the choice
        self._document.choose_analysis(replace(self._document.analysis, **changed))

    def _follow(self) -> None:
        choice = self._document.analysis
        self._number.choose(choice.n_buckets)
        self._columns.setChecked(choice.has_columns)
        self._retention.setChecked(choice.has_retention)


def filter_pieces(selection: Selection) -> list[Piece]:
    """Say which terms of a selection choose what is counted, in the words of their chips, and which change nothing."""
    chosen, aside = terms_by_say(selection)
    if not chosen and not aside:
        return [Piece("There is no filter: everything is counted.")]
    pieces = [Piece("Filter on mentions: "), *_labels(chosen)] if chosen else [Piece("No filter on mentions")]
    why = word_for(len(aside), "it changes", "they change")
    return [*pieces, Piece(f"; ignored, since {why} no score: "), *_labels(aside)] if aside else pieces


def _labels(terms: Sequence[Filter]) -> list[Piece]:
    pieces = [piece for term in terms for piece in (Piece(" and "), Piece(term_label(term), is_bold=True))]
    return pieces[1:]


class Counted(Choice):
    """Lets the user choose whether all is counted, or what the filter keeps."""

    def __init__(self, whole: str = "the whole test set", meanings: tuple[str, str] | None = None) -> None:
        meanings = meanings or (meaning("whole_test_set"), meaning("filter_keeps"))
        super().__init__("Count", (whole, "what the filter keeps"), meanings)

    @property
    def is_kept(self) -> bool:
        """Whether only what the filter keeps is counted."""
        return self.place == 1


_LEAST_SUMMARY: Final = 110  # the room of the sum in words beside choices, at a font of 13 pixels


class PageHead(Styled, QWidget):
    """Stands above the parts of a page.

    Parameters
    ----------
    label : str
        Stands before what can be chosen; empty if nothing can.
    button : QPushButton, optional
        The one thing that the page lets the user do.

    Attributes
    ----------
    copying, saving : QMenu
        What its two buttons offer; filled by the page.
    """

    door_opened = Signal(str)

    def __init__(
        self, label: str, choice: Choice | None = None, *controls: QWidget, button: QPushButton | None = None
    ) -> None:
        super().__init__()
        self._label, self.choice = QLabel(label, self), choice
        chosen = (self._label, choice) if choice is not None else (self._label,)
        framed = (button,) if button is not None else ()
        for part in (*chosen, *controls):
            part.setParent(self)  # Tab goes through widgets in the order in which they come
        self.summary, self._filter = DoorLabel(self, words="text2"), DoorLabel(self, words="text2")
        self._buttons = copy, save = flat_button("Copy", self), flat_button("Save", self)
        self.copying, self.saving = QMenu(copy), QMenu(save)
        copy.setMenu(self.copying)
        save.setMenu(self.saving)
        copy.setAccessibleName("Copy a table")
        copy.setToolTip("Copy all rows of a table, folded ones too.")
        save.setAccessibleName("Save a table or a chart")
        save.setToolTip("Save a table or a chart, with its provenance beside it.")
        self._rows, rows = (QHBoxLayout(), QHBoxLayout()), QVBoxLayout(self)
        self._first, self._second, self._last = chosen, (*controls, self.summary), (*framed, copy, save)
        self._is_parted: bool | None = None
        rows.setContentsMargins(0, 0, 0, 0)
        for row in self._rows:
            row.setSpacing(round(8 * self.unit))
            rows.addLayout(row)
        rows.addWidget(self._filter)
        self._part(is_parted=False)
        self._label.setVisible(bool(label))
        self._filter.hide()
        self.summary.query_requested.connect(self.door_opened)

    def offer_all(self, is_offered: bool) -> None:
        """Offer what copies and saves, or hide it where there is nothing to take."""
        for button in self._buttons:
            button.setVisible(is_offered)

    def show_summary(self, pieces: Sequence[Piece]) -> None:
        self.summary.show_pieces(pieces)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put what is chosen besides, and the sum in words, into a second row where the first has no room for it."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Need no more room than two rows do."""
        apart = (*self._first, *self._last), self._second[:-1]
        return QSize(max(map(self._width_of, apart)), super().minimumSizeHint().height())

    def _width_of(self, parts: Sequence[QWidget]) -> int:
        return sum(part.minimumSizeHint().width() + self._rows[0].spacing() for part in parts if not part.isHidden())

    def _fit(self) -> None:
        parts = (*self._first, *self._second[:-1], *self._last)
        words = max(_LEAST_SUMMARY * self.unit, self.summary.minimumSizeHint().width())
        self._part(self._width_of(parts) + words > self.width())

    def _part(self, is_parted: bool) -> None:
        if is_parted == self._is_parted:
            return
        self._is_parted = is_parted
        rows = (
            ((*self._first, None, *self._last), self._second)
            if is_parted
            else ((*self._first, *self._second, *self._last),)
        )
        for row, parts in zip(self._rows, rows, strict=False):
            while row.takeAt(0) is not None:
                pass
            fill(row, *parts, stretched=self.summary)

    def show_filter(self, pieces: Sequence[Piece]) -> None:
        """Say under which filter; nothing if there are no pieces."""
        self._filter.show_pieces(pieces)
        self._filter.setVisible(bool(pieces))

    def _restyle(self) -> None:
        for part in (self._label, self.summary, self._filter, *self._buttons):
            part.setFont(scaled_font(self.font(), DETAIL))
        set_ink(self._label, current_theme().text2)
        for button, icon in zip(self._buttons, ("copy", "export"), strict=True):
            give_icon(button, icon, current_theme().text2, 15 * self.unit)
