import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import (
    CommandError,
    DataError,
    DiscontinuousError,
    NerinspectError,
    NoLabelFieldError,
    WebannoShapeError,
)
from nerinspect.io.formats.reader import MentionWriter
from nerinspect.io.formats.webanno import READER
from nerinspect.io.formats.webanno_cells import escaped, items, plain, split
from nerinspect.io.load import load_study
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.io.reading import open_path, read_with
from nerinspect.io.request import FileOptions, LoadRequest

MakeFile: TypeAlias = Callable[..., str]
Span: TypeAlias = tuple[int, int, str]

PLAIN = ReadOptions()
OUTWARD = ReadOptions(spans="outward")
SKIP = ReadOptions(spans="skip", discontinuous="skip")

NER = "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value"
POS = "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue"
RELATION = "#T_RL=webanno.custom.Rel|label|BT_de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"

FILE = f"""#FORMAT=WebAnno TSV 3.3
{POS}
{NER}
{RELATION}


#Sentence.id=s1
#Text=Ana Smith met Bob 😀 .
1-1\t0-3\tAna\tNNP\tQ1[1]\tPER[1]\t_\t_\t
1-2\t4-9\tSmith\tNNP\tQ1[1]|*[2]\tPER[1]|LAST\\_NAME[2]\t_\t_\t
1-3\t10-13\tmet\tVB\t_\t_\t_\t_\t
1-4\t14-17\tBob\tNNP\t*\tPER\tmeets\t1-1[1_0]\t
1-5\t18-20\t😀\tSYM\t_\t_\t_\t_\t
1-6\t21-22\t.\t.\t_\t_\t_\t_\t

#Text=Rome
2-1\t23-27\tRome\tNNP\tQ220\tLOC\t_\t_\t
"""
NUMBERED = [(0, 2, "PER"), (1, 2, "LAST_NAME"), (3, 4, "PER"), (6, 7, "LOC")]


def table(*rows: str, header: str = "#T_SP=x.NamedEntity|value") -> str:
    """Write a file from rows such as `1-1 0-3 Ana PER`, an empty one between sentences."""
    body = "\n".join("\t".join(row.split(" ")) for row in rows)
    return f"#FORMAT=WebAnno TSV 3.2\n{header}\n\n\n#Text=…\n{body}\n"


def read(path: str | Path, options: ReadOptions = PLAIN, text_encoding: str = "utf-8") -> RawFile:
    return read_with(READER, open_path(str(path)), FileOptions(text_encoding=text_encoding, reading=options))


def spans_of(raw: RawFile) -> list[Span]:
    found = raw.mentions
    assert found is not None
    rows = zip(found.start.tolist(), found.end.tolist(), found.type_codes.tolist(), strict=True)
    return [(start, end, found.types[code]) for start, end, code in rows]


def sentences_of(raw: RawFile) -> list[list[str]]:
    assert raw.text is not None
    return [raw.text.tokens_of(number) for number in range(raw.text.n_sentences)]


# Reading


def test_tokens_and_mentions_are_read(make_file: MakeFile) -> None:
    raw = read(make_file(FILE))
    assert sentences_of(raw) == [["Ana", "Smith", "met", "Bob", "😀", "."], ["Rome"]]
    assert spans_of(raw) == NUMBERED
    assert raw.notes == (
        "mentions are those of NamedEntity.value; the file also holds POS.PosValue, NamedEntity.identifier",
    )


def test_lines_and_names_of_sentences_are_kept(make_file: MakeFile) -> None:
    text = read(make_file(FILE)).text
    assert text is not None
    assert [text.line_of(place) for place in (0, 5, 6)] == [9, 14, 17]
    assert text.sentence_names == ("s1", "")


def test_offsets_count_characters_though_the_file_counts_units(make_file: MakeFile) -> None:
    offsets = read(make_file(FILE)).offsets
    assert offsets is not None
    assert offsets[4:].tolist() == [[18, 19], [20, 21], [22, 26]]


def test_relations_join_mentions(make_file: MakeFile) -> None:
    relations = read(make_file(FILE)).relations
    assert relations is not None
    assert (relations.head.tolist(), relations.tail.tolist(), relations.types) == ([0], [2], ("meets",))


def test_relations_without_ends_or_value_are_told(make_file: MakeFile) -> None:
    path = make_file(FILE.replace("\tmeets\t1-1[1_0]", "\t*|x|y\t1-1|9-9|odd"))
    raw = read(path)
    assert raw.relations is not None
    assert (raw.relations.types[raw.relations.type_codes[0]], raw.relations.head.tolist()) == ("Rel", [0])
    assert raw.notes[1] == "2 relations left out: an argument is no mention; the first: line 12, x"


def test_other_layers_are_columns(make_file: MakeFile) -> None:
    others = read(make_file(FILE), ReadOptions(others=True)).others
    assert [(column.name, column.value(0), column.value(6)) for column in others] == [
        ("POS.PosValue", "NNP", "NNP"),
        ("NamedEntity.identifier", "Q1[1]", "Q220"),
    ]


def test_numbers_tie_cells_together_and_may_be_0(make_file: MakeFile) -> None:
    path = make_file(table("1-1 0-1 a X[0]", "1-2 2-3 b X[0]|Y[1]", "1-3 4-5 c Y", "1-4 6-7 d Y"))
    assert spans_of(read(path)) == [(0, 2, "X"), (1, 2, "Y"), (2, 3, "Y"), (3, 4, "Y")]


def test_annotations_of_one_extent_are_kept_apart(make_file: MakeFile) -> None:
    assert spans_of(read(make_file(table("1-1 0-1 a X[1]|Y[2]")))) == [(0, 1, "X"), (0, 1, "Y")]


@pytest.mark.parametrize(
    ("cell", "type_name"),
    [
        ("*", "*"),
        ("*[3]", "*"),
        (r"\*", "*"),
        (r"\_", "_"),
        (r"a\|b\[1\]", "a|b[1]"),
        (r"a\\[1]", "a\\"),
        (r"a\->b", "a->b"),
    ],
)
def test_values_are_read_without_escapes(make_file: MakeFile, cell: str, type_name: str) -> None:
    assert spans_of(read(make_file(table(f"1-1 0-1 a {cell}")))) == [(0, 1, type_name)]


def test_a_layer_without_features_names_its_mentions(make_file: MakeFile) -> None:
    raw = read(make_file(table("1-1 0-1 a *", header="#T_SP=custom.Quote|")))
    assert (spans_of(raw), raw.notes) == ([(0, 1, "Quote")], ("mentions are those of Quote",))


@pytest.mark.parametrize(
    ("word", "length", "expected"),
    [(r"a\\b", 3, "a\\b"), (r"a\\b", 4, r"a\\b"), (r"\temp", 5, r"\temp"), (r"a\tb", 3, "a\tb")],
)
def test_the_offsets_tell_whether_a_token_is_escaped(
    make_file: MakeFile, word: str, length: int, expected: str
) -> None:
    raw = read(make_file(table(f"1-1 0-{length} {word} X", f"1-2 {length + 1}-{length + 4} a\\b _")))
    assert sentences_of(raw) == [[expected, "a\\b"]]


def test_offsets_that_do_not_fit_are_told(make_file: MakeFile) -> None:
    raw = read(make_file(table("1-1 0-1 😀 X", "1-2 1-2 b _", "1-3 1-2 c _")))
    assert (raw.offsets, spans_of(raw)) == (None, [(0, 1, "X")])
    assert raw.notes == (
        "1 token not as long as the offsets say, read as written; the first: line 6, “😀” at 0–1",
        "1 token beginning inside the one before, read as written; the first: line 8, “c” at 1–2",
    )


def test_a_mention_over_two_sentences_joins_them(make_file: MakeFile) -> None:
    raw = read(make_file(table("1-1 0-1 a X[1]", "", "2-1 2-3 b X[1]", "", "3-1 4-5 c _")))
    assert (sentences_of(raw), spans_of(raw)) == ([["a", "b"], ["c"]], [(0, 2, "X")])


def test_files_of_other_writers_are_read(make_file: MakeFile) -> None:
    """The package web-anno-tsv 0.0.1 wrote rows like these: numbers from 0, no TAB at the end."""
    path = make_file(
        table(
            "1-1 0-3 Ana *[0] PER[0]",
            "1-2 4-9 Smith *[0]|*[1] PER[0]|LAST[1]",
            "1-3 10-12 😀 *[3] EMO[3]",
            "1-4 13-22 Bob-Jones _ _",
            "1-4.1 13-16 Bob *[2] PER[2]",
            "1-5 23-27 C:\\\\x _ _",
            "",
            "2-1 28-32 Rome *[4] LOC[4]",
            header=NER,
        )
    )
    raw = read(path, OUTWARD)
    assert sentences_of(raw) == [["Ana", "Smith", "😀", "Bob-Jones", "C:\\x"], ["Rome"]]
    assert spans_of(raw) == [(0, 2, "PER"), (1, 2, "LAST"), (2, 3, "EMO"), (3, 4, "PER"), (5, 6, "LOC")]


def test_the_program_opens_such_files(make_file: MakeFile) -> None:
    study = load_study(LoadRequest(make_file(FILE, "a.tsv"), (make_file(FILE.replace("LOC", "ORG"), "b.tsv"),)))
    assert sorted(study.events.kind.tolist()) == [0, 0, 0, 3]


# Parts of tokens

PARTS = table(
    "1-1 0-6 aaaaaa A[1]",
    "1-1.1 3-6 aaa B[2]|C",
    "1-2 7-13 bbbbbb B[2]",
    "1-2.1 7-10 bbb D",
    "1-2.2 8-8  E",
    "1-3 14-15 c _",
)


def test_parts_of_tokens_are_refused_by_default(make_file: MakeFile) -> None:
    path = make_file(PARTS.replace("1-2.2\t8-8\t\tE\n", ""))
    with pytest.raises(DataError) as caught:
        read(path)
    assert str(caught.value).startswith(
        f"{path}:7: 1-1.1: the span “aaa bbbbbb” of type B cuts the token “aaaaaa” (2 more such spans in this file); "
    )


def test_parts_of_tokens_are_widened_by_choice(make_file: MakeFile) -> None:
    raw = read(make_file(PARTS), OUTWARD)
    assert spans_of(raw) == [(0, 1, "A"), (0, 1, "C"), (0, 2, "B"), (1, 2, "D")]
    assert raw.notes[0] == (
        "1 span without characters left out; the first: line 10, 1-2.2: an annotation of type E covers no character"
    )


def test_parts_of_tokens_are_left_out_by_choice(make_file: MakeFile) -> None:
    assert spans_of(read(make_file(PARTS), SKIP)) == [(0, 1, "A")]


def test_a_part_that_is_the_whole_token_is_exact(make_file: MakeFile) -> None:
    path = make_file(table("1-1 5-8 😀é X[1]", "1-2 9-12 b😀 _", "1-2.1 9-12 b😀 X[1]"))
    assert spans_of(read(path)) == [(0, 2, "X")]


def test_a_part_after_a_long_character_is_counted_in_units(make_file: MakeFile) -> None:
    path = make_file(table("1-1 0-4 😀bé _", "1-1.1 2-3 b X"))
    with pytest.raises(DataError, match="the span “b” of type X cuts the token “😀bé”"):
        read(path)


# Mentions in pieces


def test_annotations_with_gaps_follow_the_rule(make_file: MakeFile) -> None:
    path = make_file(table("1-1 0-1 a X[1]", "1-2 2-3 b _", "1-3 4-5 c X[1]", "1-4 6-7 d Y"))
    with pytest.raises(DiscontinuousError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}:6: X[1] covers 1-1 and 1-3, but no token between them; ")
    raw = read(path, SKIP)
    assert spans_of(raw) == [(3, 4, "Y")]
    assert raw.notes[0].startswith("1 mention in several pieces left out; the first: line 6, X[1] covers 1-1 and 1-3")


# Choosing a layer


@pytest.mark.parametrize(
    ("asked", "type_name"),
    [
        ("", "LOC"),
        ("NamedEntity", "LOC"),
        ("value", "LOC"),
        ("NamedEntity.value", "LOC"),
        ("NamedEntity.identifier", "Q220"),
        ("identifier", "Q220"),
        ("POS", "NNP"),
        ("PosValue", "NNP"),
        ("de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS.PosValue", "NNP"),
        ("de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier", "Q220"),
    ],
)
def test_the_layer_is_chosen_by_name(make_file: MakeFile, asked: str, type_name: str) -> None:
    assert spans_of(read(make_file(FILE), ReadOptions(label_field=asked)))[-1] == (6, 7, type_name)


@pytest.mark.parametrize(("asked", "problem"), [("", "several layers"), ("C", "called “C”"), ("A", "several layers")])
def test_what_is_not_one_layer_is_refused_with_their_names(make_file: MakeFile, asked: str, problem: str) -> None:
    path = make_file(table("1-1 0-1 a _ _ _", header="#T_SP=x.A|b|c\n#T_SP=x.B|b"))
    with pytest.raises(NoLabelFieldError, match=rf"{problem}.*\(there are: A\.b, A\.c, B\.b\); name one with --label"):
        read(path, ReadOptions(label_field=asked))


def test_columns_of_slots_and_chains_are_passed_over(make_file: MakeFile) -> None:
    header = (
        "#T_SP=x.A|ROLE_x.A:r_x.L|x.NamedEntity\n#T_SP=x.NamedEntity|value\n#T_CH=x.C|referenceType|referenceRelation"
    )
    path = make_file(table(r"1-1 0-1 a b;c 1-2[1];1-2 X pr[1] coref->1-1", header=header))
    raw = read(path)
    assert spans_of(raw) == [(0, 1, "X")]
    assert raw.notes == ("mentions are those of NamedEntity.value; the file also holds C",)


def test_a_file_without_the_layer_has_no_mentions(make_file: MakeFile) -> None:
    path = make_file(table("1-1 0-1 a NN", header=POS))
    raw = read(path)
    assert spans_of(raw) == []
    assert raw.notes == ("no layer is called NamedEntity, so there are no mentions; the file holds POS.PosValue",)
    assert written(path, []) == Path(path).read_text()
    with pytest.raises(CommandError, match="has no layer NamedEntity to write to"):
        written(path, [(0, 1, "X")])
    assert read(make_file("#FORMAT=WebAnno TSV 3.3\n\n\n#Text=a\n1-1\t0-1\ta\t\n")).notes[0].endswith("holds none")


# Mistakes


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (["1-1 0-3 Ana"], "6: the row has 3 fields, but the header asks for 4; "),
        (
            ["1-1 0-3 Ana _", "1-x 4-5 b _"],
            "7: a row begins with sentence-token and begin-end, such as “1-1 0-4”, not ",
        ),
        (["1-1 0 Ana _"], "6: a row begins with sentence-token and begin-end, such as “1-1 0-4”, not with “1-1 0”; "),
        ([f"1-1 0-{'9' * 30} Ana _"], "6: a row begins with sentence-token"),
        (["1-1.1 0-3 Ana _"], "6: there is part of a token before the token; "),
        (["1-1 0-3  _"], "6: the token is empty; "),
        (["1-1 0-3 Ana _", "1-1.1 2-9 a X"], "7: 1-1.1 leaves its token “Ana”; "),
        (["1-1 0-3 Ana X[1]", "1-2 4-5 b Y[1]"], "7: [1] is Y here, but X in line 6; "),
        (["1-1 0-3 Ana _", "1-1.1 2-2  X"], "7: 1-1.1: an annotation of type X covers no character; "),
    ],
)
def test_rows_that_cannot_be_read_are_named(make_file: MakeFile, rows: list[str], problem: str) -> None:
    path = make_file(table(*rows))
    with pytest.raises(DataError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}:{problem}")


def test_other_versions_and_lists_are_refused(make_file: MakeFile) -> None:
    path = make_file("#FORMAT=WebAnno TSV 2\n")
    with pytest.raises(WebannoShapeError, match="not #FORMAT=WebAnno TSV 3"):
        read(path)
    with pytest.raises(CommandError, match="leave out #a"):
        read(make_file(FILE), ReadOptions(key="a"))


def test_the_format_is_known_by_its_first_line() -> None:
    guess = READER.guess("a.tsv", FILE.encode())
    assert guess is not None
    assert guess.reason == "by content: #FORMAT=WebAnno TSV 3.3"
    assert READER.guess("a.tsv", b"Ana O\n") is None


# Cells


@given(st.text(st.sampled_from("ab\\[]|_*;->\t\n1"), max_size=12))
def test_an_escaped_value_is_one_item_and_comes_back(value: str) -> None:
    found = items(f"{escaped(value)}[7]|x")
    assert ([plain(item.value) for item in found], found[0].number) == ([value, "x"], 7)
    assert split(f"{escaped(value)};x", ";") == [escaped(value), "x"]


# Writing


def as_mentions(spans: Sequence[Span]) -> Mentions:
    types = tuple(sorted({span[2] for span in spans}))
    rows = sorted((start, end, types.index(name)) for start, end, name in spans)
    start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    return Mentions(start, end, codes, types)


def written(path: str, spans: Sequence[Span], options: ReadOptions = PLAIN) -> str:
    return READER.with_mentions(read(path, options), as_mentions(spans)).decode()


def test_the_reader_can_write() -> None:
    assert isinstance(READER, MentionWriter)


@pytest.mark.parametrize("content", [FILE, FILE.replace("\n", "\r\n"), FILE.rstrip()])
def test_what_stays_keeps_its_bytes(make_file: MakeFile, content: str) -> None:
    assert written(make_file(content), NUMBERED) == content


def test_a_new_type_changes_all_cells_of_the_mention(make_file: MakeFile) -> None:
    expected = FILE.replace("\tPER[1]", "\tA\\_B[1]")
    assert written(make_file(FILE), [(0, 2, "A_B"), *NUMBERED[1:]]) == expected


def test_a_new_mention_gets_a_number_where_it_needs_one(make_file: MakeFile) -> None:
    expected = FILE.replace("Q220\tLOC", "Q220|*[3]\tLOC|X[3]").replace("😀\tSYM\t_\t_", "😀\tSYM\t*\tY")
    assert written(make_file(FILE), [*NUMBERED, (4, 5, "Y"), (6, 7, "X")]) == expected
    path = make_file(FILE.replace("\n", "\r\n"))
    expected = FILE.replace("😀\tSYM\t_\t_", "😀\tSYM\t*[3]\tY[3]").replace(".\t.\t_\t_", ".\t.\t*[3]\tY[3]")
    assert written(path, [*NUMBERED, (4, 6, "Y")]) == expected.replace("\n", "\r\n")


def test_a_mention_that_goes_leaves_the_others(make_file: MakeFile) -> None:
    expected = FILE.replace("Q1[1]|*[2]\tPER[1]|LAST\\_NAME[2]", "Q1[1]\tPER[1]").replace("\tQ220\tLOC\t", "\t_\t_\t")
    assert written(make_file(FILE), [NUMBERED[0], NUMBERED[2]]) == expected


def test_a_mention_that_moves_keeps_its_other_features(make_file: MakeFile) -> None:
    content = FILE.replace("\tmeets\t1-1[1_0]", "\t_\t_")
    expected = content.replace("Ana\tNNP\tQ1[1]\tPER[1]", "Ana\tNNP\t_\t_")
    expected = expected.replace("Q1[1]|*[2]\tPER[1]|LAST\\_NAME[2]", "*[2]|Q1[1]\tLAST\\_NAME[2]|PER[1]")
    expected = expected.replace("met\tVB\t_\t_", "met\tVB\tQ1[1]\tPER[1]")
    assert written(make_file(content), [(1, 3, "PER"), *NUMBERED[1:]]) == expected


@pytest.mark.parametrize("spans", [NUMBERED[1:], [(0, 1, "PER"), *NUMBERED[1:]], NUMBERED[:2]])
def test_a_mention_that_a_relation_names_does_not_go(make_file: MakeFile, spans: list[Span]) -> None:
    with pytest.raises(WebannoShapeError, match=r"line 12 names PER at 1-[14], which is to go or to move; remove that"):
        written(make_file(FILE), spans)


def test_a_mention_that_a_slot_names_does_not_go(make_file: MakeFile) -> None:
    header = "#T_SP=x.A|ROLE_x.A:r_x.L|x.NamedEntity\n#T_SP=x.NamedEntity|value"
    path = make_file(table("1-1 0-1 a b;c 1-2[1];1-1 X", "1-2 2-3 b _ _ Y[1]|Z[2]", header=header))
    with pytest.raises(WebannoShapeError, match="line 7 names Y at 1-2"):
        written(path, [(0, 1, "X"), (1, 2, "Z")])
    assert written(path, [(0, 1, "X"), (1, 2, "Y")]) == Path(path).read_text().replace("Y[1]|Z[2]", "Y[1]")


def test_annotations_left_out_on_reading_stay(make_file: MakeFile) -> None:
    path = make_file(PARTS)
    assert written(path, [], SKIP) == PARTS.replace("\tA[1]\n", "\t_\n")


def test_what_cannot_be_written_is_refused(make_file: MakeFile) -> None:
    path = make_file(table("1-1 0-1 a *", "1-2 2-3 b _", header="#T_SP=x.Quote|"))
    assert "\t*\n1-2\t2-3\tb\t*\n" in written(path, [(0, 1, "Quote"), (1, 2, "Quote")])
    with pytest.raises(CommandError, match="it cannot hold the type “X”"):
        written(path, [(0, 1, "X")])
    path = make_file(table("1-1 0-1 a x *[1]|Y[2]", header="#T_SP=x.NamedEntity|identifier|value"))
    with pytest.raises(WebannoShapeError, match=":6: the columns of NamedEntity hold different numbers"):
        written(path, [(0, 1, "Y")])


# Properties

CELLS = st.sampled_from(["_", "_", "*", "X", "Y[1]", "X[2]|Y", "Y[1]|X[2]", r"a\|b", "Z[3]|*[4]"])


@st.composite
def files(draw: st.DrawFn) -> str:
    rows, at = [], 0
    for number in range(1, draw(st.integers(1, 6)) + 1):
        word = draw(st.text(st.sampled_from("aé東😀"), min_size=1, max_size=3))
        length = len(word.encode("utf-16-le")) // 2
        rows.append(f"1-{number} {at}-{at + length} {word} {draw(CELLS)}")
        if draw(st.booleans()):
            part = len(word[0].encode("utf-16-le")) // 2
            rows.append(f"1-{number}.1 {at}-{at + part} {word[0]} {draw(CELLS)}")
        rows += [""] if draw(st.booleans()) else []
        at += length + 1
    return table(*rows)


def slowly(content: str) -> set[Span]:
    """Read row by row: the tokens that each annotation touches; those with gaps are left out."""
    tokens: list[tuple[int, int]] = []
    places: dict[str, list[tuple[int, int, int, str]]] = {}
    for line in content.splitlines()[5:]:
        if not line:
            continue
        unit, offsets, _, cell = line.split("\t")
        begin, end = map(int, offsets.split("-"))
        if "." not in unit:
            tokens.append((begin, end))
        for place, value in enumerate([] if cell == "_" else re.split(r"(?<!\\)\|", cell)):
            name, _, number = value.partition("[")
            places.setdefault(number or f"{unit} {place}", []).append(
                (len(tokens) - 1, begin, end, name.replace("\\", ""))
            )
    found = set()
    for rows in places.values():
        steps = [other[0] - one[0] for one, other in pairwise(rows)]
        touched = [n for n, (begin, end) in enumerate(tokens) if begin < rows[-1][2] and end > rows[0][1]]
        if not any(step > 1 for step in steps):
            found.add((touched[0], touched[-1] + 1, rows[0][3]))
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
@given(files())
def test_mentions_are_read_as_row_by_row(make_file: MakeFile, content: str) -> None:
    try:
        raw = read(make_file(content), ReadOptions(spans="outward", discontinuous="skip"))
    except WebannoShapeError as error:
        assert "give each annotation a number of its own" in str(error)  # noqa: PT017 - most files are read
        return
    assert set(spans_of(raw)) == slowly(content)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(files(), st.data())
def test_what_is_written_is_read_again(make_file: MakeFile, content: str, data: st.DataObject) -> None:
    path = make_file(content)
    try:
        raw = read(path, SKIP)
    except WebannoShapeError:
        return
    assert written(path, spans_of(raw), SKIP) == content
    starts = raw.text.sentence_start.tolist() if raw.text is not None else []
    places = st.tuples(st.sampled_from(range(len(starts) - 1)), st.sampled_from(["X", "Y", "a|b", "n"]))
    spans = {(starts[place], starts[place + 1], name) for place, name in data.draw(st.lists(places, max_size=4))}
    again = read(make_file(written(path, sorted(spans), SKIP)), SKIP)
    assert set(spans_of(again)) == spans


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=60),
        st.text(st.sampled_from("1-.0 \t\n#_*[]|\\aé"), max_size=80).map(lambda rows: f"{table()}{rows}\n".encode()),
        st.lists(st.tuples(files(), st.integers(0, 200), st.sampled_from("\t\n\\[]|*_1-.😀")), max_size=1).map(
            lambda made: "".join(file[:at] + sign + file[at + 1 :] for file, at, sign in made).encode()
        ),
    ),
    st.sampled_from(["utf-8", "latin-1", "utf-16"]),
)
def test_any_bytes_are_read_or_refused(make_file: MakeFile, content: bytes, text_encoding: str) -> None:
    path = make_file(content)
    try:
        raw = read(path, SKIP, text_encoding)
    except NerinspectError:
        return
    assert raw.text is not None
    assert raw.text.n_tokens
    assert raw.mentions is not None
    assert READER.with_mentions(raw, raw.mentions) == content
