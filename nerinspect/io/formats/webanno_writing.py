"""Write mentions back into WebAnno TSV: only cells of their layer change."""

import re
from collections import defaultdict
from typing import Final, TypeAlias

from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import CommandError, WebannoShapeError, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.webanno_cells import NO_NUMBER, NO_VALUE, NOTHING, escaped, items, split
from nerinspect.io.formats.webanno_document import Document
from nerinspect.io.formats.webanno_spans import Annotation, relations, slots
from nerinspect.io.label_edit import edited_text

_Key: TypeAlias = tuple[int, int, str]
"""First token, end and type of a mention."""

_NUMBER: Final = re.compile(r"\[([0-9]{1,9})[]_]")


def rewritten(content: Content, document: Document, mentions: Mentions) -> bytes:
    """Give a file with other mentions.

    A mention of a new type keeps its other features. One that moves does so too: it is taken for the first new mention
    that shares a token with it.

    Parameters
    ----------
    content : Content
        The file.
    document : Document
        What it says, with all columns.
    mentions : Mentions
        All that there shall be.

    Returns
    -------
    bytes
        In the text encoding of the file.

    Raises
    ------
    WebannoShapeError
        If a relation or a slot names a mention that goes or moves, or a row cannot be changed.
    """
    keys, after = _keys(document.laid.mentions), set(_keys(mentions))
    places_of: dict[_Key, list[int]] = defaultdict(list)
    for place, number in enumerate(document.mention_of):
        if number >= 0 and keys[number] not in after:
            places_of[keys[number]].append(place)
    new = sorted(after - set(keys))
    stacks, found = _Stacks(content, document), document.annotations.found
    for key in list(new):
        old = next((old for old in places_of if old[:2] == key[:2]), None)
        if old:
            new.remove(key)
            for place in places_of.pop(old):
                stacks.retype(found[place], key[2])
    going = [place for places in places_of.values() for place in places]
    _refuse_named(content.path, document, set(going))
    for place in going:
        stacks.remove(found[place])
    for key in new:
        moved = next((old for old in places_of if old[0] < key[1] and key[0] < old[1]), None)
        stacks.add(key, found[places_of.pop(moved)[0]] if moved else None)
    return edited_text(content.original, content.text_encoding, stacks.written)


class _Stacks:
    """The cells of the layer in the rows that change, as stacks of annotations."""

    def __init__(self, content: Content, document: Document) -> None:
        self._content, self._document = content, document
        self._columns = list(document.chosen.layer.columns)
        self._main = document.chosen.column - document.chosen.layer.first
        self._targets = {column for column, _ in document.chosen.layer.slot_targets()}
        self._stacks: dict[int, list[list[str] | None]] = {}
        self._highest = -1

    def retype(self, annotation: Annotation, type_name: str) -> None:
        """Give an annotation another type."""
        for row, place in annotation.cells:
            item = self._stack(row)[place]
            if item is not None:
                item[self._main] = _numbered(self._value(type_name), annotation.number)

    def remove(self, annotation: Annotation) -> None:
        """Take an annotation out of its rows."""
        for row, place in annotation.cells:
            self._stack(row)[place] = None

    def add(self, key: _Key, moved: Annotation | None) -> None:
        """Put an annotation on tokens, with the other features and the number of one that has gone."""
        if self._document.chosen.column < 0:
            raise CommandError(f"{self._content.path} has no layer {self._document.chosen.layer.name} to write to")
        rows = self._document.rows.token_rows[self._document.tokens[key[0] : key[1]]].tolist()
        values = (
            self._values_of(*moved.cells[0])
            if moved
            else ["_" if self._is_slot(c) else NO_VALUE for c in self._columns]
        )
        values[self._main] = self._value(key[2])
        number = moved.number if moved else NO_NUMBER
        if number == NO_NUMBER and (len(rows) > 1 or any(item for item in self._stack(rows[0]))):
            number = self._free_number()
        for row in rows:
            item = [
                value if column in self._targets else _numbered(value, number)
                for column, value in zip(self._columns, values, strict=True)
            ]
            self._stack(row).append(item)

    def written(self, text: str) -> str:
        """Put the stacks into the text of the file."""
        lines = text.split("\n")
        for row, stack in self._stacks.items():
            number = int(self._document.rows.line[row]) - 1
            body = lines[number].removesuffix("\r")
            fields = body.split("\t")
            items_left = [item for item in stack if item is not None]
            for place, column in enumerate(self._columns):
                values = [item[place] for item in items_left]
                fields[column] = "|".join(values) if set(values) - {NOTHING} else NOTHING
            lines[number] = "\t".join(fields) + lines[number][len(body) :]
        return "\n".join(lines)

    def _stack(self, row: int) -> list[list[str] | None]:
        if row not in self._stacks:
            self._stacks[row] = [list(item) for item in zip(*self._split(row), strict=True)]
        return self._stacks[row]

    def _split(self, row: int) -> list[list[str]]:
        """Cut the cells of a row; a column may hold nothing where others hold annotations."""
        rows = self._document.rows
        cells = [rows.cell(row, column) for column in self._columns]
        columns = [split(cell, "|") if cell != NOTHING else [] for cell in cells]
        height = len(columns[self._main])
        if any(len(column) not in (0, height) for column in columns):
            problem = f"the columns of {self._document.chosen.layer.short_name} hold different numbers of annotations"
            raise WebannoShapeError(
                self._content.path, problem, "mend the row before it is changed", int(rows.line[row])
            )
        return [column or [NOTHING] * height for column in columns]

    def _values_of(self, row: int, place: int) -> list[str]:
        return [
            column[place] if self._columns[number] in self._targets else items(column[place])[0].value
            for number, column in enumerate(self._split(row))
        ]

    def _value(self, type_name: str) -> str:
        chosen = self._document.chosen
        if type_name == chosen.type_without_value:
            return NO_VALUE
        if chosen.type_without_value != NO_VALUE:
            problem = (
                f"the layer {chosen.layer.short_name} has no feature, so it cannot hold the type {shown(type_name)}"
            )
            raise CommandError(f"{self._content.path}: {problem}; choose another --label-field")
        return escaped(type_name)

    def _is_slot(self, column: int) -> bool:
        return column in self._targets or column + 1 in self._targets

    def _free_number(self) -> int:
        if self._highest < 0:
            text = self._content.data.decode()
            self._highest = max((int(found[1]) for found in _NUMBER.finditer(text)), default=0)
        self._highest += 1
        return self._highest


def _numbered(value: str, number: int) -> str:
    return value if number == NO_NUMBER else f"{value}[{number}]"


def _refuse_named(path: str, document: Document, places: set[int]) -> None:
    """Refuse to take away what a relation or a slot names."""
    layers, rows, annotations = document.layers, document.rows, document.annotations
    joined = relations(rows, layers, annotations, document.chosen.layer)
    named = [(place, link.place) for link in joined for place in (link.head, link.tail)]
    for place, where in (*named, *slots(rows, layers, annotations, document.chosen.layer)):
        if place in places:
            annotation = annotations.found[place]
            what = f"{where} names {annotation.type} at {rows.unit(annotation.cells[0][0])}, which is to go or to move"
            raise WebannoShapeError(path, what, "remove that relation or slot first")


def _keys(mentions: Mentions) -> list[_Key]:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return list(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))
