"""Relations on the overview: each number is what its door opens, and what the command line gives."""

import csv
import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.corpus.types import ALL_TYPES
from nerinspect.errors import UnknownNameError
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RELATION_SETTINGS, RelationChoice, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.table import Ratio
from nerinspect.progress import no_checkpoint
from nerinspect.query.filters import Filter, all_of, relation_mask
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.tables.paper import joint
from nerinspect.training.retention import with_relation_choice
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.tables.sheet import Cell, TableRow
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.pages.overview.relations import relation_groups, score_relations
from tests.events.relation_studies import relation_studies
from tests.examples import examples
from tests.query.conftest import FILTERS
from tests.query.plain_relations import OWN_FIELDS
from tests.query.test_relation_filter import terms
from tests.review.relation_files import PEOPLE, Sentence, write_sentences
from tests.training.trained_studies import BuildStudy
from tests.ui.table_pages import asked_by, look_at, table, trigger

PressButton = Callable[..., None]


def opened(study: Study, door: Filter | None, prediction: int) -> int:
    """Count the relation events of a prediction that a door opens, through its query as the window does."""
    assert door is not None
    asked = parse_query(query_text(door), Vocabulary.of(study), on_unknown_type=lambda _: None)
    return int(np.count_nonzero(relation_mask(study, asked) & (relation_events(study).prediction == prediction)))


def whole(cell: Cell) -> int:
    assert isinstance(cell.value, int)
    return cell.value


def denominator(cell: Cell) -> int:
    assert isinstance(cell.value, Ratio)
    return cell.value.denominator


def test_every_number_is_what_its_door_opens(build_study: BuildStudy) -> None:
    @settings(max_examples=examples(40))
    @given(
        relation_studies(build_study, with_retention=True),
        st.lists(terms(*OWN_FIELDS) | FILTERS, max_size=2).map(lambda parts: Selection(tuple(parts))),
        st.sampled_from(RELATION_SETTINGS),
    )
    def check(study: Study, kept: Selection, setting: Any) -> None:  # noqa: ANN401 - one of the settings
        try:
            parse_query(query_text(all_of(*kept.terms)), Vocabulary.of(study), on_unknown_type=lambda _: None)
        except UnknownNameError:
            reject()  # a bucket that this study does not have
        scores = score_relations(study, kept, no_checkpoint)
        if scores is None:
            return
        matched = with_relation_choice(study, RelationChoice(setting, study.relation_choice.symmetric))
        groups = relation_groups(scores, setting)
        rows = [row for group in groups for row in (group.head, *group.rows) if row.prediction >= 0]
        assert len(rows) >= len(study.predictions)
        for row in rows:
            _, reference, predicted, correct, precision, recall, f1 = row.cells
            for cell in (reference, predicted, correct):
                assert opened(matched, cell.door, row.prediction) == whole(cell)
            assert denominator(precision) == opened(matched, precision.door, row.prediction)
            assert denominator(recall) == opened(matched, recall.door, row.prediction)
            both = opened(matched, f1.door, row.prediction)
            assert max(whole(reference), whole(predicted)) <= both <= denominator(f1)

    check()


LEARNED: list[Sentence] = [("Ann met Bo", PEOPLE[:2], [(0, "Meet", 1)]), ("Bo left Ann", PEOPLE[:2], [(0, "Work", 1)])]
TRUE: list[Sentence] = [("Ann met Bo", PEOPLE[:2], [(0, "Meet", 1)]), ("Cy left Di", PEOPLE[:2], [(0, "Work", 1)])]
MISSES: list[Sentence] = [("Ann met Bo", PEOPLE[:2], [(0, "Meet", 1)]), ("Cy left Di", PEOPLE[:2], [])]
"""A test set, and a run that misses one of its two relations."""


@pytest.fixture
def request_for(tmp_path: Path) -> LoadRequest:
    texts = {"true": TRUE, "misses": MISSES, "learned": LEARNED}
    paths = {name: write_sentences(tmp_path / f"{name}.json", sentences) for name, sentences in texts.items()}
    runs = f"a={paths['true']}", f"a={paths['misses']}", f"b={paths['misses']}"
    return LoadRequest(paths["true"], runs, training=paths["learned"], retention=True)


@pytest.fixture
def page(qtbot: QtBot, desk: Desk, request_for: LoadRequest) -> OverviewPage:
    page = OverviewPage(desk)
    qtbot.addWidget(page)
    study = load_study(request_for)
    desk.document.set_study(study, request_for)
    page.look_at(Look(study, request_for))
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: page.is_complete)
    return page


def rows_of(page: OverviewPage, title: str) -> list[TableRow]:
    return table(page, title).numbers.rows_shown


def texts_of(page: OverviewPage, title: str) -> dict[str, list[str]]:
    return {row.name: [cell.text for cell in row.cells[1:]] for row in reversed(rows_of(page, title))}


def test_runs_have_a_mean_with_its_deviation(page: OverviewPage) -> None:
    assert texts_of(page, "Relations")["a"] == ["2", "1.5", "1.5", "100.00 (0.00)", "75.00 (35.36)", "83.33 (23.57)"]
    mean, *_ = rows_of(page, "Relations")
    assert mean.copied_names == ("a, mean", "all", "boundaries", ALL_TYPES)


def test_a_row_of_both_is_that_of_the_layout(page: OverviewPage) -> None:
    assert page.look is not None
    printed = [[str(cell).replace("±", "(") for cell in row] for row in joint(page.look.study, "boundaries")]
    shown = [
        [row.name, *(cell.text.rstrip(")") for cell in row.cells[1:])]
        for row in rows_of(page, "Mentions and relations")
    ]
    assert [[cell.replace("( ", "(") for cell in row] for row in printed] == shown


def test_a_click_opens_relation_events_matched_as_those_on_show(page: OverviewPage, press_button: PressButton) -> None:
    asked, matched = asked_by(page), list[RelationChoice]()
    page.desk.matching_requested.connect(matched.append)
    press_button(page, "strict")
    shown = table(page, "Mentions and relations")
    place = next(n for n, row in enumerate(rows_of(page, "Mentions and relations")) if row.name == "b")
    shown.open(shown.numbers.index(place, 5))
    shown.open(shown.numbers.index(place, 2))
    assert [(door.asked, door.prediction, door.of_relations) for door in asked] == [
        ("-refrel:none", 2, True),
        ("-ref:none", 2, False),
    ]
    assert matched == [RelationChoice("strict")]


def test_the_profile_is_that_of_the_commands(page: OverviewPage) -> None:
    [mentions], [relations] = (texts_of(page, f"Profile of {noun}").values() for noun in ("mentions", "relations"))
    assert mentions == ["4", "1.00", "50.00", "100.00", "50.00"]
    assert relations == ["2", "25.00", "50.00", "50.00", "25.00", "2.00", "1.00"]
    [row] = rows_of(page, "Profile of relations")
    assert [cell.query for cell in row.cells[1:4]] == ["-refrel:none", "-refrel:none", "refpart:exact"]


def test_what_the_filter_keeps_is_counted(page: OverviewPage, press_button: PressButton) -> None:
    assert page.look is not None
    kept = Selection.from_filter(parse_query("rel:Work", Vocabulary.of(page.look.study)))
    look_at(page, selection=kept)
    press_button(page, "what the filter keeps")
    assert texts_of(page, "Relations")["b"][:3] == ["1", "0", "0"]


def test_without_relations_there_is_nothing_of_them(page: OverviewPage, make_study_from: Callable[..., Study]) -> None:
    assert {"Relations", "Mentions and relations", "Profile of relations"} <= {*page.titles}
    page.look_at(Look(make_study_from("Ulm/B-LOC/B-LOC"), LoadRequest("reference", ("flair",))))
    assert not {"Relations", "Mentions and relations", "Profile of relations"} & {*page.titles}


def test_without_training_there_are_no_parts_and_no_layouts(page: OverviewPage, request_for: LoadRequest) -> None:
    request = replace(request_for, training=None, retention=False)
    page.look_at(Look(load_study(request), request))
    assert [row.name for row in rows_of(page, "Relations")] == ["a", "a run 1", "a run 2", "b"]
    assert page.source(TITLES[0]) is None
    assert "open training data" in page.desk.message.text
    source = page.source("Relations")
    assert source is not None
    record = source.origin.record("Relations", "csv", source.systems, True)
    assert record["command_differs"] == "The command line scores relations with training data alone."


TITLES = ("F1 on exact, partial and new relations", "Scores of mentions and relations")


@pytest.mark.parametrize("title", [*TITLES, "Relations"])
def test_the_command_of_the_record_gives_what_was_saved(
    page: OverviewPage,
    title: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "saved.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "CSV (*.csv)"))
    trigger(page, f"Table “{title}”…")
    end_work(page)
    record = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))
    assert run(shlex.split(record["command"])[1:]) == 0
    told = list(csv.reader(capsys.readouterr().out.splitlines()))
    saved = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    if title in TITLES:
        assert record["command_differs"] == ""
        assert saved == told
    else:
        given = {(row[0], row[3], row[1], row[2]): row[4:7] for row in told[1:]}
        counted = {(row[0], row[1], row[2], row[3]): row[4:7] for row in saved if row[0] == "b"}
        assert counted
        assert counted == {names: given[names] for names in counted}
