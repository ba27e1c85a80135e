"""Values of any attribute, also of those that the user added: `attr:NAME=VALUE`."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.attributes import attribute_values
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import NoTrainingError, QuerySyntaxError, UnknownNameError, nearest_name
from nerinspect.query.fields.attributes import ValueField, known_attribute
from nerinspect.query.fields.base import Names, Written
from nerinspect.query.fields.numbers import read_number
from nerinspect.query.values import Interval, Value, Values, number_text
from nerinspect.query.vocabulary import Vocabulary

_NAMED_VALUE: Final = re.compile(r"([^=<>]+)(?:=|(?=[<>]))(.+)", re.DOTALL)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class NamedValueField(ValueField):
    """A field whose values name an attribute: `genre=news`, `confidence=>0.5`, `written=2020-01-01..2020-06-30`."""

    is_costly = True

    def read(self, written: Written, names: Names) -> Value:
        """Find the attribute, if need be whatever its case, and read what follows as its scale has it."""
        found = _NAMED_VALUE.fullmatch(written.text)
        if not found:
            raise QuerySyntaxError("write an attribute and its value, such as genre=news or eLen=>=3", written.position)
        (name, text), vocabulary = found.groups(), names.vocabulary
        attribute = vocabulary.attribute(name)
        if attribute is None and vocabulary.study is None:
            return f"{name}={text}"
        if attribute is None:
            nearest = nearest_name(name, (one.name for one in vocabulary.attributes))
            known = [f"{nearest}={text}"] if nearest else []
            raise UnknownNameError("attribute value", written.text, known, written.position)
        if attribute.needs_training and not vocabulary.has_training:
            raise NoTrainingError(f"{self.name}:{attribute.name}", written.position)
        return f"{attribute.name}={_canonical(attribute, text, written, vocabulary)}"

    def asked(self, study: Study, values: Values) -> Iterator[tuple[Attribute, Value]]:
        """Read each value again as the attributes of the study have it."""
        for value in values:
            name, _, text = value.partition("=") if isinstance(value, str) else ("", "", "")
            attribute = known_attribute(study, name)
            if attribute is not None and (number := _number_for(study, attribute, text)) is not None:
                yield attribute, number

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count the values that are names, attribute by attribute."""
        values = [
            f"{attribute.name}={name}"
            for attribute in study.attributes
            if attribute.scale == "name"
            for name in attribute_values(study, attribute).names
        ]
        return {value: int(np.count_nonzero(self.mask(study, (value,)) & among)) for value in values}


def named_value(attribute: str, value: Value) -> str:
    """Write a number, comparison or range of an attribute as `attr:` takes it."""
    return f"{attribute}={_number_text(value)}"


def _canonical(attribute: Attribute, text: str, written: Written, vocabulary: Vocabulary) -> str:
    if attribute.scale == "date":
        _days(text, written.position)
        return text
    if attribute.scale != "name":
        return _number_text(read_number(Written(text, written.position)))
    if vocabulary.study is not None:
        values = attribute_values(vocabulary.study, attribute).names
        if text not in values:
            known = [f"{attribute.name}={value}" for value in values]
            raise UnknownNameError("attribute value", written.text, known, written.position)
    return text


def _number_text(value: Value) -> str:
    return number_text(value) if isinstance(value, int | float) else str(value)


def _number_for(study: Study, attribute: Attribute, text: str) -> float | Interval | None:
    """Read what a value asks for; None if no member of the study can have it."""
    if attribute.scale == "name":
        names = attribute_values(study, attribute).names
        return float(names.index(text)) if text in names else None
    try:
        return _days(text, 0) if attribute.scale == "date" else read_number(Written(text))
    except QuerySyntaxError:  # a kept filter, and an attribute that has become one of another scale
        return None


def _days(text: str, position: int) -> float | Interval:
    """Read a date, a comparison with one or a range of dates as days since 1970."""
    try:
        numbers = _DATE.sub(lambda date: str(np.datetime64(date[0], "D").astype(int)), text)
        if numbers == text:
            raise ValueError(text)
        return read_number(Written(numbers, position))
    except (ValueError, QuerySyntaxError):
        problem = f"{text} is no date; write 2024-01-31, >=2024-01-31 or a range such as 2024-01-01..2024-01-31"
        raise QuerySyntaxError(problem, position) from None


ATTRIBUTE_VALUE = NamedValueField("attr", "value of any attribute, by its name")
REFERENCE_VALUE = NamedValueField("refattr", "attribute value of a reference mention", "reference")
PREDICTED_VALUE = NamedValueField("predattr", "attribute value of a predicted mention", "predicted")
