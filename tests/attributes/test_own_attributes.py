"""Other columns of the data files as attributes, and what a study keeps of those of the user."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attribute_values, attributes_of
from nerinspect.attributes.own import (
    MOST_NAMES,
    TableColumn,
    TableOrigin,
    attribute_sources,
    rows_by_event,
    rows_by_sentence,
    token_attributes,
    values_of_texts,
    with_own_attributes,
)
from nerinspect.corpus.text import Source, TokenColumn
from nerinspect.events.study import AnnotatedText, Annotation, Attribute, Study
from nerinspect.training.retention import with_training

NAN = float("nan")


def column_of(name: str, values: Sequence[str]) -> TokenColumn:
    distinct = tuple(dict.fromkeys(values))
    return TokenColumn(name, distinct, np.array([distinct.index(value) for value in values], dtype=np.int32))


def with_column(annotation: Annotation, name: str, values: Sequence[str]) -> Annotation:
    return replace(annotation, columns=(column_of(name, values),))


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Give a study of two sentences; `first` and `second` read them differently."""
    return make_study_from(
        "Ada/B-PER/B-PER/O met/O/O/O Bo/B-PER/O/B-LOC Li/I-PER/O/I-LOC", "in/O/O/O Rome/B-LOC/B-LOC/B-LOC",
        systems=("first", "second"),
    )  # fmt: skip


def test_a_column_of_the_reference_gives_the_same_value_to_a_token_on_both_sides(study: Study) -> None:
    tags = ["NNP", "VBD", "NNP", "NN", "IN", "NNP"]
    study = replace(study, reference=with_column(study.reference, "pos", tags))
    (attribute,) = token_attributes(study)
    assert (attribute.name, attribute.unit, attribute.scale) == ("reference:pos", "token", "name")
    values = attribute_values(study, attribute)
    assert [values.names[int(value)] for value in values.reference] == ["NNP", "NNP", "NN", "NNP"]
    assert [values.names[int(value)] for value in values.predicted] == ["NNP", "NNP", "NNP", "NN", "NNP"]


def test_a_reference_token_has_the_value_that_each_prediction_gives_it(study: Study) -> None:
    first, second = study.predictions
    annotation = with_column(first.annotation, "sure", ["0.1", "0.2", "0.3", "0.4", "0.5", ""])
    study = replace(study, predictions=(replace(first, annotation=annotation), second))
    (attribute,) = token_attributes(study)
    assert (attribute.name, attribute.scale) == ("predicted:sure", "number")
    values = attribute_values(study, attribute)
    np.testing.assert_array_equal(values.reference, [[0.1, 0.3, 0.4, NAN], [NAN] * 4])
    np.testing.assert_array_equal(values.predicted, [0.1, NAN, NAN, NAN, NAN])


def test_columns_of_one_name_share_their_names(study: Study) -> None:
    first, second = study.predictions
    sides = [
        replace(one, annotation=with_column(one.annotation, "tag", tags))
        for one, tags in ((first, "abcabc"), (second, "cbacba"))
    ]
    study = replace(study, predictions=tuple(sides))
    values = attribute_values(study, token_attributes(study)[0])
    assert "".join(values.names[int(value)] for value in values.reference.ravel()) == "acac" + "caca"
    assert "".join(values.names[int(value)] for value in values.predicted) == "ac" + "aca"


@pytest.mark.parametrize(
    ("values", "is_offered"),
    [
        (["a", "b"], True),
        (["a", "a"], False),
        (["a", ""], False),
        (["", ""], False),
        (["7", "7"], True),
        (["2024-01-01", "2024-01-02"], True),
    ],
)
def test_a_column_is_offered_if_it_can_tell_mentions_apart(
    values: list[str], is_offered: bool, make_study_from: Callable[..., Study]
) -> None:
    study = make_study_from("Ada/B-PER/B-PER Bo/B-PER/O")
    study = replace(study, reference=with_column(study.reference, "note", values))
    assert bool(token_attributes(study)) == is_offered


@pytest.mark.parametrize("n_names", [MOST_NAMES, MOST_NAMES + 1])
def test_a_column_of_many_names_is_not_offered(n_names: int, make_study_from: Callable[..., Study]) -> None:
    study = make_study_from(*(f"w{number}/B-PER/B-PER" for number in range(n_names)))
    lemmas = [f"lemma{number}" for number in range(n_names)]
    study = replace(study, reference=with_column(study.reference, "lemma", lemmas))
    assert bool(token_attributes(study)) == (n_names <= MOST_NAMES)


@pytest.mark.parametrize("name", ["a=b", "a/2"])
def test_a_column_that_no_query_can_name_is_not_offered(name: str, study: Study) -> None:
    study = replace(study, reference=with_column(study.reference, name, list("abcdef")))
    assert token_attributes(study) == []


def test_a_row_about_an_event_holds_for_its_mentions_alone(study: Study) -> None:
    rows = rows_by_event(lambda _: np.arange(len(study.events)) * 10)(study)
    by_place = {
        (prediction, int(mention)): 10 * event
        for event, prediction in enumerate(study.events.prediction.tolist())
        for mention in study.events.mentions_of(event, "reference")
    }
    assert rows.reference.tolist() == [[by_place[prediction, mention] for mention in range(3)] for prediction in (0, 1)]
    for event in range(len(study.events)):
        for mention in study.events.mentions_of(event, "predicted"):
            assert rows.predicted[mention] == 10 * event


def table_attribute(name: str, values: Sequence[str], rows: Sequence[int], notice: str = "") -> Attribute:
    source = Source(f"{name}.csv", "00", 0, "attributes", "csv", "utf-8", None, "", "", "none", 0, 0, 0, 0)
    own = values_of_texts(pa.array(values))
    origin = TableOrigin(source, (notice,) if notice else ())
    return Attribute(name, name, TableColumn(origin, own, rows_by_sentence(np.array(rows))), scale=own.scale)


def test_a_table_gives_mentions_the_value_of_their_sentence(study: Study) -> None:
    attribute = table_attribute("genre", ["news", "blog"], [1, -1])
    values = attribute_values(study, attribute)
    assert values.names == ("news", "blog")
    np.testing.assert_array_equal(values.reference, [1, 1, NAN])
    np.testing.assert_array_equal(values.predicted, [1, NAN, 1, NAN])
    assert bucketing(study, attribute).names == ("blog", "none")


def test_attributes_of_tables_stay_with_other_training_data(study: Study) -> None:
    study = with_own_attributes(study, [table_attribute("genre", ["a", "b"], [0, 1], "genre.csv: something")])
    assert study.warnings[-1] == "genre.csv: something"
    training = AnnotatedText(study.text, study.reference)
    trained = with_own_attributes(with_training(study, training))
    assert [one.name for one in trained.attributes] == ["genre"]
    assert "genre.csv: something" in trained.warnings
    values = attribute_values(trained, trained.attributes[0])
    assert len(values.predicted) == len(trained.predicted) > len(study.predicted)
    assert [source.path for source in attribute_sources(trained)] == ["genre.csv"]


def test_own_attributes_stand_behind_those_every_study_has(study: Study) -> None:
    tags = with_column(study.reference, "pos", list("abcdef"))
    study = with_own_attributes(replace(study, reference=tags), [table_attribute("genre", ["a"], [0, 0])])
    assert [one.name for one in attributes_of(study)][-3:] == ["type", "genre", "reference:pos"]


def test_a_table_goes_before_a_column_of_the_same_name(study: Study) -> None:
    tags = with_column(study.reference, "pos", list("abcdef"))
    table = table_attribute("reference:pos", ["a"], [0, 0])
    assert with_own_attributes(replace(study, reference=tags), [table]).attributes == (table,)
