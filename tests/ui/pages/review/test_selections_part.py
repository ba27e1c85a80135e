"""The page of a review lists saved selections, says what is gone, and compares two of them."""

from collections.abc import Iterator
from threading import Event

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.errors import SlowPatternError
from nerinspect.events.scores import score_prediction
from nerinspect.query.language.values import Pattern
from nerinspect.ui.deciding.saved_selections import KeptSelections, selections_of
from nerinspect.ui.desk.views import EVENTS_VIEW, REVIEW
from nerinspect.ui.kit.jobs import Derived, end_work
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.review.selections import IN_FORCE, MADE_OF, SCORED, SELECTIONS, SHARED, SelectionsPart
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard
from tests.ui.showing import shown_alone
from tests.ui.table_pages import choose_in, table


@pytest.fixture
def kept(errors: MainWindow, path: str, qtbot: QtBot) -> KeptSelections:
    """Save selections, one of which cannot be read."""
    kept = selections_of(errors.document)
    for name, query in (("bounds", "kind:be,lbe"), ("old", "system:gone"), ("orgs", "type:ORG"), ("gpe", "type:GPE")):
        assert kept.save(name, query)
    qtbot.waitUntil(lambda: errors.reviews.is_settled)
    return kept


@pytest.fixture
def part(errors: MainWindow, kept: KeptSelections, qtbot: QtBot) -> Iterator[SelectionsPart]:
    """Show the part in a window of its own, above what compares two selections."""
    part, window = SelectionsPart(errors.desk), QWidget()
    rows = QVBoxLayout(window)
    rows.addWidget(part)
    rows.addWidget(part.compared)
    shown_alone(window, 900, 1200, qtbot)
    refresh(part, errors)
    for changed in (kept.changed, errors.document.events_changed):
        changed.connect(lambda: refresh(part, errors))
    yield part
    window.close()
    end_work(window)


def refresh(part: SelectionsPart, window: MainWindow) -> None:
    assert window.document.look is not None, "there is a study"
    part.refresh(window.document.look)


def cells(table: NumberTable) -> dict[str, list[str]]:
    """Give the texts of each row by its name."""
    return {row.name: [cell.text for cell in row.cells[1:]] for row in table.numbers.rows_shown}


def test_selections_say_how_many_events_they_keep_now_or_why_none(part: SelectionsPart, errors: MainWindow) -> None:
    shown = cells(part.table)
    assert [*shown] == ["bounds", "gpe", "old", "orgs"]
    assert shown["old"] == ["–", "–"]
    assert shown["gpe"][0] == "0"
    for name in ("bounds", "orgs"):
        errors.document.select_query(dict(selections_of(errors.document).entries)[name])
        assert shown[name][0] == f"{errors.document.n_kept:,}"
    notes = {row.name: row.note for row in part.table.numbers.rows_shown}
    assert notes["bounds"] == "kind:be,lbe"
    assert notes["gpe"].startswith("⚠ no type is called “GPE”")
    assert notes["old"].startswith("⚠ no system is called “gone”")
    for one in (part.table, *part.compared.tables.values()):
        QAbstractItemModelTester(one.numbers, QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_enter_puts_a_selection_in_force_and_delete_takes_it_away(
    part: SelectionsPart, kept: KeptSelections, errors: MainWindow, keyboard: Keyboard
) -> None:
    part.table.setFocus()
    part.table.setCurrentIndex(part.table.numbers.index(0, 0))
    keyboard.press(Key.Key_Delete)
    assert [name for name, _ in kept.entries] == ["gpe", "old", "orgs"]
    part.table.setCurrentIndex(part.table.numbers.index(2, 0))
    keyboard.press(Key.Key_Return)
    assert errors.document.query == "type:ORG"


def test_a_query_is_copied_from_a_row_for_which_buttons_wait(part: SelectionsPart) -> None:
    part.table.setCurrentIndex(part.table.numbers.index(3, 0))
    next(button for button in part.findChildren(QPushButton) if button.text() == "Copy query").click()
    assert QApplication.clipboard().text() == "type:ORG"
    part.table.clearSelection()
    part.table.setCurrentIndex(part.table.numbers.index(-1, -1))
    enabled = {button.text() for button in part.findChildren(QPushButton) if button.isEnabled()}
    assert not enabled
    (save,) = [one for one in part.findChildren(QToolButton) if one.text() == "Save this filter…"]
    assert save.isEnabled()


def test_two_selections_are_compared_and_every_number_is_a_door(part: SelectionsPart, errors: MainWindow) -> None:
    part.compared.pair.want("bounds", "orgs")
    refresh(part, errors)
    tables = part.compared.tables
    shared = cells(tables[SHARED])
    assert [*shared] == ["both", "only bounds", "only orgs", "neither"]
    assert sum(int(texts[0].replace(",", "")) for texts in shared.values()) == errors.document.n_events
    opened = 0
    for title in (SHARED, MADE_OF):
        for row in tables[title].numbers.rows_shown:
            for cell in row.cells[1:]:
                if isinstance(cell.value, int):
                    errors.document.select_query(cell.query)
                    assert errors.document.n_kept == cell.value, (title, row.name)
                    opened += 1
    assert opened > 40
    scored = cells(tables[SCORED])
    study = errors.document.study
    assert study is not None
    whole = score_prediction(study, errors.document.prediction)
    assert scored["bounds"][3:] == [
        f"{n:,}" for n in (whole.overall.reference, whole.overall.predicted, whole.overall.correct)
    ]
    of_type = whole.of_type("ORG")
    assert scored["orgs"][3:] == [f"{n:,}" for n in (of_type.reference, of_type.predicted, of_type.correct)]


def test_the_filter_in_force_can_be_compared_too(part: SelectionsPart, errors: MainWindow) -> None:
    errors.document.select_query("kind:fn")
    part.compared.pair.want(IN_FORCE, "orgs")
    refresh(part, errors)
    for query, kind in (("kind:fn", "missed"), ("kind:le", "label error")):
        errors.document.select_query(query)
        made = cells(part.compared.tables[MADE_OF])
        assert made["All events"][0] == f"{errors.document.n_kept:,}"
        assert made[kind][1] == "100.00"


def test_a_number_of_a_selection_with_a_type_that_is_gone_opens_its_events(
    errors: MainWindow, kept: KeptSelections, qtbot: QtBot
) -> None:
    assert kept.query("gpe")
    errors.show_view(REVIEW)
    page = errors.workspace.page(REVIEW)
    qtbot.waitUntil(lambda: page.is_complete)
    choose_in(page, "First selection", "gpe")
    choose_in(page, "Second selection", "orgs")
    shared = table(page, SHARED)
    shared.open(shared.numbers.index(2, 1))
    assert errors.document.query == "-type:GPE type:ORG"
    assert f"{errors.document.n_kept:,}" == cells(shared)["only orgs"][0]


def test_another_selection_is_listed_at_once(part: SelectionsPart, kept: KeptSelections) -> None:
    kept.save("all", "")
    assert cells(part.table)["all"][1] == "100.00"


def test_columns_without_room_are_named(part: SelectionsPart, qtbot: QtBot) -> None:
    titles = {one.title: one for one in part.compared.findChildren(Part)}
    assert titles[SHARED].caption == "each event in one row; percent of all"
    part.window().resize(part.window().minimumSizeHint().width(), 1200)
    said = titles[SHARED].findChildren(QLabel)
    qtbot.waitUntil(lambda: any("No room for" in label.text() and "label + b." in label.text() for label in said))


def test_many_events_are_counted_behind_the_window(
    part: SelectionsPart, kept: KeptSelections, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, errors: MainWindow
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    made = part.compared.tables[MADE_OF]
    before = cells(made)["All events"]
    kept.save("all", "")
    qtbot.waitUntil(lambda: "all" in cells(part.table))
    part.compared.pair.want("all", "orgs")
    refresh(part, errors)
    qtbot.waitUntil(lambda: cells(made)["All events"] != before)
    assert cells(made)["All events"][0] == cells(part.table)["all"][0]


def test_a_search_that_takes_too_long_is_a_warning_like_any_other(
    part: SelectionsPart, kept: KeptSelections, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, errors: MainWindow
) -> None:
    may_end = Event()

    def lines_with(pattern: Pattern, *_: object) -> None:
        may_end.wait()  # for ever, were it in the window's thread
        raise SlowPatternError(str(pattern))

    monkeypatch.setattr("nerinspect.query.fields.texts.lines_with", lines_with)
    kept.save("slow", "/(a|aa)+$/")
    refresh(part, errors)
    may_end.set()
    qtbot.waitUntil(lambda: "slow" in cells(part.table))
    [note] = [row.note for row in part.table.numbers.rows_shown if row.name == "slow"]
    assert note.startswith("⚠ the search for the regular expression “/(a|aa)+$/” takes too long")
    assert cells(part.table)["slow"] == ["–", "–"]
    assert cells(part.table)["orgs"] != ["–", "–"]


def test_the_page_lists_what_was_saved_while_it_was_hidden(
    errors: MainWindow, kept: KeptSelections, qtbot: QtBot
) -> None:
    errors.show_view(REVIEW)
    page = errors.workspace.page(REVIEW)
    qtbot.waitUntil(lambda: page.is_complete)
    errors.show_view(EVENTS_VIEW)
    kept.save("all", "")
    errors.document.select_query("kind:fn")
    assert "all" not in cells(table(page, SELECTIONS))
    errors.show_view(REVIEW)
    qtbot.waitUntil(lambda: page.is_complete and "all" in cells(table(page, SELECTIONS)))
