"""The mentions that one of two systems finds alone open as exactly the events that hold them."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.differences import compare
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.ui.kit.doors import Door, DoorLabel
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.pages.diagnosis.differences import PairTested, pair_tested
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from tests.examples import examples
from tests.ui.table_pages import asked_by, look_at

MakeStudy = Callable[..., Study]

LABELS = st.sampled_from(["O", "B-LOC", "B-ORG"])
TOKENS = st.tuples(st.sampled_from(["Paris", "Harwick", "so"]), LABELS, LABELS, LABELS).map("/".join)
SENTENCES = st.lists(st.lists(TOKENS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=4)
MENTIONS = "Paris/B-LOC/B-PER/B-LOC Harwick/B-ORG/I-PER/O"  # one event of flair holds both


def base_of(study: Study, query: str) -> MentionBase:
    return MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))


def words_of(study: Study, base: MentionBase) -> PairTested:
    return pair_tested(compare(study, [0], [1], base, n_samples=2).overall, study, base, ("flair", "elmo"), (0, 1))


def mentions_of(study: Study, run: int) -> set[tuple[int, int, str]]:
    mentions = study.reference.mentions if run < 0 else study.predictions[run].mentions
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return set(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def opened(study: Study, words: PairTested) -> list[int]:
    """Count the events behind both numbers, each in its own prediction; 0 for a number that is no door."""
    names = Vocabulary.of(study)
    counts = []
    for piece in (words.pieces[1], words.pieces[3]):
        is_own = study.events.prediction == words.predictions.get(piece.query, -1)
        counts.append(int((parse_query(piece.query, names).mask(study) & is_own).sum()) if piece.query else 0)
    return counts


QUERIES: list[tuple[str, Callable[[tuple[int, int, str], Study], bool]]] = [
    ("", lambda _mention, _study: True),
    ("type:ORG", lambda mention, _study: mention[2] == "ORG"),
    ("-type:ORG", lambda mention, _study: mention[2] != "ORG"),
    ("sent:1", lambda mention, study: mention[0] < int(study.text.sentence_start[1])),
    ("elen:1", lambda _mention, _study: True),
    ("bucket:type=LOC", lambda mention, _study: mention[2] == "LOC"),
    ("type:LOC sent:1", lambda mention, study: mention[2] == "LOC" and mention[0] < int(study.text.sentence_start[1])),
]


@settings(max_examples=examples(60))
@given(sentences=SENTENCES, number=st.integers(0, len(QUERIES) - 1))
def test_both_numbers_open_the_events_that_hold_what_they_count(
    make_study_from: MakeStudy, sentences: list[str], number: int
) -> None:
    study = make_study_from("Paris/B-LOC/O/O Harwick/B-ORG/O/O", *sentences, systems=("flair", "elmo"))
    query, is_counted = QUERIES[number]
    words = words_of(study, base_of(study, query))
    reference, flair, elmo = (mentions_of(study, run) for run in (-1, 0, 1))
    counted = {mention for mention in reference if is_counted(mention, study)}
    expected = [len((counted & one) - other) for one, other in ((flair, elmo), (elmo, flair))]
    assert opened(study, words) == expected
    assert [int(words.pieces[place].text.split()[0]) for place in (1, 3)] == expected


def test_a_type_that_no_reference_mention_has_opens_nothing(make_study_from: MakeStudy) -> None:
    study = make_study_from(MENTIONS, systems=("flair", "elmo"))
    words = words_of(study, base_of(study, "type:PER"))
    assert [piece.query for piece in words.pieces] == [""] * 5
    assert opened(study, words_of(study, base_of(study, "type:PER,LOC"))) == [0, 1]


@pytest.fixture
def line(panel: DiagnosisPage, qtbot: QtBot) -> DoorLabel:
    qtbot.waitUntil(lambda: not panel.is_testing)
    return next(label for label in panel.findChildren(DoorLabel) if " alone finds " in label.accessibleName())


def test_the_keyboard_opens_each_number_in_its_system(panel: DiagnosisPage, line: DoorLabel) -> None:
    asked = asked_by(panel)
    line.setFocus(Qt.FocusReason.TabFocusReason)
    assert line.selectedText().replace("\xa0", " ") == "1 reference mention"
    QTest.keyClick(line, Qt.Key.Key_Return)
    line.focusNextPrevChild(True)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert asked == [Door("right:flair wrong:plain", 0), Door("right:plain wrong:flair", 1)]


def test_the_numbers_count_what_the_filter_keeps(
    panel: DiagnosisPage, study: Study, line: DoorLabel, qtbot: QtBot
) -> None:
    look_at(panel, selection=Selection.from_filter(parse_query("type:LOC", Vocabulary.of(study))))
    choice = panel.findChildren(Choice)[0]
    choice.choose(1)
    choice.chosen.emit(1)
    qtbot.waitUntil(lambda: panel.is_complete and not panel.is_testing)
    assert "flair alone finds 1 reference mention, plain alone 0." in line.accessibleName()
    queries = [piece.query for piece in line.pieces]
    assert queries == ["", "refbucket:type=LOC right:flair wrong:plain", "", "", ""]
