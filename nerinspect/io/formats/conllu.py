"""The format `conllu`: CoNLL-U and CoNLL-U Plus."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.token_column import TokenColumn
from nerinspect.encoding.labels import LabelColumn, malformation
from nerinspect.errors import CommandError, NoLabelFieldError, counted
from nerinspect.io.content import Content
from nerinspect.io.formats.conll_lines import notes_on_lines
from nerinspect.io.formats.conllu_lines import CONLLU_COLUMNS, ConlluLines, column_names, read_lines
from nerinspect.io.formats.misc_labels import USUAL_NAMES, choose_name, misc_column, with_label
from nerinspect.io.formats.reader import CERTAIN, LIKELY, Guess
from nerinspect.io.label_edit import edited_bytes
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint

_TEN_FIELDS = re.compile(rb"(?:#[^\n]*+\n|[ \t]*+\n)*+[0-9]+(?:[-.][0-9]+)?(?:\t[^\t\n]+){9}\n")
_DEFAULT_COLUMNS = ReadOptions().label_columns


class ConlluReader:
    """Words with ten columns, the labels in one field of MISC; or with the columns the file names itself."""

    name = "conllu"
    title = "CoNLL-U"
    suffixes = (".conllu", ".conllup")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Look for named columns, or for ten fields behind a number."""
        if head.startswith(b"#") and column_names(head) != CONLLU_COLUMNS:
            return Guess(CERTAIN, "by content: # global.columns names the columns")
        if _TEN_FIELDS.match(head):
            return Guess(LIKELY, "by content: ten fields behind a number")
        return None

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read words and labels."""
        if options.key is not None:
            raise CommandError(f"{content.path} holds no lists; leave out #{options.key}")
        names = column_names(content.data)
        if "FORM" not in names:
            raise NoLabelFieldError(content.path, "no column is called FORM", names)
        columns = _label_columns(content.path, names, options)
        others = [name for name in names if name not in ("ID", "FORM", *columns)] if options.others else []
        lines = read_lines(content, names, [*columns, *others], checkpoint)
        labels = tuple(_labels(content.path, lines, name, options.label_field) for name in columns)
        notes = (
            [f"{counted(lines.n_not_words, 'line')} left out: multiword tokens, empty nodes"]
            if lines.n_not_words
            else []
        )
        told = [name for name in others if lines.columns[name][0] != ("_",)]
        return RawFile(
            content,
            self.name,
            lines.text,
            labels,
            line_kinds=lines.line_kinds,
            options=options,
            notes=(*notes, *notes_on_lines(content)),
            separator="tab",
            others=tuple(TokenColumn(name, *lines.columns[name]) for name in told),
            document_names=lines.text.document_names,
        )

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        """Write labels back into their column or their field of MISC; every other byte stays."""
        content, text = raw.content, raw.text
        assert text is not None, "every such file has words"
        names = column_names(content.data)
        name = _label_columns(content.path, names, raw.options)[0]
        column = names.index(name)
        by_line = {line: label for position, label in labels.items() if (line := text.line_of(position)) is not None}
        if name == "MISC" and by_line:
            lines = content.data.split(b"\n")
            values = {line: lines[line - 1].split(b"\t")[column].decode() for line in by_line}
            distinct = {line.split(b"\t")[column].decode() for line in lines if line.count(b"\t") >= column}
            field = choose_name(content.path, sorted(distinct), raw.options.label_field)
            by_line = {line: with_label(values[line], field, label) for line, label in by_line.items()}
        return edited_bytes(content.original, content.text_encoding, column, True, by_line)


def _label_columns(path: str, names: Sequence[str], options: ReadOptions) -> list[str]:
    """Name the columns of the labels: as asked, a column by its usual name, else MISC."""
    if options.label_columns != _DEFAULT_COLUMNS:
        wrong = [column for column in options.label_columns if not -len(names) <= column < len(names)]
        if wrong:
            raise NoLabelFieldError(path, f"there is no column {wrong[0]} among {len(names)}", names)
        return [names[column] for column in options.label_columns]
    if options.label_field in names:
        return [options.label_field]
    usual = {name.casefold() for name in USUAL_NAMES}
    named = [name for name in names if name.rpartition(":")[2].casefold() in usual]
    if named or "MISC" in names:
        return named[:1] or ["MISC"]
    raise NoLabelFieldError(path, "no column has a usual name for labels", names)


def _labels(path: str, lines: ConlluLines, column: str, asked: str) -> LabelColumn:
    values, codes = lines.columns[column]
    if column == "MISC":
        return misc_column(values, codes, choose_name(path, values, "" if asked == column else asked))
    names = tuple("O" if value in ("_", "*") and malformation(value) else value for value in values)
    place = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(place) == len(names):
        return LabelColumn(names, codes)
    return LabelColumn(tuple(place), _places(names, place)[codes])


def _places(names: Sequence[str], place: Mapping[str, int]) -> IntArray:
    return np.array([place[name] for name in names], dtype=np.int32)


READER = ConlluReader()
