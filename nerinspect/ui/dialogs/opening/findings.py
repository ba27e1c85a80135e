"""What is wrong with a file besides invalid transitions: each finding a row that leads to its line."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import UndecodableBytesError
from nerinspect.io.file_check import FileCheck
from nerinspect.io.label_check import LabelCheck
from nerinspect.io.preview import Preview
from nerinspect.io.text_encoding_guess import undecodable_lines
from nerinspect.ui.repair.place_model import PlaceCell, PlaceColumn, PlaceModel
from nerinspect.ui.repair.place_table import PlaceTable

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
