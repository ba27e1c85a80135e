"""The list of test sentences that training has too: counts, doors, pages, copies."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.events.segment_events import ERROR_KINDS, KINDS
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.io.request import LoadRequest
from nerinspect.query.counts.training import count_training
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.training.retention import with_training
from nerinspect.training.tough import repeated_sentences
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.pages.overview.training import REPEATED, RepeatedList, RepeatedPart
from tests.ui.showing import shown_page
from tests.ui.table_pages import asked_by, said_by, trigger

MakeStudy = Callable[..., Study]
REQUEST = LoadRequest("reference", ("flair=flair1",))
WRONG = [KINDS.index(kind) for kind in ERROR_KINDS]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Three of four sentences stand in training: one twice, and one without a mention."""
    learned = make_study_from("Ulm/B-LOC/O wins/O/O", "SPORT/O/O", "Ulm/B-LOC/O wins/O/O", "Bern/B-LOC/O")
    read = make_study_from(
        "Bern/B-LOC/O/B-LOC", "Ulm/B-LOC/B-LOC/O wins/O/B-PER/O", "SPORT/O/O/O", "Ulm/B-ORG/B-LOC/O wins/O/O/O",
        "Bern/B-LOC/O/O loses/O/O/O",
        systems=("flair", "plain"),
    )  # fmt: skip
    return with_training(read, AnnotatedText(learned.text, learned.reference))


@pytest.fixture(scope="module")
def trained_sample(sample_study: Study) -> Study:
    """Let the sample be its own training data."""
    return with_training(sample_study, AnnotatedText(sample_study.text, sample_study.reference))


def texts(study: Study, prediction: int, base: MentionBase = WHOLE) -> list[list[str]]:
    listed = RepeatedList(study, count_training(study, base)[prediction].repeated, base, prediction)
    return [[cell.text for cell in group.head.cells] for group in listed.rows(range(len(listed)))]


def base_of(study: Study, query: str) -> MentionBase:
    return MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))


def opened(study: Study, query: str, prediction: int) -> np.ndarray:
    mask = parse_query(query, Vocabulary.of(study)).mask(study) & (study.events.prediction == prediction)
    return np.flatnonzero(mask)


def test_sentences_are_listed_with_places_mentions_and_errors(study: Study) -> None:
    assert texts(study, 0) == [
        ["Ulm wins", "2", "2", "1", "2", "2"],
        ["Bern", "1", "1", "9", "1", "1"],
        ["SPORT", "1", "1", "4", "0", "0"],
    ]
    assert [row[-1] for row in texts(study, 1)] == ["2", "0", "0"]


def test_only_mentions_that_the_filter_keeps_are_counted(study: Study) -> None:
    assert [row[-2:] for row in texts(study, 0, base_of(study, "type:ORG"))] == [["1", "1"], ["0", "0"], ["0", "0"]]


@pytest.mark.parametrize("query", ["", "type:ORG", "doc:1..3 type:LOC,PER", "tough:tcm-all", "elen:1"])
@pytest.mark.parametrize("prediction", [0, 1])
def test_a_row_opens_what_it_counts(trained_sample: Study, query: str, prediction: int) -> None:
    study, base = trained_sample, base_of(trained_sample, query)
    repeated = repeated_sentences(study)
    listed = RepeatedList(study, count_training(study, base)[prediction].repeated, base, prediction)
    for place, group in enumerate(listed.rows(range(len(listed)))):
        name, _, _, _, mentions, wrong = group.head.cells
        own = study.events.prediction == prediction
        of_sentence = np.flatnonzero(np.isin(study.event_sentence, repeated.places(place)) & own)
        if not name.query:
            assert not len(of_sentence)
            continue
        assert np.array_equal(opened(study, name.query, prediction), of_sentence)
        counted = study.events.mentions("reference", opened(study, mentions.query, prediction))
        for passing in base.passes(study, "reference"):
            counted = counted[passing[counted]]
        assert len(counted) == mentions.value
        errors = opened(study, wrong.query, prediction)
        assert len(errors) == wrong.value
        assert set(study.events.kind[errors]) <= set(WRONG)


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, study: Study) -> Iterator[OverviewPage]:
    yield from shown_page(OverviewPage(desk), Look(study, REQUEST), qtbot, height=1200)


def table_in(panel: OverviewPage) -> NumberTable:
    return next(table for table in panel.findChildren(NumberTable) if table.numbers.title == REPEATED)


def test_enter_on_a_sentence_opens_its_events(panel: OverviewPage) -> None:
    asked = asked_by(panel)
    table = table_in(panel)
    for row in (1, 0):
        table.setCurrentIndex(table.numbers.index(row, 0))
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert [door.asked for door in asked] == ["sent:2,4", "trained:yes"]


def test_the_sum_stands_above(panel: OverviewPage) -> None:
    numbers = table_in(panel).numbers
    assert [numbers.index(0, column).data() for column in range(6)] == ["all of them", "4", "4", "", "3", "3"]


def test_a_sentence_without_events_is_no_door(panel: OverviewPage) -> None:
    table = table_in(panel)
    assert not table.is_door(table.numbers.index(3, 0))
    assert "no event" in table.numbers.index(3, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_the_list_is_copied_whole(panel: OverviewPage) -> None:
    trigger(panel, f"{REPEATED} as CSV")
    assert QGuiApplication.clipboard().text().splitlines() == [
        "Sentence,In test,In training,First line there,Mentions,Wrong",
        "all of them,4,4,,3,3",
        "Ulm wins,2,2,1,2,2",
        "Bern,1,1,9,1,1",
        "SPORT,1,1,4,0,0",
    ]


@pytest.fixture
def long_panel(qtbot: QtBot, desk: Desk, make_study_from: MakeStudy) -> Iterator[OverviewPage]:
    read = make_study_from(*(f"w{number}/B-LOC/O" for number in range(1_100)))
    panel = OverviewPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(with_training(read, AnnotatedText(read.text, read.reference)), REQUEST))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: table_in(panel).numbers.rowCount() > 0)
    yield panel
    end_work(panel)


def test_a_long_list_is_copied_in_the_background(qtbot: QtBot, long_panel: OverviewPage) -> None:
    QGuiApplication.clipboard().clear()
    QTest.keyClick(table_in(long_panel), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert (said_by(long_panel), QGuiApplication.clipboard().text()) == (f"The table “{REPEATED}” is being copied.", "")
    qtbot.waitUntil(lambda: said_by(long_panel) == f"The table “{REPEATED}” is on the clipboard.")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert (len(lines), lines[0].split("\t")[0], lines[-1].split("\t")[0]) == (1_102, "Sentence", "w1099")


def test_a_long_list_is_written_out_in_other_forms_too(qtbot: QtBot, long_panel: OverviewPage) -> None:
    trigger(long_panel, f"{REPEATED} as CSV")
    qtbot.waitUntil(lambda: said_by(long_panel).endswith("is on the clipboard as CSV."))
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1_102


def test_a_long_list_is_saved_in_the_background(
    qtbot: QtBot, long_panel: OverviewPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "CSV (*.csv)"))
    trigger(long_panel, f"Table “{REPEATED}”…")
    assert said_by(long_panel) == f"The table “{REPEATED}” is being written to {path}."
    qtbot.waitUntil(lambda: said_by(long_panel).startswith(f"The table “{REPEATED}” was written to {path}"))
    assert len(path.read_text().splitlines()) == 1_102
    assert path.with_name("list.csv.json").exists()


def test_where_nothing_is_repeated_that_is_said(qtbot: QtBot, make_study_from: MakeStudy) -> None:
    learned, read = make_study_from("Ulm/B-LOC/O"), make_study_from("Bern/B-LOC/O")
    study = with_training(read, AnnotatedText(learned.text, learned.reference))
    part = RepeatedPart()
    qtbot.addWidget(part)
    part.show_counts(study, count_training(study)[0].repeated, WHOLE, 0, "")
    assert part.caption.startswith("none")
    assert part.table.isHidden()


def test_further_rows_are_made_when_they_are_scrolled_to(qtbot: QtBot, make_study_from: MakeStudy) -> None:
    read = make_study_from(*(f"w{number}/B-LOC/O" for number in range(250)))
    study = with_training(read, AnnotatedText(read.text, read.reference))
    part = RepeatedPart()
    qtbot.addWidget(part)
    part.show_counts(study, count_training(study)[0].repeated, WHOLE, 0, "")
    model = part.table.numbers
    assert model.n_rows == 251  # the sum among them
    seen = [model.rowCount()]
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())
        seen.append(model.rowCount())
    assert seen == [101, 201, 251]
    assert model.index(250, 0).data() == "w249"
    part.show_counts(study, count_training(study)[0].repeated, WHOLE, 0, "")
    assert len(part.table.as_tsv().splitlines()) == 252
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
