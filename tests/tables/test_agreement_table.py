from collections.abc import Callable

import pytest

from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Row
from nerinspect.tables.annotation import AGREEMENT_COLUMNS, agreement_notes, agreement_table

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]

NAMES = ("anna", "ben", "cleo")


def rows_and_notes(study: Study) -> tuple[list[Row], list[str]]:
    names = NAMES[: 1 + len(study.predictions)]
    table = agreement_table(study, names)
    return list(table), agreement_notes(study, names, table)


def test_columns_stand_in_their_order() -> None:
    assert ",".join(AGREEMENT_COLUMNS) == "a,b,type,a_mentions,b_mentions,both,f1,label_agreement,kappa"


def test_each_pair_has_a_row_of_all_types_then_each_type(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/O Ulm/B-ORG/B-LOC/B-ORG in/O/O/O", systems=("ben", "cleo"))
    rows, notes = rows_and_notes(study)
    assert [row[:3] for row in rows] == [
        (a, b, name) for a, b in (("anna", "ben"), ("anna", "cleo"), ("ben", "cleo")) for name in ("ALL", "LOC", "ORG")
    ]
    *counts, kappa = rows[0]
    assert counts == ["anna", "ben", "ALL", 2, 2, 1, Ratio(2, 4), Ratio(1, 2)]
    assert kappa == pytest.approx((2 / 3 - 1 / 3) / (2 / 3))
    assert rows[1] == ("anna", "ben", "LOC", 1, 2, 1, Ratio(2, 3), Ratio(1, 2), None)
    assert notes == ["label_agreement is empty where no mention of one has the extent of a mention of the other"]


def test_undefined_values_are_explained(make_study_from: MakeStudy) -> None:
    rows, notes = rows_and_notes(make_study_from("It/O/O rained/O/O"))
    assert rows == [("anna", "ben", "ALL", 0, 0, 0, Ratio(0, 0), Ratio(0, 0), None)]
    assert notes[0] == "kappa of anna and ben is empty: both give one and the same type to every token"
    assert notes[1] == "f1 is empty where neither annotator has a mention"


def test_nothing_is_explained_where_nothing_is_empty(make_study_from: MakeStudy) -> None:
    assert rows_and_notes(make_study_from("Rome/B-LOC/B-LOC in/O/O"))[1] == []


def test_kappa_is_empty_where_mentions_overlap(build_study: BuildStudy) -> None:
    spans = [(0, 3, "ORG"), (2, 3, "LOC")]
    study = build_study([(["Uni", "of", "Ulm"], spans, [spans, spans[:1]])], (("ben", 1), ("cleo", 1)))
    rows, notes = rows_and_notes(study)
    assert [row[-1] for row in rows if row[2] == "ALL"] == [None, None, None]
    assert (
        notes
        == [
            "kappa is empty where mentions overlap, as those of anna, ben do: a token has several types",
            "label_agreement is empty where no mention of one has the extent of a mention of the other",
        ][: len(notes)]
    )
