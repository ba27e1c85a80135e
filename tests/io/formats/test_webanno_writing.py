"""WebAnno files are written with nothing changed but the mentions, and read again as they were."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError, NerinspectError, WebannoShapeError
from nerinspect.io.formats.reader import MentionWriter, ReadOptions
from nerinspect.io.formats.webanno import READER
from tests.examples import examples
from tests.io.formats.webanno_files import (
    FILE,
    NUMBERED,
    PARTS,
    SKIP,
    MakeFile,
    Span,
    read,
    spans_of,
    table,
    written,
)


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
    with pytest.raises(WebannoShapeError, match=r"line 12 names PER at 1-[14], which would be moved; remove that"):
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
    with pytest.raises(WebannoShapeError, match=":6: the columns of NamedEntity have different numbers"):
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


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(100))
@given(files())
def test_mentions_are_read_as_row_by_row(make_file: MakeFile, content: str) -> None:
    try:
        raw = read(make_file(content), ReadOptions(spans="outward", discontinuous="skip"))
    except WebannoShapeError as error:
        assert "give each annotation a unique number" in str(error)  # noqa: PT017 - most files are read
        return
    assert set(spans_of(raw)) == slowly(content)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(80))
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


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(200))
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
