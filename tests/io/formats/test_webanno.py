"""WebAnno files are read as their rows say."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.errors import CommandError, DataError, DiscontinuousError, NoLabelFieldError, WebannoShapeError
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.io.formats.webanno import READER, escaped, items, plain, split
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from tests.io.formats.webanno_files import (
    FILE,
    NER,
    NUMBERED,
    PARTS,
    POS,
    SKIP,
    MakeFile,
    read,
    spans_of,
    table,
    written,
)

OUTWARD = ReadOptions(spans="outward")


def sentences_of(raw: RawFile) -> list[list[str]]:
    assert raw.text is not None
    return [raw.text.tokens_of(number) for number in range(raw.text.n_sentences)]


# Reading


def test_tokens_and_mentions_are_read(make_file: MakeFile) -> None:
    raw = read(make_file(FILE))
    assert sentences_of(raw) == [["Ana", "Smith", "met", "Bob", "😀", "."], ["Rome"]]
    assert spans_of(raw) == NUMBERED
    assert raw.notes == (
        "mentions are those of NamedEntity.value; the file also has POS.PosValue, NamedEntity.identifier",
    )


def test_lines_and_names_of_sentences_are_kept(make_file: MakeFile) -> None:
    text = read(make_file(FILE)).text
    assert text is not None
    assert [text.line_of(place) for place in (0, 5, 6)] == [9, 14, 17]
    assert text.sentence_names == ("s1", "")


def test_tokens_are_parted_as_in_the_text(make_file: MakeFile) -> None:
    rows = table("1-1 5-8 Ana _", "1-2 10-12 😀 _", "1-3 12-13 ! _", "1-4 15-18 Bob _", "", "2-1 19-23 Rome _")
    text = read(make_file(rows.replace("#Text=…", "#Text=Ana  😀!\n#Text= Bob"))).text
    assert text is not None
    assert text.gaps_in(0, text.n_tokens) == ("", "  ", "", "\n ", "")


def test_a_text_that_fits_no_offsets_still_has_its_blanks(make_file: MakeFile) -> None:
    text = read(make_file(table("1-1 0-3 Ana _", "1-2 4-5 B _", "1-3 5-6 ! _"))).text
    assert text is not None
    assert text.gaps_in(0, text.n_tokens) == ("", " ", "")


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
    assert raw.notes[1] == "2 relations left out: an argument is not a mention; the first: line 12, x"


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


# Discontinuous mentions


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
    assert raw.notes == ("mentions are those of NamedEntity.value; the file also has C",)


def test_a_file_without_the_layer_has_no_mentions(make_file: MakeFile) -> None:
    path = make_file(table("1-1 0-1 a NN", header=POS))
    raw = read(path)
    assert spans_of(raw) == []
    assert raw.notes == ("no layer is called NamedEntity, so there are no mentions; the file has POS.PosValue",)
    assert written(path, []) == Path(path).read_text()
    with pytest.raises(CommandError, match="has no layer NamedEntity to write to"):
        written(path, [(0, 1, "X")])
    assert read(make_file("#FORMAT=WebAnno TSV 3.3\n\n\n#Text=a\n1-1\t0-1\ta\t\n")).notes[0].endswith("has none")


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
        (["1-1 0-3 Ana _", "1-1.1 2-9 a X"], "7: 1-1.1 goes beyond its token “Ana”; "),
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
