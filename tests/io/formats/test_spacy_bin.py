"""Documents of spaCy, written by the genuine library."""

import gc
import tracemalloc
import zlib
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import CommandError, DataError, NerinspectError, NoMemoryError
from nerinspect.io import content as unpacking
from nerinspect.io.content import FileBytes
from nerinspect.io.formats import spacy_bin
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.progress import no_checkpoint
from tests.examples import examples

pytestmark = pytest.mark.skipif(find_spec("spacy") is None, reason="not installed: spacy")

READER = spacy_bin.READER


@pytest.fixture(scope="module")
def written() -> bytes:
    """Two documents: entities, a span group with nested spans, sentences; words that the library numbers itself."""
    import spacy
    from spacy.tokens import Doc, DocBin, Span

    nlp = spacy.blank("en")
    first = Doc(nlp.vocab, ["Anna", "Lee", "sings", ".", "PERSON", "root"], sent_starts=[1, 0, 0, 0, 1, 0])
    first.ents = [Span(first, 0, 2, "PERSON"), Span(first, 2, 3, "EVENT"), Span(first, 4, 5, "a type, of its own")]
    first.spans["sc"] = [Span(first, 0, 1, "GIVEN"), Span(first, 0, 2, "PERSON"), Span(first, 0, 2, "PERSON")]
    second = Doc(nlp.vocab, ["Lee"])
    second.ents = [Span(second, 0, 1, "PERSON")]
    data: bytes = DocBin(docs=[first, second], attrs=["ENT_IOB", "ENT_TYPE", "SENT_START", "LEMMA"]).to_bytes()
    return data


def read(data: bytes, **options: Any) -> RawFile:  # noqa: ANN401
    return READER.read(FileBytes("x.spacy", data, "", 0).as_binary(), ReadOptions(**options), no_checkpoint)


def keys_of(mentions: Mentions | None) -> list[tuple[int, int, str]]:
    assert mentions is not None
    names = [mentions.types[code] for code in mentions.type_codes]
    return list(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def first_of(raw: RawFile) -> Mentions:
    found = raw.mentions
    assert found is not None
    return Mentions(found.start[:1], found.end[:1], found.type_codes[:1], found.types)


ENTITIES = [(0, 2, "PERSON"), (2, 3, "EVENT"), (4, 5, "a type, of its own"), (6, 7, "PERSON")]


def test_a_file_that_needs_more_memory_is_not_called_damaged(written: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_data: bytes, **_options: object) -> None:
        raise MemoryError

    monkeypatch.setattr("srsly.msgpack.unpackb", fail)
    with pytest.raises(NoMemoryError, match="the file needs more memory than there is; split it into smaller files"):
        read(written)


def test_entities_stand_on_the_tokens_of_the_documents(written: bytes) -> None:
    raw = read(written)
    assert keys_of(raw.mentions) == ENTITIES
    assert raw.text is not None
    assert [raw.text.tokens_of(sentence) for sentence in range(3)] == [
        ["Anna", "Lee", "sings", "."], ["PERSON", "root"], ["Lee"],
    ]  # fmt: skip
    assert raw.text.document.tolist() == [1, 1, 2]


def test_a_span_group_is_chosen_by_its_name(written: bytes) -> None:
    raw = read(written, label_field="sc")
    assert keys_of(raw.mentions) == [(0, 1, "GIVEN"), (0, 2, "PERSON")]
    assert raw.notes == ("1 mention given twice, counted once",)
    with pytest.raises(DataError, match="there is no span group other; there are: entities, sc"):
        read(written, label_field="other")


def test_entities_are_written_so_that_the_library_reads_them(written: bytes) -> None:
    import spacy
    from spacy.tokens import DocBin

    raw = read(written)
    assert raw.mentions is not None
    assert READER.with_mentions(raw, raw.mentions) == written
    changed = READER.with_mentions(raw, first_of(raw))
    assert keys_of(read(changed).mentions) == ENTITIES[:1]
    first, second = DocBin().from_bytes(changed).get_docs(spacy.blank("en").vocab)
    assert [(entity.text, entity.label_) for entity in first.ents] == [("Anna Lee", "PERSON")]
    assert not second.ents
    assert [span.label_ for span in first.spans["sc"]] == ["GIVEN", "PERSON", "PERSON"]


def test_overlapping_mentions_and_span_groups_are_not_written(written: bytes) -> None:
    nested = read(written, label_field="sc")
    assert nested.mentions is not None
    with pytest.raises(CommandError, match="cannot overlap"):
        READER.with_mentions(read(written), nested.mentions)
    with pytest.raises(CommandError, match="span groups can be read, but not written"):
        READER.with_mentions(nested, first_of(nested))


def test_a_file_that_unpacks_without_end_is_refused(written: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_UNPACKED", 100)
    said = f"its {len(written):,} bytes unpack to more than 100, unlike label files; split it into smaller files"
    with pytest.raises(DataError, match=said):
        read(written)


def test_no_more_is_unpacked_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "ALWAYS_ALLOWED", 1 << 23)
    packed = zlib.compress(bytes(1 << 26))
    tracemalloc.start()
    try:
        with pytest.raises(
            DataError, match=f"its {len(packed):,} bytes unpack to more than [0-9,]*, unlike label files"
        ):
            read(packed)
        assert tracemalloc.get_traced_memory()[1] < 1 << 25
    finally:
        tracemalloc.stop()


def test_lists_of_nothing_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty list is one byte, and 64 in memory."""
    monkeypatch.setattr(spacy_bin, "_ALWAYS_ALLOWED", 1_000)
    with pytest.raises(DataError, match="bytes hold more than 1,000 items, unlike label files"):
        read(zlib.compress(b"\x92" + (b"\xdc\x03\x00" + b"\x90" * 0x300) * 2))


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damaged_bytes_are_told(written: bytes, data: st.DataObject) -> None:
    inner = bytearray(zlib.decompress(written))
    for _ in range(data.draw(st.integers(1, 4))):
        inner[data.draw(st.integers(0, len(inner) - 1))] = data.draw(st.integers(0, 255))
    whole = zlib.compress(bytes(inner))
    try:
        raw = read(whole[: data.draw(st.integers(1, len(whole)))], label_field=data.draw(st.sampled_from(["", "sc"])))
    except NerinspectError:
        return
    assert raw.text is not None
    for start, end, _ in keys_of(raw.mentions):
        assert 0 <= start < end <= raw.text.n_tokens


def test_cycles_are_collected_again_after_a_mistake() -> None:
    with pytest.raises(DataError, match=r"\.spacy file is incomplete"):
        read(zlib.compress(b"\xc1"))
    assert gc.isenabled()


def test_sentences_are_joined_where_a_span_crosses_their_end() -> None:
    import spacy
    from spacy.tokens import Doc, DocBin, Span

    doc = Doc(spacy.blank("en").vocab, ["Ana", "Smith", "sang", "."], sent_starts=[1, 1, 0, 1])
    doc.ents = [Span(doc, 0, 2, "PER")]
    doc.spans["sc"] = [Span(doc, 2, 4, "X")]
    data = DocBin(docs=[doc], attrs=["ENT_IOB", "ENT_TYPE", "SENT_START"]).to_bytes()
    for field, starts in (("entities", [0, 3, 4]), ("sc", [0, 1, 4])):
        raw = read(data, label_field=field)
        assert raw.text is not None
        assert raw.text.sentence_start.tolist() == starts
        assert raw.notes == ("1 sentence end inside mentions: the sentences around them are joined",)
