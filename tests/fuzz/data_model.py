"""What every file that was read promises, whatever its bytes are."""

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.errors import NerinspectError
from nerinspect.io.formats.reader import LabelWriter, MentionWriter, RawFile, reader_named


def assert_calm(error: NerinspectError) -> None:
    """Refuse messages that nobody can read."""
    text = str(error)
    assert text.strip()
    assert len(text) < 4_000, f"the message has {len(text)} characters"
    text.encode()


def assert_fits_the_model(raw: RawFile) -> None:
    """Refuse a file that breaks what its attributes promise."""
    text = raw.text
    assert (raw.mentions is None) == bool(raw.columns), "labels or spans"
    if text is None:
        assert raw.options.may_be_labels_alone
        assert raw.line_kinds is not None
        assert all(_is_in_range(column.codes, len(column.names)) for column in raw.columns)
        return
    n_lines = raw.content.data.count(b"\n")
    assert_is_text(text)
    assert text.lines_of(np.arange(text.n_tokens)).max() <= n_lines
    if raw.line_kinds is not None:
        assert len(raw.line_kinds) == n_lines
        assert (np.diff(text.lines_of(np.arange(text.n_tokens))) > 0).all()
    for column in raw.columns:
        assert len(column.codes) == text.n_tokens
        assert _is_in_range(column.codes, len(column.names))
        assert len(set(column.names)) == len(column.names)
    for other in raw.others:
        assert len(other.codes) == text.n_tokens
        assert _is_in_range(other.codes, len(other.values))
    assert len(raw.document_names) in (0, text.n_documents)
    if raw.offsets is not None:
        assert raw.offsets.shape == (text.n_tokens, 2)
        assert (raw.offsets[:, 0] < raw.offsets[:, 1]).all()
    if raw.mentions is not None:
        assert_fit_the_text(raw.mentions, text)
    if raw.relations is not None:
        assert raw.mentions is not None
        for ends in (raw.relations.head, raw.relations.tail):
            assert _is_in_range(ends, len(raw.mentions))
        assert _is_in_range(raw.relations.type_codes, len(raw.relations.types))
        heads, tails = (text.sentence_of(raw.mentions.start[ends]) for ends in (raw.relations.head, raw.relations.tail))
        assert np.array_equal(heads, tails), "a relation between sentences"


def assert_is_text(text: Text) -> None:
    """Refuse a text whose columns do not fit together."""
    assert text.n_tokens > 0
    assert _is_in_range(text.codes, len(text.vocabulary))
    text.vocabulary.validate(full=True)
    words = text.vocabulary.to_pylist()
    assert all(words), "an empty token"
    assert len(set(words)) == len(words)
    assert text.sentence_start[0] == 0
    assert text.sentence_start[-1] == text.n_tokens
    assert (np.diff(text.sentence_start) > 0).all()
    assert len(text.sentence_line) == len(text.document) == len(text.sentence_start) - 1
    assert text.document[0] == 1
    assert np.isin(np.diff(text.document), (0, 1)).all()
    lines = text.lines_of(np.arange(text.n_tokens))
    assert (lines >= 0).all()
    assert (np.diff(lines) >= 0).all(), "lines are out of order"
    assert len(text.document_names) in (0, text.n_documents)
    assert len(text.sentence_names) in (0, text.n_sentences)
    "".join((*text.document_names, *text.sentence_names)).encode()


def assert_fit_the_text(mentions: Mentions, text: Text) -> None:
    """Refuse mentions that are out of order, cross a sentence or have no type."""
    start, end, codes = mentions.start, mentions.end, mentions.type_codes
    assert len(start) == len(end) == len(codes)
    assert (start < end).all()
    assert (start >= 0).all()
    assert (end <= text.n_tokens).all()
    assert np.array_equal(text.sentence_of(start), text.sentence_of(end - 1)), "a mention crosses sentences"
    assert _is_in_range(codes, len(mentions.types))
    rows = list(zip(start.tolist(), end.tolist(), codes.tolist(), strict=True))
    assert rows == sorted(set(rows)), "mentions are out of order, or given twice"
    "".join(mentions.types).encode()


def assert_stays_when_written(name: str, raw: RawFile) -> None:
    """Refuse a writer that changes a byte where nothing is to change."""
    reader = reader_named(name)
    try:
        if raw.mentions is not None and isinstance(reader, MentionWriter):
            written = reader.with_mentions(raw, raw.mentions)
        elif raw.mentions is None and raw.text is not None and isinstance(reader, LabelWriter):
            written = reader.with_labels(raw, {})
        else:
            return
    except NerinspectError as error:
        assert_calm(error)
        return
    assert written == raw.content.original, "bytes changed"


def _is_in_range(codes: IntArray, n: int) -> bool:
    return len(codes) == 0 or (int(codes.min()) >= 0 and int(codes.max()) < n)
