from collections.abc import Callable

import pytest

from nerinspect.corpus.text import Text
from nerinspect.errors import (
    CommandError,
    EmptyTokenError,
    LabelLinesError,
    NoTokensError,
    TooFewColumnsError,
    UnreadableFileError,
)
from nerinspect.io.content import Content, read_content
from nerinspect.io.formats import lines as conll_lines
from nerinspect.io.formats.conll import Columns, ConllFile, read_conll
from nerinspect.io.formats.reader import ReadOptions, reader_named
from nerinspect.progress import no_checkpoint

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
        ":1: the line has 2 fields, too few for columns 0 and 3; fix the line, or choose other columns with"
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
    with pytest.raises(NoTokensError, match="has no tokens"):
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
    monkeypatch.setattr(conll_lines, "BLOCK_BYTES", 4)
    with pytest.raises(LabelLinesError, match="the line has 2 fields, but the file has only labels") as caught:
        read_conll(content_of("B-X\nO\n\na O\n"), Columns(), may_be_labels_alone=True)
    assert caught.value.line == 4


# Odd sizes


def test_a_very_long_token_is_read_whole(read: ReadConll) -> None:
    token = "x" * 100_000
    assert sentences(read(f"{token} O\nb O\n").text) == [[token, "b"]]


def test_a_file_of_one_long_sentence_is_one_sentence(read: ReadConll) -> None:
    text = read("a O\n" * 1_000_000).text
    assert text is not None
    assert (text.n_sentences, text.n_tokens, text.line_of(999_999)) == (1, 1_000_000, 1_000_000)


def test_progress_counts_the_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(conll_lines, "BLOCK_BYTES", 40)
    read_conll(content_of("a O\n" * 100), Columns(), checkpoint=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (100, 100)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


def test_labels_are_interned_in_order_of_first_occurrence(read: ReadConll) -> None:
    column = read("a O\nb B-X\nc O\nd I-X\n").labels[0]
    assert (column.names, column.codes.tolist()) == (("O", "B-X", "I-X"), [0, 1, 0, 2])


@pytest.mark.parametrize("text", ["a O\rb O\r", "a\tB-X\rb\tO\r\rc\tO", "a\rb O\n"])
def test_lines_that_end_in_cr_alone_are_told(read: ReadConll, text: str) -> None:
    with pytest.raises(UnreadableFileError, match="its lines end in CR alone, as on old Macs; write LF at their ends"):
        read(text)


@pytest.mark.parametrize("text", ["a O\nGerman B-X\rcall O\nb O\n", "a\tO\nb c\tO\re\tO\n", "a O\nb O\r\r\r O\n"])
def test_a_line_that_holds_another_one_is_told(read: ReadConll, text: str) -> None:
    with pytest.raises(UnreadableFileError, match=":2: the line contains another one: they are separated by CR alone"):
        read(text)


@pytest.mark.parametrize(
    ("text", "tokens", "note"),
    [
        ("a O\nb\rc O\nd\r\re\rO O\n", ["a", "b\rc", "d\r\re\rO"], "2 lines with CR in a field"),
        ("a b\rc d\tO\ne\tO\n", ["a b\rc d", "e"], "1 line with CR in a field"),
        (
            "\ufeff\ufeffa O\n\n\ufeffb O\n",
            ["\ufeffa", "\ufeffb"],
            "2 lines beginning with a byte order mark, read as part of a token",
        ),
        ("\ufeffa O\r\nb\ufeff O\n", ["a", "b\ufeff"], ""),
    ],
)
def test_what_parts_lines_or_begins_files_is_noted_in_fields(
    make_file: Callable[..., str], text: str, tokens: list[str], note: str
) -> None:
    raw = reader_named("conll").read(read_content(make_file(text)), ReadOptions(), no_checkpoint)
    assert raw.text is not None
    assert [raw.text.token(number) for number in range(raw.text.n_tokens)] == tokens
    assert raw.notes == ((note,) if note else ())


@pytest.mark.parametrize("column", [2, 1 << 31, 10**20, -3, -(1 << 31) - 1, -(10**20)])
@pytest.mark.parametrize("of_token", [False, True])
def test_a_column_far_beyond_the_line_is_told(read: ReadConll, column: int, of_token: bool) -> None:
    with pytest.raises(TooFewColumnsError, match=":1: the line has 2 fields, too few for columns"):
        read("a O\nb O\n", *((column, (0,)) if of_token else (0, (column,))))


def test_a_line_too_long_to_count_in_is_told(read: ReadConll, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conll_lines, "LONGEST_LINE", 1 << 21)
    with pytest.raises(UnreadableFileError, match="one of its lines has more than a gigabyte"):
        read("a O\n" + "b" * (1 << 22) + " O\n")
