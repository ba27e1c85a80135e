"""Other ways to count, in the overview: numbers, doors, copies."""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.counts.schemes import counted_by, tally_kept_schemes
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase, doors_to, score_kept
from nerinspect.query.selection import Selection
from nerinspect.systems.schemes import OUTCOMES, SCHEMES, tally_schemes
from nerinspect.systems.weights import read_weights
from nerinspect.ui.kit.jobs import Derived, end_work
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.pages.overview.schemes import SCHEMES_TITLE, SchemesPart, WeightsDialog, scheme_groups
from tests.examples import examples
from tests.query.conftest import FILTERS, studies
from tests.query.plain_schemes import events_by

MakeStudy = Callable[..., Study]

BY_NAME: Final = {scheme.name: scheme for scheme in SCHEMES}
COUNTS: Final = ("actual", "possible", "", "difference", "cost", *OUTCOMES)


@pytest.fixture
def part(qtbot: QtBot) -> Iterator[SchemesPart]:
    part = SchemesPart()
    qtbot.addWidget(part)
    yield part
    end_work(part)


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(
        "Rome/B-LOC/B-LOC in/O/O Oslo/B-LOC/B-ORG in/O/O New/B-LOC/B-LOC York/I-LOC/O in/O/O Bonn/B-LOC/O"
    )


def said(part: SchemesPart) -> list[str]:
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible()]


def texts(part: SchemesPart) -> list[list[str]]:
    numbers = part.table.numbers
    return [[numbers.cell(numbers.index(row, column)).text for column in range(5)] for row in range(numbers.rowCount())]


def test_every_scheme_has_its_scores(part: SchemesPart, study: Study) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    assert texts(part) == [
        ["traditional", "33.33", "25.00", "28.57", ""],
        ["strict", "33.33", "25.00", "28.57", "0.00"],
        ["exact", "66.67", "50.00", "57.14", "+28.57"],
        ["partial", "83.33", "62.50", "71.43", "+42.86"],
        ["type", "66.67", "50.00", "57.14", "+28.57"],
        ["fair", "50.00", "33.33", "40.00", "+11.43"],
        ["weighted", "75.00", "42.86", "54.55", "+25.97"],
        ["ace", "83.33", "62.50", "71.43", "+42.86"],
    ]


def test_the_difference_opens_the_events_that_explain_it(part: SchemesPart, study: Study, qtbot: QtBot) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    numbers = part.table.numbers
    queries = [numbers.cell(numbers.index(row, 4)).query for row in range(8)]
    errors = "kind:le,be,lbe"
    assert queries == ["", "", "kind:le", errors, "pair:type", errors, errors, "scheme:ace-difference"]
    with qtbot.waitSignal(part.table.door_opened) as opened:
        part.table.open(numbers.index(4, 4))
    assert opened.args == ["pair:type", 0, -1]


def test_scores_of_many_events_are_counted_behind(
    part: SchemesPart, study: Study, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    with qtbot.waitSignal(part.table.numbers.rows_changed):
        part.show_scores(study, WHOLE, 0, "flair", "")
    assert texts(part)[0][1] == "33.33"


def test_types_that_are_counted_are_those_of_the_command_line(study: Study) -> None:
    base = MentionBase.of(Selection.from_filter(parse_query("type:LOC", Vocabulary.of(study))))
    kept, whole = tally_kept_schemes(study, 0, base), tally_schemes(study, 0)
    for scheme in SCHEMES:
        assert kept.counts(scheme) == whole.counts(scheme, "LOC")


def test_undefined_scores_are_dashes(part: SchemesPart, make_study_from: MakeStudy) -> None:
    part.show_scores(make_study_from("Rome/O/O"), WHOLE, 0, "flair", "")
    assert texts(part)[2] == ["exact", "–", "–", "–", "–"]


def test_the_table_is_part_of_the_overview_and_copied(panel: OverviewPage, qtbot: QtBot) -> None:
    part = panel.findChild(SchemesPart)
    assert part is not None
    assert part.isVisibleTo(panel)
    part.table.copy_whole()
    assert "fair" in QGuiApplication.clipboard().text()
    assert part.title == SCHEMES_TITLE


def test_what_a_scheme_counts_stands_beside_its_scores(part: SchemesPart, study: Study) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    numbers = part.table.numbers
    counts = [[numbers.cell(numbers.index(row, column)).text for column in range(5, 11)] for row in range(8)]
    assert counts == [
        ["", "1", "", "", "3", "2"],
        ["", "1", "2", "", "1", "0"],
        ["", "2", "1", "", "1", "0"],
        ["", "2", "", "1", "1", "0"],
        ["", "2", "1", "", "1", "0"],
        ["", "1", "2", "", "1", "0"],
        ["", "1", "1", "1", "1", "0"],
        ["37.50", "2", "1", "", "1", "0"],
    ]


def test_a_count_opens_its_events(part: SchemesPart, study: Study, qtbot: QtBot) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    with qtbot.waitSignal(part.table.door_opened) as opened:
        part.table.open(part.table.numbers.index(3, 8))
    assert opened.args == ["scheme:partial-partial", 0, -1]


def test_a_count_of_a_filter_names_the_mentions_it_counts(part: SchemesPart, study: Study) -> None:
    base = MentionBase.of(Selection.from_filter(parse_query("type:LOC elen:1", Vocabulary.of(study))))
    part.show_scores(study, base, 0, "flair", "1 LOC")
    cell = part.table.numbers.cell(part.table.numbers.index(1, 9))
    assert (cell.text, cell.query) == ("2", 'ref:LOC refattr:eLen=1 scheme:"strict-missed among type:LOC elen:1"')


def test_a_scheme_unfolds_to_the_types(part: SchemesPart, study: Study) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    part.table.open(part.table.numbers.index(2, 0))
    assert [row[0] for row in texts(part)[2:6]] == ["exact", "LOC", "ORG", "partial"]
    counts = tally_schemes(study, 0).counts(BY_NAME["exact"], "ORG")
    numbers = part.table.numbers
    assert [numbers.cell(numbers.index(4, column)).value for column in range(6, 11)] == [
        counts.correct,
        counts.incorrect,
        None,
        counts.missed,
        counts.spurious,
    ]


def test_counts_without_room_are_named_and_copied(part: SchemesPart, study: Study, qtbot: QtBot) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    part.resize(part.table.whole_width, 400)
    with qtbot.waitExposed(part):
        part.show()
    assert part.table.left_out
    assert f"No room for {', '.join(part.table.left_out)}: widen the window or copy the table." in said(part)
    assert part.table.as_tsv().splitlines()[0].endswith("Spurious")
    part.resize(1200, 400)
    qtbot.waitUntil(lambda: not [text for text in said(part) if "No room" in text])


def test_copies_name_scheme_and_type(part: SchemesPart, study: Study) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    head, first, *_ = part.table.as_tsv().splitlines()
    assert head.split("\t")[-5:] == ["Correct", "Incorrect", "Partial", "Missed", "Spurious"]
    assert first.split("\t")[:3] == ["flair", "traditional", "ALL"]


def test_numbers_open_the_events_they_count_whatever_the_filter(build_study: Callable[..., Study]) -> None:
    @settings(max_examples=examples(80))
    @given(studies(build_study), FILTERS)
    def check(study: Study, query: Filter) -> None:
        assume(study.training is not None)
        base = MentionBase.of(Selection.from_filter(query))
        types = base.types_of(study)
        assume(types)
        doors, prediction = doors_to(base, types), len(study.predictions) - 1
        score, tally = score_kept(study, base)[prediction].tally, tally_kept_schemes(study, prediction, base)
        own = study.events.prediction == prediction
        for scheme, group in zip(SCHEMES, scheme_groups("s", tally, doors), strict=True):
            if not scheme.is_fair and not scheme.ace:
                counts = tally.counts(scheme)
                assert (counts.actual, counts.possible) == (4 * score.overall.predicted, 4 * score.overall.reference)
            for row in (group.head, group.rows[-1]):
                among = base if row is group.head else base._replace(named=frozenset([row.name]))
                for name, cell in zip(COUNTS, row.cells[1:], strict=True):
                    if cell.door is None:
                        assert name == "difference" or name not in scheme.outcomes.values()
                        continue
                    found = np.flatnonzero(cell.door.mask(study) & own).tolist()
                    assert found == events_by(study, prediction, scheme, name, among), cell.query

    check()


@settings(max_examples=examples(50))
@given(data=st.data())
def test_the_query_of_a_door_reads_back(data: st.DataObject, build_study: Callable[..., Study]) -> None:
    study, query = data.draw(studies(build_study)), data.draw(FILTERS)
    base = MentionBase.of(Selection.from_filter(query))
    door = counted_by(BY_NAME["fair"], "actual", base)
    known = Vocabulary.of(study)._replace(has_training=True, study=None, types=(*study.types, "unknown"))
    assert parse_query(query_text(door), known, lambda _error: None) == door


def test_weights_are_chosen_in_a_dialog(part: SchemesPart, study: Study, qtbot: QtBot) -> None:
    part.show_scores(study, WHOLE, 0, "flair", "")
    part.show()
    part.findChildren(QToolButton)[0].click()
    dialog = part.findChild(WeightsDialog)
    assert dialog is not None
    assert [dialog.boxes[name].text() for name in ("bes", "type", "value:LOC")] == ["0.5/0/0.5", "0.5", "1"]
    dialog.boxes["type"].setText("2")
    assert "a share from 0 to 1" in dialog.note.text()
    dialog.boxes["type"].setText("0.8")
    dialog.boxes["bes"].setText("1/0/0")
    dialog.boxes["value:LOC"].setText("0.5")
    dialog.accept()
    assert part.weights_for(study).told == ("bes=1/0/0", "type=0.8", "value:LOC=0.5")
    assert [row[1:3] for row in texts(part)[6:]] == [["80.00", "57.14"], ["93.33", "70.00"]]
    cost = part.table.numbers.cell(part.table.numbers.index(7, 5))
    assert (cost.text, cost.query) == ("30.00", 'scheme:"ace-cost with type=0.8 value:LOC=0.5"')


def test_the_command_beside_saved_scores_has_the_weights(panel: OverviewPage) -> None:
    panel.findChildren(SchemesPart)[0].choose(read_weights(["spurious=1"]))
    for title in (SCHEMES_TITLE, "F1 by scheme"):
        source = panel.source(title)
        assert source is not None
        record = source.origin.record(title, "csv", ["flair"], True)
        assert "--weight spurious=1" in record["command"]
        assert "ace with spurious=1" in record["signature"]
