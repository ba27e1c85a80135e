"""The page of relation events holds every text as it is, and says where it comes from."""

import io
from html.parser import HTMLParser

import pytest

from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.io.writing.forms import Page
from nerinspect.io.writing.html_page import write_relation_page
from nerinspect.lists.table import Row, Table


class Reader(HTMLParser):
    """Collects the texts of cells, and of the foot."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[list[str]] = []
        self.marked: list[str] = []
        self.foot: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(tag)
        if tag == "tr":
            self.cells.append([])
        if tag in ("td", "th"):
            self.cells[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & {*self._open}:
            self.cells[-1][-1] += data
        if "mark" in self._open:
            self.marked.append(data)
        if "dd" in self._open:
            self.foot.append(data)


def read(columns: tuple[str, ...], rows: list[Row], wording: Wording = JUDGED) -> Reader:
    file, reader = io.StringIO(), Reader()
    record = {"command": "nerinspect relations <a>.json --events"}
    annotator = "anna" if wording is NEUTRAL else ""
    page = Page(f"{len(rows)} relation events", columns, (), record, annotator=annotator)
    write_relation_page(Table(columns, rows), file, page)
    reader.feed(file.getvalue())
    return reader


def test_texts_are_written_as_they_are() -> None:
    """The sentence is one cell, in which the stretch from argument to argument is marked."""
    columns = ("left", "reference_type", "text", "right", "reference_spans", "note")
    page = read(columns, [("a <b>", "<&\u202e>", "x “&amp;”", "\"'", [(0, 1, "<T>")], "so\n<script>")])
    assert page.cells == [
        ["left · text · right", "reference type", "reference spans", "note"],
        ["a <b> x “&amp;” \"'", "<&\u202e>", '[[0, 1, "<T>"]]', "so\n<script>"],
    ]
    assert page.marked == ["x “&amp;”"]
    assert page.foot == ["nerinspect relations <a>.json --events"]


def test_a_sentence_alone_and_empty_values_are_written() -> None:
    page = read(("text", "line", "part"), [("x", None, "new")])
    assert page.cells[1] == ["x", "", "new"]


@pytest.mark.parametrize("kind", RELATION_KINDS)
@pytest.mark.parametrize("wording", [JUDGED, NEUTRAL])
def test_kinds_are_named_as_on_screen(kind: str, wording: Wording) -> None:
    assert read(("kind",), [(kind,)], wording).cells[1] == [wording.name(f"relation_{kind}")]


def test_decisions_are_told_in_words() -> None:
    page = read(("verdict", "causes", "flag"), [("both-wrong", "typo gap", "yes")])
    assert page.cells[1] == ["Both wrong", "typo gap", "⚑"]
    assert read(("verdict",), [("prediction-wrong",)], NEUTRAL).cells[1] == ["A right"]
