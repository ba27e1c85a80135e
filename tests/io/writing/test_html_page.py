import io
import json
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListForm
from nerinspect.lists.mentions import MENTIONS
from tests.examples import examples

MakeFile: TypeAlias = Callable[..., str]
Span: TypeAlias = tuple[int, int, str]
MakeStudy: TypeAlias = Callable[..., Study]

CONTEXT = ("kind", "left", "text", "right")
VOID = {"meta", "rect", "path", "use"}
TOKENS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1) | st.text(
    "<>&\"'\t\r\n\x1b\x85\u2028\u202e\u2067\u200f\xa0 a;#", min_size=1
)


@pytest.fixture
def build_study(make_file: MakeFile) -> MakeStudy:
    """Build a study from sentences: tokens, reference spans, predicted spans."""

    def build(*sentences: tuple[list[str], list[Span], list[Span]]) -> Study:
        paths = [
            make_file(
                json.dumps(
                    [{"tokens": one[0], "entities": [entity(*span) for span in one[side]]} for one in sentences]
                ),
                name,
            )
            for side, name in ((1, "ref.json"), (2, "pred.json"))
        ]
        return load_study(LoadRequest(paths[0], (paths[1],)))

    return build


@pytest.fixture
def study(build_study: MakeStudy) -> Study:
    """Build a study with a correct, two boundary and a missed event."""
    return build_study(
        (["in", "New York", "<Ä>"], [(1, 2, "LOC")], [(1, 2, "LOC")]),
        (["Paris", ",", "Rome", "!"], [(0, 1, "LOC"), (2, 3, "LOC")], [(0, 3, "LOC")]),
        (["to", "Rome", "!"], [(1, 2, "LOC")], []),
    )


def entity(start: int, end: int, type_name: str) -> dict[str, Any]:
    return {"type": type_name, "start": start, "end": end}


class Parsed(HTMLParser):
    """Reads the cells of the page, the tokens of segments, and what is drawn over each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tokens: list[list[str]] = []
        self.attributes: list[list[dict[str, str | None]]] = []
        self.cells: list[dict[str, str | None]] = []
        self._open: list[str] = []
        self._is_token = False
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append(tag)
        match tag:
            case "tr":
                self.rows.append([])
                self.tokens.append([])
                self.attributes.append([])
            case "td" | "th":
                self.rows[-1].append("")
                self.cells.append(dict(attributes))
            case "span" if self._open.count("span") > 1:  # one of the lines over each other: the outermost goes first
                self.attributes[-1][-1]["class"] = f"{self.attributes[-1][-1]['class']} in {dict(attributes)['class']}"
            case "span":
                self._is_token = True
                self.tokens[-1].append("")
                self.attributes[-1].append(dict(attributes))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        assert tag == self._open.pop()
        self._is_token = "span" in self._open

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self._open):
            self.rows[-1][-1] += data
        if self._is_token:
            self.tokens[-1][-1] += data


def page(study: Study, columns: Sequence[str] = CONTEXT, order: Sequence[int] | None = None, **record: Any) -> str:  # noqa: ANN401
    form = ListForm(MENTIONS, "html", tuple(columns))
    chosen = np.arange(len(study.events)) if order is None else np.array(order)
    file = io.StringIO(newline="")
    form.writer(study, len(chosen), record)(form.table(study, chosen), file)
    return file.getvalue()


def test_the_page_says_how_many_events_there_are(study: Study) -> None:
    assert "<h1>3 events</h1>" in page(study)
    assert "<title>1 event</title>" in page(study, order=[0])


def test_rows_stand_in_their_order_with_the_sentence_in_one_cell(study: Study) -> None:
    assert Parsed(page(study, order=[2, 0])).rows == [
        ["kind", "left · text · right"],
        [" FN", "to Rome !"],
        [" TP", "in New York <Ä>"],
    ]


def test_columns_stand_as_asked_for(study: Study) -> None:
    columns = ("predicted_spans", "right", "line", "text")
    assert Parsed(page(study, columns, [1, 2])).rows == [
        ["predicted_spans", "text · right", "line"],
        ['[[0, 3, "LOC"]]', "Paris , Rome !", ""],
        ["[]", "Rome !", ""],
    ]


def test_contexts_without_the_segment_have_cells_of_their_own(study: Study) -> None:
    assert Parsed(page(study, ("left", "right"), [1])).rows[1] == ["", "!"]


def test_lines_stand_over_the_mentions_of_their_side(study: Study) -> None:
    parsed = Parsed(page(study, order=[1]))
    types = study.types.index("LOC")
    assert parsed.tokens[1] == ["Paris", " ", ",", " ", "Rome"]
    assert parsed.attributes[1] == [
        {"class": f"ref{types} pred{types}", "data-ref": "LOC", "data-pred": "LOC"},
        {"class": f"pred{types}"},
        {"class": f"pred{types}"},
        {"class": f"pred{types}"},
        {"class": f"ref{types} pred{types}", "data-ref": "LOC"},
    ]


def test_mentions_that_touch_are_apart(build_study: MakeStudy) -> None:
    study = build_study((["a", "b"], [(0, 1, "X"), (1, 2, "X")], [(0, 2, "X")]))
    assert Parsed(page(study)).attributes[1] == [
        {"class": "ref0 pred0", "data-ref": "X", "data-pred": "X"},
        {"class": "pred0"},
        {"class": "ref0 pred0", "data-ref": "X"},
    ]


def test_lines_of_mentions_that_overlap_lie_over_each_other_and_all_are_named(build_study: MakeStudy) -> None:
    study = build_study((["a", "b", "c"], [(0, 3, "X"), (0, 3, "Y"), (1, 2, "Z")], []))
    both = "ref1 o2 in ref0 o1"
    assert Parsed(page(study)).attributes[1] == [
        {"class": f"{both} in ", "data-ref": "X Y"},
        {"class": f"{both} in ", "style": "padding-inline-end: 2ch"},
        {"class": f"{both} in ref2", "data-ref": "Z"},
        {"class": f"{both} in "},
        {"class": f"{both} in "},
    ]


@pytest.mark.parametrize(("type_name", "room"), [("ORGANIZATION", 9), ("LOC", 2), ("X", None)])
def test_long_names_of_types_do_not_run_into_each_other(
    build_study: MakeStudy, type_name: str, room: int | None
) -> None:
    study = build_study((["a", "b", "c"], [(0, 1, type_name), (1, 2, type_name)], [(0, 3, type_name)]))
    styles = [token.get("style") for token in Parsed(page(study)).attributes[1]]
    assert styles == [None, f"padding-inline-end: {room}ch" if room else None, None, None, None]


def test_every_type_has_a_line(build_study: MakeStudy) -> None:
    types = [f"T{number}" for number in range(30)]
    study = build_study(*(([name], [(0, 1, name)], []) for name in types))
    style = page(study).split("</style>")[0]
    lines = [line for line in style.splitlines() if line.startswith(".ref")]
    assert len(set(lines)) == 30
    assert [sum(pattern in line for line in lines) for pattern in ("solid", "dashed", "dotted")] == [12, 12, 6]


def test_the_page_follows_light_and_dark(build_study: MakeStudy) -> None:
    light, dark = page(build_study((["a"], [(0, 1, "ORG")], []))).split("@media (prefers-color-scheme: dark)")
    assert "--base: #FFFFFF" in light
    assert "--base: #1B1C1E" in dark
    assert "--t0: #1C57A6" in light
    assert "--t0: #4E90E6" in dark


def test_the_page_needs_no_other_file(study: Study) -> None:
    assert not any(sign in page(study) for sign in ("http", "src=", "<link", "<script", "url("))


def test_the_direction_follows_each_sentence(build_study: MakeStudy) -> None:
    study = build_study((["אבג", "דה"], [(0, 1, "LOC")], []))
    assert [cell.get("dir") for cell in Parsed(page(study)).cells[2:]] == [None, "auto"]


def test_the_record_stands_at_the_foot(study: Study) -> None:
    foot = page(study, command="nerinspect events <x>", sources=[{"path": "r", "sha256": "12"}], note="")
    assert foot.split("</table>")[1].count("<dt>") == 2
    assert "<dd>nerinspect events &lt;x&gt;</dd>" in foot
    assert "<dd>path: r, sha256: 12</dd>" in foot


def test_nul_is_marked(build_study: MakeStudy) -> None:
    assert Parsed(page(build_study((["a\0b"], [(0, 1, "X")], [])))).tokens[1] == ["a\ufffdb"]


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TOKENS.filter(lambda token: "\0" not in token), min_size=3, max_size=8), st.data())
def test_the_page_holds_exactly_the_tokens(build_study: MakeStudy, tokens: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(tokens) - 1))
    end = data.draw(st.integers(start + 1, len(tokens)))
    study = build_study((tokens, [(start, end, "<&\"'")], [(start, start + 1, "Y")]))
    parsed = Parsed(page(study, order=[0]))
    assert parsed.tokens[1][::2] == tokens[start:end]
    assert parsed.rows[1][1] == " ".join(tokens)
    assert parsed.attributes[1][0]["data-ref"] == "<&\"'"
