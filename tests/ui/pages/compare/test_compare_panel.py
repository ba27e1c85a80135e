"""The page compares all systems, and every number opens exactly the reference mentions it counts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.query.compared_rows import kept_reference
from nerinspect.query.differences import Comparison, compare
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.settings import ComparisonChoice
from nerinspect.systems.significance import adjusted, p_text
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, DoorLabel
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.pages.compare import pair_table as pair_finder
from nerinspect.ui.pages.compare.page import ComparePage
from nerinspect.ui.pages.compare.pair_table import PairPart
from tests.ui.pages.compare.conftest import HITS, PAIRS, REQUEST
from tests.ui.table_pages import asked_by, choose_in, look_at, table

MakeStudy = Callable[..., Study]
COUNTS = {"Both right": (True, True), "Only A": (True, False), "Only B": (False, True), "Both wrong": (False, False)}


def texts(panel: ComparePage, title: str) -> list[dict[str, str]]:
    model = table(panel, title).numbers
    heads = [column.title for column in model.columns]
    return [
        dict(zip(heads, (model.index(row, place).data() for place in range(len(heads))), strict=True))
        for row in range(model.rowCount())
    ]


def index_of(panel: ComparePage, title: str, row: int, head: str) -> QModelIndex:
    model = table(panel, title).numbers
    return model.index(row, next(n for n, column in enumerate(model.columns) if head in (column.title, column.copied)))


def count_kept(panel: ComparePage, qtbot: QtBot) -> None:
    choice = next(one for one in panel.findChildren(Choice))
    choice.choose(1)
    choice.chosen.emit(1)
    qtbot.waitUntil(lambda: panel.is_complete)


def count_in(panel: ComparePage, run: str, qtbot: QtBot) -> None:
    choose_in(panel, "Run", run)
    qtbot.waitUntil(lambda: panel.is_complete)


def mentions_behind(study: Study, query: str, prediction: int) -> list[int]:
    kept = kept_reference(study, parse_query(query, Vocabulary.of(study)), prediction)
    return [number for number, is_kept in enumerate(kept.tolist()) if is_kept]


def right(study: Study, prediction: int) -> set[int]:
    """List the reference mentions that a prediction has, the slow way."""
    sides = [study.reference.mentions, study.predictions[prediction].annotation.mentions]
    spans = [list(zip(one.start, one.end, one.type_codes, strict=True)) for one in sides]
    return {number for number, span in enumerate(spans[0]) if span in spans[1]}


def test_every_pair_has_a_row_with_its_scores(shown: ComparePage) -> None:
    rows = texts(shown, PAIRS)
    assert [row["A and B"] for row in rows] == ["a and b", "a and c", "b and c"]
    assert [rows[2][head] for head in ("F1 A", "F1 B", "A − B")] == ["50.00", "44.44", "+5.56"]
    assert [rows[2][head] for head in COUNTS] == ["1", "1", "1", "2"]


def test_counts_open_exactly_their_mentions(shown: ComparePage, study: Study, qtbot: QtBot) -> None:
    count_in(shown, "run 1", qtbot)
    view = table(shown, PAIRS)
    first = {"a": 0, "b": 2, "c": 3}
    for types in ("all types", "each type", "PER"):
        choose_in(shown, "Type", types)
        for row in range(view.numbers.rowCount()):
            a, b, _ = view.numbers.place(row).row.copied_names
            is_right = [right(study, first[name]) for name in (a, b)]
            for head, wanted in COUNTS.items():
                index = index_of(shown, PAIRS, row, head)
                found = mentions_behind(study, view.piece(index).query, first[a])
                assert len(found) == int(index.data())
                assert all((number in is_right[0], number in is_right[1]) == wanted for number in found)


def test_counts_over_all_runs_are_means_and_no_doors(shown: ComparePage, study: Study) -> None:
    rows = texts(shown, PAIRS)
    assert [[row[head] for head in (*COUNTS, "McNemar")] for row in rows] == [
        ["1.5", "1.5", "0.5", "1.5", "–"], ["1", "2", "1", "1", "–"], ["1", "1", "1", "2", "1.000"]
    ]  # fmt: skip
    view = table(shown, PAIRS)
    queries = [[view.piece(index_of(shown, PAIRS, row, head)).query for head in COUNTS] for row in range(3)]
    assert [any(one) for one in queries] == [False, False, True]
    assert [all(one) for one in queries] == [False, False, True]


def test_another_run_can_be_counted(shown: ComparePage, study: Study, qtbot: QtBot) -> None:
    count_in(shown, "run 2", qtbot)
    view = table(shown, PAIRS)
    index = index_of(shown, PAIRS, 0, "Only A")
    assert index.data() == "2"
    assert mentions_behind(study, view.piece(index).query, 1) == [*right(study, 1) - right(study, 2)]
    told = view.numbers.place(0).row
    assert (told.prediction, told.beside) == (1, 2)
    source = shown.source(PAIRS)
    assert source is not None
    assert "--run 2" in source.origin.record(PAIRS, "csv", source.systems, True)["command"]
    assert shown.choice.run == "run 2"


def test_counts_under_a_filter_open_the_mentions_it_keeps(shown: ComparePage, study: Study, qtbot: QtBot) -> None:
    count_in(shown, "run 1", qtbot)
    look_at(shown, selection=Selection((Term("doc", (1.0,)), Term("type", ("LOC",)))))
    count_kept(shown, qtbot)
    view = table(shown, PAIRS)
    assert [[row[head] for head in COUNTS] for row in texts(shown, PAIRS)] == [
        ["2", "1", "0", "0"], ["1", "2", "0", "0"], ["1", "1", "0", "1"]
    ]  # fmt: skip
    for row in range(view.numbers.rowCount()):
        for head in COUNTS:
            index = index_of(shown, PAIRS, row, head)
            cell, head_of_row = view.numbers.cell(index), view.numbers.place(row).row
            asked_of = cell.prediction if cell.prediction >= 0 else head_of_row.prediction
            assert len(mentions_behind(study, cell.query, asked_of)) == int(index.data())


def test_one_system_stands_against_all_others_as_a(shown: ComparePage, study: Study, qtbot: QtBot) -> None:
    count_in(shown, "run 1", qtbot)
    choose_in(shown, "System A", "b")
    rows = texts(shown, PAIRS)
    assert [row["A and B"] for row in rows] == ["b and a", "b and c"]
    exchanged = compare(study, [2], [0, 1]).overall
    assert [rows[0]["95\u00a0% from"], rows[0]["95\u00a0% to"]] == [
        signed(exchanged.bootstrap.low),
        signed(exchanged.bootstrap.high),
    ]
    assert [rows[0][head] for head in COUNTS] == ["2", "0", "1", "2"]
    view = table(shown, PAIRS)
    assert mentions_behind(study, view.piece(index_of(shown, PAIRS, 0, "Only B")).query, 2) == [2]


def signed(fraction: float) -> str:
    return f"{100 * fraction:+.2f}".replace("-", "−").replace("+0.00", "0.00")


def test_the_difference_opens_what_one_alone_has(shown: ComparePage, study: Study, qtbot: QtBot) -> None:
    count_in(shown, "run 1", qtbot)
    view = table(shown, PAIRS)
    for row, (a, b) in enumerate([(0, 2), (0, 3), (2, 3)]):
        query = view.piece(index_of(shown, PAIRS, row, "A − B")).query
        assert set(mentions_behind(study, query, a)) == right(study, a) ^ right(study, b)
        assert view.piece(index_of(shown, PAIRS, row, "McNemar")).query == query


def test_a_number_asks_for_both_predictions_and_a_name_keeps_the_filter(shown: ComparePage) -> None:
    look_at(shown, selection=Selection((Term("kind", ("fn",)),)))
    asked = asked_by(shown)
    view = table(shown, PAIRS)
    view.open(index_of(shown, PAIRS, 2, "Only B"))
    assert asked == [Door("wrong:b right:c", 2, 3)]
    asked.clear()
    index = index_of(shown, PAIRS, 1, "A and B")
    view.setCurrentIndex(index)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert asked == [Door("kind:fn", 0, 3)]


def test_tests_that_say_nothing_tell_why(shown: ComparePage) -> None:
    dash = index_of(shown, PAIRS, 0, "Signed rank")
    assert dash.data() == "–"
    assert "No pairs: 2 runs against 1." in dash.data(Qt.ItemDataRole.ToolTipRole)
    notes = next(one for one in shown.findChildren(QLabel) if "Signed rank" in one.text())
    assert "fewer than 100 reference mentions" in notes.text().lower()


def test_patterns_are_those_of_a_slow_count(shown: ComparePage, study: Study) -> None:
    found = [right(study, number) for number in (0, 2, 3)]
    slow: dict[tuple[bool, ...], int] = {}
    for mention in range(len(study.reference.mentions)):
        pattern = tuple(mention in one for one in found)
        slow[pattern] = slow.get(pattern, 0) + 1
    rows = texts(shown, HITS)
    assert {tuple(row[name] == "right" for name in "abc"): int(row["Mentions"]) for row in rows} == slow
    assert {row["Right"] for row in rows} == {"all 3", "all but c", "only a", "only c", "nobody"}


def test_patterns_open_exactly_their_mentions(shown: ComparePage, study: Study, qtbot: QtBot) -> None:
    for selection in (Selection(), Selection((Term("type", ("LOC",)),))):
        look_at(shown, selection=selection)
        count_kept(shown, qtbot)
        view = table(shown, HITS)
        for row in range(view.numbers.rowCount()):
            index = index_of(shown, HITS, row, "Mentions")
            assert len(mentions_behind(study, view.piece(index).query, 0)) == int(index.data())


def test_patterns_are_sorted_by_number_by_systems_and_by_one_system(shown: ComparePage) -> None:
    orders = {}
    for way in ("most systems first", "fewest systems first", "wrong in c first"):
        choose_in(shown, "Sort the patterns", way)
        orders[way] = [row["Right"] for row in texts(shown, HITS)]
    assert orders["most systems first"][:2] == ["all 3", "all but c"]
    assert orders["fewest systems first"][0] == "nobody"
    assert set(orders["wrong in c first"][:3]) == {"all but c", "only a", "nobody"}


def test_nobody_one_and_all_are_filters(shown: ComparePage, study: Study) -> None:
    line = next(one for one in shown.findChildren(DoorLabel) if "Nobody gets" in one.accessibleName())
    assert line.accessibleName() == "Nobody gets 1, only one gets 2, all get 1 of 5 reference mentions."
    doors = [piece for piece in line.pieces if piece.query]
    assert [piece.query for piece in doors] == ["gotby:0", "gotby:1", "gotby:3"]
    assert [len(mentions_behind(study, piece.query, 0)) for piece in doors] == [int(piece.text) for piece in doors]
    asked = asked_by(shown)
    line.linkActivated.emit(str(line.pieces.index(doors[0])))
    assert asked == [Door("gotby:0")]


def test_two_versions_wait_for_a_second_system(shown: ComparePage) -> None:
    assert not table(shown, "What changed").isVisible()
    look_at(shown, compared=2)
    assert table(shown, "What changed").isVisible()
    asked = asked_by(shown)
    view = table(shown, "What changed")
    fixed, broken = (index_of(shown, "What changed", 1, head) for head in ("fixed", "broken"))
    view.open(fixed)
    view.open(broken)
    assert asked == [Door("kind:fp differs:b", 0, 2), Door("kind:fp differs:a", 2, 0)]
    look_at(shown, compared=None)
    assert not view.isVisible()


@pytest.mark.parametrize(
    ("sentence", "systems", "words"),
    [("Rome/B-LOC/O", ("a",), "A comparison needs two systems"), ("Rome/B-LOC", (), "There is no prediction")],
)
def test_with_fewer_than_two_systems_it_says_what_to_do(
    panel: ComparePage, make_study_from: MakeStudy, sentence: str, systems: tuple[str, ...], words: str
) -> None:
    panel.look_at(Look(make_study_from(sentence, systems=systems), LoadRequest("test.conll")))
    assert panel.empty_words.startswith(words)
    assert not table(panel, PAIRS).isVisible()


def test_annotators_are_led_to_their_agreement(panel: ComparePage, study: Study) -> None:
    panel.look_at(Look(replace(study, annotator="anna"), REQUEST))
    assert "Agreement" in panel.empty_words
    assert not table(panel, PAIRS).isVisible()


def test_what_two_systems_have_is_had_by_both(panel: ComparePage, make_study_from: MakeStudy, qtbot: QtBot) -> None:
    panel.look_at(Look(make_study_from("Rome/B-LOC/B-LOC/B-LOC Oslo/B-LOC/B-LOC/O", systems=("a", "b")), REQUEST))
    qtbot.waitUntil(lambda: bool(texts(panel, HITS)))
    assert {row["Right"] for row in texts(panel, HITS)} == {"both", "only a"}


def test_nothing_is_compared_while_the_page_is_hidden(panel: ComparePage, study: Study, qtbot: QtBot) -> None:
    panel.hide()
    panel.look_at(Look(study, REQUEST))
    assert texts(panel, HITS) == []
    panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)


def test_pairs_come_one_by_one_and_cancel_keeps_them(
    panel: ComparePage, study: Study, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = [compare(study, *pair) for pair in combinations([[0, 1], [2], [3]], 2)]

    def slowly(*_: object, checkpoint: Callable[[int, int], None], **__: object) -> Iterator[Comparison]:
        yield real[0]
        while True:
            checkpoint(1, 2)

    monkeypatch.setattr(pair_finder, "compare_each", slowly)
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: len(texts(panel, PAIRS)) == 1)
    button = next(iter(panel.findChildren(QPushButton)))
    qtbot.waitUntil(button.isVisible)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isVisible()
    assert not panel.is_complete
    assert [row["A and B"] for row in texts(panel, PAIRS)] == ["a and b"]


def test_what_was_chosen_is_told_and_chosen_again(panel: ComparePage, study: Study, qtbot: QtBot) -> None:
    wanted = ComparisonChoice("b", "PER", "wrong in c first")
    panel.choose(wanted)
    assert panel.choice == wanted  # though nothing is on show yet
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete and bool(texts(panel, HITS)))
    assert [row["A and B"] for row in texts(panel, PAIRS)] == ["b and a", "b and c"]
    assert texts(panel, HITS)[0]["c"] == "wrong"
    with qtbot.waitSignal(panel.choice_changed) as told:
        choose_in(panel, "System A", "all pairs")
    assert told.args == [ComparisonChoice("", "PER", "wrong in c first")]
    with qtbot.waitSignal(panel.choice_changed) as told:
        choose_in(panel, "Sort the patterns", "fewest systems first")
    assert told.args == [ComparisonChoice("", "PER", "fewest systems first")]


def test_systems_are_compared_by_the_score_that_is_chosen(panel: ComparePage, study: Study, qtbot: QtBot) -> None:
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    for measure in ("Recall", "Precision", "F1"):
        choose_in(panel, "Score", measure)
        qtbot.waitUntil(lambda: panel.is_complete)
        first = texts(panel, PAIRS)[0]
        [overall, *_] = compare(study, [0, 1], [2], measure=measure).rows
        assert first[f"{measure} A"] == f"{100 * overall.score_a:.2f}"
        assert first["Detectable"] == f"{100 * overall.bootstrap.detectable:.2f}"


def test_recall_alone_is_compared_where_there_is_no_precision(panel: ComparePage, study: Study) -> None:
    part = next(iter(panel.findChildren(PairPart)))
    part.show_study(study, study.systems)
    part.want("", "", "Precision")
    part.show_pairs(MentionBase(has_recall_alone=True), [], 0)
    assert part.measure == "Recall"
    [box] = [box for box in panel.findChildren(QComboBox) if box.accessibleName() == "Score"]
    assert not box.isEnabled()


def test_corrected_values_come_once_all_pairs_are_compared(panel: ComparePage, study: Study, qtbot: QtBot) -> None:
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    count_in(panel, "run 1", qtbot)
    part, single = next(iter(panel.findChildren(PairPart))), texts(panel, PAIRS)
    choose_in(panel, "Correction", "Holm")
    every = texts(panel, PAIRS)
    assert [row["McNemar"] for row in every] == [row["McNemar"] for row in single]
    expected = adjusted([pair.comparison.overall.mcnemar_p for pair in part.pairs], "holm")
    assert [row["McNemar, Holm"] for row in every] == [p_text(p) for p in expected if p is not None]
    assert part.caption.startswith("p corrected after Holm")
    assert "Holm" in part.notes[-1]
    part.show_pairs(WHOLE, part.pairs[:2], 3)
    assert {row["McNemar, Holm"] for row in texts(panel, PAIRS)} == {"–"}


def test_a_choice_outlives_systems_that_are_not_there(
    panel: ComparePage, study: Study, make_study_from: MakeStudy, qtbot: QtBot
) -> None:
    panel.choose(ComparisonChoice("c", "each type", ""))
    panel.look_at(Look(make_study_from("Rome/B-LOC/B-LOC/B-LOC", systems=("a", "b")), REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert [row["A and B"] for row in texts(panel, PAIRS)] == ["a and b", "LOC"]
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert texts(panel, PAIRS)[0]["A and B"] == "c and a"


def test_the_columns_of_dots_have_the_colours_of_their_systems(panel: ComparePage, study: Study) -> None:
    panel.look_at(Look(replace(study, colours=(("b", 5),)), REQUEST))
    columns = table(panel, HITS).numbers.columns
    assert {one.title: one.colour for one in columns if one.colour is not None} == {"a": 0, "b": 5, "c": 1}
