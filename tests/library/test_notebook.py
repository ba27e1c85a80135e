"""What a study and its events show in a notebook: the numbers, both readings, nothing of the data as markup."""

import html
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import nerinspect as ni
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.io.colours import HUES, ROLES
from nerinspect.library.study import Study
from nerinspect.query.language.parser import quoted
from tests.examples import examples
from tests.io.test_colours import contrast

Sentence: TypeAlias = dict[str, Any]
Load: TypeAlias = Callable[..., Study]

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
NASTY = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12) | st.text(
    "<>&\"'\t\r\n\x00\x07\x1b\x85\u2028\u202e\u2067\u200f\xa0 a;#{}", min_size=1, max_size=12
)


def sentence(tokens: str | list[str], *mentions: tuple[int, int, str], **more: Any) -> Sentence:  # noqa: ANN401
    words = tokens.split() if isinstance(tokens, str) else tokens
    entities = [{"type": name, "start": start, "end": end} for start, end, name in mentions]
    return {"tokens": words, "entities": entities, **more}


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load sentences as reference and as predictions of systems."""

    def load_sentences(reference: list[Sentence], *predictions: list[Sentence], **options: Any) -> Study:  # noqa: ANN401
        paths = [tmp_path / f"{name}.json" for name in "rabcd"[: len(predictions) + 1]]
        for path, sentences in zip(paths, (reference, *predictions), strict=True):
            path.write_text(json.dumps(sentences), encoding="utf-8")
        return ni.load(paths[0], {path.stem: path for path in paths[1:]}, **options)

    return load_sentences


class Parsed(HTMLParser):
    """The cells of each row, the lines over the tokens of segments, and what else stands there."""

    VOID = frozenset({"col", "rect", "path"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.classes: list[tuple[str, list[str]]] = []
        self.tags: set[str] = set()
        self._open: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in self.VOID:
            self._open.append((tag, dict(attributes).get("class") or ""))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert tag in self.VOID

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        names = [tag for tag, _ in self._open]
        if "style" in names:
            return
        self.texts.append(data)
        if {"td", "th"} & {*names}:
            self.rows[-1][-1] += data
        if "span" in names and any(tag == "td" and "segment" in own for tag, own in self._open):
            self.classes.append((data, [own for tag, own in self._open if tag == "span"]))

    @property
    def text(self) -> str:
        return "".join(self.texts)


def shown(thing: Any) -> Parsed:  # noqa: ANN401
    return Parsed(thing._repr_html_())


def style_of(thing: Any) -> str:  # noqa: ANN401
    style: str = re.findall("<style>(.*?)</style>", thing._repr_html_(), re.DOTALL)[0]
    return style


@pytest.fixture(scope="module")
def sample() -> Study:
    """Load two systems and the baseline."""
    files = {name: SAMPLE / f"{name}.conll" for name in ("rich", "plain")}
    return ni.load(SAMPLE / "test.conll", files, training=SAMPLE / "train.conll", retention=True, repair="conlleval")


def test_a_study_shows_the_scores_of_all_systems_the_baseline_last(sample: Study) -> None:
    table = sample.scores(runs="mean").query("type == 'ALL'").set_index("system")
    rows = shown(sample).rows
    assert rows[0] == ["System", "Precision", "Recall", "F1", "FP", "FN", "LE", "BE", "LBE"]
    assert [row[0] for row in rows[1:]] == ["rich", "plain", "retention (baseline)"]
    for row, name in zip(rows[1:], ("rich", "plain", "retention"), strict=True):
        assert [float(cell) for cell in row[1:4]] == pytest.approx(
            [100 * table[column][name] for column in ("precision", "recall", "f1")], abs=0.0051
        )
        assert [int(cell) for cell in row[4:]] == [table[kind][name] for kind in ("fp", "fn", "le", "be", "lbe")]


def test_a_study_says_what_was_read_and_how(sample: Study) -> None:
    text = shown(sample).text
    assert re.search(r"test\.conll [\d,]+ documents?, [\d,]+ sentences, [\d,]+ mentions", text)
    assert "(detected), exact match; 2 labels of rich repaired (conlleval); training train.conll" in text


def test_repairs_and_warnings_are_told(tmp_path: Path) -> None:
    reference, prediction = tmp_path / "ref.conll", tmp_path / "pred.conll"
    reference.write_text("Ann B-PER\nin O\nRome B-LOC\n", encoding="utf-8")
    prediction.write_text("Ann I-PER\nin O\nRome I-LOC\n\n", encoding="utf-8")
    nothing = tmp_path / "none.conll"
    nothing.write_text("Ann O\nin O\nRome O\n", encoding="utf-8")
    study = ni.load(reference, {"one": prediction, "none": nothing}, encoding="BIO", repair="conlleval")
    text = shown(study).text
    assert "BIO (as given), exact match; 2 labels of one repaired (conlleval)" in text
    assert f"warning: {nothing}: none predicts no mentions at all" in text


def test_undefined_scores_are_dashes(load: Load) -> None:
    study = load([sentence("nothing here")], [sentence("nothing here")])
    assert shown(study).rows[1] == ["a", "–", "–", "–", "0", "0", "0", "0", "0"]


def test_of_several_runs_the_means_are_shown(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.conll" for name in ("ref", "one", "two")]
    for path, labels in zip(paths, (("B-PER", "B-LOC"), ("B-PER", "O"), ("B-PER", "B-LOC")), strict=True):
        path.write_text(f"Ann {labels[0]}\nRome {labels[1]}\n", encoding="utf-8")
    row = shown(ni.load(paths[0], {"net": paths[1:]})).rows[1]
    assert row == ["net mean of 2 runs", "100.00", "75.00", "83.33 (23.57)", "0", "0.5", "0", "0", "0"]


def test_between_annotators_nobody_is_right(load: Load) -> None:
    study = load([sentence("Ann ran", (0, 1, "PER"))], [sentence("Ann ran", (0, 2, "PER"))], annotators=True)
    assert shown(study).rows[0] == ["Annotator", "F1", "only B", "only A", "type", "extent", "type + extent"]
    events = shown(study.events())
    assert events.rows[0][-2:] == ["A", "B"]
    assert "line above the words A, below B" in events.text


def test_events_stand_in_their_sentences_with_both_readings(load: Load) -> None:
    study = load(
        [sentence("the port of Harwick said", (1, 4, "ORG"))],
        [sentence("the port of Harwick said", (1, 3, "LOC"), (3, 4, "ORG"))],
    )
    events = shown(study.events("-kind:tp"))
    assert events.text.strip().startswith(
        "1 event of 1 in a: not correct; line above the words reference, below prediction"
    )
    assert events.rows == [
        ["Kind", "Left context", "Segment", "Right context", "Reference", "Prediction"],
        [" LBE", "the", "port of Harwick", "said", "ORG", "LOC ORG"],
    ]
    assert events.classes == [
        ("port", ["ref0 pred1"]),
        (" ", ["ref0 pred1"]),
        ("of", ["ref0 pred1"]),
        (" ", ["ref0"]),
        ("Harwick", ["ref0 pred0"]),
    ]


def test_mentions_of_one_side_that_overlap_have_lines_over_each_other(load: Load) -> None:
    study = load([sentence("a b c", (0, 3, "X"), (1, 2, "Y"))], [sentence("a b c", (0, 1, "X"), (1, 3, "X"))])
    lines = dict(shown(study.events("-kind:tp")).classes)
    assert lines == {
        "a": ["ref0 o1", "pred0"],
        " ": ["ref0 o1", "pred0"],
        "b": ["ref0 o1", "ref1 pred0"],
        "c": ["ref0 o1", "pred0"],
    }


def test_the_first_fifty_are_shown_and_how_many_there_are(load: Load) -> None:
    sentences = [sentence("Ann ran", (0, 1, "PER")) for _ in range(120)]
    events = load(sentences, [sentence("Ann ran") for _ in range(120)]).events("kind:fn type:PER")
    parsed = shown(events)
    assert len(parsed.rows) == 51
    assert "120 events of 120 in a: missed, PER" in parsed.text
    more = '1 to 50 of 120; .frame() gives the table, .save("errors.xlsx") a file'
    assert f'{more}, study.open("kind:fn type:PER") the window' in parsed.text
    assert "3 events of 120 that match, of 120 in a" in shown(events[4:7]).text


def test_without_events_there_is_no_table(sample: Study) -> None:
    parsed = shown(sample.events("/xyzzy/", system="rich"))
    assert parsed.rows == []
    assert re.search(r"No event of [\d,]+ in rich: /xyzzy/", parsed.text)


def test_events_of_several_systems_say_whose_they_are(sample: Study) -> None:
    assert shown(sample.events("-kind:tp", system="plain")).rows[0][0] == "Kind"
    rows = shown(sample.events("-kind:tp")[:3]).rows
    assert [row[0] for row in rows] == ["System", "rich", "rich", "rich"]


def test_rows_from_right_to_left_are_mirrored(load: Load) -> None:
    study = load([sentence("אמר דוד אתמול", (1, 2, "PER"))], [sentence("אמר דוד אתמול")])
    page = study.events()._repr_html_()
    assert Parsed(page).rows[1][1:4] == ["אתמול", "דוד", "אמר"]
    assert page.count('<bdi dir="rtl">') == 3


def test_long_contexts_and_segments_are_cut_where_they_are_far(load: Load) -> None:
    words = [f"word{number}" for number in range(300)]
    study = load([sentence(words, (100, 200, "X"))], [sentence(words, (195, 200, "Y"))])
    _, left, segment, right, *types = shown(study.events()).rows[1]
    assert re.fullmatch(r"….{90}", left)
    assert left.endswith("word98 word99")
    assert right.startswith("word200 word201")
    assert re.fullmatch(r"word100 .* … \d+ tokens … .* word199", segment)
    assert len(segment) < 160
    assert types == ["X", "Y"]


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(NASTY, min_size=2, max_size=5), NASTY, NASTY)
@example(["<script>x</script>", "</td><i>"], "<u>\"'&amp;", "</span></style><img>")
def test_nothing_of_the_data_is_markup(load: Load, tokens: list[str], name: str, other: str) -> None:
    reference = [sentence(tokens, (0, 1, name), (1, 2, other), relations=[{"type": name, "head": 0, "tail": 1}])]
    prediction = [sentence(tokens, (0, 2, name), (1, 2, other), relations=[{"type": other, "head": 1, "tail": 0}])]
    try:
        study = load(reference, prediction)
    except ni.NerinspectError:
        return  # the reader may refuse such names
    for thing in (study, study.events(), study.relations(), study.events(f"type:{quoted(name)}")):
        page = thing._repr_html_()
        page.encode("utf-8")
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]", page)
        parsed = Parsed(page)
        assert parsed.tags <= {
            *("div", "style", "b", "span", "table", "thead", "tbody", "colgroup", "col", "tr", "th", "td", "bdi"),
            *("svg", "rect", "path", "g", "text"),
        }
        assert all(len(row) == len(parsed.rows[0]) for row in parsed.rows)


def test_names_of_files_that_are_no_text_can_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "te\udcffst.conll"
    try:
        path.write_text("Ann B-PER\n", encoding="utf-8")
    except OSError:
        pytest.skip("such names cannot be written here")
    ni.load(path, {"<b>&": path})._repr_html_().encode("utf-8")


def test_outputs_have_styles_of_their_own(sample: Study, load: Load) -> None:
    other = load([sentence("Ann ran", (0, 1, "PERSON"))], [sentence("Ann ran")])
    names = set()
    for thing in (sample, sample.events(), other.events()):
        page = thing._repr_html_()
        (name,) = re.findall(r'<div class="(nerinspect-[0-9a-f]{8})">', page)
        names.add(name)
        rules = re.sub(r"@media \([^)]*\) \{(.*)\}", r"\1", style_of(thing))
        for selectors in re.findall(r"([^{}]+)\{[^{}]*\}", rules):
            assert all(f".{name}" in selector for selector in selectors.split(","))
    assert len(names) == 3
    assert sample._repr_html_() == sample._repr_html_()


def test_nothing_is_fetched_or_run(sample: Study) -> None:
    page = sample._repr_html_() + sample.events()._repr_html_()
    assert not any(sign in page for sign in ("http", "src=", "<link", "<script", "url(", "@import"))


@pytest.mark.parametrize("scheme", [0, 1])
@pytest.mark.parametrize(
    "grounds",
    [("#FFFFFF", "#111111"), ("#FFFFFF", "#1F1F1F"), ("#F8F8F8", "#1E1E1E"), ROLES["base"]],
    ids=["JupyterLab", "VS Code", "VS Code of old", "own"],
)
def test_text_is_readable_in_light_and_dark_notebooks(scheme: int, grounds: tuple[str, str], sample: Study) -> None:
    style = style_of(sample)
    used = {name for name in re.findall(r"[^-]color: var\(--(\w+)\)", style) if name in ROLES or name in KIND_TABLE}
    assert {"text", "text2", "text3", "warning", "fp", "lbe"} <= used
    inks = {name: ROLES[name] if name in ROLES else KIND_TABLE[name].ink for name in used}
    assert {name: ink for name, ink in inks.items() if contrast(ink[scheme], grounds[scheme]) < 4.5} == {}


@pytest.mark.parametrize("hue", HUES)
def test_types_are_readable_in_their_boxes(hue: tuple[str, str, str, str]) -> None:
    assert contrast(ROLES["text"][0], hue[0]) >= 4.5
    assert contrast(ROLES["text"][1], hue[2]) >= 4.5


def test_the_theme_of_the_notebook_goes_before_that_of_the_desktop(sample: Study) -> None:
    style = style_of(sample)
    dark = ROLES["text"][1]
    media, named = style.index("@media (prefers-color-scheme: dark)"), style.index('[data-jp-theme-light="false"]')
    assert media < named < style.index('[data-jp-theme-light="true"]')
    assert style.count(f"--text: {dark};") == 2


def relation(kind: str, head: int, tail: int) -> dict[str, Any]:
    return {"type": kind, "head": head, "tail": tail}


def arcs_of(study: Study) -> list[ET.Element]:
    svgs = re.findall(r'<svg class="arcs.*?</svg>', study.relations()._repr_html_(), re.DOTALL)
    return [ET.fromstring(svg) for svg in svgs]


def numbers(path: ET.Element) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path.attrib["d"])]


@pytest.fixture
def related() -> list[Sentence]:
    """Make a sentence with three mentions and no relation."""
    return [sentence("Ann ran to Rome by Sea", (0, 1, "PER"), (3, 4, "LOC"), (5, 6, "LOC"))]


def test_relations_have_an_arc_for_each_reading(load: Load, related: list[Sentence]) -> None:
    study = load(
        [{**related[0], "relations": [relation("went", 0, 1)]}], [{**related[0], "relations": [relation("went", 0, 2)]}]
    )
    parsed = shown(study.relations("-relkind:correct"))
    assert parsed.rows[1][0] == " WA"
    assert "reference: Ann (PER) went Rome (LOC); prediction: Ann (PER) went Sea (LOC)" in parsed.rows[1][1]
    assert "1 relation event of 1 in a: not correct; arc above the words reference, below prediction" in parsed.text
    (svg,) = arcs_of(study)
    assert [one.text for one in svg.iter("text") if one.get("class") == "name"] == ["went", "went"]
    boxes = [
        (float(one.attrib["x"]), float(one.attrib["x"]) + float(one.attrib["width"]))
        for one in svg.iter("rect")
        if "--f" in one.attrib["fill"]
    ]
    above, below = (numbers(one)[:2] for one in svg.iter("path") if one.get("class") == "arrow")
    rome, sea = boxes[1], boxes[3]
    assert rome[0] < above[0] + 3 < rome[1] < sea[0] < below[0] + 3 < sea[1]
    assert above[1] < below[1]


def test_relations_without_direction_have_no_arrow(load: Load, related: list[Sentence]) -> None:
    sides = [[{**related[0], "relations": [relation("met", 0, 1)]}], [related[0]]]
    page = load(*sides).relations(symmetric=["met"])._repr_html_()
    assert 'class="arc"' in page
    assert 'class="arrow"' not in page


@pytest.mark.parametrize("between", [5, 60, 400])
def test_both_arguments_are_shown_however_far_they_are(load: Load, between: int) -> None:
    words = ["Ann", *["and"] * between, "Rome", *["or"] * 50]
    mentions = [(0, 1, "PER"), (between + 1, between + 2, "LOC")]
    study = load([sentence(words, *mentions, relations=[relation("in", 0, 1)])], [sentence(words, *mentions)])
    (svg,) = arcs_of(study)
    assert [one.text for one in svg.iter("text") if one.get("class") == "argument"] == ["Ann", "Rome"]
    assert float(svg.attrib["width"]) == 620
    assert any("…" in f"{one.text}" for one in svg.iter("text"))
    assert all(0 <= float(one.attrib["x"]) <= 620 for one in svg.iter("text"))


BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_a_browser_shows_it_within_720_pixels_in_the_colours_of_the_notebook(
    sample: Study, load: Load, related: list[Sentence], tmp_path: Path
) -> None:
    """What the notebook says of tables is overruled, and a theme that it names is followed."""
    relations = load([{**related[0], "relations": [relation("went", 0, 1)]}], related).relations()
    outputs = "".join(one._repr_html_() for one in (sample, sample.events("-kind:tp"), relations))
    measured = """<script>
const cell = document.querySelector("td.segment"), left = document.querySelector("td.left");
const line = cell.querySelector("span");
document.title = JSON.stringify([
  document.documentElement.scrollWidth, getComputedStyle(cell).textAlign, getComputedStyle(left).textAlign,
  getComputedStyle(cell).color, getComputedStyle(line).borderTopWidth, getComputedStyle(line).borderBottomWidth]);
</script>"""
    notebook = ".cell tr:nth-child(odd) td { text-align: right; background: red; color: red; } body { margin: 0; }"
    page = tmp_path / "page.html"
    found = []
    for is_light in ("true", "false"):
        page.write_text(
            f'<!DOCTYPE html><meta charset="utf-8"><style>{notebook}</style><body data-jp-theme-light="{is_light}">'
            f'<div class="cell">{outputs}</div>{measured}',
            encoding="utf-8",
        )
        command = [
            *(str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
            *(f"--user-data-dir={tmp_path / 'profile'}", "--window-size=720,900", "--dump-dom", page.as_uri()),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        found.append(json.loads(html.unescape(re.findall("<title>(.*?)</title>", done.stdout)[0])))
    light, dark = found
    assert light == [720, "left", "right", "rgb(28, 29, 31)", "3px", "3px"]
    assert dark == [720, "left", "right", "rgb(231, 232, 233)", "3px", "3px"]
