"""The page of a curated list: verdict, causes, flag, note and the right reading beside each event."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.glossary.wording import JUDGED, NEUTRAL
from nerinspect.io.writing.export import ListForm
from nerinspect.io.writing.html_page import DECISION_CELLS
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of

MakeStudy = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Build a study with a label error and a missed mention."""
    return make_study_from("Ann/B-PER/B-ORG Lee/I-PER/I-ORG met/O/O Bob/B-PER/O")


def page(study: Study, *columns: str) -> str:
    form = ListForm(MENTIONS, "html", columns, more=(Of.DECISIONS,))
    file = io.StringIO(newline="")
    form.writer(study, len(study.events), {})(form.table(study, None), file)  # type: ignore[arg-type]
    return file.getvalue()


def cells(study: Study, column: str) -> list[str]:
    return re.findall(r"<tr>(<td.*?)</tr>", page(study, column), re.DOTALL)


def without_tags(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def test_what_is_decided_stands_beside_the_event(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", ("typo", "gap"), True, "see <p. 3>"))
    read = [without_tags(cells(study, name)[0]) for name in ("verdict", "causes", "flag", "note")]
    assert read == ["Reference wrong", "typo gap", "⚑", "see <p. 3>"]
    assert [without_tags(cells(study, name)[1]) for name in ("verdict", "causes", "flag", "note")] == [""] * 4


def test_a_verdict_of_ones_own_stays_as_it_is_but_for_its_first_letter(study: Study) -> None:
    study.decisions.decide(0, Decision("scope-B-wrong"))
    assert without_tags(cells(study, "verdict")[0]) == "Scope-B-wrong"


def test_the_right_reading_is_drawn_over_the_segment(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((1, 2, "PER"),)))
    place = study.types.index("PER")
    drawn = re.findall(r'<span class="([^"]*)"(?: data-ref="(\w+)")?>(\w+)</span>', cells(study, "corrected_spans")[0])
    assert drawn == [("", "", "Ann"), (f"ref{place}", "PER", "Lee")]


def test_a_reading_without_mentions_is_told_from_none(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    assert [without_tags(cell) for cell in cells(study, "corrected_spans")] == ["Ann Leeno mention", ""]


def test_a_type_that_only_a_correction_has_gets_a_colour_and_leaves_the_others_theirs(study: Study) -> None:
    def colours() -> list[str]:
        return re.findall(r"--t\d+: [^;]+;", page(study, "corrected_spans"))

    before = colours()
    study.decisions.decide(0, Decision("reference-wrong", correction=((0, 1, "AAA"),)))
    n_types = len(study.types)
    light, dark = colours()[: n_types + 1], colours()[n_types + 1 :]
    assert [*light[:-1], *dark[:-1]] == before
    assert light[-1] not in before
    assert f'class="ref{n_types}" data-ref="AAA"' in cells(study, "corrected_spans")[0]


def test_between_annotators_nobody_is_wrong(study: Study) -> None:
    study = replace(study, annotator="Ann <A>")
    study.decisions.decide(0, Decision("reference-wrong"))
    whole = page(study, "kind", "text", "verdict")
    assert "The line above the words is A, the line below is B. A is Ann &lt;A&gt;." in whole
    assert 'title="other type"' in whole
    assert "B right" in whole
    assert not re.search("wrong|[Rr]eference|[Pp]redict", re.sub("<style>.*</style>", "", whole, flags=re.DOTALL))


@given(st.text(), st.sampled_from(["verdict", "note"]), st.sampled_from([JUDGED, NEUTRAL]))
def test_no_text_leaves_its_cell(text: str, name: str, wording: object) -> None:
    cell = DECISION_CELLS[name](text, wording)  # type: ignore[arg-type]
    inside = re.fullmatch(r"<td[^<>]*>([^<>]*)</td>", cell)
    assert inside is not None
    if name == "note" and "\r" not in text:
        assert unescape(inside[1]) == unescape(text.replace("&", "&amp;")).replace("\0", "\ufffd")
