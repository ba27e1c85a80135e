"""The filter panels while two systems are compared: every number opens the rows it counts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.query.compared_rows import mention_rows
from nerinspect.query.differences import compare as compare_systems
from nerinspect.query.rates import MentionBase, kept_mentions
from nerinspect.query.selection import ONLY_ERRORS
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.filters.compared_panels import ComparedFilters, OutcomePanel
from nerinspect.ui.filters.counts_table import Click, CountsTable
from nerinspect.ui.filters.difference import DRAWS
from nerinspect.ui.filters.tough import ToughColumn
from nerinspect.ui.filters.training import TrainingPanel
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.tables.sheet import signed_text
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from nerinspect.ui.window.workspace import Workspace
from tests.ui.filters.cells import cell_at

CONTROL, LEFT = Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton
SPOKEN, TOOLTIP = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole


@pytest.fixture(scope="module")
def three_systems() -> Study:
    request = without_training(sample_request())
    return load_study(
        replace(request, predictions=(*request.predictions, "third=" + request.predictions[0].partition("=")[2]))
    )


@pytest.fixture(scope="module")
def trained() -> Study:
    return load_study(sample_request())


@pytest.fixture
def compare(qtbot: QtBot, desk: Desk) -> Iterator[Callable[[Study], Workspace]]:
    """Show a study in panels, its second system beside the first."""
    built = []

    def build(study: Study) -> Workspace:
        document = desk.document
        workspace = Workspace(desk)
        qtbot.addWidget(workspace)
        workspace.resize(1300, 1600)
        document.set_study(study, without_training(sample_request()))
        workspace.show()
        document.compare_with(1)
        built.append(workspace)
        return workspace

    yield build
    for workspace in built:
        end_work(workspace)
        end_work(workspace._document)


@pytest.fixture
def workspace(compare: Callable[[Study], Workspace], sample_study: Study) -> Workspace:
    return compare(sample_study)


def filters(workspace: Workspace) -> ComparedFilters:
    return workspace.filters.compared


def n_rows(workspace: Workspace) -> int:
    document = workspace._document
    assert document.study is not None
    assert document.compared is not None
    return len(mention_rows(document.study, document.selection.filter, document.prediction, document.compared))


def doors(view: CountsTable) -> list[QModelIndex]:
    model = view.model()
    cells = [model.index(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())]
    return [cell for cell in cells if cell.flags() & Qt.ItemFlag.ItemIsEnabled]


def answered(workspace: Workspace, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not filters(workspace).is_testing)


def test_there_are_no_panels_about_two_systems_before_any_are_compared(window: MainWindow) -> None:
    assert window.workspace.findChildren(OutcomePanel) == []
    assert window.workspace.findChildren(TrainingPanel) == []
    window.workspace.filters.set_folded(("outcome", "shapes"))
    window.document.compare_with(1)
    assert window.workspace.findChildren(OutcomePanel) == [window.workspace.filters.compared.outcome]
    assert window.workspace.filters.sections["outcome"].is_folded
    assert not window.workspace.filters.sections["difference"].is_folded


def test_the_panels_are_there_while_two_systems_are_compared(workspace: Workspace) -> None:
    column = workspace.filters
    assert [panel.isHidden() for panel in (*column.compared.panels, column.kinds)] == [False, False, False, True]
    assert column.types.section.head.text() == "Types of A"
    workspace._document.compare_with(None)
    assert [panel.isHidden() for panel in (*column.compared.panels, column.kinds)] == [True, True, True, False]
    assert column.types.section.head.text() == "Types"


def test_every_outcome_opens_the_rows_it_counts_by_mouse_and_keyboard(workspace: Workspace, qtbot: QtBot) -> None:
    view, document = filters(workspace).outcome.view, workspace._document
    for query in ("", "type:ORG", "elen:2..3", "kindof:plain=fn"):
        document.select_query(query)
        cells = doors(view)
        assert len(cells) == 11, query
        for cell in cells:
            count = cell_at(cell).count
            view.picked.emit(cell, cell, Click.ALONE)
            assert n_rows(workspace) == count, (query, cell.data(SPOKEN))
            document.select_query(query)
    workspace._document.select_query("")
    tooltip = str(filters(workspace).outcome.view.model().index(1, 2).data(TOOLTIP))
    assert "Neither A nor B has the reference mention exactly." in tooltip
    assert filters(workspace).outcome.got_by.isHidden()
    workspace._document.compare_with_all()
    assert not workspace._document.against_all
    assert workspace._document.compared == 1
    view = filters(workspace).outcome.view
    view.setCurrentIndex(view.model().index(0, 1))
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert workspace._document.query == "right:rich wrong:plain"


def test_a_second_click_frees_the_outcomes_and_ctrl_adds_one(workspace: Workspace, qtbot: QtBot) -> None:
    view = filters(workspace).outcome.view
    view.resize(260, view.height())
    only_a, only_b = view.model().index(0, 2), view.model().index(1, 1)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(only_a).center())
    assert cell_at(only_a).is_picked
    assert "only A right" in only_a.data(SPOKEN)
    QTest.mouseClick(view.viewport(), LEFT, CONTROL, view.visualRect(only_b).center())
    assert cell_at(only_a).is_picked
    assert cell_at(only_b).is_picked
    assert n_rows(workspace) == sum(cell_at(one).count or 0 for one in (only_a, only_b))
    for _click in range(2):
        view.picked.emit(only_a, only_a, Click.ALONE)
    assert workspace._document.query == ""


def test_exchanging_the_systems_mirrors_the_outcomes(workspace: Workspace) -> None:
    model = filters(workspace).outcome.view.model()

    def counts() -> list[int]:
        return [cell_at(model.index(row, column)).count or 0 for row, column in ((0, 1), (0, 2), (1, 1), (1, 2))]

    both_right, only_a, only_b, both_wrong = counts()
    workspace._document.exchange()
    assert counts() == [both_right, only_b, only_a, both_wrong]


def test_three_systems_have_doors_to_what_nobody_and_one_alone_gets(
    compare: Callable[[Study], Workspace], three_systems: Study
) -> None:
    workspace = compare(three_systems)
    label, document = filters(workspace).outcome.got_by, workspace._document
    for place, words in enumerate(("nobody gets", "only one gets")):
        piece = [piece for piece in label.pieces if piece.query][place]
        label.query_requested.emit(piece.query)
        assert document.query == f"gotby:{place}"
        assert piece.text == f"{words} {n_rows(workspace)}"
        label.query_requested.emit([piece for piece in label.pieces if piece.query][place].query)
        assert document.query == ""


def test_a_kind_opens_the_rows_it_counts_and_kinds_are_added(workspace: Workspace) -> None:
    view = filters(workspace).kinds.view
    for row, column in product((0, 2, 3, 4, 5), (1, 2)):
        cell = view.model().index(row, column)
        count = cell_at(cell).count
        view.picked.emit(cell, cell, Click.ALONE)
        assert (n_rows(workspace), cell_at(cell).is_picked) == (count, True), (row, column)
        assert workspace._document.query.startswith("kind:" if column == 1 else "kindof:plain=")
        view.picked.emit(cell, cell, Click.ALONE)
        assert workspace._document.query == ""
    model = filters(workspace).kinds.view.model()
    assert not model.index(1, 1).flags()
    assert not model.index(1, 2).flags()
    assert "stretches of text" in model.index(1, 1).data(TOOLTIP).replace("\n", " ")
    view = filters(workspace).kinds.view
    view.picked.emit(view.model().index(2, 2), view.model().index(2, 2), Click.ALONE)
    view.picked.emit(view.model().index(3, 2), view.model().index(3, 2), Click.ADDED)
    assert workspace._document.query == "kindof:plain=fn,plain=le"
    view.picked.emit(view.model().index(0, 1), view.model().index(2, 1), Click.RANGE)
    assert "kind:tp,fn" in workspace._document.query


def test_every_kind_opens_the_stretches_it_counts(workspace: Workspace) -> None:
    view, document = filters(workspace).kinds.view, workspace._document
    workspace.chips.stretches_chosen.emit(True)
    for query in ("", "type:ORG"):
        document.select_query(query)
        cells = [cell for cell in doors(view) if cell.column()]
        assert len(cells) == 12, query
        for cell in cells:
            count = cell_at(cell).count
            view.picked.emit(cell, cell, Click.ALONE)
            found = workspace.comparison.found
            assert found is not None
            assert found.n_kept == count, (query, cell.data(SPOKEN))
            assert cell_at(cell).is_picked
            view.picked.emit(cell, cell, Click.ALONE)
            assert document.query == query
        assert any(cell_at(cell).value == "fp" and cell_at(cell).count for cell in cells), query


def test_recall_of_each_system_opens_the_mentions_it_has(compare: Callable[[Study], Workspace], trained: Study) -> None:
    workspace = compare(trained)
    panel = workspace.filters.tough
    model = panel.view.model()
    assert [model.headerData(place, Qt.Orientation.Horizontal) for place in (3, 5)] == ["A", "B"]
    for place, column in product(range(model.rowCount()), (ToughColumn.RECALL, ToughColumn.OTHER)):
        row = panel.view.row(place)
        n_found, n_mentions = (row.recalled, row.mentions) if column == ToughColumn.RECALL else row.other or (0, 0)
        panel.picked.emit([row], column, Click.ALONE)
        assert n_rows(workspace) == n_found, (place, column)
        assert n_mentions == row.mentions, (place, column)
        panel.picked.emit([row], column, Click.ALONE)
        assert workspace._document.query == ""


def test_the_difference_is_that_of_compare_and_names_its_base(workspace: Workspace, qtbot: QtBot) -> None:
    panel, document = filters(workspace).difference, workspace._document
    answered(workspace, qtbot)
    model = panel.view.model()
    assert model.headerData(0, Qt.Orientation.Horizontal) == "332 mentions"
    before = [model.index(row, 1).data() for row in range(model.rowCount())]
    assert document.study is not None
    found = compare_systems(document.study, [0], [1]).rows
    assert before == [signed_text(row.bootstrap.difference) for row in found]
    intervals = [model.index(row, 2).data() for row in range(model.rowCount())]
    assert intervals == [
        f"{signed_text(row.bootstrap.low)} to {signed_text(row.bootstrap.high)}".replace("+", "") for row in found
    ]
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["all", "LOC", "MISC", "ORG", "PER"]
    document.exchange()
    answered(workspace, qtbot)
    mirrored = str.maketrans("+−", "−+")
    assert [model.index(row, 1).data() for row in range(model.rowCount())] == [
        one.translate(mirrored) for one in before
    ]


def test_outcome_difference_and_buckets_share_one_base(workspace: Workspace, qtbot: QtBot) -> None:
    """A predicted mention of the bucket or the type beside a reference mention of another one does not count."""
    document, study = workspace._document, workspace._document.study
    assert study is not None
    outcome, difference = filters(workspace).outcome, filters(workspace).difference
    for query in ("bucket:eLen=S", "type:ORG", "type:ORG bucket:eLen=S", "bucket:eLen=XS,eLen=S"):
        document.select_query(query)
        answered(workspace, qtbot)
        n_reference = next(kept_mentions(study, MentionBase.of(document.selection), [0])).mentions["reference"].size
        assert outcome.section.summary == f"{n_reference} reference mentions", query
        head = str(difference.view.model().headerData(0, Qt.Orientation.Horizontal))
        assert head.split()[0] == f"{n_reference}", query
        assert n_rows(workspace) == n_reference, query
        either = document.selection.filter.mask(study, np.ones(len(study.events), dtype=bool))
        first, last = study.event_start[:2].tolist()
        assert study.events.n_mentions("reference")[first:last][either[first:last]].sum() > n_reference, query


def test_under_tough_subsets_recall_is_compared(
    compare: Callable[[Study], Workspace], trained: Study, qtbot: QtBot
) -> None:
    workspace = compare(trained)
    document, panel = workspace._document, filters(workspace).difference
    answered(workspace, qtbot)
    assert panel.section.head.text() == "F1 difference"
    for query in ("tough:unseen-type", "reftough:unseen-any type:PER", "-tough:seen"):
        document.select_query(query)
        answered(workspace, qtbot)
        assert panel.section.head.text() == "Recall difference", query
        kept = [next(kept_mentions(trained, MentionBase.of(document.selection), [number])) for number in (0, 1)]
        recalls = [one.is_found.sum() / one.mentions["reference"].size for one in kept]
        row = panel.view.model().index(0, 1)
        assert row.data() == signed_text(recalls[0] - recalls[1]), query
        assert "F1" not in row.data(TOOLTIP)
        panel.view.copy()
        assert "F1" not in QGuiApplication.clipboard().text()
        buckets = workspace.filters.buckets.view.model()
        assert buckets.headerData(1, Qt.Orientation.Horizontal) == "Recall", query
        cells = [buckets.index(place, 1) for place in range(buckets.rowCount())]
        texts = [cell.data(role) for cell in cells for role in (SPOKEN, TOOLTIP)]
        assert not [text for text in texts if "F1" in text or "precision" in text], query
        document.select_query("type:PER")
        answered(workspace, qtbot)
        assert panel.section.head.text() == "F1 difference", query


def test_a_click_on_a_type_filters_to_it_and_the_other_types_stay(workspace: Workspace, qtbot: QtBot) -> None:
    panel, document = filters(workspace).difference, workspace._document
    answered(workspace, qtbot)
    model = panel.view.model()
    points = [model.index(row, 1).data() for row in range(model.rowCount())]
    panel.view.picked.emit(model.index(3, 0), model.index(3, 0), Click.ALONE)
    assert document.query == "type:ORG"
    answered(workspace, qtbot)
    assert [model.index(row, 1).data() for row in range(1, 5)] == points[1:]
    assert (model.index(0, 1).data(), cell_at(model.index(3, 0)).is_picked) == (points[3], True)
    assert str(model.headerData(0, Qt.Orientation.Horizontal)).endswith("ORG mentions")
    panel.view.picked.emit(model.index(3, 0), model.index(3, 0), Click.ALONE)
    assert document.query == ""


def test_the_discordant_mentions_are_a_door(workspace: Workspace, qtbot: QtBot) -> None:
    panel, document = filters(workspace).difference, workspace._document
    for query in (
        "", "type:PER", "kind:fn elen:2", "right:rich", "same:plain", "system:plain", "-elen:1", "elen:2 OR kind:be",
    ):  # fmt: skip
        document.select_query(query)
        answered(workspace, qtbot)
        door = next(piece for piece in panel.words.pieces if piece.query)
        panel.words.query_requested.emit(door.query)
        assert door.text == str(n_rows(workspace)), query


def test_what_each_alone_has_is_its_own_door_where_the_filter_parts_events(
    compare: Callable[[Study], Workspace], make_study_from: Callable[..., Study], qtbot: QtBot
) -> None:
    """Each merges two mentions of which the other one has the first, and the filter leaves out what is merged."""
    made = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC Oslo/B-LOC/O/I-LOC", "Ulm/B-LOC/B-LOC/B-LOC Bern/B-LOC/I-LOC/O",
        "Ada/B-PER/O/B-PER", systems=("a", "b"),
    )  # fmt: skip
    workspace = compare(made)
    panel, document = filters(workspace).difference, workspace._document
    query = '-surface:"Rome Oslo" -surface:"Ulm Bern"'
    for place, number, shown in ((0, 1, 0), (1, 2, 1)):
        document.select_query(query)
        answered(workspace, qtbot)
        doors_shown = [piece for piece in panel.words.pieces if piece.query]
        assert [piece.text for piece in doors_shown] == ["1", "2"]
        panel.words.query_requested.emit(doors_shown[place].query)
        assert (n_rows(workspace), document.prediction) == (number, shown)


def test_old_numbers_are_dim_until_the_new_ones_come_and_few_mentions_are_said_to_be_few(
    workspace: Workspace, qtbot: QtBot
) -> None:
    panel = filters(workspace).difference
    answered(workspace, qtbot)
    assert not cell_at(panel.view.model().index(0, 1)).is_dim
    workspace._document.select_query("elen:1")
    assert filters(workspace).is_testing
    assert cell_at(panel.view.model().index(0, 1)).is_dim
    answered(workspace, qtbot)
    assert not cell_at(panel.view.model().index(0, 1)).is_dim
    panel = filters(workspace).difference
    workspace._document.select_query("elen:4")
    answered(workspace, qtbot)
    assert "p values are rough" in panel.words.accessibleName()
    assert "small sample" in panel.view.model().index(0, 0).data(SPOKEN)
    workspace._document.select_query("")
    answered(workspace, qtbot)
    for one, head in zip(filters(workspace).panels, ("\tB right\tB wrong", "Type\tF1 A", "Kind\tA\tB"), strict=True):
        one.view.copy()
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[0].startswith(head)
        assert len({line.count("\t") for line in lines}) == 1


def test_nothing_is_computed_while_the_section_is_folded(workspace: Workspace, qtbot: QtBot) -> None:
    panel = filters(workspace).difference
    answered(workspace, qtbot)
    panel.section.head.click()
    workspace._document.select_query("elen:1")
    assert not filters(workspace).is_testing
    panel.section.head.click()
    assert filters(workspace).is_testing
    answered(workspace, qtbot)


def test_other_draws_are_a_choice_in_the_head(workspace: Workspace, qtbot: QtBot) -> None:
    panel = filters(workspace).difference
    answered(workspace, qtbot)
    panel._choice.setFocus()
    QTest.keyClick(panel._choice, Qt.Key.Key_Right)
    assert panel.draws == DRAWS[1]
    answered(workspace, qtbot)
    assert "2,000 samples of" in panel.words.accessibleName()


def test_the_menu_of_an_outcome_copies_what_it_counts_under_too(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, document = filters(workspace).outcome, workspace._document
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: menus.append(menu))  # the platform cannot grab the keyboard
    document.select_query("type:ORG wrong:rich")
    panel.view.menu_requested.emit(panel.view.model().index(0, 2), QPoint(0, 0))
    next(action for action in menus[0].actions() if action.text() == "Copy as query").trigger()
    assert QGuiApplication.clipboard().text() == "type:ORG right:rich wrong:plain"


def test_comparing_frees_the_first_filter_of_new_files(window: object) -> None:
    from nerinspect.ui.window.window import MainWindow

    assert isinstance(window, MainWindow)
    window.document.select(ONLY_ERRORS)
    window.toolbar.systems.compared_chosen.emit(1)
    assert (window.document.compared, window.document.query) == (1, "")


def test_a_system_is_held_against_all_others(compare: Callable[[Study], Workspace], three_systems: Study) -> None:
    workspace = compare(three_systems)
    document, panel = workspace._document, filters(workspace).others
    assert panel.isHidden()
    document.compare_with_all()
    assert not panel.isHidden()
    assert all(one.isHidden() for one in filters(workspace).panels)
    assert document.compared is None
    cells = doors(panel.view)
    assert len(cells) == 6
    for cell in cells:
        count = cell_at(cell).count
        panel.view.picked.emit(cell, cell, Click.ALONE)
        assert document.n_kept == count, cell.data(SPOKEN)
        assert cell_at(cell).is_picked
        panel.view.picked.emit(cell, cell, Click.ALONE)
    document.compare_with(1)
    assert panel.isHidden()
    assert not document.against_all
