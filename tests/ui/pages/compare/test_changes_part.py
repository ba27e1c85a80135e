from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.kit.jobs import Derived, end_work
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.compare.page import ChangesPart


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(
        "Ulm/B-LOC/O/B-LOC ,/O/O/O Bonn/B-LOC/B-LOC/B-ORG ,/O/O/O Kiel/B-LOC/O/B-ORG ,/O/O/O Jena/B-LOC/O/O",
        "a/O/B-PER/O b/O/O/O c/O/O/B-PER d/O/O/O e/O/B-LOC/B-LOC",
        systems=("before", "after"),
    )


@pytest.fixture
def part(qtbot: QtBot, study: Study) -> ChangesPart:
    part = ChangesPart()
    qtbot.addWidget(part)
    part.show_versions(study, 0, 1)
    part.resize(700, 400)
    part.show()
    return part


def texts(table: NumberTable) -> list[list[str]]:
    model = table.numbers
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def test_mentions_and_spurious_mentions_are_counted(part: ChangesPart) -> None:
    assert texts(part.fates) == [
        ["Reference mentions", "1", "1", "1", "1"],
        ["Spurious mentions", "1", "1", "–", "1"],
    ]
    assert part.caption == "from before to after, whole test set"


def test_kinds_are_counted_old_down_new_across(part: ChangesPart) -> None:
    assert texts(part.kinds) == [
        ["correct", "0", "0", "1", "0", "0", "1"],
        ["missed", "1", "1", "1", "0", "0", "3"],
        ["label error", "0", "0", "0", "0", "0", "0"],
        ["boundary error", "0", "0", "0", "0", "0", "0"],
        ["label and boundary error", "0", "0", "0", "0", "0", "0"],
        ["Sum", "1", "1", "2", "0", "0", "4"],
    ]


@pytest.mark.parametrize(
    ("row", "column", "query", "prediction"),
    [
        (0, 1, "right:after wrong:before", 0),
        (0, 2, "wrong:after right:before", 0),
        (1, 1, "kind:fp differs:after", 0),
        (1, 2, "kind:fp differs:before", 1),
        (1, 4, "kind:fp same:before same:after", 1),
    ],
)
def test_a_number_asks_for_what_it_counts(
    part: ChangesPart, qtbot: QtBot, row: int, column: int, query: str, prediction: int
) -> None:
    with qtbot.waitSignal(part.fates.door_opened) as caught:
        part.fates.open(part.fates.numbers.index(row, column))
    assert caught.args == [query, prediction, 1 - prediction]


def test_every_number_is_a_door_to_what_can_be_read(part: ChangesPart, study: Study) -> None:
    vocabulary = Vocabulary.of(study)
    for table, n_doors in ((part.fates, 7), (part.kinds, 35)):
        model = table.numbers
        indexes = [model.index(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())]
        doors = [index for index in indexes if table.is_door(index)]
        assert len(doors) == n_doors
        for index in doors:
            opened = parse_query(table.piece(index).query, vocabulary).mask(study)
            assert opened.any() == (index.data() != "0")


def test_the_keyboard_opens_a_number(part: ChangesPart, qtbot: QtBot) -> None:
    part.kinds.setFocus()
    part.kinds.setCurrentIndex(part.kinds.numbers.index(1, 1))
    with qtbot.waitSignal(part.kinds.door_opened) as caught:
        QTest.keyClick(part.kinds, Qt.Key.Key_Return)
    assert caught.args == ["kindof:before=fn kindof:after=tp", 0, 1]


def test_what_is_copied_names_the_versions(part: ChangesPart) -> None:
    lines = part.fates.as_tsv().splitlines()
    assert lines[0].split("\t") == ["Old", "New", "Counted", "fixed", "broken", "changed", "unchanged"]
    assert lines[2].split("\t") == ["before", "after", "Spurious mentions", "1", "1", "–", "1"]
    assert part.kinds.as_tsv().splitlines()[0].split("\t") == [
        "Old", "New", "Kind in old", "TP", "FN", "LE", "BE", "LBE", "Sum"
    ]  # fmt: skip


def test_nothing_is_shown_without_versions(part: ChangesPart) -> None:
    part.forget()
    assert (texts(part.fates), texts(part.kinds), part.caption) == ([], [], "")


def test_swapped_versions_swap_fixed_and_broken(part: ChangesPart, study: Study) -> None:
    part.show_versions(study, 1, 0)
    assert part.caption == "from after to before, whole test set"
    assert part.kinds.numbers.index(0, 2).data() == "1"  # missed now, correct before


def test_many_events_are_counted_in_the_background(
    part: ChangesPart, study: Study, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    part.show_versions(study, 1, 0)
    assert (texts(part.fates), part.caption) == ([], "")
    qtbot.waitUntil(lambda: bool(part.caption))
    assert len(texts(part.fates)) == 2
    end_work(part)


def test_the_models_keep_their_promises(part: ChangesPart) -> None:
    for table in (part.fates, part.kinds):
        QAbstractItemModelTester(table.numbers, QAbstractItemModelTester.FailureReportingMode.Fatal)
    part.forget()
