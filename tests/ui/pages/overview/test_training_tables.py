"""Tough mentions, and seen and unseen ones, in the overview: numbers, doors, copies."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.counts.training import count_training
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase, kept_mentions
from nerinspect.query.selection import Selection
from nerinspect.tables.tough import RECALL, composition_layout, small_note
from nerinspect.training.retention import with_training
from nerinspect.training.surfaces import SETTINGS, Setting, is_seen
from nerinspect.training.tough import SUBSETS, subset_members
from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, RowGroup
from nerinspect.ui.pages.overview.charts import BucketCharts
from nerinspect.ui.pages.overview.page import HIDES, OverviewPage
from nerinspect.ui.pages.overview.training import ToughPart, seen_groups, shown_systems, tough_columns, tough_groups
from nerinspect.ui.platforms import sample_request
from tests.ui.showing import shown_page
from tests.ui.table_pages import asked_by, look_at, trigger

MakeStudy = Callable[..., Study]
REQUEST = LoadRequest("reference", ("flair=flair1",))
FILTERS = ["", "type:ORG", "doc:1..3 type:LOC,PER", "tough:unseen-any", "seen:yes elen:1"]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Ulm is known as LOC; Bern as ORG, and confusable; Rhine not at all."""
    learned = make_study_from("Ulm/B-LOC/O Bern/B-ORG/O")
    read = make_study_from(
        "Ulm/B-LOC/B-LOC/O Bern/B-LOC/B-ORG/B-LOC and/O/O/B-PER", "Bern/B-ORG/O/O Rhine/B-LOC/B-LOC/O",
        systems=("flair", "plain"),
    )  # fmt: skip
    return with_training(read, AnnotatedText(learned.text, learned.reference))


@pytest.fixture(scope="module")
def trained_sample(sample_study: Study) -> Study:
    """Let what a weak system finds in the sample be the training data."""
    return with_training(sample_study, AnnotatedText(sample_study.text, sample_study.predictions[-1].annotation))


def tough_rows(study: Study, base: MentionBase = WHOLE, prediction: int = 0) -> list[RowGroup]:
    subsets = [counts.subsets for counts in count_training(study, base)]
    return tough_groups(study, subsets, prediction, shown_systems(study, prediction))


def texts(group: RowGroup) -> list[str]:
    return [cell.text for cell in group.head.cells]


def held(study: Study, base: MentionBase, query: str, prediction: int, subset: str) -> int:
    """Count the reference mentions of a base and a subset in the events that a query opens."""
    mask = parse_query(query, Vocabulary.of(study)).mask(study) & (study.events.prediction == prediction)
    is_counted = subset_members(study, "reference")[SUBSETS.index(subset)]
    for passing in base.passes(study, "reference"):
        is_counted &= passing
    return int(np.count_nonzero(is_counted[study.events.mentions("reference", mask)]))


def test_subsets_are_counted_and_recalled(study: Study) -> None:
    assert [texts(group) for group in tough_rows(study)] == [
        ["all mentions", "4", "100.00", "", "50.00", "25.00", "50.00", "2"],
        ["seen", "2", "50.00", "", "50.00", "0.00", "100.00", "1"],
        ["unseen-any", "2", "50.00", "", "50.00", "50.00", "0.00", "1"],
        ["unseen-tokens", "1", "25.00", "", "100.00", "0.00", "0.00", "0"],
        ["unseen-type", "1", "25.00", "", "0.00", "100.00", "0.00", "1"],
        ["tcm-all", "2", "50.00", "", "0.00", "50.00", "50.00", "2"],
        ["tcm-seen", "2", "50.00", "", "0.00", "50.00", "50.00", "2"],
        ["tcm-unseen", "none", "–", "", "–", "–", "–", "0"],
    ]


def test_the_types_stand_below_a_subset(study: Study) -> None:
    rows = tough_rows(study)[5].rows
    assert [[cell.text for cell in row.cells[:3]] for row in rows] == [
        ["LOC", "1", "33.33"],
        ["ORG", "1", "100.00"],
        ["PER", "none", "–"],
    ]


def test_the_system_on_show_has_the_filled_dot(study: Study) -> None:
    assert tough_rows(study, prediction=1)[0].head.cells[3].dots == (0.25, 0.5)


def test_runs_have_a_mean_with_deviation_that_is_no_door(make_study_from: MakeStudy) -> None:
    learned = make_study_from("Ulm/B-LOC/O")
    read = make_study_from("Ulm/B-LOC/B-LOC/O Bern/B-LOC/O/O", systems=("flair", "flair"))
    study = with_training(read, AnnotatedText(learned.text, learned.reference), with_retention=False)
    recall = tough_rows(study)[0].head.cells[4]
    assert (recall.text, recall.value, recall.query) == ("25.00 (35.36)", 0.25, "")


def test_missed_mentions_are_those_of_one_run(make_study_from: MakeStudy) -> None:
    read = make_study_from("Ulm/B-LOC/B-LOC/O Bern/B-LOC/O/O/O", systems=("flair", "flair"))
    study = with_training(read, AnnotatedText(read.text, read.reference))
    columns = [tough_columns(shown_systems(study, number))[-1] for number in range(3)]
    assert [column.title for column in columns] == ["Missed, run 1", "Missed, run 2", "Missed by"]
    assert [column.copied for column in columns] == [
        "flair run 1 missed", "flair run 2 missed", "retention missed",
    ]  # fmt: skip


def test_copies_have_the_deviation_of_runs_in_a_column_of_its_own(
    qtbot: QtBot, desk: Desk, make_study_from: MakeStudy
) -> None:
    learned = make_study_from("Ulm/B-LOC/O")
    read = make_study_from("Ulm/B-LOC/B-LOC/O Bern/B-LOC/O/O", systems=("flair", "flair"))
    panel = OverviewPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(with_training(read, AnnotatedText(learned.text, learned.reference)), REQUEST))
    panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    table = shown(panel)["Tough mentions"].numbers.as_table()
    place = table.columns.index("flair recall standard deviation")
    assert table.columns[place - 1 : place + 2] == (
        "flair recall", "flair recall standard deviation", "retention recall",
    )  # fmt: skip
    first = next(iter(table))
    assert first[place - 1] == 0.25
    assert first[place] == pytest.approx(0.125 * 2**1.5)
    assert "flair recall standard deviation" in table.percentages


def test_a_small_subset_says_so(make_study_from: MakeStudy) -> None:
    learned = make_study_from("Ulm/B-LOC/O")
    read = make_study_from("Ulm/B-LOC/O " + " ".join(["x/B-LOC/O"] * 100))
    study = with_training(read, AnnotatedText(learned.text, learned.reference))
    seen = tough_rows(study)[1].head
    assert (seen.note, seen.is_dim) == ("small", True)
    assert seen.cells[0].tooltip.endswith("\nsmall: 1 of 101 mentions (0.99 %)")


@pytest.mark.parametrize("query", FILTERS)
@pytest.mark.parametrize("prediction", [0, 1])
def test_the_door_of_a_subset_opens_the_events_that_hold_its_mentions(
    trained_sample: Study, query: str, prediction: int
) -> None:
    study = trained_sample
    base = MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))
    for group in tough_rows(study, base, prediction):
        mentions, *_, missed = group.head.cells[1:]
        for cell in (mentions, missed):
            if cell.query:
                assert held(study, base, cell.query, prediction, group.key) == cell.value


def seen_cells(study: Study, setting: Setting, system: int) -> list[list[str]]:
    groups = seen_groups(study, count_training(study), setting)
    return [texts(group) for group in groups[3 * system : 3 * system + 3]]


def test_each_part_has_scores_of_its_own(study: Study) -> None:
    assert seen_cells(study, "typed", 0) == [
        ["flair", "4", "3", "2", "66.67", "50.00", "57.14"],
        ["seen", "2", "2", "1", "50.00", "50.00", "50.00"],
        ["unseen", "2", "1", "1", "100.00", "50.00", "66.67"],
    ]


def test_in_the_other_setting_the_surface_is_enough(study: Study) -> None:
    assert seen_cells(study, "surface", 1)[1:] == [
        ["seen", "3", "1", "1", "100.00", "33.33", "50.00"],
        ["unseen", "1", "1", "0", "0.00", "0.00", "0.00"],
    ]


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_types_of_a_part_add_up_to_it(trained_sample: Study, setting: Setting) -> None:
    for group in seen_groups(trained_sample, count_training(trained_sample), setting):
        assert [row.name for row in group.rows] == list(trained_sample.types)
        for column in (1, 2, 3):
            counts = [row.cells[column].value for row in group.rows]
            assert sum(count for count in counts if isinstance(count, int)) == group.head.cells[column].value


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("query", FILTERS)
def test_a_part_and_its_types_open_the_events_with_their_mentions(
    trained_sample: Study, setting: Setting, query: str
) -> None:
    study, vocabulary = trained_sample, Vocabulary.of(trained_sample)
    base = MentionBase.of(Selection.from_filter(parse_query(query, vocabulary)))
    kept = list(kept_mentions(study, base))
    for group in seen_groups(study, count_training(study, base), setting):
        for row in (group.head, *group.rows):
            _, part, _, type_name = row.copied_names
            for cell, side in zip(row.cells[1:3], SIDES, strict=True):
                mentions, events = kept[row.prediction].mentions[side], kept[row.prediction].events[side]
                is_counted = np.full(len(mentions), True) if part == "all" else is_seen(study, side, setting)[mentions]
                if part == "unseen":
                    is_counted = ~is_counted
                if row is not group.head:
                    is_counted &= study.mentions_on(side).type_codes[mentions] == study.types.index(type_name)
                assert cell.value == np.count_nonzero(is_counted)
                opened = parse_query(cell.query, vocabulary).mask(study) & (study.events.prediction == row.prediction)
                assert np.array_equal(np.flatnonzero(opened), np.unique(events[is_counted]))


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk, study: Study) -> Iterator[OverviewPage]:
    yield from shown_page(OverviewPage(desk), Look(study, REQUEST), qtbot)


def shown(panel: OverviewPage) -> dict[str, NumberTable]:
    return {t.numbers.title: t for t in panel.findChildren(NumberTable) if t.isVisibleTo(panel)}


def test_without_training_there_is_neither_table(panel: OverviewPage, study: Study) -> None:
    titles = ["Scores", "What F1 hides", "Other ways to count", "Tough mentions", "Seen and unseen"]
    titles.append("Profile of mentions")
    assert list(shown(panel)) == titles
    panel.look_at(Look(with_training(study, None), REQUEST))
    assert list(shown(panel)) == titles[:3]
    for menu in (panel.head.copying, panel.head.saving):
        menu.aboutToShow.emit()
        assert not [action.text() for action in menu.actions() if "Tough" in action.text()]


def test_without_training_one_button_asks_for_it(panel: OverviewPage, study: Study) -> None:
    button = next(one for one in panel.findChildren(QPushButton) if one.text() == "Open training data…")
    assert not button.isVisible()
    panel.look_at(Look(with_training(study, None), REQUEST))
    assert button.isVisible()
    action, asked = panel.desk.menus.action("training"), list[bool]()
    action.setEnabled(True)
    action.triggered.connect(lambda: asked.append(True))
    button.click()
    assert len(asked) == 1


def test_the_heuristic_is_said_to_be_memory(panel: OverviewPage) -> None:
    scores = shown(panel)["Scores"].numbers
    heads = [scores.place(row).row for row in range(scores.rowCount()) if scores.place(row).is_head]
    assert [(row.name, row.note) for row in heads][-1] == ("retention", "memory of the training data")


def test_a_recall_of_another_system_opens_its_events(panel: OverviewPage) -> None:
    asked = asked_by(panel)
    table = shown(panel)["Tough mentions"]
    table.setCurrentIndex(table.numbers.index(1, 5))
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked == [Door("-ref:none reftough:seen", 1)]


def test_the_setting_is_chosen_beside_the_title(panel: OverviewPage) -> None:
    button = next(b for b in panel.findChildren(QToolButton) if b.accessibleName() == "Setting: surface")
    button.click()
    numbers = shown(panel)["Seen and unseen"].numbers
    assert "flair\tseen\tsurface\tALL\t3" in numbers.as_tsv()


def test_tables_are_copied_as_papers_print_them(panel: OverviewPage, study: Study) -> None:
    trigger(panel, "Tough mentions, composition as CSV")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == ",".join(composition_layout(study).columns)
    trigger(panel, "Tough mentions as CSV")
    head = QGuiApplication.clipboard().text().splitlines()[0]
    assert head == "Subset,Type,Mentions,Share,flair recall,plain recall,retention recall,flair missed"


def test_what_the_layout_leaves_out_is_said_under_its_copy(panel: OverviewPage, study: Study) -> None:
    note = small_note(study, RECALL)
    trigger(panel, "Tough mentions, recall as Text")
    assert note.startswith("left out, with fewer than 1 %")
    assert QGuiApplication.clipboard().text().splitlines()[-1] == f"L{note[1:]}."
    trigger(panel, "Tough mentions, composition as LaTeX")
    assert QGuiApplication.clipboard().text().splitlines()[-1].startswith("% Small, with fewer than 1 % of")
    trigger(panel, "Tough mentions, recall as Markdown")
    head, *rest = QGuiApplication.clipboard().text().splitlines()
    assert head.startswith("Recall of tough mentions in percent on ")
    assert note.partition(":")[0] in head
    assert rest[-1].startswith("| retention ")
    trigger(panel, "Tough mentions, composition as Text")
    assert QGuiApplication.clipboard().text().splitlines()[-1].startswith("Small, with fewer than 1 % of the mentions:")


def test_a_column_without_room_is_left_out(qtbot: QtBot, study: Study) -> None:
    part = ToughPart()
    qtbot.addWidget(part)
    part.resize(900, 400)
    part.show_counts(study, count_training(study), 0, "")
    with qtbot.waitExposed(part):
        part.show()
    words = "No room for retention: widen the window or copy the table."
    said = [label for label in part.findChildren(QLabel) if label.isVisible() and label.text() == words]
    assert (part.table.isColumnHidden(6), said) == (False, [])
    while not part.table.isColumnHidden(6) and part.width() > 0:
        part.resize(part.width() - 20, part.heightForWidth(part.width() - 20))
        QApplication.processEvents()
    [note] = [label for label in part.findChildren(QLabel) if label.isVisible() and label.text() == words]
    qtbot.waitUntil(lambda: note.height() > 0, timeout=2_000)


def test_names_of_subsets_can_be_read_beside_other_tables(panel: OverviewPage) -> None:
    for width in range(900, 1400, 50):
        panel.resize(width, 800)
        table = shown(panel)["Tough mentions"]
        assert table.columnWidth(0) > table.fontMetrics().horizontalAdvance("unseen-tokens")


def test_a_drawn_recall_can_be_heard(panel: OverviewPage) -> None:
    numbers = shown(panel)["Tough mentions"].numbers
    heard = numbers.data(numbers.index(0, 3), Qt.ItemDataRole.AccessibleTextRole)
    assert heard == "all mentions, Recall: flair 50.00 and plain 25.00"


def test_every_number_that_counts_is_a_door(study: Study) -> None:
    cells: list[Cell] = [cell for group in tough_rows(study)[:7] for cell in group.head.cells[1:]]
    assert all(cell.query for cell in cells if cell.text)


def test_over_the_whole_test_set_another_selection_lays_nothing_out_anew(panel: OverviewPage, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(shown(panel)["Tough mentions"].numbers.modelReset):
        look_at(panel, selection=Selection.from_filter(Term("sent", (1,))))


def test_a_table_of_systems_names_systems_above_it_and_not_their_runs(
    panel: OverviewPage, make_study_from: MakeStudy
) -> None:
    read = make_study_from("Ulm/B-LOC/B-LOC/O Bern/B-LOC/O/O", systems=("flair", "flair"))
    panel.look_at(Look(with_training(read, AnnotatedText(read.text, read.reference)), REQUEST))
    trigger(panel, "Tough mentions, recall as Text")
    assert QGuiApplication.clipboard().text().startswith("Tough mentions, recall: flair, retention; counted:")


def test_a_tough_subset_has_recall_alone_in_all_tables_and_charts(
    qtbot: QtBot, desk: Desk, press_button: Callable[[QWidget, str], None]
) -> None:
    request = sample_request()
    study, panel = load_study(request), OverviewPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(
        Look(study, request, 0, selection=Selection.from_filter(parse_query("tough:unseen-any", Vocabulary.of(study))))
    )
    panel.show()
    qtbot.waitUntil(lambda: bool(panel.findChildren(BucketCharts)))
    qtbot.waitUntil(lambda: bool(panel.findChildren(BucketCharts)[0].large.charts))
    measured = {"Precision", "Recall", "F1"}

    def said() -> set[str]:
        tables = [table for table in panel.findChildren(NumberTable) if table.numbers.title != HIDES]
        heads = {word for table in tables for column in table.numbers.columns for word in column.title.split()}
        titles = {word for part in panel.findChildren(Part) for word in part.title.split() if part.title != HIDES}
        drawn = {word for chart in panel.findChildren(BarChart) for word in chart.accessibleDescription().split()}
        return (heads | titles | drawn) & measured

    assert said() == measured
    press_button(panel, "what the filter keeps")
    qtbot.waitUntil(lambda: said() == {"Recall"})
    press_button(panel, "the whole test set")
    qtbot.waitUntil(lambda: said() == measured)
    end_work(panel)
