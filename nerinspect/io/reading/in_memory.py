"""Data that a program holds, lists as seqeval takes them among others, read as files are and written as JSON lines."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from hashlib import sha256
from itertools import chain, count, pairwise
from typing import Any, ClassVar, Final, NoReturn, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import IntArray, arrow_text, as_arrow, as_arrow_texts, joined_texts
from nerinspect.corpus.mentions import Mentions, distinct_mentions
from nerinspect.corpus.text import MEMORY, Text, TokenColumn, documents_of
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import DataError, NerinspectError, OutputError, shown
from nerinspect.io.content import Content, read_file_bytes
from nerinspect.io.formats.jsonl_spans import read_item
from nerinspect.io.formats.jsonl_tokens import (
    Lists,
    chosen_fields,
    made_of_lists,
    other_columns,
    read_lists,
    token_columns,
)
from nerinspect.io.formats.parquet import table_lists
from nerinspect.io.formats.passages import near
from nerinspect.io.formats.reader import Held, RawFile, ReadOptions
from nerinspect.io.formats.spacy_bin import lay_docs
from nerinspect.io.formats.span_records import FoundSpan, SpanRecord, lay_records
from nerinspect.io.reading.files import inputs_of, read_one
from nerinspect.io.request import LoadRequest, argument_of, check_name, parse_named_path
from nerinspect.io.writing.whole_files import write_whole, writer_of
from nerinspect.progress import collecting_later, no_checkpoint
from nerinspect.quantities import counted

_LEAVES: Final = frozenset((str, int, float, bool, bytes, type(None)))


def plain_lists(value: Any) -> Any:  # noqa: ANN401 - whatever a user holds
    """Make lists of everything that can be gone through, once, at any depth: arrays, columns, generators."""
    if type(value) not in (list, tuple):
        if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
            return value.item() if isinstance(value, np.generic) else value
        to_list = getattr(value, "tolist", None) or getattr(value, "to_pylist", None)
        value = to_list() if to_list else list(value)
    if not isinstance(value, list | tuple) or (value and type(value[0]) is str):  # what else is in it is told later
        return value
    if _LEAVES.issuperset(map(type, value)):
        return value
    return [plain_lists(one) for one in value]


def runs_in(value: Any, depth: int) -> list[Any]:  # noqa: ANN401 - lists of lists
    """Give the runs among plain lists: those that are there, or the one if the lists are less deep.

    Parameters
    ----------
    depth : int
        How deep the lists of one run are: 2 for sentences of labels or spans.
    """
    return list(value) if _depth(value)[0] > depth else [value]


def _depth(value: Any) -> tuple[int, bool]:  # noqa: ANN401
    """Count how deep lists are, and tell whether something that is no list was met; a span is none."""
    is_span = (
        isinstance(value, list | tuple) and len(value) > 2 and type(value[0]) in (int, float) and type(value[2]) is str
    )
    if is_span or not isinstance(value, list | tuple):
        return 0, True
    deepest = 0
    for one in value:
        depth, is_whole = _depth(one)
        deepest = max(deepest, depth)
        if is_whole:
            return depth + 1, True
    return deepest + 1, False


@dataclass(frozen=True, eq=False)
class CodedLists:
    """The values of many lists behind each other."""

    distinct: tuple[Any, ...]  # each value once, in order of first occurrence
    codes: IntArray  # for each value its place among them; shape (n_values,)
    lengths: IntArray  # values of each list; shape (n_lists,)

    def sentence_of(self, code: int) -> int:
        """Find the list, from 1, in which a value first occurs."""
        first = int(np.argmax(self.codes == code))
        return int(np.searchsorted(np.cumsum(self.lengths), first, side="right")) + 1


def coded_lists(name: str, lists: Any, what: str) -> CodedLists:  # noqa: ANN401 - not checked yet
    """Code the values of plain lists, one for each sentence, all texts or all whole numbers.

    `what` are the values in words, such as `tokens`.

    Raises
    ------
    DataError
        At the first sentence that is no list, or the first value that is none of them.
    """
    _check_lists(name, lists, what)
    place: defaultdict[Any, int] = defaultdict()
    place.default_factory = place.__len__  # a value that was not met before has the next number
    with collecting_later():
        lengths = np.fromiter(map(len, lists), np.int32, len(lists))
        try:
            codes = np.fromiter(map(place.__getitem__, chain.from_iterable(lists)), np.int32, lengths.sum())
        except TypeError:
            _refuse_unhashable(name, lists, what)
    coded = CodedLists(
        tuple(value.item() if isinstance(value, np.generic) else value for value in place), codes, lengths
    )
    kinds = [str if isinstance(value, str) else type(value) for value in coded.distinct]
    for code, kind in enumerate(kinds):
        if kind not in (str, int) or kind is not kinds[0]:
            _refuse_value(name, coded.sentence_of(code), coded.distinct[code], what)
    return coded


def _check_lists(name: str, lists: Any, what: str) -> None:  # noqa: ANN401
    if not isinstance(lists, list | tuple):
        raise DataError(name, f"each sentence needs a list of {what}, and this is {_kind(lists)}", f"give {_LISTS}")
    if {list, tuple}.issuperset(map(type, lists)):
        return
    for number, one in enumerate(lists, 1):
        if not isinstance(one, list | tuple):
            problem = f"this should be a list of {what}, not {_kind(one)}"
            raise DataError(name, problem, f"give {_LISTS}", sentence=number)


_LISTS: Final = "one list for each sentence"


def _kind(value: object) -> str:
    kind = type(value).__qualname__
    return f"the str {shown(value)}" if isinstance(value, str) else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _refuse_unhashable(name: str, lists: Sequence[Sequence[Any]], what: str) -> NoReturn:
    for number, one in enumerate(lists, 1):
        for value in one:
            if isinstance(value, list | tuple | Mapping | Set):
                _refuse_value(name, number, value, what)
    raise DataError(name, f"the {what} are neither texts nor numbers", "give a str for each token")


def _refuse_value(name: str, sentence: int, value: object, what: str) -> NoReturn:
    problem = f"among the {what} is {_kind(value)}"
    raise DataError(
        name, problem, f"give a str for each token{' or an int' if what == 'labels' else ''}", sentence=sentence
    )


def text_of(name: str, tokens: Any, documents: Any = None) -> Text:  # noqa: ANN401 - not checked yet
    """Make a text of plain lists of tokens, and of one document id for each sentence if there are some.

    Raises
    ------
    DataError
        If a sentence has no tokens, or a token is no text or empty; if sentences of a document stand apart.
    """
    coded = coded_lists(name, tokens, "tokens")
    empty = np.flatnonzero(coded.lengths == 0)
    if len(empty):
        raise DataError(name, "there are no tokens", "leave the sentence out of all lists", sentence=int(empty[0]) + 1)
    if not len(coded.lengths):
        raise DataError(name, "there is no sentence", "give a list of tokens for each")
    if not isinstance(coded.distinct[0], str):
        _refuse_value(name, 1, coded.distinct[0], "tokens")
    if "" in coded.distinct:
        sentence = coded.sentence_of(coded.distinct.index(""))
        raise DataError(name, "a token is empty", "leave it out, with its labels", sentence=sentence)
    start = np.append(0, np.cumsum(coded.lengths)).astype(np.int32)
    number, names = _documents(name, documents, len(coded.lengths))
    return Text(
        as_arrow_texts(encodable(name, coded)),
        coded.codes,
        start,
        np.zeros(len(start) - 1, dtype=np.int32),
        number,
        document_names=names,
    )


def encodable(name: str, coded: CodedLists) -> tuple[str, ...]:
    """Give the distinct texts; none holds half a character, or a `DataError` names its sentence."""
    try:
        "".join(coded.distinct).encode()
    except UnicodeEncodeError as error:
        ends = np.cumsum([len(text) for text in coded.distinct])
        sentence = coded.sentence_of(int(np.searchsorted(ends, error.start, side="right")))
        raise DataError(name, "a text contains half a character", "write the whole one", sentence=sentence) from None
    return coded.distinct


def _documents(name: str, documents: Any, n_sentences: int) -> tuple[IntArray, tuple[str, ...]]:  # noqa: ANN401
    if documents is None:
        return np.ones(n_sentences, dtype=np.int32), ()
    if not isinstance(documents, list | tuple):
        raise DataError("documents", f"this is {_kind(documents)}", "give one id for each sentence")
    if len(documents) != n_sentences:
        problem = f"there are {counted(len(documents), 'id')} for {counted(n_sentences, 'sentence')}"
        raise DataError("documents", problem, "give one id for each sentence")
    for number, one in enumerate(documents, 1):
        if type(one) is not int and not (isinstance(one, str) and one):
            raise DataError("documents", f"an id is {_kind(one)}", "give a str or an int", sentence=number)
    found = documents_of(documents)
    if found.notes:
        known = dict.fromkeys(documents[:1])
        for number, (before, one) in enumerate(pairwise(documents), 2):
            if one != before and one in known:
                problem = f"document {shown(str(one))} begins again"
                raise DataError("documents", problem, "put the sentences of a document together", sentence=number)
            known[one] = None
    return found.number, found.names


def labels_of(name: str, labels: Any, text: Text, names: Sequence[str]) -> LabelColumn:  # noqa: ANN401
    """Make a column of plain lists of labels, one for each token; numbers stand for names.

    Raises
    ------
    DataError
        If a sentence has more or fewer labels than tokens, or a label is no text and no number with a name.
    """
    coded = coded_lists(name, labels, "labels")
    lengths = np.diff(text.sentence_start)
    check_number(name, len(coded.lengths), text)
    differing = np.flatnonzero(coded.lengths != lengths)
    if len(differing):
        first = int(differing[0])
        problem = f"there are {counted(int(coded.lengths[first]), 'label')} for {counted(int(lengths[first]), 'token')}"
        raise DataError(name, problem, "give one label for each token", sentence=first + 1)
    if isinstance(coded.distinct[0], str):
        return LabelColumn(encodable(name, coded), coded.codes)
    for code, number in enumerate(coded.distinct):
        if not 0 <= number < len(names):
            known = f"there are {counted(len(names), 'name')}, numbered from 0" if names else "numbers have no names"
            remedy = "name all labels in order with label_names"
            raise DataError(name, f"a label is {number}, but {known}", remedy, sentence=coded.sentence_of(code))
    return LabelColumn((), coded.codes).called([names[number] for number in coded.distinct])


def check_number(name: str, n_given: int, text: Text, noun: str = "sentence") -> None:
    if n_given != text.n_sentences:
        problem = f"there are lists for {counted(n_given, noun)}, but {counted(text.n_sentences, noun)} with tokens"
        raise DataError(name, problem, "give one list for each sentence")


Span = tuple[int, int, str]


def spans_of(name: str, lists: Any) -> list[list[Span]]:  # noqa: ANN401 - not checked yet
    """Read plain lists of spans, one list for each sentence: `(start, end, type)`, or what JSON files call these.

    Raises
    ------
    DataError
        At the first sentence that is no list, or the first element that is no span.
    """
    _check_lists(name, lists, "spans")
    found: list[list[Span]] = []
    for number, given in enumerate(lists, 1):
        own: list[Span] = []
        for one in given:
            item = read_item(list(one) if isinstance(one, tuple) else one)
            if item is None:
                problem = f"{shown(repr(one))} is not a span"
                raise DataError(name, problem, "give (start, end, type) with whole numbers", sentence=number)
            own += [(item.start, item.end, type_name) for type_name in item.types]
        found.append(own)
    return found


def mentions_of(name: str, spans: list[list[Span]], text: Text) -> tuple[Mentions, tuple[str, ...]]:
    """Lay spans of tokens, counted in their sentences, on a text; equal ones count once, which a note says.

    Raises
    ------
    DataError
        At the first span that is none of its sentence.
    """
    check_number(name, len(spans), text)
    n_spans = np.fromiter(map(len, spans), np.int64, len(spans))
    flat = list(chain.from_iterable(spans))
    types = tuple(sorted({span[2] for span in flat}))
    code = {type_name: place for place, type_name in enumerate(types)}
    start = np.array([near(span[0]) for span in flat], dtype=np.int64)
    end = np.array([near(span[1]) for span in flat], dtype=np.int64)
    sentence = np.repeat(np.arange(len(spans)), n_spans)
    n_tokens = np.diff(text.sentence_start)[sentence]
    wrong = np.flatnonzero((start < 0) | (start >= end) | (end > n_tokens))
    if len(wrong):
        number = int(wrong[0])
        problem = f"the span {shown(repr(flat[number]))} lies outside its {counted(int(n_tokens[number]), 'token')}"
        remedy = "start and end count tokens from 0, end exclusive"
        raise DataError(name, problem, remedy, sentence=int(sentence[number]) + 1)
    first = text.sentence_start[sentence]
    codes = np.array([code[span[2]] for span in flat], dtype=np.int32)
    mentions, _ = distinct_mentions(first + start, first + end, codes, types)
    n_twice = len(flat) - len(mentions)
    return mentions, (f"{counted(n_twice, 'mention')} given twice, counted once",) if n_twice else ()


@dataclass(frozen=True, eq=False)
class HeldLabels:
    """Labels of the tokens of a text, as plain lists."""

    name: str
    text: Text
    labels: Any
    format: ClassVar[str] = "jsonl"

    def read(self, options: ReadOptions) -> RawFile:
        column = labels_of(self.name, self.labels, self.text, options.label_names)
        content = _content(self.name, label_lines(self.text, {"labels": column}))
        return RawFile(content, MEMORY, self.text, (column,), options=options)


@dataclass(frozen=True, eq=False)
class HeldSpans:
    """Spans of the tokens of a text."""

    name: str
    text: Text
    spans: list[list[Span]]
    format: ClassVar[str] = "json"

    def read(self, options: ReadOptions) -> RawFile:
        mentions, notes = mentions_of(self.name, self.spans, self.text)
        content = _content(self.name, mention_lines(self.text, mentions))
        return RawFile(content, MEMORY, self.text, mentions=mentions, options=options, notes=notes)


@dataclass(frozen=True, eq=False)
class HeldTexts:
    """Spans of the characters of texts, each text a document, which may have names."""

    name: str
    texts: Sequence[str]
    spans: list[list[Span]]
    names: Sequence[str]
    format: ClassVar[str] = "jsonl-spans"

    def read(self, options: ReadOptions) -> RawFile:
        rows = zip(self.texts, self.spans, self.names or [""] * len(self.texts), strict=True)
        records = [
            SpanRecord(number, 0, text, [FoundSpan(*span, place) for place, span in enumerate(own)], [], (), (), name)
            for number, (text, own, name) in enumerate(rows, 1)
        ]
        laid, _, notes = lay_records(self.name, records, options)
        return RawFile(
            _content(self.name, span_lines(self.texts, self.spans, self.names)),
            MEMORY,
            laid.text,
            mentions=laid.mentions,
            options=options,
            notes=(*notes, *laid.notes),
            document_names=laid.document_names,
            offsets=laid.offsets,
        )


@dataclass(frozen=True, eq=False)
class HeldDocs:
    """Documents of spaCy."""

    name: str
    docs: Sequence[Any]
    format: ClassVar[str] = "json"

    def read(self, options: ReadOptions) -> RawFile:
        laid = lay_docs(self.name, self.docs, options.label_field)
        content = _content(self.name, mention_lines(laid.text, laid.mentions))
        return RawFile(content, MEMORY, laid.text, mentions=laid.mentions, options=options, notes=laid.notes)


@dataclass(frozen=True, eq=False)
class HeldTable:
    """A table with a list of tokens and lists of labels in each row."""

    name: str
    table: pa.Table
    label_field: str  # the column of labels; empty to find it by its usual names
    not_besides: frozenset[str]  # columns that say nothing more of the tokens: those of labels that are read elsewhere
    format: ClassVar[str] = "jsonl"

    def read(self, options: ReadOptions) -> RawFile:
        """Read tokens and labels; other columns are lists with one value for each token."""
        options = self._with_field(options)
        lists = self._lists(options)
        raw = made_of_lists(_content(self.name, b""), MEMORY, read_lists(self.name, lists, options), options)
        token_field, label_field = self.fields_for(options)
        names = [name for name in lists.fields if name not in (token_field, label_field)]
        others, _ = token_columns(other_columns(names, lists.column(token_field), lists.column))
        columns: dict[str, LabelColumn | TokenColumn] = {label_field: raw.columns[0]}
        columns.update((column.name, column) for column in others)
        return replace(raw, content=_content(self.name, label_lines(raw.own_text, columns, token_field)))

    def fields_for(self, options: ReadOptions) -> tuple[str, str]:
        return chosen_fields(self.name, table_lists(self.name, self.table).fields, self._with_field(options))

    def _with_field(self, options: ReadOptions) -> ReadOptions:
        return replace(options, label_field=self.label_field or options.label_field)

    def _lists(self, options: ReadOptions) -> Lists:
        lists, own = table_lists(self.name, self.table), self.fields_for(options)
        return replace(lists, fields=[name for name in lists.fields if name in own or name not in self.not_besides])


def _content(name: str, lines: bytes) -> Content:
    return Content(name, lines, sha256(lines).hexdigest(), len(lines), "utf-8", lines)


@dataclass(frozen=True)
class MemoryRequest(LoadRequest):
    """Asks for data in memory: its paths are names of these."""

    data: Mapping[str, Held] = field(default_factory=dict, compare=False, repr=False)

    def held(self, path: str) -> Held | None:
        return self.data.get(path)


Hold: TypeAlias = Callable[[str], Held]  # makes the data of one side, given what they are called


def request_in_memory(
    reference: Hold, predictions: Sequence[tuple[str, Sequence[Hold]]], training: Hold | None = None
) -> MemoryRequest:
    """Ask for a reference, the runs of some systems and training data that are in memory.

    Raises
    ------
    CommandError
        If a system cannot be called so.
    DataError
        At the first mistake in the data, the reference before the predictions, these before the training data.
    """
    data: dict[str, Held] = {}

    def held(name: str, hold: Hold) -> str:
        path = name.replace("#", "_")  # would name a list inside a file
        while path in data:
            path += "_"
        data[path] = hold(path)
        return path

    first, arguments = held("reference", reference), []
    for name, runs in predictions:
        check_name(name)
        for number, run in enumerate(runs, 1):
            arguments.append(f"{name}={held(f'{name} run {number}' if len(runs) > 1 else name, run)}")
    learned = held("training", training) if training is not None else None
    return MemoryRequest(f"reference={first}", tuple(arguments), training=learned, data=data)


_ONLY_IN_MEMORY: Final = ("token-field", "label-field", "label-names")
"""Choices that say how data in memory are read, and nothing of the lines they are written in."""


def write_data(request: MemoryRequest, folder: str) -> LoadRequest:
    """Write data in memory into a folder as JSON lines, all files or none, and give the request that reads them.

    It gives the same events with the same ids. Files that hold the same already stay.

    Raises
    ------
    OutputError
        If a file cannot be written, or another of its name is there.
    """
    given = inputs_of(request, False)
    raws = [read_one(one, no_checkpoint) for one in given]
    names = _file_names([one.file.path for one in given])
    path_of = {
        one.file.path: os.path.join(os.path.abspath(folder), name) for one, name in zip(given, names, strict=True)
    }
    with _made(folder):
        contents = [(path_of[one.file.path], raw.content) for one, raw in zip(given, raws, strict=True)]
        missing = [(path, content.data) for path, content in contents if not _is_there(path, content.sha256)]
        write_whole([(path, writer_of(data)) for path, data in missing], ())
    choices = [
        (path_of[path], option, value) for path, option, value in request.choices if option not in _ONLY_IN_MEMORY
    ]
    for one in given:
        if isinstance(one.held, HeldTable):
            fields_of = zip(("token-field", "label-field"), one.held.fields_for(one.options.reading), strict=True)
            choices += [(path_of[one.file.path], option, name) for option, name in fields_of]
    shared = {one.name: getattr(request, one.name) for one in fields(LoadRequest)}
    changed = {
        "reference": _moved(request.reference, path_of),
        "predictions": tuple(_moved(argument, path_of) for argument in request.predictions),
        "training": path_of[request.training] if request.training else None,
        "format": next(one.held.format for one in given if one.held),
        "token_field": "",
        "label_field": "",
        "label_names": (),
        "choices": tuple(choices),
    }
    return LoadRequest(**(shared | changed))


def _moved(argument: str, path_of: Mapping[str, str]) -> str:
    file = parse_named_path(argument)
    return argument_of(replace(file, path=path_of[file.path]), file.names)


def _file_names(names: Sequence[str]) -> list[str]:
    """Make names of files, all different, also where case does not matter."""
    found: dict[str, str] = {}
    for name in names:
        safe = re.sub(r"[^\w.-]+", "_", name).strip("._")[:80] or "data"
        while safe.casefold() in found:
            safe += "_"
        found[safe.casefold()] = f"{safe}.jsonl"
    return list(found.values())


def _is_there(path: str, sha256: str) -> bool:
    if not os.path.lexists(path):
        return False
    with suppress(NerinspectError):
        if read_file_bytes(path).sha256 == sha256:
            return True
    raise OutputError(path, "another file is there", "choose an empty folder")


@contextmanager
def _made(folder: str) -> Iterator[None]:
    """Make a folder, and take it away again if nothing came of it."""
    was_there = os.path.isdir(folder)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise OutputError(folder, f"the folder cannot be made ({error.strerror})", "choose another place") from None
    try:
        yield
    except BaseException:
        if not was_there:
            with suppress(OSError):
                os.rmdir(folder)
        raise


def new_folder() -> str:
    from platformdirs import user_data_path

    home, day = user_data_path("nerinspect") / "studies", datetime.now().strftime("%Y-%m-%d")
    names = (day if not number else f"{day}-{number + 1}" for number in count())
    return str(next(home / name for name in names if not (home / name).exists()))


_NOTHING = arrow_text("")


def label_lines(text: Text, columns: Mapping[str, LabelColumn | TokenColumn], token_field: str = "tokens") -> bytes:
    """Write a line for each sentence: its document, its tokens, and for each field what a column says of them."""
    lists = [_lists(_distinct(column), column.codes, text.sentence_start) for column in columns.values()]
    parts = [part for name, values in zip(columns, lists, strict=True) for part in (f"], {_written(name)}: [", values)]
    return _lines([_beginnings(text, token_field), _tokens(text), *parts, "]}\n"])


def mention_lines(text: Text, mentions: Mentions) -> bytes:
    """Write a line for each sentence: its document, its tokens, and its mentions with tokens counted from 0."""
    first = text.sentence_start[text.sentence_of(mentions.start)]
    rows = zip((mentions.start - first).tolist(), (mentions.end - first).tolist(), strict=True)
    names = [_written(name) for name in mentions.types]
    written = [
        f'{{"type": {names[code]}, "start": {start}, "end": {end}}}'
        for code, (start, end) in zip(mentions.type_codes.tolist(), rows, strict=True)
    ]
    borders = np.searchsorted(mentions.start, text.sentence_start)
    entities = joined_texts(as_arrow_texts(written), borders, ", ")
    return _lines([_beginnings(text), _tokens(text), '], "entities": [', entities, "]}\n"])


def span_lines(
    texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int, str]]], names: Sequence[str] = ()
) -> bytes:
    """Write a line for each text: its name if it has one, and its spans of characters."""
    said: list[dict[str, str]] = [{"id": name} for name in names] or [{}] * len(texts)
    lines = (
        json.dumps({**name, "text": text, "label": own}, ensure_ascii=False)
        for name, text, own in zip(said, texts, spans, strict=True)
    )
    return "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace")


def _written(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _distinct(column: LabelColumn | TokenColumn) -> Sequence[str]:
    return column.names if isinstance(column, LabelColumn) else column.values


def _beginnings(text: Text, token_field: str = "tokens") -> pa.StringArray:
    """Begin the line of each sentence: what names it and its document, where there are several or they have names."""
    said = text.document_names or ("",) * text.n_documents
    documents = [_written(name) if name else str(number) for number, name in enumerate(said, 1)]
    have_documents = len(documents) > 1 or documents != ["1"]
    heads = as_arrow_texts([f'"document": {one}, ' if have_documents else "" for one in documents])
    by_sentence = heads.take(as_arrow(text.document - np.int32(1)))
    ids = as_arrow_texts([f'{{"id": {_written(name)}, ' for name in text.sentence_names] or ["{"])
    end = as_arrow_texts([f"{_written(token_field)}: ["])[0]
    return pc.binary_join_element_wise(ids if text.sentence_names else ids[0], by_sentence, end, _NOTHING)


def _tokens(text: Text) -> pa.StringArray:
    return _lists(text.vocabulary.to_pylist(), text.codes, text.sentence_start)


def _lists(distinct: Sequence[str], codes: IntArray, sentence_start: IntArray) -> pa.StringArray:
    written = as_arrow_texts([_written(one) for one in distinct])
    return joined_texts(written.take(as_arrow(codes)), sentence_start, ", ")


def _lines(parts: Sequence[str | pa.StringArray]) -> bytes:
    """Put the parts of each line together, those alike in all lines given once, and the lines behind each other."""
    columns = [as_arrow_texts([part])[0] if isinstance(part, str) else part for part in parts]
    lines = pc.binary_join_element_wise(*columns, _NOTHING)
    return bytes(joined_texts(lines, np.array([0, len(lines)]), "")[0].as_buffer())
