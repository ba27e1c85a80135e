from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions, distinct_mentions
from nerinspect.corpus.text import Text
from nerinspect.errors import TokensDifferError
from nerinspect.io.content import Content
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.reading.reference_tokens import Projection, holds_same_text, project

Span = tuple[int, int, str]
Project = Callable[..., Projection]
TYPES = ("A", "B")


@pytest.fixture
def project_spans(make_text: Callable[..., Text]) -> Project:
    """Project spans between texts such as `New York|wins`: tokens parted by blanks, sentences by bars."""

    def run(reference: str, prediction: str, *spans: Span) -> Projection:
        sides = [make_text([part.split(" ") for part in side.split("|")]) for side in (reference, prediction)]
        return project(file_of(sides[0], "ref"), file_of(sides[1], "pred"), mentions_of(spans))

    return run


def file_of(text: Text, path: str) -> RawFile:
    return RawFile(Content(path, b"", "", 0, "utf-8"), "conll", text)


def mentions_of(spans: Sequence[Span]) -> Mentions:
    rows = [(start, end, TYPES.index(name)) for start, end, name in spans]
    columns = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    return distinct_mentions(columns[0], columns[1], columns[2], TYPES)[0]


def spans_of(mentions: Mentions) -> list[Span]:
    rows = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True)
    return [(start, end, mentions.types[code]) for start, end, code in rows]


@pytest.mark.parametrize(
    ("reference", "prediction", "span", "expected"),
    [
        ("New York wins", "New York wins", (0, 2, "A"), (0, 2, "A")),
        ("New York wins", "NewYork wins", (0, 1, "A"), (0, 2, "A")),
        ("U.S. wins", "U . S . wins", (0, 4, "A"), (0, 1, "A")),
        ("a|b New|York", "a b|New York", (2, 3, "A"), (2, 3, "A")),
        ("do n't go", "don 't go", (0, 2, "A"), (0, 2, "A")),
        ("東京 タワー", "東 京 タ ワ ー", (0, 2, "B"), (0, 1, "B")),
        ("New\u00a0York wins", "New York wins", (0, 2, "A"), (0, 1, "A")),
        ("a \u200b b", "a b", (1, 2, "A"), (2, 3, "A")),
        ("Ta", "T a", (0, 2, "A"), (0, 1, "A")),
    ],
)
def test_a_mention_is_carried_where_its_ends_are_token_borders(
    project_spans: Project, reference: str, prediction: str, span: Span, expected: Span
) -> None:
    found = project_spans(reference, prediction, span)
    assert (spans_of(found.mentions), found.number.tolist(), found.left_out) == ([expected], [0], ())


@pytest.mark.parametrize(
    ("reference", "prediction", "span", "told"),
    [
        ("x NewYork", "x New York", (1, 2, "A"), "line 2, “New” of type A: it cuts a token of the reference"),
        ("x|Ne wY|ork", "x|New York", (1, 2, "A"), "line 3, “New” of type A: it cuts a token of the reference"),
        (
            "x|New|York",
            "x|New York",
            (1, 3, "B"),
            "line 3, “New York” of type B: it crosses the end of a sentence of the reference",
        ),
        ("ab", "a \u00a0 b", (1, 2, "A"), "line 2, “\u00a0” of type A: it cuts a token of the reference"),
    ],
)
def test_a_mention_without_a_place_is_told(
    project_spans: Project, reference: str, prediction: str, span: Span, told: str
) -> None:
    found = project_spans(reference, prediction, span)
    assert (len(found.mentions), found.number.tolist(), [str(one) for one in found.left_out]) == (0, [-1], [told])
    assert found.notes[1] == f"1 mention that do not fit there left out; the first: {told}"


def test_sizes_of_both_sides_are_noted(project_spans: Project) -> None:
    found = project_spans("New York is a b", "NewYork i s|ab", (0, 1, "A"), (1, 2, "A"), (3, 4, "B"))
    assert found.notes[0] == "2 mentions of 3 mapped onto the reference's tokens (4 tokens here, 5 there)"


def test_a_mention_without_a_line_is_told_with_its_sentence(make_text: Callable[..., Text]) -> None:
    pred = make_text([["x"], ["a", "b"]], lines=[0, 0])
    found = project(file_of(make_text([["x", "ab"]]), "ref"), file_of(pred, "pred"), mentions_of([(1, 2, "A")]))
    assert str(found.left_out[0]).startswith("sentence 2, “a”")


def test_mentions_that_become_equal_count_once(project_spans: Project) -> None:
    found = project_spans("a b", "\u00a0 a b", (0, 2, "A"), (1, 2, "A"))
    assert (spans_of(found.mentions), found.number.tolist()) == ([(0, 1, "A")], [0, 0])
    assert found.notes[-1] == "1 mention the same as another there, counted once"


@pytest.mark.parametrize(
    ("reference", "prediction", "told"),
    [
        ("one two", "one twO", "pred:2: {}: “onetwO”, but ref:2 has “onetwo”; "),
        ("one|two", "onetwo x", "pred:2: {}: “onetwox”, but ref:3 has “onetwo” and no more; "),
        ("one two x", "on|etwo", "pred:3: {}: “onetwo” and no more, but ref:3 has “onetwox”; "),
        ("a é", "a è", "pred:2: {}: “aè”, but ref:2 has “aé”; "),
        ("a é", "a e\u0301", "pred:2: {}: “ae\u0301”, but ref:2 has “aé”; "),
    ],
)
def test_another_text_is_refused_at_its_first_difference(
    project_spans: Project, reference: str, prediction: str, told: str
) -> None:
    with pytest.raises(TokensDifferError) as caught:
        project_spans(reference, prediction)
    assert str(caught.value).startswith(told.format("the text differs apart from blanks"))


def test_a_difference_is_shown_with_some_characters_around_it(project_spans: Project) -> None:
    with pytest.raises(TokensDifferError, match=f"“{'é' * 12}y{'é' * 23}”, but ref:1 has “{'é' * 12}x{'é' * 23}”"):
        project_spans("é" * 50 + "x" + "é" * 50, "é" * 50 + "y" + "é" * 50)


@pytest.mark.parametrize(("prediction", "same"), [("on e|two", True), ("one tw", False), ("one twO", False)])
def test_it_is_known_beforehand_whether_mentions_can_be_carried(
    make_text: Callable[..., Text], prediction: str, same: bool
) -> None:
    sides = [make_text([part.split(" ") for part in side.split("|")]) for side in ("one two", prediction)]
    assert holds_same_text(file_of(sides[0], "ref"), file_of(sides[1], "pred")) is same


# Properties


@st.composite
def divided_text(draw: st.DrawFn) -> tuple[list[list[list[str]]], list[Span]]:
    """Draw a text cut in two ways into sentences of tokens, and spans on the second."""
    signs = draw(st.lists(st.sampled_from("aé東😀."), min_size=1, max_size=12))
    sides = []
    for _ in range(2):
        cuts = draw(st.lists(st.sampled_from(["", " ", "|"]), min_size=len(signs) - 1, max_size=len(signs) - 1))
        written = "".join(sign + cut for sign, cut in zip(signs, [*cuts, ""], strict=True))
        sides.append([sentence.split(" ") for sentence in written.split("|")])
    starts = [0, *accumulate(map(len, sides[1]))]
    spans = []
    for first, last in pairwise(starts):
        for _ in range(draw(st.integers(0, 2))):
            start = draw(st.integers(first, last - 1))
            spans.append((start, draw(st.integers(start + 1, last)), draw(st.sampled_from(TYPES))))
    return sides, sorted(set(spans))


def borders(side: list[list[str]]) -> list[int]:
    return [0, *accumulate(len(token) for sentence in side for token in sentence)]


@given(divided_text())
def test_mentions_are_carried_as_one_by_one(drawn: tuple[list[list[list[str]]], list[Span]]) -> None:
    (ref, pred), spans = drawn
    ends = {sum(len("".join(sentence)) for sentence in ref[: number + 1]) for number in range(len(ref))}
    expected: list[Span | None] = []
    for start, end, name in spans:
        first, last = borders(pred)[start], borders(pred)[end]
        inside_one = not any(first < stop < last for stop in ends)
        if first in borders(ref) and last in borders(ref) and inside_one:
            expected.append((borders(ref).index(first), borders(ref).index(last), name))
        else:
            expected.append(None)
    found = project(file_of(text_of(ref), "ref"), file_of(text_of(pred), "pred"), mentions_of(spans))
    carried = spans_of(found.mentions)
    assert [carried[number] if number >= 0 else None for number in found.number.tolist()] == expected
    assert (len(found.left_out), len(carried)) == (expected.count(None), len(expected) - expected.count(None))


def text_of(sentences: list[list[str]]) -> Text:
    import pyarrow as pa

    encoded = pa.array([token for sentence in sentences for token in sentence]).dictionary_encode()
    starts = np.array([0, *accumulate(map(len, sentences))], dtype=np.int32)
    none = np.zeros(len(sentences), dtype=np.int32)
    return Text(encoded.dictionary, encoded.indices.to_numpy(), starts, none, none + 1)


def test_a_real_pair_of_another_text_is_refused_with_the_place(data_folder: Path) -> None:
    from nerinspect.io.reading.files import read_path
    from nerinspect.io.request import LoadRequest, NamedPath

    paths = [str(data_folder / "masakhaner2-yor-misaligned" / name) for name in ("test.txt", "mbert.run1.txt")]
    request = LoadRequest(paths[0])
    files = [read_path(NamedPath(path), request.file_options(path, "reference")) for path in paths]
    with pytest.raises(TokensDifferError) as caught:
        project(files[0], files[1], mentions_of([]))
    assert 'Consumers"Protection' in str(caught.value)
    assert caught.value.line == 1707
