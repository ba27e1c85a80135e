"""Files are read as a plain reader reads them that follows the definition line by line."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError, NoTokensError
from nerinspect.io.content import Content
from nerinspect.io.formats import lines as conll_lines
from nerinspect.io.formats.conll import Columns, read_conll
from tests.examples import examples


@dataclass
class Plain:
    """What the slow reader makes of a file: rows of token and labels, by sentence."""

    tokens: list[list[str]]
    labels: list[list[str]]
    lines: list[int]
    documents: list[int]


class PlainError(Exception):
    """The line of the first mistake; None if the file has no tokens."""


def plain_fields(line: str, by_tabs: bool) -> list[str]:
    if by_tabs:
        return line.split("\t")
    fields = re.split("[ \t]+", line)
    return fields[:-1] if fields[-1] == "" else fields


def plain_read(text: str, columns: Columns) -> Plain:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\r")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    filled = [line for line in lines if line.strip(" \t")]
    voters = [line for line in filled if plain_fields(line, False)[0] != "-DOCSTART-"]
    if columns.comments:
        voters = [line for line in voters if not line.startswith("#")]
    by_tabs = 2 * sum("\t" in line for line in voters) > len(voters)
    n_fields = [
        len(plain_fields(line, by_tabs))
        for line in filled
        if not line.startswith("#") and plain_fields(line, by_tabs)[0] != "-DOCSTART-"
    ]
    found = Plain([], [], [], [])
    in_sentence, document, begun = False, 0, 0
    for number, line in enumerate(lines, start=1):
        fields = plain_fields(line, by_tabs)
        if not line.strip(" \t"):
            in_sentence = False
        elif fields[0] == "-DOCSTART-":
            in_sentence, begun = False, begun + 1
        elif columns.comments and not in_sentence and line.startswith("#") and len(fields) < min(n_fields, default=0):
            pass
        else:
            places = [column if column >= 0 else len(fields) + column for column in columns.all]
            if min(places) < 0 or max(places) >= len(fields) or len(set(places)) < len(places):
                raise PlainError(number)
            if not fields[places[0]]:
                raise PlainError(number)
            if not in_sentence:
                if begun or not document:
                    document, begun = document + 1, 0
                found.tokens.append([])
                found.labels.append([])
                found.lines.append(number)
                found.documents.append(document)
                in_sentence = True
            found.tokens[-1].append(fields[places[0]])
            found.labels[-1] += [fields[place] for place in places[1:]]
    if not found.tokens:
        raise PlainError(None)
    return found


def fast_read(text: str, columns: Columns, size: int) -> Plain:
    data = text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\r").encode()
    data = data if data.endswith(b"\n") else data + b"\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conll_lines, "BLOCK_BYTES", size)
        try:
            file = read_conll(Content("x", data, "", len(data), "utf-8"), columns)
        except NoTokensError:
            raise PlainError(None) from None
        except DataError as error:
            raise PlainError(error.line) from None
    assert file.text is not None
    bounds = file.text.sentence_start.tolist()
    columns_of_labels = [[column.names[code] for code in column.codes] for column in file.labels]
    of_token = list(zip(*columns_of_labels, strict=True))
    return Plain(
        [file.text.tokens_of(number) for number in range(file.text.n_sentences)],
        [[label for row in of_token[start:stop] for label in row] for start, stop in pairwise(bounds)],
        file.text.sentence_line.tolist(),
        file.text.document.tolist(),
    )


def outcome(read: Callable[[], Plain]) -> Plain | tuple[object, ...]:
    try:
        return read()
    except PlainError as error:
        return error.args


pieces = st.sampled_from(
    [
        "a",
        "b",
        "#",
        "#c",
        "O",
        "B-X",
        "-DOCSTART-",
        "NA",
        '"',
        "\u00a0",
        "\u2028",
        "\u3000",
        "\u0085",
        "é",
        "😀",
        "\x0b",
    ]
)
cuts = st.sampled_from([" ", "\t", "  ", " \t", "\t\t"])
whole_lines = st.one_of(
    st.builds("{}\tO\t{}".format, pieces, pieces),
    st.builds("{} O {}".format, pieces, pieces),
    st.lists(st.one_of(pieces, cuts), max_size=6).map("".join),
    st.sampled_from(["", " ", "\t", "-DOCSTART- O", "-DOCSTART-\tO", "# x", "#"]),
)
files = st.builds(
    lambda lines, ends, last: "".join(line + end for line, end in zip(lines, ends, strict=True)).removesuffix(last),
    *(st.lists(kind, min_size=8, max_size=8) for kind in (whole_lines, st.sampled_from(["\n", "\n", "\n", "\r\n"]))),
    st.sampled_from(["", "\n", "\r\n"]),
)
columns_asked = st.sampled_from(
    [Columns(), Columns(comments=True), Columns(0, (1,)), Columns(1, (-1,)), Columns(-2, (2,)), Columns(0, (1, 2))]
)


@settings(max_examples=examples(400))
@given(files, columns_asked, st.sampled_from([1, 9, 30, 1 << 20]))
@example("\ufeffa O\n# O\n\n-DOCSTART- O\nb O", Columns(comments=True), 1)
@example("a\tO\n\t\tO\nb\tO\n", Columns(), 1)
def test_files_read_as_a_plain_reader_reads_them(text: str, columns: Columns, size: int) -> None:
    assert outcome(lambda: fast_read(text, columns, size)) == outcome(lambda: plain_read(text, columns))


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("wnut17/wnut17train.conll", Columns()),
        ("wnut17/submissions/arcada", Columns()),
        ("wnut17/emerging.test.conll", Columns()),
        ("conll02-nl/ned.testa", Columns(0, (1, 2))),
        ("wnut16/flair.txt", Columns(0, (1, 2))),
        ("masakhaner2-yor-misaligned/test.txt", Columns(comments=True)),
    ],
)
def test_public_files_read_as_a_plain_reader_reads_them(data_folder: Path, name: str, columns: Columns) -> None:
    text = (data_folder / name).read_bytes().decode()
    assert fast_read(text, columns, 5000) == plain_read(text, columns)


@pytest.mark.parametrize("size", [1, 7, 64])
def test_mistakes_name_the_same_line_in_small_blocks(size: int) -> None:
    text = "a O\n\n" * 40 + "b\n" + "c O\n" * 40
    with pytest.raises(PlainError) as caught:
        fast_read(text, Columns(), size)
    assert caught.value.args == (81,)
