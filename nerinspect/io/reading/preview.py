"""A file row by row as it is parsed, made for the rows on screen alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.io.formats.lines import is_cut_by_tabs
from nerinspect.io.reading.checking import COLUMNED, FileCheck
from nerinspect.quantities import grouped

RowKind: TypeAlias = Literal["token", "blank", "other", "unread"]

_LONGEST: Final = 400  # characters shown of a line that is no token

_MOST_BYTES: Final = 1 << 16  # so much of a line is looked at


class Bar(NamedTuple):
    """The piece of a mention that one row shows, and whether it begins or ends there; the lane counts from 0."""

    lane: int
    type: str
    is_first: bool
    is_last: bool


@dataclass(frozen=True)
class PreviewRow:
    """One row of a preview."""

    place: str  # the physical line, or sentence and token for a format without lines
    kind: RowKind  # `token`, `blank`, `other` (a comment, a document line) or `unread`
    token: str = ""
    label: str = ""
    bars: tuple[Bar, ...] = ()
    problem: str = ""

    @property
    def is_whole_line(self) -> bool:
        """Whether `token` is a line that is not cut into fields."""
        return self.kind in ("other", "unread") and not self.label and not self.problem

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(bar.type for bar in self.bars if bar.is_first)


class Preview:
    """Rows of a checked file: its physical lines, or its tokens where the format has no lines."""

    def __init__(self, check: FileCheck) -> None:
        self._check = check
        raw = check.raw
        self._has_lines = raw.line_kinds is not None if raw is not None else check.bytes is not None
        self._text = check.text

    @property
    def has_lines(self) -> bool:
        return self._has_lines

    @property
    def n_labels(self) -> int:
        return len(self._check.options.reading.label_columns)

    @cached_property
    def n_rows(self) -> int:
        if self._has_lines:
            return len(self._line_ends)
        return self._text.n_tokens + self._text.n_sentences - 1 if self._text else 0

    def row(self, number: int) -> PreviewRow:
        return self._line_row(number) if self._has_lines else self._token_row(number)

    def row_of_line(self, line: int) -> int:
        """Find the row of a physical line, from 1; the nearest one there is."""
        return max(0, min(line, self.n_rows) - 1)

    def row_of_position(self, position: int) -> int:
        text = self._text
        if text is None:
            return 0
        sentence = int(text.sentence_of(np.array([position]))[0])
        if not self._has_lines:
            return position + sentence
        line = text.line_of(position)
        return 0 if line is None else self.row_of_line(line)

    @cached_property
    def _data(self) -> bytes:
        """The file as UTF-8 with LF line ends, what cannot be decoded replaced."""
        if self._check.content is not None:
            return self._check.content.data
        data = self._check.bytes.data if self._check.bytes else b""
        try:
            text = data.decode(self._check.options.text_encoding, errors="replace")
        except (LookupError, UnicodeError):
            text = data.decode("latin-1")
        return text.removeprefix("\ufeff").encode(errors="replace").replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"

    @cached_property
    def _line_ends(self) -> npt.NDArray[np.int64]:
        return np.flatnonzero(np.frombuffer(self._data, dtype=np.uint8) == 10)

    @cached_property
    def _by_tabs(self) -> bool:
        if self._check.raw is not None:
            return self._check.raw.separator == "tab"
        return is_cut_by_tabs(self._data, self._check.options.reading.comments)

    def _line_row(self, number: int) -> PreviewRow:
        start = int(self._line_ends[number - 1]) + 1 if number else 0
        end = min(int(self._line_ends[number]), start + _MOST_BYTES)  # a file may be one line
        line = self._data[start:end].decode(errors="replace")
        place = grouped(number + 1)
        if not line.strip(" \t"):
            return PreviewRow(place, "blank")
        position = self._position_of_line(number + 1)
        if position is not None:
            return self._token(place, position)
        return self._unread(place, line, number + 1)

    def _unread(self, place: str, line: str, number: int) -> PreviewRow:
        """Show a line that holds no token, or that was not read as one."""
        if self._check.raw is not None or self._check.reader is None or self._check.reader.name != COLUMNED:
            return PreviewRow(place, "other" if self._check.raw else "unread", line[:_LONGEST])
        fields = line.split("\t") if self._by_tabs else line.split()
        reading = self._check.options.reading
        token = _field(fields, reading.token_column)
        label = " ".join(_field(fields, column) for column in reading.label_columns)
        faulty, problem = self._check.faulty_lines, ""
        if faulty is not None:
            found = int(np.searchsorted(faulty.line, number))
            if found < len(faulty) and int(faulty.line[found]) == number:
                token, label, problem = line[:_LONGEST], "", faulty.problem(found)
        return PreviewRow(place, "unread", token, label, problem=problem)

    def _position_of_line(self, line: int) -> int | None:
        text = self._text
        if text is None or not text.n_sentences:
            return None
        sentence = int(np.searchsorted(text.sentence_line, np.int32(line), side="right")) - 1
        if sentence < 0:
            return None
        position = int(text.sentence_start[sentence]) + line - int(text.sentence_line[sentence])
        return position if position < int(text.sentence_start[sentence + 1]) else None

    def _token_row(self, number: int) -> PreviewRow:
        text = self._text
        assert text is not None, "a file without lines has tokens"
        first_row = text.sentence_start[:-1] + np.arange(text.n_sentences, dtype=np.int32)
        sentence = int(np.searchsorted(first_row, np.int32(number), side="right")) - 1
        position = number - sentence
        if position >= int(text.sentence_start[sentence + 1]):
            return PreviewRow("", "blank")
        line = text.line_of(position)
        place = (
            f"{grouped(sentence + 1)}.{position - int(text.sentence_start[sentence]) + 1}"
            if line is None
            else grouped(line)
        )
        return self._token(place, position)

    def _token(self, place: str, position: int) -> PreviewRow:
        text, raw, labels = self._text, self._check.raw, self._check.labels
        assert text is not None, "only tokens have positions"
        columns = raw.columns if raw is not None else ()
        written = [column.names[int(column.codes[position])] for column in columns]
        problem = "; ".join(filter(None, (self._problem(one, position) for one in range(len(labels)))))
        bars = self._bars(position)
        return PreviewRow(place, "token", text.token(position), " ".join(written), bars, problem)

    def _problem(self, number: int, position: int) -> str:
        check = self._check.labels[number]
        reason = check.malformations[int(check.column.codes[position])]
        if reason is not None:
            return reason
        if check.written is None:
            return ""
        invalid = check.written.invalid.position
        found = int(np.searchsorted(invalid, np.int32(position)))
        if found >= len(invalid) or int(invalid[found]) != position:
            return ""
        row = check.written.transition(found)
        said = "sentence ends inside" if row.at_end else "invalid at the start" if row.at_start else ""
        said = said or f"invalid after {row.previous}"
        if check.repair in check.written.repairs:
            after = check.written.labels_after(row)[check.written.repairs.index(check.repair)]
            said += f"; {check.repair} reads {after}" if after != row.label else ""
        return said

    def _bars(self, position: int) -> tuple[Bar, ...]:
        text, every = self._text, self._check.mentions
        if text is None or not every:
            return ()
        sentence = int(text.sentence_of(np.array([position]))[0])
        mentions = every[0].between(slice(*text.sentence_start[sentence : sentence + 2]))
        columns = mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist()
        bars, free = list[Bar](), list[int]()
        for start, end, code in zip(*columns, strict=True):  # where they overlap, each takes the first free lane
            lane = next((place for place, until in enumerate(free) if until <= start), len(free))
            free[lane : lane + 1] = [end]
            if start <= position < end:
                bars.append(Bar(lane, mentions.types[code], start == position, end == position + 1))
        return tuple(bars)


def _field(fields: Sequence[str], number: int) -> str:
    return fields[number] if -len(fields) <= number < len(fields) else ""
