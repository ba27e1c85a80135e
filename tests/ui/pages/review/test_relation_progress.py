"""The page of a review counts decided relation events where there are relations; every number opens them."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import RELATION_KINDS, relation_events
from nerinspect.events.study import RelationChoice, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.relations import RELATIONS as RELATION_EVENTS
from nerinspect.query.filters import Everything, relation_mask
from nerinspect.query.review_progress import relation_progress
from nerinspect.training.retention import with_relation_choice
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS, REVIEW
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.review.page import ReviewPage
from nerinspect.ui.pages.review.verdicts_and_causes import RELATION_TITLES, ProgressRows, relation_kinds, share_words
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import REFERENCE, SYSTEM, Sentence, relation_request, write_sentences
from tests.ui.table_pages import offered, table, trigger


def study_of(window: MainWindow) -> Study:
    assert window.document.study is not None
    return window.document.study


def page_of(window: MainWindow) -> ReviewPage:
    found: ReviewPage = window.workspace.page("Review")
    return found


def settle(window: MainWindow, qtbot: QtBot) -> ReviewPage:
    qtbot.waitUntil(lambda: page_of(window).is_complete)
    return page_of(window)


def event_of(study: Study, kind: str, prediction: int = 0) -> int:
    events = relation_events(study)
    is_such = (events.kind == RELATION_KINDS.index(kind)) & (events.prediction == prediction)
    return int(np.flatnonzero(is_such)[0])


def say(window: MainWindow, event: int, decision: Decision) -> None:
    window.reviews.reviewing.decide_each({event: lambda _before: decision}, "a decision", sort=RELATION_EVENTS)


def rows(page: ReviewPage, title: str) -> dict[str, list[str]]:
    model = table(page, title).numbers
    cells = [[model.index(row, n).data() for n in range(model.columnCount())] for row in range(model.rowCount())]
    return {row[0]: row[1:] for row in cells}


@pytest.fixture
def shown(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Decide relation events of two systems and a mention event, and turn to the page."""
    one = relation_request(tmp_path)
    other = write_sentences(tmp_path / "other.json", [*REFERENCE[:1], *SYSTEM[1:]])
    request = LoadRequest(one.reference, (*one.predictions, other))
    window = empty_window
    window.opener.show(load_study(request), request, "")
    window.reviews.reviewing.make(str(tmp_path / "first.nerinspect"), request)
    window.document.review = window.reviews.reviewing.path
    qtbot.waitUntil(lambda: not window.reviews.reviewing.is_reading)
    study = study_of(window)
    say(window, event_of(study, "missed"), Decision("reference-wrong", ("typo", "scope"), flag=True))
    say(window, event_of(study, "wrong-type"), Decision("later", ("typo",), note="odd"))
    say(window, event_of(study, "correct"), Decision("ambiguous"))
    say(window, event_of(study, "reversed"), Decision(causes=("scope",)))
    say(window, event_of(study, "missed", 1), Decision("both-wrong"))
    window.reviews.reviewing.decide(lambda _: Decision("ambiguous", ("boundary",)), [0], "of a mention")
    window.show_view(REVIEW)
    settle(window, qtbot)
    return window


def test_relations_are_counted_apart_from_mentions(shown: MainWindow) -> None:
    page = page_of(shown)
    kinds = rows(page, RELATION_TITLES.by_kind)
    assert [*kinds] == ["correct", "spurious", "missed", "wrong type", "wrong argument", "reversed", "All"]
    decided = {kind: (cells[0], cells[3]) for kind, cells in kinds.items()}
    assert decided["missed"] == ("1", "0")
    assert decided["reversed"] == ("0", "1")
    assert decided["All"] == ("3", "2")
    assert [*rows(page, RELATION_TITLES.by_cause)] == ["scope", "typo"]
    assert [*rows(page, "Verdicts by cause")] == ["boundary"]
    assert {name: cells[0] for name, cells in rows(page, RELATION_TITLES.by_system).items()} == {
        "pred": "3",
        "other": "1",
    }
    line = next(one for one in page.findChildren(DoorLabel) if "relation error" in one.accessibleName())
    assert line.accessibleName().startswith("2 of 4 relation errors decided, 50.00 %")


def test_every_number_opens_the_relation_events_it_counts(shown: MainWindow, qtbot: QtBot) -> None:
    page, document = page_of(shown), shown.document
    for is_filtered in (False, True):
        if is_filtered:
            document.select_query("kind:tp -relkind:reversed")
            choice = next(one for one in page.findChildren(Choice) if one.isVisibleTo(page))
            choice.choose(1)
            choice.chosen.emit(1)
            settle(shown, qtbot)
        doors = [
            (cell.text, cell.query, place.row.prediction)
            for title in RELATION_TITLES
            for numbers in [table(page, title).numbers]
            for place in map(numbers.place, range(numbers.rowCount()))
            for cell in place.row.cells
            if cell.query and isinstance(cell.value, int)
        ]
        line = next(one for one in page.findChildren(DoorLabel) if "relation error" in one.accessibleName())
        doors += [(one.text.partition(" ")[0], one.query, -1) for one in line.pieces if one.query]
        assert len({text for text, _, _ in doors}) > 2
        events = relation_events(study_of(shown))
        for text, query, prediction in doors:
            document.select_query(query)
            kept = relation_mask(study_of(shown), document.selection.filter) & (events.prediction == max(prediction, 0))
            assert np.count_nonzero(kept) == int(text), query


def test_a_click_turns_to_the_page_of_relations(shown: MainWindow, qtbot: QtBot) -> None:
    numbers = table(page_of(shown), RELATION_TITLES.by_kind)
    place = [*rows(page_of(shown), RELATION_TITLES.by_kind)].index("missed")
    numbers.open(numbers.numbers.index(place, 1))
    assert shown.workspace.view_name == RELATIONS
    assert shown.document.query == "relkind:missed -verdict:none"
    model = shown.workspace.page("Relations").table.view.model()
    qtbot.waitUntil(lambda: model.rowCount() == 1)


def test_a_number_of_another_system_turns_to_it(shown: MainWindow) -> None:
    numbers = table(page_of(shown), RELATION_TITLES.by_system)
    numbers.open(numbers.numbers.index(1, 1))
    assert (shown.document.prediction, shown.workspace.view_name) == (1, RELATIONS)


def test_it_follows_decisions_and_the_way_of_matching(shown: MainWindow, qtbot: QtBot) -> None:
    page, request = page_of(shown), shown.document.request
    say(shown, event_of(study_of(shown), "reversed"), Decision("ambiguous"))
    qtbot.waitUntil(lambda: rows(page, RELATION_TITLES.by_kind)["All"][0] == "4")
    for _ in range(2):
        shown.menus.action("undo").trigger()
    shown.show_view(REVIEW)
    qtbot.waitUntil(lambda: rows(page, RELATION_TITLES.by_kind)["All"][0] == "3")
    assert request is not None
    shown.document.replace_study(with_relation_choice(study_of(shown), RelationChoice("strict")), request)
    shown.show_view(REVIEW)
    qtbot.waitUntil(lambda: rows(page, RELATION_TITLES.by_kind)["spurious"][-1] == "1")


def test_tables_tell_how_relations_are_listed_on_the_command_line(
    shown: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(shown)
    trigger(page, f"{RELATION_TITLES.by_kind} as CSV")
    assert "wrong type,1," in QApplication.clipboard().text()
    path = tmp_path / "kinds.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (str(path), ""))
    trigger(page, f"Table “{RELATION_TITLES.by_kind}”…")
    record = json.loads(path.with_name("kinds.csv.json").read_text())
    assert record["command"].split()[4:] == ["--relations", "--setting", "boundaries"]
    assert (record["counted"], record["decided"]) == ("all relation events", 4)


def test_nothing_is_shown_where_no_file_has_relations(shown: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    page = page_of(shown)
    assert table(page, RELATION_TITLES.by_kind).isVisible()
    plain: list[Sentence] = [(words, mentions, []) for words, mentions, _ in REFERENCE]
    request = LoadRequest(
        write_sentences(tmp_path / "plain.json", plain), (write_sentences(tmp_path / "same.json", plain),)
    )
    shown.document.replace_study(load_study(request), request)
    shown.show_view(REVIEW)
    qtbot.waitUntil(lambda: page.is_complete and not table(page, RELATION_TITLES.by_kind).isVisible())
    assert not [text for text in offered(page) if text.startswith("Relation")]
    assert len([one for one in page.findChildren(NumberTable) if one.isVisible()]) > 0
    shown.show_view(EVENTS_VIEW)


def test_between_annotators_relations_disagree(tmp_path: Path) -> None:
    study = replace(load_study(relation_request(tmp_path)), annotator="anna")
    study.relation_decisions.fill({event_of(study, "correct"): Decision("ambiguous")})
    progress, kinds = relation_progress(study, 0), relation_kinds()
    made = ProgressRows(progress, study.wording, Everything(), kinds)
    assert share_words(progress, study.wording, kinds.about) == "0 of 4 relation disagreements decided, 0.00 %"
    assert [group.head.name for group in made.of_kinds][:4] == ["agreed", "only B", "only A", "other type"]
    waiting = made.of_kinds[0].head.cells[4]
    assert waiting.tooltip == "No verdict is needed where all is agreed."


def test_counting_without_relations_imports_nothing_of_them(tmp_path: Path) -> None:
    """In a program of its own, for other tests import what relations are."""
    plain: list[Sentence] = [(words, mentions, []) for words, mentions, _ in REFERENCE]
    paths = [write_sentences(tmp_path / name, plain) for name in ("ref.json", "pred.json")]
    code = (
        "import sys\n"
        "from nerinspect.io.reading.loading import load_study\n"
        "from nerinspect.io.request import LoadRequest\n"
        "from nerinspect.progress import no_checkpoint\n"
        "from nerinspect.query.filters import Everything\n"
        "from nerinspect.ui.pages.review.page import _count\n"
        f"study = load_study(LoadRequest({paths[0]!r}, ({paths[1]!r},)))\n"
        "print(_count(study, 0, Everything(), no_checkpoint)[1])\n"
        "print(*[one for one in sys.modules if one.endswith(('relation_events', 'known_relations'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["None", ""]
