"""The format `spacy`: documents as `DocBin` of spaCy writes them. The library is an optional extra."""

import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, as_arrow_texts
from nerinspect.corpus.mentions import Mentions, distinct_mentions, join_sentences
from nerinspect.corpus.text import Text
from nerinspect.errors import (
    CommandError,
    EmptyTokenError,
    FieldError,
    NerinspectError,
    NoMemoryError,
    NoTokensError,
    UnreadableFileError,
)
from nerinspect.io.content import Content, inflated
from nerinspect.io.formats.reader import CERTAIN, Guess, RawFile, ReadOptions
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted

ENTITIES: Final = "entities"  # the name of the mentions that are no span group

_ALWAYS_ALLOWED: Final = 1 << 20
"""So many items of lists any file may hold, however small it is; beyond that, one for each byte."""

_INSIDE, _BEGIN = 1, 3
_OF_TOKENS: Final = ["ORTH", "SENT_START", "ENT_IOB", "ENT_TYPE"]
_SPAN: Final = struct.Struct(">QQQllll")


@dataclass(frozen=True, eq=False)
class _Docs:
    """All documents of a file, or in memory, laid behind each other."""

    message: dict[str, Any]  # what the file holds; empty for documents in memory
    values: dict[str, npt.NDArray[np.uint64]]  # attributes of the tokens by name; shape (n_tokens,)
    lengths: IntArray  # tokens of each document; shape (n_docs,)
    strings: Mapping[int, str]
    n_file: int

    @property
    def n_tokens(self) -> int:
        return len(self.values["ORTH"])


class LaidDocs(NamedTuple):
    """Documents as tokens and mentions, with notes of what was decided."""

    text: Text
    mentions: Mentions
    notes: tuple[str, ...]


def lay_docs(path: str, docs: Sequence[Any], field: str) -> LaidDocs:
    """Lay `Doc`s of spaCy on tokens as a file of them is read: their entities, or the span group that a field names."""
    tables = [doc.to_array(_OF_TOKENS) for doc in docs]
    lengths = np.array([len(table) for table in tables], dtype=np.int32)
    table = np.concatenate([np.zeros((0, len(_OF_TOKENS)), dtype=np.uint64), *tables])
    values = {name: table[:, place] for place, name in enumerate(_OF_TOKENS)}
    strings: dict[int, str] = {}
    for doc, own in zip(docs, tables, strict=True):
        for number in {*own[:, 0].tolist(), *own[:, -1].tolist()} - strings.keys():
            strings[number] = doc.vocab.strings[number]
    found = _Docs({}, values, lengths, strings, 0)
    if field in ("", ENTITIES):
        return _laid(path, found, *_entities(found))
    there = {name for doc in docs for name in doc.spans}
    starts = (np.cumsum(lengths) - lengths).tolist()
    spans = [
        (first + span.start, first + span.end, span.label_)
        for first, doc in zip(starts, docs, strict=True)
        for span in doc.spans.get(field, ())
    ]
    return _laid(path, found, *_of_group(path, spans, field, there))


class SpacyReader:
    """Entities of spaCy documents, or one of their span groups, which `--label-field` names."""

    name = "spacy"
    title = "spaCy documents"
    suffixes = (".spacy",)
    takes = "bytes"

    def guess(self, path: str, head: bytes) -> Guess | None:
        if path.endswith(".spacy") and head.startswith(b"x"):
            return Guess(CERTAIN, "by its ending .spacy and compressed content")
        return None

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        path = content.path
        options.refuse_key(path, "is one list of documents")
        docs = _docs(path, content.original)
        checkpoint(docs.n_tokens, docs.n_tokens)
        field = options.label_field or ENTITIES
        found = _entities(docs) if field == ENTITIES else _span_group(path, docs, field)
        laid = _laid(path, docs, *found)
        return RawFile(content, self.name, laid.text, mentions=laid.mentions, options=options, notes=laid.notes)

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        assert raw.mentions is not None, "every such file has mentions"
        path, before = raw.content.path, raw.mentions.with_types(sorted({*raw.mentions.types, *mentions.types}))
        after = mentions.with_types(before.types)
        columns = ("start", "end", "type_codes")
        if all(np.array_equal(getattr(before, name), getattr(after, name)) for name in columns):
            return raw.content.original
        if raw.options.label_field not in ("", ENTITIES):
            raise CommandError(f"{path}: span groups can be read, but not written back")
        if (mentions.start[1:] < mentions.end[:-1]).any():
            raise CommandError(f"{path}: entities of spaCy cannot overlap; leave some mentions out")
        return _written(_docs(path, raw.content.original), mentions)


def _docs(path: str, data: bytes) -> _Docs:
    try:
        from spacy.attrs import IDS
        from spacy.strings import StringStore
    except ImportError:
        raise CommandError(
            f"{path} needs the library spaCy; install it with: pip install 'nerinspect[spacy]'"
        ) from None
    try:
        message = _unpacked(path, inflated(path, data), len(data))
        names = _attribute_names(IDS, message)
        store = StringStore()
        strings = {store.add(text): text for text in message["strings"] if isinstance(text, str)}
        lengths = np.frombuffer(message["lengths"], dtype=np.int32)
        table = np.frombuffer(message["tokens"], dtype=np.uint64).reshape(-1, len(names))
    except NerinspectError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError, zlib.error):
        raise _damaged(path) from None
    except MemoryError:
        raise NoMemoryError(path) from None
    if (lengths < 0).any() or int(lengths.sum(dtype=np.int64)) != len(table) or "ORTH" not in names:
        raise _damaged(path)
    return _Docs(message, {name: table[:, place] for place, name in enumerate(names)}, lengths, strings, len(data))


def _attribute_names(numbers: Mapping[str, int], message: Mapping[str, Any]) -> list[str]:
    by_number = {number: name for name, number in numbers.items()}
    return [by_number[number] for number in message["attrs"]]


def _unpacked(path: str, packed: bytes, n_file: int) -> Any:  # noqa: ANN401 - whatever was packed
    """Unpack what a file holds, unless that is more lists and texts than its bytes can stand for."""
    from srsly import msgpack

    most, n_items = max(_ALWAYS_ALLOWED, n_file), 0

    def count(items: Any) -> Any:  # noqa: ANN401 - a list or a dict
        nonlocal n_items
        n_items += len(items) + 1
        if n_items > most:
            problem = f"its {counted(n_file, 'byte')} hold more than {counted(most, 'item')}, unlike label files"
            raise UnreadableFileError(path, problem, "split it into smaller files")
        return items

    # that of srsly itself leaves collection off after a mistake
    return msgpack.unpackb(packed, raw=False, list_hook=count, object_hook=count, max_array_len=most, max_map_len=most)


def _damaged(path: str) -> UnreadableFileError:
    return UnreadableFileError(path, "this .spacy file is incomplete", "write it again with DocBin.to_disk")


def _words(path: str, docs: _Docs) -> tuple[pa.StringArray, IntArray]:
    hashes, codes = np.unique(docs.values["ORTH"], return_inverse=True)
    try:
        words = [docs.strings[number] for number in hashes.tolist()]
        vocabulary = as_arrow_texts(words)
    except (KeyError, UnicodeEncodeError):
        raise _damaged(path) from None
    if not len(codes):
        raise NoTokensError(path)
    if "" in words:
        raise EmptyTokenError(path, None)
    return vocabulary, codes.astype(np.int32)


def _sentence_beginnings(docs: _Docs, mentions: Mentions) -> tuple[BoolArray, tuple[str, ...]]:
    """Tell which tokens begin a sentence; none does inside a mention, for no mention crosses the end of one."""
    begins = np.zeros(len(docs.values["ORTH"]), dtype=bool)
    if "SENT_START" in docs.values:
        begins = docs.values["SENT_START"] == 1
    begins[_first_tokens(docs)] = True
    n_joined = join_sentences(begins, mentions.start, mentions.end)
    notes = (f"{counted(n_joined, 'sentence end')} inside mentions: the sentences around them are joined",)
    return begins, notes if n_joined else ()


def _first_tokens(docs: _Docs) -> AnyIntArray:
    return (np.cumsum(docs.lengths) - docs.lengths)[docs.lengths > 0]


def _text(docs: _Docs, vocabulary: pa.StringArray, codes: IntArray, begins: BoolArray) -> Text:
    start = np.flatnonzero(begins)
    document = np.searchsorted(_first_tokens(docs), start, side="right")
    return Text(
        vocabulary,
        codes,
        np.append(start, len(codes)).astype(np.int32),
        np.zeros(len(start), dtype=np.int32),
        document.astype(np.int32),
    )


def _continues(docs: _Docs) -> BoolArray:
    """Tell for each token whether it continues with the entity of the token before it, in the same document."""
    iob, kind = docs.values["ENT_IOB"], docs.values["ENT_TYPE"]
    goes_on = np.zeros(len(iob), dtype=bool)
    goes_on[1:] = (iob[1:] == _INSIDE) & np.isin(iob[:-1], (_INSIDE, _BEGIN)) & (kind[1:] == kind[:-1])
    goes_on[_first_tokens(docs)] = False
    return goes_on


def _entities(docs: _Docs) -> tuple[Mentions, tuple[str, ...]]:
    if "ENT_IOB" not in docs.values or "ENT_TYPE" not in docs.values:
        none = np.zeros(0, dtype=np.int32)
        return Mentions(none, none, none, ()), ("the documents have no entities",)
    iob, kind = docs.values["ENT_IOB"], docs.values["ENT_TYPE"]
    inside = np.isin(iob, (_INSIDE, _BEGIN)) & (kind != 0)
    goes_on = _continues(docs) & inside
    start = np.flatnonzero(inside & ~goes_on).astype(np.int32)
    end = np.flatnonzero(inside & ~np.append(goes_on[1:], False)).astype(np.int32) + np.int32(1)
    hashes, codes = np.unique(kind[start], return_inverse=True)
    names = tuple(docs.strings.get(number, str(number)) for number in hashes.tolist())
    n_broken = int(np.count_nonzero(iob[start] == _INSIDE))
    notes = (f"{counted(n_broken, 'entity')} without a beginning, read as new ones",) if n_broken else ()
    mentions, _ = distinct_mentions(start, end, codes.astype(np.int32), names)
    return mentions, notes


def _laid(path: str, docs: _Docs, mentions: Mentions, notes: tuple[str, ...]) -> LaidDocs:
    vocabulary, codes = _words(path, docs)
    begins, more = _sentence_beginnings(docs, mentions)
    return LaidDocs(_text(docs, vocabulary, codes, begins), mentions, (*notes, *more))


def _span_group(path: str, docs: _Docs, field: str) -> tuple[Mentions, tuple[str, ...]]:
    spans: list[tuple[int, int, str]] = []
    there: set[str] = set()
    doc_start = (np.cumsum(docs.lengths) - docs.lengths).tolist()
    try:
        for first, length, packed in zip(doc_start, docs.lengths.tolist(), docs.message["span_groups"], strict=True):
            groups = _unpacked(path, packed, docs.n_file) if packed else {}
            for group, keys in groups.items() if isinstance(groups, dict) else ((group, None) for group in groups):
                told = _unpacked(path, group, docs.n_file)
                names = keys or [told["name"]]
                there.update(names)
                for span in told["spans"] if field in names else ():
                    _, _, label, start, end, _, _ = _SPAN.unpack(span)
                    if not 0 <= start < end <= length:
                        raise ValueError
                    spans.append((first + start, first + end, docs.strings.get(label, str(label))))
    except (ValueError, KeyError, TypeError, AttributeError, struct.error, RecursionError):
        raise _damaged(path) from None
    return _of_group(path, spans, field, there)


def _of_group(
    path: str, spans: list[tuple[int, int, str]], field: str, there: set[str]
) -> tuple[Mentions, tuple[str, ...]]:
    """Make mentions of the spans of a group, which must be one of those that are there."""
    if field not in there:
        raise FieldError(path, f"there is no span group {field}", [ENTITIES, *sorted(there)], "labels")
    code_of = {name: code for code, name in enumerate(sorted({name for _, _, name in spans}))}
    mentions, _ = distinct_mentions(
        np.array([span[0] for span in spans], dtype=np.int32),
        np.array([span[1] for span in spans], dtype=np.int32),
        np.array([code_of[span[2]] for span in spans], dtype=np.int32),
        tuple(code_of),
    )
    n_twice = len(spans) - len(mentions)
    return mentions, ((f"{counted(n_twice, 'mention')} given twice, counted once",) if n_twice else ())


def _written(docs: _Docs, mentions: Mentions) -> bytes:
    import srsly
    from spacy.attrs import IDS
    from spacy.strings import StringStore

    names = _attribute_names(IDS, docs.message)
    table = np.frombuffer(docs.message["tokens"], dtype=np.uint64).reshape(-1, len(names)).copy()
    store = StringStore()
    hashes = np.array([store.add(name) for name in mentions.types], dtype=np.uint64)
    iob, kind = table[:, names.index("ENT_IOB")], table[:, names.index("ENT_TYPE")]
    iob[:], kind[:] = 2, 0
    for start, end, code in zip(mentions.start, mentions.end, mentions.type_codes, strict=True):
        iob[start:end], kind[start:end] = _INSIDE, hashes[code]
        iob[start] = _BEGIN
    strings = sorted({*docs.message["strings"], *mentions.types})
    return zlib.compress(srsly.msgpack_dumps(docs.message | {"tokens": table.tobytes("C"), "strings": strings}))


READER = SpacyReader()
