import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nerinspect.io.reading.checking import check_file
from nerinspect.io.reading.preview import Preview, PreviewRow
from nerinspect.io.request import LoadRequest

Previews = Callable[..., Preview]


@pytest.fixture
def preview(tmp_path: Path) -> Previews:
    """Preview what is written into a file."""

    def make(data: str | bytes, name: str = "a.conll", **choices: str) -> Preview:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        made = tuple((str(path), choice.replace("_", "-"), value) for choice, value in choices.items())
        return Preview(check_file(str(path), "reference", LoadRequest("", choices=made)))

    return make


def told(row: PreviewRow) -> tuple[str, str, str, str]:
    return row.place, row.kind, row.token, row.label


def test_a_row_is_a_physical_line(preview: Previews) -> None:
    shown = preview("-DOCSTART- O\r\n\r\nPort B-ORG\r\nof I-ORG\r\n \r\nis O\r\n")
    assert [told(shown.row(number)) for number in range(shown.n_rows)] == [
        ("1", "other", "-DOCSTART- O", ""),
        ("2", "blank", "", ""),
        ("3", "token", "Port", "B-ORG"),
        ("4", "token", "of", "I-ORG"),
        ("5", "blank", "", ""),
        ("6", "token", "is", "O"),
    ]


def test_a_mention_is_a_bar_over_its_lines(preview: Previews) -> None:
    shown = preview("Port B-ORG\nof I-ORG\nPell I-ORG\n")
    bars = [shown.row(number).bars[0] for number in range(3)]
    assert [(bar.is_first, bar.is_last) for bar in bars] == [(True, False), (False, False), (False, True)]
    assert [shown.row(number).types for number in range(3)] == [("ORG",), (), ()]


@pytest.mark.parametrize(
    ("repair", "said"), [("none", "invalid after O"), ("conlleval", "invalid after O; conlleval reads B-ORG")]
)
def test_an_invalid_transition_is_told_with_what_the_repair_makes_of_it(
    preview: Previews, repair: str, said: str
) -> None:
    assert preview("a O\nb I-ORG\n", encoding="BIO", repair=repair).row(1).problem == said


def test_a_discarded_label_has_no_bar(preview: Previews) -> None:
    assert preview("a O\nb I-ORG\n", encoding="BIO", repair="discard").row(1).bars == ()


def test_a_malformed_label_is_told(preview: Previews) -> None:
    assert preview("a O\nb LOC\n").row(1).problem == "it is neither O nor STATE-TYPE"


def test_lines_that_cannot_be_read_are_shown_as_they_are(preview: Previews) -> None:
    shown = preview("a\tO\nb c\nd\tB-X\n")
    row = shown.row(1)
    assert told(row) == ("2", "unread", "b c", "")
    assert row.problem == "1 column, too few"
    assert told(shown.row(2)) == ("3", "unread", "d", "B-X")


def test_bytes_that_do_not_fit_are_shown_as_such(preview: Previews) -> None:
    shown = preview("Köln O\n".encode("latin-1"), text_encoding="utf-8")
    assert "K�ln" in shown.row(0).token


def test_all_labels_of_a_merged_file_are_shown(preview: Previews) -> None:
    assert preview("a B-X B-X\nb O B-X\n").row(1).label == "O B-X"


def test_nested_mentions_stand_side_by_side(preview: Previews) -> None:
    entities = [{"type": "ORG", "start": 0, "end": 3}, {"type": "LOC", "start": 1, "end": 2}]
    shown = preview(json.dumps([{"tokens": ["Port", "of", "Pell"], "entities": entities}]), "a.json")
    assert not shown.has_lines
    assert [len(shown.row(number).bars) for number in range(3)] == [1, 2, 1]
    assert {bar.lane for bar in shown.row(1).bars} == {0, 1}


def test_a_format_without_lines_counts_sentences_and_tokens(preview: Previews) -> None:
    sentences = [{"tokens": ["a", "b"], "entities": []}, {"tokens": ["c"], "entities": []}]
    shown = preview(json.dumps(sentences), "a.json")
    assert [told(shown.row(number))[:3] for number in range(shown.n_rows)] == [
        ("1.1", "token", "a"),
        ("1.2", "token", "b"),
        ("", "blank", ""),
        ("2.1", "token", "c"),
    ]
    assert shown.row_of_position(2) == 3


def test_lines_and_positions_lead_to_rows(preview: Previews) -> None:
    shown = preview("a O\n\nb O\nc O\n")
    assert [shown.row_of_position(position) for position in range(3)] == [0, 2, 3]
    assert [shown.row_of_line(line) for line in (1, 4, 99)] == [0, 3, 3]


def test_a_file_that_is_missing_has_no_rows(tmp_path: Path) -> None:
    assert Preview(check_file(str(tmp_path / "x"), "reference", LoadRequest(""))).n_rows == 0
