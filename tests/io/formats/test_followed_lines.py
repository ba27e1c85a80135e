"""Predictions that follow the lines of a reference are read as if they stood for themselves."""

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError
from nerinspect.io.content import Content, FileBytes
from nerinspect.io.formats import lines as conll_lines
from nerinspect.io.formats.conll import Columns, ConllFile, read_conll
from nerinspect.io.formats.lines import Lead
from tests.examples import examples

TOKENS = st.sampled_from(
    ["a", "é", "NA", "seven77", "eight888", "rather-long-token", "#c", "B-X", "\u00a0", "-DOCSTART-"]
)
RESTS = st.sampled_from(["O", "B-X", "B-a-long-type", "x O", "y\tO", "O  ", " O", ""])
LINES = st.one_of(
    st.tuples(TOKENS, st.sampled_from(" \t"), RESTS).map("".join),
    st.sampled_from(["", "", "-DOCSTART- O", "-DOCSTART-\tO", "-DOCSTART-", " ", "\ufeffa O", "New York\tO"]),
)
TEXTS = st.lists(LINES, min_size=1, max_size=12)
COLUMNS = st.sampled_from([Columns(), Columns(0, (1,)), Columns(0, (1, -1)), Columns(1, (-1,)), Columns(comments=True)])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Draw a reference and a prediction that mostly differs in what stands behind tokens alone."""
    separator = draw(st.sampled_from([" ", "\t", None]))

    def cut(line: str) -> str:
        return line if separator is None else line.replace(" ", separator).replace("\t", separator)

    reference = [*map(cut, draw(TEXTS))]
    prediction = [draw(st.sampled_from([line, cut(line.split()[0] + " " + draw(RESTS)) if line.split() else line]))
                  for line in reference]  # fmt: skip
    prediction += draw(st.sampled_from([[], [], [""], ["", ""], ["a O"]]))
    if draw(st.sampled_from([False, False, True])):
        prediction[draw(st.integers(0, len(prediction) - 1))] = draw(LINES)
    return reference, prediction


def content(lines: list[str]) -> Content:
    return FileBytes("x", "".join(line + "\n" for line in lines).encode(), "", 0).as_text()


def outcome(read: Callable[[], ConllFile]) -> object:
    """Give everything that a reader found, or its mistake."""
    try:
        file = read()
    except DataError as mistake:
        return str(mistake)
    text = file.text
    tokens = text and [text.tokens_of(number) for number in range(text.n_sentences)]
    where = text and (text.sentence_line.tolist(), text.document.tolist())
    labels = [(one.names, one.codes.tolist()) for one in file.labels]
    others = [(one.name, one.values, one.codes.tolist()) for one in file.others]
    return tokens, where, labels, others, file.line_kinds.tolist(), file.by_tabs, file.odd_lines


@settings(max_examples=examples(150))
@given(pairs(), COLUMNS, st.booleans(), st.booleans(), st.sampled_from([1, 20, 1 << 20]))
@example((["x -DOCSTART- O", ""], ["-DOCSTART- O"]), Columns(), False, False, 1)
def test_what_follows_a_reference_reads_as_if_it_stood_alone(
    pair: tuple[list[str], list[str]], columns: Columns, alone: bool, others: bool, size: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conll_lines, "BLOCK_BYTES", size)
        try:
            token = 1 if pair[0][0].count(" ") == 2 else 0
            reference = read_conll(content(pair[0]), Columns(token))
        except DataError:
            return
        lead = Lead.of(reference.text, reference.line_kinds) if reference.text else None
        data = content(pair[1])
        following = outcome(lambda: read_conll(data, columns, alone, others, wait_for_lead=lambda: lead))
        assert following == outcome(lambda: read_conll(data, columns, alone, others))


@pytest.mark.parametrize("separator", [" ", "\t"])
def test_the_text_of_a_prediction_with_the_same_lines_is_that_of_the_reference(separator: str) -> None:
    reference = read_conll(content(["-DOCSTART- O", "", "a O", "eight888 B-X", "", "b O"]), Columns())
    assert reference.text is not None
    lead = Lead.of(reference.text, reference.line_kinds)
    lines = ["-DOCSTART- -", "", "a x O", "eight888 y B-LONGER", "", "b z O", ""]
    found = read_conll(content([line.replace(" ", separator) for line in lines]), Columns(), wait_for_lead=lambda: lead)
    assert found.text is reference.text
    assert found.labels[0].names == ("O", "B-LONGER")
