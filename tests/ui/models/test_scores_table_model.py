from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from nerinspect.analysis.scores import Tally, score_prediction
from nerinspect.analysis.study import Study
from nerinspect.ui.models.scores_table_model import (
    QUERY_ROLE,
    SCORE_HEADERS,
    ScoresTableModel,
    kind_rows,
    quoted,
    score_rows,
)

MakeStudy = Callable[..., Study]


@pytest.fixture
def tally(make_study_from: MakeStudy) -> Tally:
    """Give LOC 1 of 1, ORG 0 of 1 with one predicted, PER never in the reference."""
    return score_prediction(make_study_from("Ostend/B-LOC/B-LOC said/O/O Grey/B-ORG/B-ORG Heron/I-ORG/O so/O/B-PER"), 0)


@pytest.fixture
def model(tally: Tally) -> ScoresTableModel:
    model = ScoresTableModel(SCORE_HEADERS)
    model.set_rows(score_rows(tally))
    return model


def test_the_model_keeps_the_rules(model: ScoresTableModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_all_types_come_first(tally: Tally) -> None:
    assert [row[0].text for row in score_rows(tally)] == ["ALL", "LOC", "ORG", "PER"]


def test_scores_are_written_as_percent(tally: Tally) -> None:
    assert [cell.text for cell in score_rows(tally)[0]] == ["ALL", "33.33", "50.00", "40.00", "2", "3", "1"]


def test_an_undefined_score_says_which_count_is_zero(tally: Tally) -> None:
    recall = score_rows(tally)[3][2]
    assert recall.text == "–"
    assert recall.tooltip == "–: the reference has no mention, so recall is undefined."


def test_nothing_correct_is_zero_and_not_undefined(tally: Tally) -> None:
    assert score_rows(tally)[2][3].text == "0.00"


@pytest.mark.parametrize(
    ("column", "query"), [*enumerate(["", "pred:ORG", "ref:ORG", "type:ORG", "ref:ORG", "pred:ORG", "kind:tp ref:ORG"])]
)
def test_each_number_of_a_type_is_a_door(tally: Tally, column: int, query: str) -> None:
    assert score_rows(tally)[2][column].query == query


def test_every_number_over_all_types_is_a_door(tally: Tally) -> None:
    assert all(cell.query for cell in score_rows(tally)[0][1:])


def test_demerits_are_shown_by_kind(tally: Tally) -> None:
    boundary = next(row for row in kind_rows(tally) if row[0].kind == "be")
    assert [cell.text for cell in boundary] == ["BE  boundary error", "1", "2", "66.67"]


def test_the_doubly_penalised_kinds_are_summed(tally: Tally) -> None:
    row = next(row for row in kind_rows(tally) if row[0].text == "LE, BE and LBE")
    assert [(cell.text, cell.query) for cell in row[1:]] == [
        ("1", "kind:le,be,lbe"),
        ("2", "kind:le,be,lbe"),
        ("66.67", "kind:le,be,lbe"),
    ]


def test_a_zero_is_dim(tally: Tally) -> None:
    missed = next(row for row in kind_rows(tally) if row[0].kind == "fn")
    assert missed[1].is_dim


def test_the_query_of_a_cell_is_found_by_its_role(model: ScoresTableModel) -> None:
    assert model.index(2, 4).data(QUERY_ROLE) == "ref:ORG"


def test_numbers_stand_on_the_right(model: ScoresTableModel) -> None:
    assert model.index(0, 1).data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight


def test_the_table_is_written_as_tab_separated_text(model: ScoresTableModel) -> None:
    assert model.as_tsv().split("\n")[2] == "LOC\t100.00\t100.00\t100.00\t1\t1\t1"


@pytest.mark.parametrize(
    ("value", "text"), [("ORG", "ORG"), ("none", '"none"'), ("a b", '"a b"'), ('x"y\\', '"x\\"y\\\\"'), ("", '""')]
)
def test_a_value_is_quoted_where_it_needs_it(value: str, text: str) -> None:
    assert quoted(value) == text
