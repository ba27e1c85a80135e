"""Take decisions from an edited list: CSV, or the first sheet of a workbook, whose rows are matched by event id."""

import csv
import datetime
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nerinspect.decisions.adjudication import settled
from nerinspect.errors import BinaryFileError, DataError, ForeignFileError, UndecodableBytesError, nearest_name, shown
from nerinspect.events.decision import NO_VERDICT, VERDICTS, Decision, Reading
from nerinspect.events.study import Study
from nerinspect.io.content import FileBytes, read_file_bytes
from nerinspect.io.formats.table_columns import cell_text, is_workbook, sheet_rows
from nerinspect.io.writing.forms import unmarked_formulas
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.readings import MisreadCell, ReadingCells
from nerinspect.lists.sorts import causes_in
from nerinspect.lists.table import Of
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import grouped
from nerinspect.review.attaching import events_by_id

_DECIDED: Final = MENTIONS.names(Of.DECISIONS)
_READ: Final = ("event", *_DECIDED, "who")
_SUFFIX: Final = ".xlsx"
_WORD: Final = re.compile(r"[^\s,;:\"'()]+")
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
_SEPARATORS: Final = ",;\t"
_NUMBER: Final = re.compile(r"\d+([.,]\d+)?(e\+?\d+)?", re.IGNORECASE)
_FLAGGED: Final = ("yes", "true", "1", "1.0", "1,0", "x")
_NOT_FLAGGED: Final = ("", "no", "false", "0", "0.0", "0,0")
_SHEET_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
_SLIP: Final = 0.8  # so much is a word like a verdict that it is one with a slip, none of one's own
_BLOCK: Final = 1_000
_LONGEST_HEAD: Final = 10_000

csv.field_size_limit((1 << 31) - 1)  # notes may be long


@dataclass(frozen=True)
class ListChange:
    """What one row would change: the event by number, what was decided, and what would be.

    `readings` are the right readings that its words can mean where they stand more than once, that of `after` first.
    """

    event: int
    before: Decision
    after: Decision
    line: int = 0
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class Misfit:
    """A row that is not taken: its physical line, or its row in the sheet, and why."""

    line: int
    reason: str


@dataclass(frozen=True)
class EditedList:
    """What an edited list says: rows that say something else than the review, and rows that fit nothing.

    `line_word`: what a row is counted in, `line` or `row`.
    """

    changes: tuple[ListChange, ...]
    n_unchanged: int
    misfits: tuple[Misfit, ...]
    line_word: str = "line"


def read_list(study: Study, path: str, is_safe: bool = False, checkpoint: Checkpoint = no_checkpoint) -> EditedList:
    """Compare an edited list with what was decided; nothing is decided yet.

    Parameters
    ----------
    path : str
        A workbook, or a CSV file separated by commas, semicolons or tabs, with the column `event` and any column
        `Of.DECISIONS`; what a column that is not there says stays as it is. `who` says who decided; other columns are
        not looked at, nor are rows without text.

    Raises
    ------
    DataError
        If it is no such list.
    """
    file = read_file_bytes(path, checkpoint)
    is_sheet = is_workbook(file)
    table = _sheet_rows(file, checkpoint) if is_sheet else _csv_rows(file)
    rows = [(line, row) for line, row in table if any(map(str.strip, row.values()))]
    line_word = "row" if is_sheet else "line"
    numbers = events_by_id(study, [row["event"].strip() for _, row in rows])
    changes: dict[int, ListChange] = {}
    cells, misfits, seen, n_unchanged = _Cells(study), [], dict[int, int](), 0
    for done, ((line, row), event) in enumerate(zip(rows, numbers, strict=True)):
        if done % _BLOCK == 0:
            checkpoint(done, len(rows))
        try:
            if event < 0:
                raise MisreadCell(_unknown(row["event"].strip()))
            if event in seen:
                raise MisreadCell(f"its event is already in {line_word} {grouped(seen[event])}")
            seen[event] = line
            before = study.decisions[event]
            after, readings = cells.changed(event, before, _unmarked(row) if is_safe else row)
        except MisreadCell as error:
            misfits.append(Misfit(line, str(error)))
            continue
        if after is before:
            n_unchanged += 1
        else:
            changes[event] = ListChange(event, before, after, line, readings)
    return EditedList(tuple(changes.values()), n_unchanged, tuple(misfits), line_word)


def with_reading(study: Study, change: ListChange, reading: Reading) -> ListChange:
    """Let a change mean another of its readings."""
    return replace(change, after=settled(study, change.event, change.before, replace(change.after, correction=reading)))


def is_list(path: str) -> bool:
    """Tell by its first line whether a file may be a list of decisions; a workbook by its name alone."""
    if path.casefold().endswith(_SUFFIX):
        return True
    try:
        with open(path, encoding="utf-8-sig") as file:
            head = file.readline(_LONGEST_HEAD)
    except (OSError, UnicodeDecodeError):
        return False
    columns = {cell.strip('"') for cell in head.strip().split(_separator(head))}
    return "event" in columns and not columns.isdisjoint(_DECIDED)


def _sheet_rows(file: FileBytes, checkpoint: Checkpoint) -> Iterator[tuple[int, dict[str, str]]]:
    (line, head), *rows = sheet_rows(file, checkpoint) or [(1, [])]
    columns = [cell_text(cell).strip() for cell in head]
    _check_columns(file.path, columns, line)
    wanted = [(place, name) for place, name in enumerate(columns) if name in _READ]
    for line, row in rows:
        yield line, {name: cell_text(row[place]) for place, name in wanted}


def _csv_rows(file: FileBytes) -> Iterator[tuple[int, dict[str, str]]]:
    path = file.path
    try:
        text = file.as_text().data.decode()
    except (UndecodableBytesError, BinaryFileError, ForeignFileError) as mistake:
        raise DataError(path, mistake.problem, "save the list as .xlsx, or as CSV in UTF-8", mistake.line) from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=_separator(text.partition("\n")[0]))
    try:
        _check_columns(path, reader.fieldnames or ())
        for row in reader:
            if None in row or None in row.values():
                raise DataError(path, "the row has more or fewer cells than the first line", "fix it", reader.line_num)
            yield reader.line_num, row
    except csv.Error as error:
        problem = f"the row that begins here cannot be read ({error})"
        raise DataError(path, problem, "save it as CSV again", reader.line_num + 1) from None


def _check_columns(path: str, columns: Sequence[str], line: int = 1) -> None:
    """Refuse a list from which nothing can be taken, or of two minds."""
    if "event" not in columns:
        raise DataError(path, "it has no column called event", "export the list again and keep that column", line)
    if not {*columns} & {*_DECIDED}:
        wanted = ", ".join(_DECIDED)
        raise DataError(path, f"there is nothing to import: it has none of the columns {wanted}", "add one", line)
    for name in _READ:
        places = [str(place) for place, column in enumerate(columns, start=1) if column == name]
        if len(places) > 1:
            which = f"columns {', '.join(places[:-1])} and {places[-1]}"
            raise DataError(path, f"{which} are called {name}", "keep one of them, and delete or rename the rest", line)


def _separator(head: str) -> str:
    """Say what separates cells: where a comma stands in numbers, spreadsheets write semicolons."""
    cells = {sign: [cell.strip('"') for cell in head.strip().split(sign)] for sign in _SEPARATORS}
    return next((sign for sign in _SEPARATORS if "event" in cells[sign]), ",")


def _unknown(name: str) -> str:
    made_a_number = _NUMBER.fullmatch(name) and not re.fullmatch("[0-9a-f]{15}[1-9a-f]", name)  # cut to 15 digits
    reason = f"no event of the review has the id {shown(name)}"
    return f"{reason}; perhaps a spreadsheet turned it into a number" if made_a_number else reason


def _unmarked(row: Mapping[str, str]) -> dict[str, str]:
    return {name: unmarked_formulas(text) for name, text in row.items()}


class _Cells:
    """Reads the cells of rows about events of a study."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._readings = ReadingCells(study)
        self._letters = {key: verdict for verdict, key in study.wording.verdict_keys.items()}
        self._names = {study.wording.name(verdict): verdict for verdict in VERDICTS}
        own = {name: name for name in study.decisions.own_verdicts}
        known = {**own, **self._letters, **self._names, **dict(zip(VERDICTS, VERDICTS, strict=True))}
        self._verdicts = {_folded(word): verdict for word, verdict in known.items()}

    def changed(self, event: int, before: Decision, row: Mapping[str, str]) -> tuple[Decision, tuple[Reading, ...]]:
        """Say what a row makes of a decision, the same one where it says the same; and which readings it may mean."""
        readings = self._corrections(event, before, row["corrected_spans"]) if "corrected_spans" in row else ()
        said = Decision(
            self._verdict(row["verdict"].strip(), before) if "verdict" in row else before.verdict,
            causes_in(row["causes"]) if "causes" in row else before.causes,
            _flag(row["flag"].strip()) if "flag" in row else before.flag,
            row.get("note", before.note),
            readings[0] if readings else before.correction,
            before.decided,
            before.who,
        )
        after = settled(self._study, event, before, said)
        if after == before:
            return before, ()
        who, decided = row.get("who", "").strip(), _written_time(row.get("decided", "").strip())
        is_from_elsewhere = who != before.who or decided not in ("", before.decided)
        after = replace(after, decided=_time(decided, before), who=who if is_from_elsewhere else "")
        return after, tuple(one for one in readings if one is not None) if len(readings) > 1 else ()

    def _corrections(self, event: int, before: Decision, cell: str) -> Sequence[Reading | None]:
        """Read a right reading; words that may mean the one there is mean it."""
        found: Sequence[Reading | None] = self._readings.readings(event, cell) if cell.strip() else [None]
        return [before.correction] if before.correction in found else found

    def _verdict(self, text: str, before: Decision) -> str:
        """Read a verdict: as lists write it, as the window calls it, its letter, or a word of one's own."""
        if not text or text == before.verdict:
            return text
        if found := self._verdicts.get(_folded(text)):
            return found
        nearest = nearest_name(text, [*self._names, *VERDICTS], _SLIP)
        if text.casefold() == NO_VERDICT or not _WORD.fullmatch(text) or nearest or len(text) == 1:
            offer = f"; the nearest is {nearest}" if nearest else ""
            told = ", ".join(f"{name} ({letter})" for name, letter in zip(self._names, self._letters, strict=True))
            raise MisreadCell(
                f"{shown(text)} is not a verdict{offer}; use {told} or one word of your own, or leave it empty"
            )
        return text


def _folded(word: str) -> str:
    return " ".join(word.casefold().replace("-", " ").replace("_", " ").split())


def _flag(text: str) -> bool:
    if text.casefold() not in (*_FLAGGED, *_NOT_FLAGGED):
        raise MisreadCell(f"flag is yes or empty, not {shown(text)}")
    return text.casefold() in _FLAGGED


def _written_time(text: str) -> str:
    """Write a time as decisions hold it, also one that a spreadsheet made a date of."""
    return f"{text[:10]}T{text[11:]}Z" if _SHEET_TIME.fullmatch(text) else text


def _time(text: str, before: Decision) -> str:
    """Take over when somebody decided elsewhere; what was edited without saying when is decided now."""
    if text and text != before.decided:
        try:
            return datetime.datetime.strptime(text, _TIME).strftime(_TIME)
        except ValueError:
            raise MisreadCell(f"decided is a time such as 2026-01-31T09:30:00Z, not {shown(text)}") from None
    return now()


def now() -> str:
    """Give the time as decisions hold it."""
    return datetime.datetime.now(datetime.UTC).strftime(_TIME)
