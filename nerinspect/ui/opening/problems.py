"""Everything that is wrong with a file, one kind of mistake at a time, and what each repair would change."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from nerinspect.checking.repair_effects import RepairEffects, repair_effects
from nerinspect.checking.written_labels import WrittenLabels
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.types import TypeChanges
from nerinspect.errors import NerinspectError, UndecodableBytesError
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.reading.checking import FileCheck
from nerinspect.io.reading.guessing import undecodable_lines
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.reading.label_check import LabelCheck
from nerinspect.io.reading.preview import Preview
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.ui.kit.screen_text import told
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.places import PlaceCell, PlaceColumn, PlaceModel, PlaceTable
from nerinspect.ui.opening.file_list import Work
from nerinspect.ui.opening.head import Head
from nerinspect.ui.pages.repair.affected_places import InvalidTable
from nerinspect.ui.pages.repair.choices import TITLE, ChoicesTable
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.visible import visible

_LINE: Final = PlaceColumn("Line", "Physical line in the file.", "999,999", is_number=True)
_PROBLEM: Final = PlaceColumn("Problem", "What is wrong.", is_stretched=True)
_MALFORMED: Final = (
    _LINE,
    PlaceColumn("Token", "", "Authority Board"),
    PlaceColumn("Label", "The label as it stands in the file.", "B-location,B-group", is_label=True),
    _PROBLEM,
)
_DIFFERING: Final = (
    _LINE,
    PlaceColumn("Sent", "Sentence of the reference, from 1.", "99,999", is_number=True),
    PlaceColumn("Ref. line", "Physical line in the reference.", "999,999", is_number=True),
    PlaceColumn("First difference", "The first token that differs.", is_stretched=True),
)
_PLAIN: Final = (_LINE, _PROBLEM)


@dataclass(frozen=True, eq=False)
class Findings:
    """Findings of one kind.

    Attributes
    ----------
    title : str
        What they are.
    n_rows : int
        How many there are.
    columns : tuple of PlaceColumn
        Heads of their table.
    write : callable
        Writes out one of them.
    row_of : callable
        Gives the row of the preview that one of them leads to.
    """

    title: str
    n_rows: int
    columns: tuple[PlaceColumn, ...]
    write: Callable[[int], tuple[PlaceCell, ...]]
    row_of: Callable[[int], int]


def findings_of(check: FileCheck, preview: Preview) -> list[Findings]:
    """List what is wrong with a file, but for invalid transitions, what matters most first."""
    found = []
    if isinstance(check.problem, UndecodableBytesError) and check.bytes is not None:
        lines = undecodable_lines(check.bytes.data, check.options.text_encoding)
        found.append(_plain("Bytes that do not fit", lines, lambda _: f"not {check.options.text_encoding}", preview))
    faulty = check.faulty_lines
    if faulty is not None:
        found.append(_plain("Lines that cannot be read", faulty.line, faulty.problem, preview))
    if check.comparison is not None and len(check.comparison):
        found.append(_differing(check, preview))
    found += [_malformed(labels, preview) for labels in check.labels if len(labels.malformed)]
    return found


def _plain(title: str, lines: AnyIntArray, problem: Callable[[int], str], preview: Preview) -> Findings:
    return Findings(
        title,
        len(lines),
        _PLAIN,
        lambda row: (PlaceCell(f"{int(lines[row]):,}"), PlaceCell(problem(row))),
        lambda row: preview.row_of_line(int(lines[row])),
    )


def _malformed(labels: LabelCheck, preview: Preview) -> Findings:
    def write(row: int) -> tuple[PlaceCell, ...]:
        position = int(labels.malformed[row])
        code, line = int(labels.column.codes[position]), labels.text.line_of(position)
        return (
            PlaceCell("–" if line is None else f"{line:,}"),
            PlaceCell(labels.text.token(position)),
            PlaceCell(labels.column.names[code]),
            PlaceCell(labels.malformations[code] or ""),
        )

    def row_of(row: int) -> int:
        return preview.row_of_position(int(labels.malformed[row]))

    return Findings("Malformed labels", len(labels.malformed), _MALFORMED, write, row_of)


def _differing(check: FileCheck, preview: Preview) -> Findings:
    comparison = check.comparison
    assert comparison is not None, "the file was compared with the reference"

    def write(row: int) -> tuple[PlaceCell, ...]:
        found = comparison.sentence(row)
        numbers = (found.other_line, found.sentence, found.line)
        return *(PlaceCell("–" if number is None else f"{number:,}") for number in numbers), PlaceCell(found.words)

    def row_of(row: int) -> int:
        sentence = int(comparison.pairs[row][1])
        start = check.text.sentence_start if check.text is not None else None
        if sentence < 0 or start is None:
            sentence = max(0, int(comparison.pairs[row][0]) - 1)
        place = int(start[min(sentence, len(start) - 2)]) if start is not None else 0
        return preview.row_of_position(place + (comparison.sentence(row).token - 1 if sentence >= 0 else 0))

    return Findings("Sentences whose tokens differ", len(comparison), _DIFFERING, write, row_of)


class FindingsModel(PlaceModel):
    """Hold the findings of one kind."""

    def __init__(self) -> None:
        super().__init__(_PLAIN)
        self._findings: Findings | None = None

    def show_findings(self, findings: Findings | None) -> None:
        """Replace all rows; None empties the table."""
        self._findings = findings
        self._reset(findings.n_rows if findings else 0, findings.columns if findings else _PLAIN)

    def position(self, row: int) -> int:
        """Give the row of the preview that a finding leads to."""
        assert self._findings is not None, "there is a row"
        return self._findings.row_of(row)

    def write_row(self, row: int) -> tuple[PlaceCell, ...]:
        """Write out one finding."""
        assert self._findings is not None, "there is a row"
        return self._findings.write(row)


class FindingsTable(PlaceTable):
    """List findings; `place_chosen` tells a row of the preview."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._findings = FindingsModel()
        super().__init__(self._findings, "Problems", parent)
        self._findings.setParent(self)

    def show_findings(self, findings: Findings | None) -> None:
        """Show findings of another kind; None empties the table."""
        self.setAccessibleName(findings.title if findings else "Problems")
        self._findings.show_findings(findings)


class ProblemsPanel(Styled, QWidget):
    """List invalid transitions and other mistakes; a row leads to its line.

    Signals
    -------
    row_chosen : int
        The row of the preview that the chosen mistake stands in.
    """

    row_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._findings: list[Findings] = []
        self._check: FileCheck | None = None
        self._preview: Preview | None = None
        self._name = ""
        self.head, self._tabs = Head(), QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName("Kinds of mistakes")
        self._invalid, self._table = InvalidTable(), FindingsTable()
        self._nothing = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._pages = QStackedWidget()
        for page in (self._nothing, self._invalid, self._table):
            self._pages.addWidget(page)
        self._build_ui()
        self._invalid.place_chosen.connect(self._on_position_chosen)
        self._table.place_chosen.connect(self.row_chosen)
        self._tabs.currentChanged.connect(self._on_tab_chosen)

    @property
    def _written(self) -> WrittenLabels | None:
        """The labels whose invalid transitions are listed."""
        labels = self._check.labels if self._check is not None else ()
        return next((one.written for one in labels if one.n_invalid), None)

    @property
    def kinds(self) -> list[str]:
        """Titles of the kinds of mistakes that were found."""
        invalid = ["Invalid transitions"] if self._written is not None else []
        return invalid + [found.title for found in self._findings]

    def show_check(self, name: str, check: FileCheck | None, preview: Preview | None) -> None:
        """Show what is wrong with a file; None while that is not known."""
        before = self.kinds[self._tabs.currentIndex()] if self.kinds and self._tabs.currentIndex() >= 0 else ""
        row = self._current_row() if name == self._name else -1
        self._preview, self._name = preview, name
        self._findings = findings_of(check, preview) if check is not None and preview is not None else []
        self._check = check
        self._fill_tabs(before)
        if not self.kinds:
            self._say_nothing(name, check)
        self._on_tab_chosen(self._tabs.currentIndex())
        table = self._pages.currentWidget()
        if isinstance(table, InvalidTable | FindingsTable) and table.model().rowCount():
            table.choose_row(row if 0 <= row < table.model().rowCount() else 0)

    def show_kind(self, title: str) -> None:
        """Turn to a kind of mistakes and its first row."""
        if title in self.kinds:
            self._tabs.setCurrentIndex(self.kinds.index(title))
            table = self._pages.currentWidget()
            if isinstance(table, InvalidTable | FindingsTable):
                table.choose_row(0)
                table.setFocus()

    def _current_row(self) -> int:
        """Give the row that is chosen; -1 for none."""
        table = self._pages.currentWidget()
        return table.currentIndex().row() if isinstance(table, InvalidTable | FindingsTable) else -1

    def _build_ui(self) -> None:
        unit = self.unit
        self.head.insert(self._tabs)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * unit))
        layout.addWidget(self.head)
        layout.addWidget(self._pages, 1)

    def _fill_tabs(self, before: str) -> None:
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        n_invalid = [len(self._written.invalid)] if self._written is not None else []
        for title, count in zip(self.kinds, [*n_invalid, *(found.n_rows for found in self._findings)], strict=True):
            self._tabs.addTab(f"{title} {count:,}")
        if before in self.kinds:
            self._tabs.setCurrentIndex(self.kinds.index(before))
        self._tabs.blockSignals(False)
        self._tabs.setVisible(len(self.kinds) > 1)

    def _say_nothing(self, name: str, check: FileCheck | None) -> None:
        self.head.set_title("Problems")
        self.head.set_note("")
        if check is None:
            said = "Checking …" if name else ""
        elif check.problem is not None:
            said = told(check.problem)
        else:
            said = f"No problems found in {name}."
        self._nothing.setText(visible(said))
        self._invalid.show_labels(None)
        self._table.show_findings(None)
        self._pages.setCurrentWidget(self._nothing)

    def _on_tab_chosen(self, place: int) -> None:
        if not 0 <= place < len(self.kinds):
            return
        is_invalid = place == 0 and self._written is not None
        self._invalid.show_labels(self._written)
        found = None if is_invalid else self._findings[place - (self._written is not None)]
        self._table.show_findings(found)
        self._pages.setCurrentWidget(self._invalid if is_invalid else self._table)
        self.head.set_title(self.kinds[place] if len(self.kinds) == 1 else "")
        n_rows = found.n_rows if found else len(self._written.invalid) if self._written else 0
        self.head.set_note(f"{n_rows:,} in {self._name}; a row shows its place in the preview")

    def _on_position_chosen(self, position: int) -> None:
        if self._preview is not None:
            self.row_chosen.emit(self._preview.row_of_position(position))

    def _restyle(self) -> None:
        self._tabs.setFont(scaled_font(self.font(), DETAIL))


class RepairsPart(QWidget):
    """Show the table of repairs for a file with invalid transitions; hidden for others.

    Signals
    -------
    method_chosen : str
        The user chose a repair.
    """

    method_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = Head(TITLE)
        self.table = ChoicesTable()
        self.table.method_chosen.connect(self.method_chosen)
        unit = unit_of(self.font())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * unit))
        layout.addWidget(self.head)
        layout.addWidget(self.table)
        self.hide()

    def show_effects(self, effects: RepairEffects | None, in_use: str, name: str, wording: Wording = JUDGED) -> None:
        """Show what each repair would do, in words for a reference or for annotators; None hides the table."""
        self.table.show_effects(effects, in_use, name, has_doors=False, wording=wording)
        is_scored = effects is not None and any(choice.tally is not None for choice in effects.choices)
        against = "" if is_scored else "; there is nothing to compare it with"
        self.head.set_note(f"every number counted on this file{against}; nothing is changed on disk")
        self.setVisible(effects is not None)


def effects_work(check: FileCheck, other: FileCheck | None, base: LoadRequest) -> Work | None:
    """Give the work of trying every repair of a file; None if there is nothing to repair.

    Parameters
    ----------
    check : FileCheck
        The file.
    other : FileCheck or None
        What it is scored against: the reference, or a prediction for the reference.
    base : LoadRequest
        Holds the changes of types.
    """
    labels = next((one for one in check.labels if one.n_invalid), None)
    if labels is None or labels.written is None:
        return None
    written, against = labels.written, None
    if len(check.labels) > 1:
        against = next((one.mentions for one in check.labels if one is not labels), None)
    elif other is not None and other.mentions and not check.n_differing and not other.n_differing:
        is_certain = not (other.n_invalid and other.options.repair == "none")
        against = other.mentions[0] if is_certain else None
    is_reference = check.role == "reference" and labels is check.labels[0]

    def work(checkpoint: Checkpoint) -> RepairEffects:
        changes = _changes(base)
        side = changes.apply(against)[0] if against is not None else None
        return repair_effects(written, side, is_reference, changes, checkpoint)

    return work


def _changes(base: LoadRequest) -> TypeChanges:
    try:
        return read_type_changes(base.keep_types, base.remove_types, base.map_types)
    except NerinspectError:  # told where the types are chosen
        return TypeChanges()
