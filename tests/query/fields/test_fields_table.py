"""Fields stand in one table: what it holds is offered, explained and known by its subject, or is refused."""

import subprocess
import sys
from collections.abc import Callable
from typing import get_args

import numpy as np
import pytest

from nerinspect.events.study import Study
from nerinspect.query.fields.base import About, Field, NumberField
from nerinspect.query.fields.kinds import KIND, CodeField
from nerinspect.query.fields.table import FIELDS, fields_about, fields_by_name
from nerinspect.query.language.values import Interval

_EVERYWHERE = """
from importlib import reload

from nerinspect.query import rates
from nerinspect.query.fields import table
from nerinspect.query.fields.base import NumberField
from nerinspect.query.fields.kinds import event_line

NEW = NumberField("height", "lines above the event", "mentions", event_line)
table.NAMED_FIELDS["height"] = table.FIELDS["height"] = NEW
reload(rates)  # what was known of fields before this one was there

from nerinspect.io.reading.loading import load_study
from nerinspect.query.language.completion import completions
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.ui.platforms import sample_request

study = load_study(sample_request())
vocabulary = Vocabulary.of(study)
offered = next(one for one in completions("heig", 4, vocabulary).items)
assert offered.text == "height:" and "lines above the event" in offered.meaning
asked = parse_query("height:1..3 kind:fn", vocabulary)
assert asked.mask(study).sum() == parse_query("line:1..3 kind:fn", vocabulary).mask(study).sum()
assert "height" in rates.MENTION_FIELDS
assert rates.MentionBase.of(Selection.from_filter(asked)).events.fields == {"height"}
"""


def test_a_field_that_is_new_is_offered_and_has_its_say_in_rates() -> None:
    run = subprocess.run([sys.executable, "-c", _EVERYWHERE], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


class _Unsaid(CodeField):
    """Names that say nothing of what they are about."""

    about = ""  # type: ignore[assignment]


def test_a_field_that_is_about_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="about"):
        fields_by_name(_Unsaid("new", "what it asks", ("no", "yes"), lambda study: study.events.kind))


def test_a_field_without_a_meaning_or_with_the_name_of_another_is_refused() -> None:
    def named(name: str, meaning: str) -> Field:
        return NumberField(name, meaning, "outcomes", lambda study: study.events.demerits)

    fields_by_name(KIND, named("new", "demerits"))
    with pytest.raises(ValueError, match="means"):
        fields_by_name(KIND, named("new", ""))
    with pytest.raises(ValueError, match="two fields are called kind"):
        fields_by_name(KIND, named("kind", "demerits"))


@pytest.mark.parametrize(
    ("name", "about"),
    [("surface", "mentions"), ("kind", "outcomes"), ("run", "whose"), ("note", "decisions"), ("adist", "relations")],
)
def test_a_field_is_about_one_thing(name: str, about: str) -> None:
    assert [one for one in get_args(About) if name in fields_about(one)] == [about]
    assert sum(len(fields_about(one)) for one in get_args(About)) == len(FIELDS)


def test_zero_is_a_number_of_a_field_unless_it_says_that_there_is_none(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ann/B-PER/B-PER", "Rome/B-LOC/O", "Oslo/B-LOC/O")
    column = np.array([0, 2, 1], dtype=np.int32)
    zero, many = (0.0,), tuple(float(number) for number in range(60))
    counted = NumberField("new", "what it counts", "mentions", lambda _: column)
    placed = NumberField("new", "where it stands", "mentions", lambda _: column, lowest=1)
    for values, of_counted, of_placed in (
        (zero, [True, False, False], [False, False, False]),
        ((Interval(high=1),), [True, False, True], [False, False, True]),
        (many, [True, True, True], [False, True, True]),
    ):
        assert counted.mask(study, values).tolist() == of_counted
        assert placed.mask(study, values).tolist() == of_placed
    among = np.ones(3, dtype=bool)
    assert counted.counts(study, among) == {0: 1, 1: 1, 2: 1}
    assert placed.counts(study, among) == {1: 1, 2: 1}
