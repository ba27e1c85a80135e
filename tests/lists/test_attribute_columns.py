"""Columns of the events table that hold attributes and buckets of its mentions."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.study import AnnotatedText, Attribute, AttributeValues, Scale, Study
from nerinspect.lists.columns import attribute_columns, column_meaning, is_attribute_column
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from tests.examples import examples
from tests.query.conftest import studies
from tests.query.plain_attributes import buckets_of, values_of


def own(name: str, scale: Scale, reference: object, predicted: object, names: tuple[str, ...] = ()) -> Attribute:
    values = AttributeValues(np.array(reference, dtype=float), np.array(predicted, dtype=float), names)
    return Attribute(name, "of the document", lambda study: values, scale=scale)


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """Found; a boundary error with two predicted mentions; spurious; one event with two reference mentions."""
    learned = make_study_from("Ostend/B-LOC/O fell/O/O Port/B-LOC/O", "Heron/B-LOC/O Heron/O/O")
    study = make_study_from(
        "Ostend/B-LOC/B-LOC Port/B-LOC/B-LOC of/I-LOC/O Heron/I-LOC/B-LOC",
        "Ostend/O/B-LOC",
        "Heron/B-LOC/B-LOC Pell/B-LOC/I-LOC",
    )
    attributes = (
        own("genre", "name", [0, 1, 1, np.nan], [0, 1, 1, np.nan, 1], ("news", "fiction")),
        own("written", "date", [0, 1, 365, 365], [0, 1, 1, 2, 365]),
        own("trust", "number", [[0.5, 0.1, 1, 2]], [1, 2, 3, 1e-7, 5]),
    )
    return replace(study, training=AnnotatedText(learned.text, learned.reference), attributes=attributes)


def cells(study: Study, *columns: str) -> list[tuple[object, ...]]:
    return list(MENTIONS.table(study, columns=columns).rows)


def test_every_column_is_listed(study: Study) -> None:
    values = ["eLen", "sLen", "eDen", "oDen", "eFre", "eCon", "tFre", "tCon"]
    own_values = ["attr:genre", "attr:written", "attr:trust"]
    buckets = [f"bucket:{name.removeprefix('attr:')}" for name in (*values, *own_values)]
    assert attribute_columns(study) == (*values, *own_values, *buckets)
    untrained = replace(study, training=None, attributes=())
    assert attribute_columns(untrained) == ("eLen", "sLen", "eDen", "bucket:eLen", "bucket:sLen", "bucket:eDen")


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("eLen", ["1", "3", "1", "1 1"]),
        ("sLen", ["4", "4", "1", "2 2"]),
        ("eDen", ["0.5", "0.5", "0.0", "1.0 1.0"]),
        ("eCon", ["1.0", "0.0", "1.0", "0.5 0.0"]),
        ("tCon", ["1.0", "1.0 0.0 0.5", "1.0", "0.5 0.0"]),
        ("bucket:eLen", ["XS", "L", "XS", "XS XS"]),
        ("bucket:eLen/2", ["XS", "XL", "XS", "XS XS"]),
        ("attr:genre", ["news", "fiction", None, "fiction"]),
        ("bucket:genre", ["news", "fiction", "none", "fiction none"]),
        ("attr:written", ["1970-01-01", "1970-01-02", "1970-01-03", "1971-01-01 1971-01-01"]),
        ("attr:trust", ["0.5", "0.1", "1e-07", "1.0 2.0"]),
    ],
)
def test_each_mention_has_its_value(study: Study, column: str, expected: list[str | None]) -> None:
    assert [cell for (cell,) in cells(study, column)] == expected


def test_usual_columns_stay_as_they_are(study: Study) -> None:
    assert MENTIONS.names(Of.EVENTS, Of.TRAINING) == (*MENTIONS.names(Of.EVENTS), "tough")
    assert MENTIONS.table(study).columns == MENTIONS.names(Of.EVENTS, Of.TRAINING)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("eConn", "no column is called eConn; the nearest is eCon"),
        ("bucket:eConn", "no column is called bucket:eConn; the nearest is bucket:eCon"),
        ("attr:gnre", "no column is called attr:gnre; the nearest is attr:genre"),
        ("bucket:type", "no column is called bucket:type"),
        ("attr:eLen", "no column is called attr:eLen"),
        ("bucket:eLen/12", "the column bucket:eLen/12 asks for 12 buckets; ask for 2 to 10"),
    ],
)
def test_a_column_that_is_not_there_is_told(study: Study, column: str, message: str) -> None:
    def ask() -> None:
        MENTIONS.check([column])
        cells(study, column)

    with pytest.raises(CommandError) as caught:
        ask()
    assert message in str(caught.value).replace("“", "").replace("”", "")


@pytest.mark.parametrize("column", ["eCon", "bucket:tFre"])
def test_training_is_asked_for_where_it_is_needed(study: Study, column: str) -> None:
    with pytest.raises(CommandError, match=f"the column {column} needs training data; give it with --training"):
        cells(replace(study, training=None), column)
    with pytest.raises(UnknownNameError):
        cells(replace(study, attributes=()), "attr:genre")


def test_every_column_says_what_it_holds(study: Study) -> None:
    assert all(column_meaning(column) and is_attribute_column(column) for column in attribute_columns(study))
    assert column_meaning("attr:genre").startswith("genre: ")


def test_cells_are_those_of_one_mention_after_the_other(build_study: Callable[..., Study]) -> None:
    @settings(max_examples=examples(60))
    @given(studies(build_study), st.data())
    def check(study: Study, data: st.DataObject) -> None:
        column = data.draw(st.sampled_from(attribute_columns(study)))
        order = np.array(data.draw(st.permutations(range(len(study.events)))), dtype=np.int32)
        found = [cell for (cell,) in MENTIONS.table(study, order, columns=[column]).rows]
        name = column.removeprefix("bucket:")
        for event, cell in zip(order.tolist(), found, strict=True):
            prediction = int(study.events.prediction[event])
            side = "reference" if study.events.n_mentions("reference")[event] else "predicted"
            numbers = study.events.mentions_of(event, side).tolist()  # type: ignore[arg-type]
            values = [value for number in numbers for value in values_of(study, name, side, prediction, number)]  # type: ignore[arg-type]
            parts = str(cell).split(" ")
            assert len(parts) == len(values)
            if column == name:
                assert [float(part) for part in parts] == values
            else:
                bucketed = [buckets_of(study, f"{name}=", side, prediction, number) for number in numbers]  # type: ignore[arg-type]
                assert {f"{name}={part}" for part in parts} == set().union(*bucketed)

    check()
