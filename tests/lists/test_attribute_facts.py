from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import AnnotatedText, Attribute, AttributeValues, Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.lists.mention_facts import (
    FactValue,
    attributes_of_mentions,
    definition_key,
    event_mentions,
    mention_attribute,
    sentence_attributes,
    token_attributes,
    value_text,
)
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.training.retention import with_training

MakeStudy = Callable[..., Study]

SENTENCES = (
    "Oslo/O/B-LOC",
    "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG sued/O/O",
    "Oslo/B-LOC/B-LOC wins/O/O",
)
HARWICK = 1
"""The event of the second sentence."""


@pytest.fixture
def plain(make_study_from: MakeStudy) -> Study:
    return make_study_from(*SENTENCES)


@pytest.fixture
def study(plain: Study, make_study_from: MakeStudy) -> Study:
    """Give the study training data: Oslo is a place twice, a company once, and once nothing."""
    learned = make_study_from(
        "Oslo/B-LOC", "Oslo/B-LOC", "Oslo/B-ORG wins/O", "Oslo/O", "Port/B-ORG of/I-ORG Call/I-ORG", systems=()
    )
    return with_training(plain, AnnotatedText(learned.text, learned.reference))


def facts(study: Study, event: int, name: str, n_wanted: int = 4) -> list[FactValue]:
    attribute = next(one for one in attributes_of_mentions(study) if one.name == name)
    return [mention_attribute(study, attribute, mention, n_wanted) for mention in event_mentions(study, event)]


def test_a_mention_has_the_value_and_bucket_of_its_own_surface(study: Study) -> None:
    assert [(fact.text, fact.bucket) for fact in facts(study, HARWICK, "eLen")] == [
        ("4", "XL"),
        ("3", "L"),
        ("1", "XS"),
    ]
    assert [fact.text for fact in facts(study, HARWICK, "eCon")] == ["0", "0", "0"]
    assert [fact.text for fact in facts(study, HARWICK + 1, "eCon")] == ["0.5", "0.5"]
    assert [fact.text for fact in facts(study, HARWICK + 1, "eFre")] == ["0.75", "0.75"]


def test_without_training_data_only_what_needs_none_is_told(plain: Study) -> None:
    assert [one.name for one in attributes_of_mentions(plain)] == ["eLen"]
    assert [one.name for one, _ in sentence_attributes(plain, HARWICK)] == ["sLen", "eDen"]
    assert token_attributes(plain, 0, 2, ("ORG",)) == []


def test_a_sentence_has_its_attributes_and_a_density_says_how_it_comes_about(study: Study) -> None:
    told = {one.name: fact for one, fact in sentence_attributes(study, HARWICK)}
    assert [fact.text for fact in told.values()] == ["6", "0.17", "0.67"]
    assert told["eDen"].note.startswith("1 / 6, bucket ")


@pytest.mark.parametrize("n_wanted", [2, 4, 7])
def test_each_door_finds_the_event_and_what_shares_its_bucket(study: Study, n_wanted: int) -> None:
    for event in range(3):
        told = [fact for one in attributes_of_mentions(study) for fact in facts(study, event, one.name, n_wanted)]
        told += [fact for _, fact in sentence_attributes(study, event, n_wanted)]
        assert all(parse_query(fact.query, Vocabulary.of(study)).mask(study)[event] for fact in told)


def test_a_note_says_the_bucket_in_words(study: Study) -> None:
    assert facts(study, HARWICK, "eLen")[0].note == "bucket XL: 4 or more tokens"


def test_a_token_has_the_frequency_of_its_word_and_the_consistency_of_each_type(study: Study) -> None:
    port, oslo = 2, 7
    assert token_attributes(study, 0, oslo, ("LOC",)) == [
        "tFre: 0.5, bucket XL: over 0.12",
        "tCon as LOC: 0.5, bucket S: over 0",
    ]
    lines = token_attributes(study, 0, port, ("ORG", "LOC"))
    assert [line.partition(",")[0] for line in lines] == ["tFre: 0.12", "tCon as ORG: 1", "tCon as LOC: 0"]


def test_a_token_outside_mentions_has_no_attributes(study: Study) -> None:
    assert token_attributes(study, 0, 1, ()) == []


@pytest.mark.parametrize(
    ("scale", "value", "text"),
    [
        ("whole", 1991.0, "1991"),
        ("number", 0.000312, "0.00031"),
        ("number", 0.625, "0.62"),
        ("number", 12.345, "12.35"),
        ("number", -0.5, "-0.5"),
        ("date", 0.0, "1970-01-01"),
        ("name", 1.0, "spoken"),
        ("number", float("nan"), "–"),
    ],
)
def test_a_value_is_written(scale: str, value: float, text: str) -> None:
    values = AttributeValues(np.zeros(0), np.zeros(0), ("written", "spoken"))
    attribute = Attribute("own", "of the user", lambda study: values, scale=scale)  # type: ignore[arg-type]
    assert value_text(attribute, values.names, value) == text


def test_a_count_is_grouped_by_thousands() -> None:
    length = next(one for one in BUILT_IN if one.name == "sLen")
    assert value_text(length, (), 4321.0) == "4,321"


def test_an_attribute_of_the_user_stands_beside_the_others_and_says_what_it_is(plain: Study) -> None:
    values = AttributeValues(np.array([1.0, np.nan]), np.zeros(4), ("news", "chat"))
    own = Attribute("eden", "genre of the text", lambda study: values, scale="name")
    study = replace(plain, attributes=(own,))
    assert not definition_key(own)
    (reference, *_) = facts(study, HARWICK, "eden")
    assert (reference.text, reference.bucket) == ("chat", "")
    assert reference.note == "bucket chat\ngenre of the text"
    assert [fact.text for fact in facts(study, HARWICK + 1, "eden")] == ["–", "news"]


def test_every_built_in_attribute_is_defined(study: Study) -> None:
    shared = [one for one, _ in sentence_attributes(study, HARWICK)]
    assert {definition_key(one) for one in (*attributes_of_mentions(study), *shared)} <= set(DEFINITIONS)
