from collections.abc import Callable
from threading import Event

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import CommandError, SlowPatternError
from nerinspect.events.decision import Decision
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.query.fields.texts import SENTENCE_TEXT
from nerinspect.query.language.values import Pattern
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import end_work

MakeStudy = Callable[..., Study]

REQUEST = LoadRequest("x.conll", ("flair.conll", "spacy.conll"))


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(
        "Ostend/B-LOC/B-LOC/O said/O/O/O Grey/B-ORG/B-LOC/B-ORG",
        "Ostend/B-LOC/O/B-LOC and/O/O/B-PER",
        systems=("flair", "spacy"),
    )


@pytest.fixture
def document(qtbot: QtBot, study: Study) -> Document:
    document = Document()
    document.set_study(study, REQUEST)
    return document


def kinds(document: Document) -> list[str]:
    assert document.study is not None
    return [KINDS[kind] for kind in document.study.events.kind[document.order]]


def test_a_new_study_shows_all_events_of_its_first_prediction(document: Document) -> None:
    assert kinds(document) == ["tp", "le", "fn"]


def test_a_new_study_has_nothing_selected(document: Document, study: Study) -> None:
    document.select_query("kind:fn")
    document.set_study(study, REQUEST)
    assert (document.query, len(document.order)) == ("", 3)


def test_a_query_keeps_the_events_that_match(document: Document) -> None:
    document.select_query("kind:fn,le")
    assert kinds(document) == ["le", "fn"]


def test_an_added_query_narrows_the_selection(document: Document) -> None:
    document.select_query("kind:fn,le")
    document.select_query("ref:ORG", is_added=True)
    assert document.query == "kind:fn,le ref:ORG"
    assert kinds(document) == ["le"]


def test_a_query_replaces_what_was_selected(document: Document) -> None:
    document.select_query("kind:fn")
    document.select_query("kind:tp")
    assert kinds(document) == ["tp"]


def test_a_query_that_cannot_be_read_changes_nothing(document: Document) -> None:
    document.select_query("kind:fn")
    with pytest.raises(CommandError):
        document.select_query("kind:zz")
    assert (document.query, kinds(document)) == ("kind:fn", ["fn"])


def test_the_same_selection_is_not_applied_again(document: Document, qtbot: QtBot) -> None:
    document.select_query("kind:fn")
    with qtbot.assertNotEmitted(document.events_changed):
        document.select_query("kind:fn")


def test_kinds_are_counted_without_their_own_filter(document: Document) -> None:
    document.select_query("kind:fn ref:LOC")
    assert document.counted.kinds.tolist() == [1, 0, 1, 0, 0, 0]


def test_another_prediction_stands_under_the_same_selection(document: Document) -> None:
    document.select_query("-kind:tp")
    document.show_prediction(1)
    assert kinds(document) == ["fn", "fp"]


def test_the_events_of_another_prediction_are_counted(document: Document) -> None:
    document.show_prediction(1)
    assert (document.n_events, document.counted.kinds.tolist()) == (4, [2, 1, 1, 0, 0, 0])


def test_the_prediction_on_show_is_not_shown_again(document: Document, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(document.prediction_changed):
        document.show_prediction(0)


def test_a_chosen_event_is_told_once(document: Document, qtbot: QtBot) -> None:
    told = []
    document.event_changed.connect(lambda: told.append(document.chosen_event))
    document.choose_event(2)
    document.choose_event(2)
    assert told == [2]


def test_the_export_query_names_the_system_among_several(document: Document) -> None:
    document.select_query("kind:fn")
    assert document.export_query == "system:flair kind:fn"


def test_the_export_query_names_the_run_among_several(make_study_from: MakeStudy) -> None:
    document = Document()
    document.set_study(make_study_from("a/B-PER/O/O", systems=("flair", "flair")), REQUEST)
    document.show_prediction(1)
    assert document.export_query == "system:flair run:2"


def test_the_export_query_of_one_prediction_is_the_selection(make_study_from: MakeStudy) -> None:
    document = Document()
    document.set_study(make_study_from("a/B-PER/O"), REQUEST)
    document.select_query("kind:fn")
    assert document.export_query == "kind:fn"


def test_the_chosen_event_has_a_surface(document: Document) -> None:
    document.choose_event(2)
    assert document.surface() == "Ostend"


def test_no_event_has_no_surface(document: Document) -> None:
    assert document.surface() == ""


def test_without_a_study_there_is_nothing(qtbot: QtBot) -> None:
    document = Document()
    document.select(Selection())
    assert (document.n_events, document.sums()) == (0, None)


def test_without_a_prediction_there_are_no_events(qtbot: QtBot, make_study_from: MakeStudy) -> None:
    document = Document()
    document.set_study(make_study_from("a/B-PER", systems=()), LoadRequest("x.conll"))
    assert (document.n_events, document.sums()) == (0, None)


def test_a_costly_filter_on_many_events_is_applied_in_the_background(
    document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerinspect.ui.desk.document._FILTERED_AT_ONCE", 0)
    with qtbot.waitSignals([document.filtering, document.events_changed]):
        document.select_query("/Grey/")
        assert len(document.order) == 3  # until the result is there, what was there stands
    assert kinds(document) == ["tp", "le"]


def test_a_newer_filter_wins_over_a_costly_one(
    document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerinspect.ui.desk.document._FILTERED_AT_ONCE", 0)
    document.select_query("/Grey/")
    document.select_query("kind:fn")
    end_work(document)
    qtbot.waitUntil(lambda: kinds(document) == ["fn"])
    assert np.array_equal(document.order, [2])


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_what_is_found_first_is_on_show_until_all_is_found(
    document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, is_cancelled: bool
) -> None:
    monkeypatch.setattr("nerinspect.ui.desk.document._FILTERED_AT_ONCE", 0)
    monkeypatch.setattr("nerinspect.ui.desk.document._SEARCHED_FIRST", 1)
    goes_on, searched = Event(), []

    def waiting(*args: object) -> BoolArray:
        searched.append(args)
        assert len(searched) == 1 or goes_on.wait(10)
        return SENTENCE_TEXT.__class__.mask(SENTENCE_TEXT, *args)  # type: ignore[arg-type]  # those of a field

    monkeypatch.setattr(SENTENCE_TEXT, "mask", waiting, raising=False)
    document.select_query("kind:tp,fn")
    with qtbot.waitSignal(document.events_changed):
        document.select_query("said OR kind:fn")
    assert (kinds(document), document.is_filtering) == (["tp"], True)
    if is_cancelled:
        document.cancel_filtering()
        assert (kinds(document), document.query) == (["tp", "fn"], "kind:tp,fn")
    goes_on.set()
    if not is_cancelled:
        qtbot.waitUntil(lambda: not document.is_filtering)
        assert kinds(document) == ["tp", "le", "fn"]


@pytest.fixture
def has_slow_sentences(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let a search go on until it is cancelled, or until this is set, when it is found to take too long."""
    is_over = Event()

    def lines_with(pattern: Pattern, lines: list[str], checkpoint: Checkpoint) -> None:
        while not is_over.wait(0.001):
            checkpoint(0, len(lines))
        raise SlowPatternError(str(pattern))

    monkeypatch.setattr("nerinspect.query.fields.texts.lines_with", lines_with)
    return is_over


def test_a_search_that_takes_too_long_leaves_the_filter_as_it_was(
    document: Document, qtbot: QtBot, has_slow_sentences: Event
) -> None:
    document.select_query("kind:fn")
    document.select_query("/(a|aa)+$/", is_added=True)
    assert (document.is_filtering, document.query) == (True, "kind:fn /(a|aa)+$/")
    with qtbot.waitSignal(document.filter_refused) as refused:
        has_slow_sentences.set()
    assert "takes too long" in str(refused.args[0])
    assert (document.is_filtering, document.query, kinds(document)) == (False, "kind:fn", ["fn"])
    assert document.history.past


def test_a_search_ends_when_it_is_cancelled(document: Document, has_slow_sentences: Event) -> None:
    document.select_query("kind:fn")
    document.select_query("/(a|aa)+$/")
    document.cancel_filtering()
    assert (document.is_filtering, document.query, kinds(document)) == (False, "kind:fn", ["fn"])
    end_work(document)  # waits for the thread
    assert not has_slow_sentences.is_set()


def test_a_study_opened_with_a_search_that_takes_too_long_shows_all_errors(
    qtbot: QtBot, study: Study, has_slow_sentences: Event
) -> None:
    document = Document()
    document.set_study(study, REQUEST, "/(a|aa)+$/")
    assert (document.n_events, document.n_kept) == (3, 0)
    with qtbot.waitSignal(document.filter_refused):
        has_slow_sentences.set()
    assert (document.query, kinds(document)) == ("-kind:tp", ["le", "fn"])


def test_a_comparison_is_told_and_ends_with_the_prediction_it_is_with(
    qtbot: QtBot, make_study_from: Callable[..., Study]
) -> None:
    document = Document()
    document.set_study(make_study_from("Rome/B-LOC/B-LOC/O", systems=("a", "b")), LoadRequest("reference"))
    with qtbot.waitSignal(document.compared_changed):
        document.compare_with(1)
    assert document.compared == 1
    document.exchange()
    assert (document.prediction, document.compared) == (1, 0)
    document.show_prediction(0)
    assert document.compared is None


def test_a_prediction_is_not_compared_with_itself(make_study_from: Callable[..., Study], qtbot: QtBot) -> None:
    document = Document()
    document.set_study(make_study_from("Rome/B-LOC/B-LOC/O", systems=("a", "b")), LoadRequest("reference"))
    document.compare_with(0)
    assert document.compared is None


def test_near_an_event_of_another_prediction_is_what_stands_at_its_place(document: Document) -> None:
    document.show_prediction(1)
    assert document.study is not None
    assert [document.study.events.start[document.nearest_kept(event) or 0] for event in range(3)] == [0, 2, 3]
    last = int(document.order[-1])
    document.show_prediction(0)
    assert document.nearest_kept(last) == document.order[-1]


def test_decisions_are_counted_anew_and_the_list_stays(document: Document, study: Study, qtbot: QtBot) -> None:
    study.decisions.fill({1: Decision("ambiguous"), len(study.events) - 1: Decision("ambiguous")})
    with qtbot.waitSignal(document.counts_changed), qtbot.assertNotEmitted(document.events_changed):
        document.recount()
    assert document.counted.verdicts["ambiguous"] == 1
    assert (document.counted.verdicts[None], document.counted.n_undecided) == (2, 1)


@pytest.mark.parametrize("query", ["verdict:none", "-cause:typo", "flag:no", "Grey OR -note:x"])
def test_decided_events_leave_a_list_that_asks_for_decisions(document: Document, study: Study, query: str) -> None:
    document.select_query(query)
    assert 1 in document.order
    study.decisions.decide(1, Decision("ambiguous", ("typo",), flag=True, note="x"))
    document.recount()
    assert (1 in document.order) == (query == "Grey OR -note:x")
    assert 0 in document.order or query.startswith("Grey")


def test_without_a_study_nothing_is_counted_anew(qtbot: QtBot) -> None:
    document = Document()
    with qtbot.assertNotEmitted(document.counts_changed):
        document.recount()
