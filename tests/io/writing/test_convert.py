import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from seqscore.encoding import get_encoding
from seqscore.scripts.seqscore import convert as their_convert
from seqscore.scripts.seqscore import process as their_process

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.labels import DIALECTS
from nerinspect.errors import CommandError, ConversionError, InvalidTransitionError
from nerinspect.io.content import read_content
from nerinspect.io.formats import reader
from nerinspect.io.formats.conll import ConllReader
from nerinspect.io.formats.json_sentences import JsonReader
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.io.reading.labelled_file import convert_file
from nerinspect.io.request import FileOptions
from tests.examples import examples

MakeFile = Callable[..., str]

NONE = TypeChanges()


class Line(NamedTuple):
    """What stands around the label of a token."""

    before: str
    after: str


def lines_around(by_tabs: bool) -> st.SearchStrategy[Line]:
    """Give tokens, further columns, blanks and line ends as files have them."""
    tokens = st.sampled_from(["New York", "#", "O", '"'] if by_tabs else ["a", "B-X", "#", "é\u00a0", "-"])
    between = st.sampled_from(["\t"] if by_tabs else [" ", "  "])
    others = st.lists(st.sampled_from(["NN", "B-X", "O"]), max_size=1)
    parts = st.tuples(tokens, others).map(lambda parts: [parts[0], *parts[1]])
    before = st.tuples(parts, between).map(lambda drawn: "".join(part + drawn[1] for part in drawn[0]))
    after = st.sampled_from(["\n", "\r\n"] if by_tabs else ["\n", " \n", "\r\n", "  \r\n"])
    return st.builds(Line, before, after)


def labels_of(encoding: str, types: Sequence[str] = ("X", "Y-Z")) -> st.SearchStrategy[list[str]]:
    """Give valid labels of one sentence, never two touching mentions of one type."""

    def written(drawn: list[tuple[int, str]]) -> list[str]:
        states = DIALECTS[encoding].states
        begin, inside, end, single = (
            tuple(states)
            if " " not in states
            else ("B" if encoding == "BIO" else "I", "I", "I", "BI"[encoding != "BIO"])
        )
        labels, last = ["O"], "O"
        for length, name in drawn:
            if name == last:
                labels.append("O")
            labels += [f"{single}-{name}"] if length == 1 else [
                f"{begin}-{name}", *[f"{inside}-{name}"] * (length - 2), f"{end}-{name}"
            ]  # fmt: skip
            last = name
        return labels

    return st.lists(st.tuples(st.integers(1, 3), st.sampled_from(types)), max_size=4).map(written)


def file_of(sentences: Sequence[Sequence[str]]) -> str:
    return "\n".join("".join(f"w {label}\n" for label in labels) for labels in sentences)


def labels_in(data: bytes) -> list[str]:
    """List the last field of every line with a token."""
    lines = [line.split() for line in data.decode().splitlines() if line.strip()]
    return [fields[-1] for fields in lines if fields[0] != "-DOCSTART-"]


@pytest.mark.parametrize(
    ("before", "to", "after"),
    [
        ("B-X I-X B-X O B-Y", "IOB", "I-X I-X B-X O I-Y"),
        ("B-X I-X B-X O B-Y", "BIOES", "B-X E-X S-X O S-Y"),
        ("B-X I-X B-X O B-Y", "BILOU", "B-X L-X U-X O U-Y"),
        ("B-X I-X B-X O B-Y", "BMES", "B-X E-X S-X O S-Y"),
        ("B-X I-X B-X O B-Y", "BMEOW", "B-X E-X W-X O W-Y"),
        ("B-X I-X B-Y O B-Y", "IO", "I-X I-X I-Y O I-Y"),
        ("B-X I-X I-X O O", "BIO", "B-X I-X I-X O O"),
    ],
)
def test_labels_are_written_in_another_encoding(make_file: MakeFile, before: str, to: str, after: str) -> None:
    path = make_file(file_of([before.split()]))
    assert labels_in(convert_file(path, FileOptions(encoding="BIO"), to, NONE).data) == after.split()


@settings(max_examples=examples(60))
@given(data=st.data())
def test_seqscore_writes_the_same_labels(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    encoding, to = data.draw(st.tuples(st.sampled_from(list(DIALECTS)), st.sampled_from(list(DIALECTS))))
    sentences = data.draw(st.lists(labels_of(encoding), min_size=1, max_size=3))
    path = tmp_path_factory.getbasetemp() / "generated.conll"
    path.write_text(file_of(sentences))
    ours = labels_in(convert_file(str(path), FileOptions(encoding=encoding), to, NONE).data)
    decode, encode = get_encoding(encoding).decode_labels, get_encoding(to).encode_mentions
    assert ours == [label for labels in sentences for label in encode(decode(labels), len(labels))]


@settings(max_examples=examples(60))
@given(
    by_tabs=st.booleans(), text_encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be"]), data=st.data()
)
def test_nothing_but_labels_is_changed(
    by_tabs: bool, text_encoding: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sentences = data.draw(st.lists(labels_of("BIO"), min_size=1, max_size=3))
    around = [[data.draw(lines_around(by_tabs)) for _ in labels] for labels in sentences]
    head = data.draw(st.sampled_from(["", "-DOCSTART- O O\n\n", " \n\n"])).replace(" ", "\t" if by_tabs else " ")

    def written(to: str) -> bytes:
        blocks = []
        for lines, labels in zip(around, sentences, strict=True):
            new = get_encoding(to).encode_mentions(get_encoding("BIO").decode_labels(labels), len(labels))
            blocks.append("".join(f"{line.before}{label}{line.after}" for line, label in zip(lines, new, strict=True)))
        return (head + "\r\n".join(blocks)).encode(text_encoding)

    path = tmp_path_factory.getbasetemp() / "around.conll"
    path.write_bytes(written("BIO"))
    options = FileOptions(text_encoding=text_encoding, encoding="BIO")
    assert convert_file(str(path), options, "BMEOW", NONE).data == written("BMEOW")


def test_comments_stay(make_file: MakeFile) -> None:
    options = FileOptions(encoding="BIO", reading=ReadOptions(comments=True))
    path = make_file("# B-X\na B-X\n\n#one\n#two\nb B-X\nc I-X\n")
    expected = b"# S-X\na S-X\n\n#one\n#two\nb B-X\nc E-X\n"
    assert convert_file(path, options, "BIOES", NONE).data == expected


def test_a_file_that_stays_is_the_same(make_file: MakeFile) -> None:
    raw = b"\xef\xbb\xbfa  B-X\r\n\r\n\r\nb\tO"
    assert convert_file(make_file(raw), FileOptions(), "BIO", NONE).data == raw


def test_a_binary_format_is_written(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    class Binary(ConllReader):
        takes = "bytes"

        def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
            return str(dict(labels)).encode()

    monkeypatch.setitem(reader.readers_of_others(), "binary", Binary())
    assert convert_file(make_file("a B-X\n"), FileOptions(format="binary"), "BIOES", NONE).data == b"{0: 'S-X'}"


def test_a_packed_file_is_unpacked(make_file: MakeFile) -> None:
    path = make_file(gzip.compress(b"a I-X\nb I-X\n"), "x.conll.gz")
    assert convert_file(path, FileOptions(encoding="IO"), "BIO", NONE).data == b"a B-X\nb I-X\n"


def test_one_column_of_several_is_converted(make_file: MakeFile) -> None:
    options = FileOptions(encoding="BIO", reading=ReadOptions(label_columns=(1,)))
    assert convert_file(make_file("a B-X B-X\nb I-X O\n"), options, "BIOES", NONE).data == b"a B-X B-X\nb E-X O\n"


def test_the_source_tells_what_was_changed(make_file: MakeFile) -> None:
    path = make_file("a B-X\nb B-Y\nc I-Y\n")
    source = convert_file(path, FileOptions(), "BIOES", TypeChanges(mapping=(("X", "Y"),))).source
    assert source.notes == ("type X mapped to Y: 1 mention", "written as BIOES: 2 labels changed")


@pytest.mark.parametrize("encoding", list(DIALECTS))
def test_types_change_in_the_encoding_of_the_file(make_file: MakeFile, encoding: str) -> None:
    before, after = (
        get_encoding(encoding).encode_mentions(get_encoding("BIO").decode_labels(labels.split()), 6)
        for labels in ("B-X I-X B-Y O B-Z B-X", "B-Q I-Q O O O B-Q")
    )
    path = make_file(file_of([before]))
    changes = TypeChanges(remove=("Y",), keep=("Q",), mapping=(("X", "Q"),))
    assert labels_in(convert_file(path, FileOptions(encoding=encoding), None, changes).data) == list(after)


def test_types_that_become_one_do_not_merge_mentions(make_file: MakeFile) -> None:
    path = make_file(file_of([["I-X", "I-Y", "I-Y"]]))
    changes = TypeChanges(mapping=(("Y", "X"),))
    assert labels_in(convert_file(path, FileOptions(encoding="IOB"), None, changes).data) == ["I-X", "B-X", "I-X"]
    with pytest.raises(ConversionError, match="two mentions of one type touch"):
        convert_file(path, FileOptions(encoding="IO"), None, changes)


def test_touching_mentions_of_one_type_are_not_written_as_io(make_file: MakeFile) -> None:
    path = make_file("a B-X\n\nb B-X\nc I-X\nd B-X\n")
    message = (
        f"{path}:5: at “d” two mentions of one type touch, and IO would make them one; "
        "choose another encoding with --to, or fix the file"
    )
    with pytest.raises(ConversionError) as caught:
        convert_file(path, FileOptions(), "IO", NONE)
    assert (str(caught.value), caught.value.exit_status) == (message, 1)


def test_invalid_labels_are_not_converted(make_file: MakeFile) -> None:
    path = make_file("a B-X\n\nb I-X\n")
    message = (
        f"{path}:3: I-X cannot begin a sentence in BIO (1 invalid transition in this file); "
        "choose a repair with nerinspect repair --method (conlleval or discard), or fix the file"
    )
    with pytest.raises(InvalidTransitionError) as caught:
        convert_file(path, FileOptions(encoding="BIO", repair="conlleval"), "BIOES", NONE)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("new", "text_encoding", "message"),
    [
        ("A B", "utf-8", "“B-A B” would not be a label: a type cannot contain a blank"),
        ("Größe", "ascii", "“B-Größe” cannot be written in ascii; choose another name in --map-types"),
    ],
)
def test_types_that_no_label_can_hold_are_refused(
    make_file: MakeFile, new: str, text_encoding: str, message: str
) -> None:
    options = FileOptions(text_encoding=text_encoding)
    with pytest.raises(CommandError, match=message):
        convert_file(make_file("a B-X\n"), options, None, TypeChanges(mapping=(("X", new),)))


def test_spans_have_no_chunk_encoding(make_file: MakeFile) -> None:
    path = make_file('[{"tokens": ["a"], "entities": []}]', "x.json")
    with pytest.raises(CommandError, match="has spans, not labels, and needs no chunk encoding; leave out --to"):
        convert_file(path, FileOptions(), "BIO", NONE)


class WritingReader(JsonReader):
    """Reads JSON, and writes mentions one a line."""

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        names = [mentions.types[code] for code in mentions.type_codes]
        return "".join(f"{start} {name}\n" for start, name in zip(mentions.start, names, strict=True)).encode()


class UnwritableReader:
    """Reads JSON and writes nothing."""

    name, title, suffixes, takes = "json", "JSON for reading", (), "text"
    guess, read = JsonReader().guess, JsonReader().read


def read_json_by(other: object, monkeypatch: pytest.MonkeyPatch) -> None:
    own = reader._own_reader
    monkeypatch.setattr(reader, "_own_reader", lambda name: other if name == "json" else own(name))


JSON = (
    '[{"tokens": ["a", "b"], "entities": [{"type": "X", "start": 0, "end": 1}, {"type": "Y", "start": 1, "end": 2}]}]'
)


def test_types_of_spans_are_changed_where_they_can_be_written(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_json_by(WritingReader(), monkeypatch)
    changes = TypeChanges(remove=("Y",), mapping=(("X", "Z"),))
    converted = convert_file(make_file(JSON, "x.json"), FileOptions(), None, changes)
    assert converted.data == b"0 Z\n"
    assert converted.source.notes == ("type X mapped to Z: 1 mention", "type Y removed: 1 mention")


def test_a_format_that_cannot_be_written_is_told(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    read_json_by(UnwritableReader(), monkeypatch)
    with pytest.raises(CommandError, match="JSON for reading can be read, but not written back"):
        convert_file(make_file(JSON, "x.json"), FileOptions(), None, TypeChanges(keep=("X",)))


REAL = ["conll02-nl/ned.testa", "masakhaner2-ewe/test.txt", "wnut17/emerging.dev.conll"]
CHANGES: list[tuple[TypeChanges, Mapping[str, list[str]]]] = [
    (TypeChanges(keep=("PER", "person")), {}),
    (TypeChanges(remove=("LOC", "MISC", "location")), {}),
    (TypeChanges(remove=("LOC", "location"), mapping=(("LOC", "ORG"), ("location", "group"))),
     {"ORG": ["LOC"], "group": ["location"]}),
    (TypeChanges(keep=("ORG", "group"), mapping=(("LOC", "ORG"), ("location", "group"))),
     {"ORG": ["LOC"], "group": ["location"]}),
]  # fmt: skip


@pytest.mark.parametrize("to", ["IOB", "BIOES", "BMEOW"])
@pytest.mark.parametrize("name", REAL)
def test_public_files_are_converted_as_seqscore_converts_them(
    data_folder: Path, tmp_path: Path, name: str, to: str
) -> None:
    path, out = str(data_folder / name), tmp_path / "out"
    done = CliRunner().invoke(their_convert, [path, str(out), "--input-labels", "BIO", "--output-labels", to])
    assert done.exit_code == 0, done.output
    converted = convert_file(path, FileOptions(encoding="BIO"), to, NONE).data
    assert labels_in(converted) == labels_in(out.read_bytes())
    (tmp_path / "there").write_bytes(converted)
    assert convert_file(str(tmp_path / "there"), FileOptions(encoding=to), "BIO", NONE).data == Path(path).read_bytes()


@pytest.mark.parametrize(("changes", "type_map"), CHANGES)
@pytest.mark.parametrize("name", REAL)
def test_types_of_public_files_change_as_seqscore_changes_them(
    data_folder: Path, tmp_path: Path, name: str, changes: TypeChanges, type_map: Mapping[str, list[str]]
) -> None:
    path, out, map_file = str(data_folder / name), tmp_path / "out", tmp_path / "map.json"
    map_file.write_text(json.dumps(type_map))
    options = ["--keep-types", ",".join(changes.keep), "--remove-types", ",".join(changes.remove)]
    done = CliRunner().invoke(their_process, [path, str(out), *options, "--type-map", str(map_file)])
    assert done.exit_code == 0, done.output
    assert labels_in(convert_file(path, FileOptions(encoding="BIO"), None, changes).data) == labels_in(out.read_bytes())


def test_the_labels_of_a_file_are_read_back_from_what_was_written(make_file: MakeFile) -> None:
    first = make_file("a B-X\nb I-X\nc B-Y\n", "first")
    second = make_file(convert_file(first, FileOptions(), "BILOU", NONE).data, "second")
    assert read_content(second).data == b"a B-X\nb L-X\nc U-Y\n"


@pytest.mark.parametrize("mapping", [(("PER", "Z"), ("LOC", "B")), (("PER", "LOC"), ("LOC", "PER"))])
def test_types_are_not_renamed_where_several_mentions_have_one_extent(
    make_file: MakeFile, mapping: tuple[tuple[str, str], ...]
) -> None:
    entities = [{"type": name, "start": 0, "end": 1} for name in ("PER", "LOC")]
    path = make_file(json.dumps([{"tokens": ["Georgia", "b"], "entities": entities}]), "x.json")
    with pytest.raises(ConversionError, match="“Georgia” is marked by several mentions of one extent"):
        convert_file(path, FileOptions(), None, TypeChanges((), (), mapping))
    assert convert_file(path, FileOptions(), None, TypeChanges((), ("X",), (("Y", "Z"),))).data
