import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nerinspect.corpus.text import Text
from nerinspect.errors import (
    CommandError,
    DataError,
    EmptyTokenError,
    LabelLinesError,
    NoTokensError,
    TooFewColumnsError,
)
from nerinspect.io import conll
from nerinspect.io.conll import Columns, ConllFile, read_conll
from nerinspect.io.content import Content

ReadConll = Callable[..., ConllFile]


def sentences(text: Text | None) -> list[list[str]]:
    assert text is not None
    return [text.tokens_of(number) for number in range(text.n_sentences)]


def labels(file: ConllFile, place: int = 0) -> list[str]:
    column = file.labels[place]
    return [column.names[code] for code in column.codes]


# Sentences


@pytest.mark.parametrize("gap", ["\n", "  \n", "\t\n", " \t \n", "\n\n\n", " \n\t\n", "\r\n", " \r\n"])
@pytest.mark.parametrize("cut", [" ", "\t"])
def test_a_line_of_blanks_and_tabs_ends_a_sentence(read: ReadConll, gap: str, cut: str) -> None:
    assert sentences(read(f"a{cut}O\n{gap}b{cut}O\n").text) == [["a"], ["b"]]


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n \n\t", "\r\n", "\r"])
def test_the_end_of_the_file_ends_a_sentence(read: ReadConll, end: str) -> None:
    file = read(f"a O\nb B-X{end}")
    assert (sentences(file.text), labels(file)) == ([["a", "b"]], ["O", "B-X"])


def test_blank_lines_at_the_beginning_are_no_sentences(read: ReadConll) -> None:
    assert sentences(read("\n \n\na O\n").text) == [["a"]]


@pytest.mark.parametrize("gap", ["\u00a0", "\u3000", "\u2028", "\u0085", "\x0b", "\x0c", "\x1c"])
def test_other_white_space_does_not_make_a_blank_line(read: ReadConll, gap: str) -> None:
    with pytest.raises(TooFewColumnsError) as caught:
        read(f"a b O\n{gap}\n", token=1)
    assert caught.value.line == 2


# Fields


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\u2028", "\u2029", "\u0085", "\u200b", "\x0b", "\x0c", "\x1c"])
@pytest.mark.parametrize("cut", [" ", "\t"])
def test_only_ascii_blanks_and_tabs_cut(read: ReadConll, space: str, cut: str) -> None:
    file = read(f"New{space}York{cut}B-LOC\n{space}{cut}O\n")
    assert sentences(file.text) == [[f"New{space}York", space]]


@pytest.mark.parametrize(
    "token", ["#", "##a", '"', '"a', "'", "NA", "null", "nan", "None", "-", "O", "\\N", "1e5", "="]
)
@pytest.mark.parametrize("cut", [" ", "\t"])
def test_every_string_is_a_token_like_any_other(read: ReadConll, token: str, cut: str) -> None:
    assert sentences(read(f"{token}{cut}O\nb{cut}O\n").text) == [[token, "b"]]


@pytest.mark.parametrize("line", ["a  B-X", "a \t B-X", "a B-X ", "a B-X \t ", "a    B-X\t"])
def test_a_run_of_blanks_and_tabs_cuts_once(read: ReadConll, line: str) -> None:
    file = read(f"{line}\nb O\nc O\nd O\n")
    assert (sentences(file.text), labels(file)[0]) == ([["a", "b", "c", "d"]], "B-X")


def test_fields_of_a_tab_separated_file_may_hold_blanks(read: ReadConll) -> None:
    file = read("New York\tB-LOC\n 1 000 \tO\n")
    assert sentences(file.text) == [["New York", " 1 000 "]]


@pytest.mark.parametrize(
    ("content", "by_tabs"),
    [
        ("a b\tO\nc\tO\n", True),
        ("a\tO\n-DOCSTART-\n\n-DOCSTART-\n\n-DOCSTART-\nb\tO\n", True),
        ("a\tO\nb O\n", False),
        ("a O\tx\nb O\nc O\n", False),
        ("-DOCSTART-\tO\n\n-DOCSTART-\tO\n\na O\n", False),
        ("\t\n\t\n\t\na O\n", False),
        ("a O\nb O\n", False),
    ],
)
def test_most_token_lines_decide_how_fields_are_cut(read: ReadConll, content: str, by_tabs: bool) -> None:
    assert read(content).by_tabs is by_tabs


def test_a_stray_tab_cuts_like_a_blank_in_a_file_cut_at_blanks(read: ReadConll) -> None:
    assert sentences(read("a\tO\nb O\nc O\n").text) == [["a", "b", "c"]]


def test_a_line_without_a_tab_is_one_field_in_a_file_cut_at_tabs(read: ReadConll) -> None:
    with pytest.raises(TooFewColumnsError, match="the line has 1 field") as caught:
        read("a\tO\nb\tO\nc O\n", token=0, labels=(1,))
    assert caught.value.line == 3


def test_a_tab_separated_line_without_a_token_is_refused(read: ReadConll) -> None:
    with pytest.raises(EmptyTokenError, match="the token is empty; write a token before the label") as caught:
        read("a\tO\n\n\tO\nb\tO\n")
    assert caught.value.line == 3


def test_blanks_before_the_first_field_leave_an_empty_token(read: ReadConll) -> None:
    with pytest.raises(EmptyTokenError) as caught:
        read("a O\n b O\n")
    assert caught.value.line == 2


# Columns


def test_the_first_column_is_the_token_and_the_last_the_label(read: ReadConll) -> None:
    file = read("a N x B-X\nb V O\n")
    assert (sentences(file.text), labels(file)) == ([["a", "b"]], ["B-X", "O"])


@pytest.mark.parametrize(("token", "label"), [(1, 2), (-2, -1), (1, -1), (-2, 2)])
def test_columns_count_from_either_end(read: ReadConll, token: int, label: int) -> None:
    file = read("1 a B-X\n2 b O\n", token, (label,))
    assert (sentences(file.text), labels(file)) == ([["a", "b"]], ["B-X", "O"])


def test_a_merged_file_has_several_label_columns(read: ReadConll) -> None:
    file = read("a B-X O I-X\nb O O O\n", labels=(1, 2, -1))
    assert [labels(file, place) for place in range(3)] == [["B-X", "O"], ["O", "O"], ["I-X", "O"]]


@pytest.mark.parametrize(
    ("content", "token", "label", "line"),
    [
        ("a O\nb\n", 0, (-1,), 2),
        ("a O\n\nb O\nc O\n", 0, (2,), 1),
        ("a x O\nb O\n", 0, (-3,), 1),
        ("a x O\nb O\n", 0, (2,), 2),
        ("1 a O\nb O\n", -3, (-1,), 2),
        ("a x O\nb O\n", 1, (-1,), 2),
        ("a x O\n\n\nb O\n", 0, (1, -1), 4),
    ],
)
def test_too_few_columns_are_told_with_the_line(
    read: ReadConll, content: str, token: int, label: tuple[int, ...], line: int
) -> None:
    with pytest.raises(TooFewColumnsError, match="too few for columns") as caught:
        read(content, token, label)
    assert caught.value.line == line


def test_the_message_about_columns_says_what_was_asked_for(read: ReadConll) -> None:
    with pytest.raises(TooFewColumnsError) as caught:
        read("a O\nb O\n", labels=(3,))
    assert str(caught.value).endswith(
        ":1: the line has 2 fields, too few for columns 0 and 3; mend the line, or choose other columns with"
        " --token-column and --label-column"
    )


@pytest.mark.parametrize(("token", "label"), [(0, (0,)), (0, (1, 1)), (-1, (-1,))])
def test_one_column_cannot_be_read_twice(token: int, label: tuple[int, ...]) -> None:
    with pytest.raises(CommandError, match="each column can be read only once"):
        Columns(token, label)


# Documents and comments


@pytest.mark.parametrize(
    ("content", "expected", "documents"),
    [
        ("a O\n\nb O\n", [["a"], ["b"]], [1, 1]),
        ("-DOCSTART- O\n\na O\n\nb O\n\n-DOCSTART- O\n\nc O\n", [["a"], ["b"], ["c"]], [1, 1, 2]),
        ("a O\n-DOCSTART- O\nb O\n", [["a"], ["b"]], [1, 2]),
        ("a O\n-DOCSTART-\nb O\n", [["a"], ["b"]], [1, 2]),
        ("-DOCSTART- -X- O O\n-DOCSTART-\n\na O\n-DOCSTART- O\n\n", [["a"]], [1]),
        ("a O\n\n-DOCSTART- O\n\n-DOCSTART- O\n\nb O\n", [["a"], ["b"]], [1, 2]),
        ("-DOCSTART-x O\nx-DOCSTART- O\n-docstart- O\n", [["-DOCSTART-x", "x-DOCSTART-", "-docstart-"]], [1]),
        ("a\tO\n-DOCSTART-\tO\nb\tO\n", [["a"], ["b"]], [1, 2]),
        ("a\tO\n-DOCSTART-\nb\tO\n", [["a"], ["b"]], [1, 2]),
    ],
)
def test_documents_begin_at_their_lines(
    read: ReadConll, content: str, expected: list[list[str]], documents: list[int]
) -> None:
    text = read(content).text
    assert text is not None
    assert (sentences(text), text.document.tolist()) == (expected, documents)


def test_the_word_counts_in_the_first_column_only(read: ReadConll) -> None:
    assert sentences(read("1 -DOCSTART- O\n", token=1).text) == [["-DOCSTART-"]]


def test_a_document_line_needs_no_columns_and_no_valid_label(read: ReadConll) -> None:
    file = read("-DOCSTART- , ;\n\na x O\n", labels=(2,))
    assert (sentences(file.text), labels(file)) == ([["a"]], ["O"])


@pytest.mark.parametrize(
    ("content", "tokens"),
    [
        ("# id\na 1 O\n", [["a"]]),
        ("# x y\na 1 O\n", [["#", "a"]]),
        ("#x\n# 2\na 1 O\n\n# 3\nb 1 O\n", [["a"], ["b"]]),
        ("a 1 O\n# 1 O\n", [["a", "#"]]),
        ("-DOCSTART- O\n# 1\na 1 O\n", [["a"]]),
        ("a 1 O\n-DOCSTART-\n#\nb 1 O\n", [["a"], ["b"]]),
        ("# 1 O\n# 2 O\na 1 O\n", [["#", "#", "a"]]),
        ("# text = New York\na\t1\tO\nb\t1\tO\n", [["a", "b"]]),
    ],
)
def test_comments_are_left_out_before_a_sentence(read: ReadConll, content: str, tokens: list[list[str]]) -> None:
    assert sentences(read(content, comments=True).text) == tokens


def test_a_short_line_inside_a_sentence_is_no_comment(read: ReadConll) -> None:
    with pytest.raises(TooFewColumnsError) as caught:
        read("a 1 O\n# x\n", labels=(2,), comments=True)
    assert caught.value.line == 2


def test_without_the_option_a_comment_is_a_line_like_any_other(read: ReadConll) -> None:
    with pytest.raises(TooFewColumnsError) as caught:
        read("#x\na 1 O\n", labels=(2,))
    assert caught.value.line == 1


def test_lines_of_sentences_count_every_physical_line(read: ReadConll) -> None:
    text = read("\n# 1\n-DOCSTART- O\n\na 1 O\nb 1 O\n\n \n#\nc 1 O\n", comments=True).text
    assert text is not None
    assert text.sentence_line.tolist() == [5, 10]


def test_comments_read_their_hash_only_at_the_very_beginning(read: ReadConll) -> None:
    with pytest.raises(EmptyTokenError) as caught:
        read(" # x\na 1 O\n", comments=True)
    assert caught.value.line == 1


# Files without tokens, files of labels alone


@pytest.mark.parametrize("content", ["", "\n", "\n \n\t\n", "-DOCSTART- O\n\n"])
def test_a_file_without_tokens_is_told(read: ReadConll, content: str) -> None:
    with pytest.raises(NoTokensError, match="holds no tokens"):
        read(content)


def content_of(text: str) -> Content:
    data = text.encode()
    return Content("x", data if data.endswith(b"\n") else data + b"\n", "", len(data), "utf-8")


def test_one_column_is_a_file_of_labels_alone_where_it_may_be() -> None:
    file = read_conll(content_of("B-X\nO \n\nO\n"), Columns(), may_be_labels_alone=True)
    assert (file.text, labels(file)) == (None, ["B-X", "O", "O"])


def test_one_column_is_too_few_for_a_reference() -> None:
    with pytest.raises(TooFewColumnsError) as caught:
        read_conll(content_of("\nB-X\n"), Columns())
    assert caught.value.line == 2


def test_a_file_of_labels_alone_keeps_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conll, "blocks", lambda data: original(data, 4))
    with pytest.raises(LabelLinesError, match="the line has 2 fields, but the file holds labels alone") as caught:
        read_conll(content_of("B-X\nO\n\na O\n"), Columns(), may_be_labels_alone=True)
    assert caught.value.line == 4


# Against a plain reader that follows the definition line by line

original = conll.blocks


@dataclass
class Plain:
    """What the slow reader makes of a file: rows of token and labels, by sentence."""

    tokens: list[list[str]]
    labels: list[list[str]]
    lines: list[int]
    documents: list[int]


class PlainError(Exception):
    """The line of the first mistake; None if the file holds no tokens."""


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


def small_blocks(size: int) -> Callable[[bytes], Iterator[np.ndarray]]:
    return lambda data: original(data, size)


def fast_read(text: str, columns: Columns, size: int) -> Plain:
    data = text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\r").encode()
    data = data if data.endswith(b"\n") else data + b"\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conll, "blocks", small_blocks(size))
        try:
            file = read_conll(Content("x", data, "", len(data), "utf-8"), columns)
        except NoTokensError:
            raise PlainError(None) from None
        except DataError as error:
            raise PlainError(error.line) from None
    assert file.text is not None
    bounds = file.text.sentence_start.tolist()
    of_token = list(zip(*(labels(file, place) for place in range(len(file.labels))), strict=True))
    return Plain(
        sentences(file.text),
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


@settings(max_examples=400, deadline=None)
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


# Odd sizes


def test_a_very_long_token_is_read_whole(read: ReadConll) -> None:
    token = "x" * 100_000
    assert sentences(read(f"{token} O\nb O\n").text) == [[token, "b"]]


def test_a_file_of_one_long_sentence_is_one_sentence(read: ReadConll) -> None:
    text = read("a O\n" * 1_000_000).text
    assert text is not None
    assert (text.n_sentences, text.n_tokens, text.line_of(999_999)) == (1, 1_000_000, 1_000_000)


def test_progress_counts_the_tokens(make_file: Callable[..., str]) -> None:
    seen: list[tuple[int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conll, "blocks", small_blocks(40))
        read_conll(content_of("a O\n" * 100), Columns(), checkpoint=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (100, 100)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


def test_labels_are_interned_in_order_of_first_occurrence(read: ReadConll) -> None:
    column = read("a O\nb B-X\nc O\nd I-X\n").labels[0]
    assert (column.names, column.codes.tolist()) == (("O", "B-X", "I-X"), [0, 1, 0, 2])
