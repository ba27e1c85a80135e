"""The attributes of an event's mentions and their tokens, each a field with the name of the attribute."""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeVar

import numpy as np

from nerinspect.analysis.attribute import NO_VALUE, Attribute
from nerinspect.analysis.attributes import BUILT_IN, attribute_values, attributes_of
from nerinspect.analysis.events import Side
from nerinspect.analysis.members import entity_tokens
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, FloatArray
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.query.fields.base import MentionField, Names, Written
from nerinspect.query.fields.numbers import matches, read_number
from nerinspect.query.mention_columns import MentionColumn, main_column, side_column
from nerinspect.query.values import Value, Values

Key = TypeVar("Key")

_MOST_KEPT: Final = 12


def known_attribute(study: Study, name: str) -> Attribute | None:
    """Find an attribute by its exact name; None if there is none, or if it needs training data that are absent."""
    return next((one for one in attributes_of(study) if one.name == name), None)


def attribute_column(study: Study, attribute: Attribute, side: Side | None = None) -> MentionColumn:
    """Give the values of an attribute beside the events, computed once for a study.

    Parameters
    ----------
    study : Study
        The events.
    attribute : Attribute
        One of `attributes_of`.
    side : str or None
        The mentions of which side; None for those of the reference, or of the prediction if there are none.

    Returns
    -------
    MentionColumn
        Floats, nan for no value; all tokens of a mention, if the attribute is one of tokens.
    """
    kept = _kept_columns(study)
    key = attribute.name, side
    if column := kept.get(key):
        return column
    found = attribute_values(study, attribute)
    values: dict[Side, FloatArray] = {"reference": found.reference, "predicted": found.predicted}
    if side is None:
        return keep_few(kept, key, main_column(study, values, NO_VALUE, attribute.unit))
    return keep_few(kept, key, side_column(study, side, values[side], NO_VALUE, attribute.unit))


def keep_few(kept: dict[Key, MentionColumn], key: Key, column: MentionColumn) -> MentionColumn:
    """Remember a column, and forget the oldest: they are long where there are many events."""
    kept[key] = column
    for older in list(kept)[:-_MOST_KEPT]:
        kept.pop(older, None)
    return column


@kept_with_owner
def _kept_columns(study: Study) -> dict[tuple[str, Side | None], MentionColumn]:
    return {}


def has_member(study: Study, side: Side, attribute: Attribute, passes: BoolArray) -> BoolArray:
    """Tell which mentions pass, or have a token that does.

    Parameters
    ----------
    study : Study
        The mentions.
    side : str
        `reference` or `predicted`.
    attribute : Attribute
        Says whether the members are mentions or tokens.
    passes : ndarray of bool, shape (n_members,) or (n_predictions, n_members)
        The members that pass; if need be as each prediction sees them.

    Returns
    -------
    ndarray of bool, shape (n_mentions,) or (n_predictions, n_mentions)
        The mentions.
    """
    return passes if attribute.unit == "mention" else _by_row(entity_tokens(study)[side].any_in_mention, passes)


def members_of_mentions(study: Study, side: Side, attribute: Attribute, kept: BoolArray) -> BoolArray:
    """Tell which members some mentions hold: the reverse of `has_member`, of the same shapes."""
    return kept if attribute.unit == "mention" else _by_row(entity_tokens(study)[side].of_mentions, kept)


def _by_row(tell: Callable[[BoolArray], BoolArray], kept: BoolArray) -> BoolArray:
    return tell(kept) if kept.ndim == 1 else np.stack([tell(row) for row in kept])


class ValueField(MentionField):
    """A field that asks for values of attributes; one mention of an event that has one is enough.

    Parameters
    ----------
    name, meaning : str
        As for every field.
    side : str or None
        The mentions it looks at; None for those of the reference, or of the prediction if there are none.
    """

    def __init__(self, name: str, meaning: str, side: Side | None = None) -> None:
        super().__init__(name, meaning)
        self._side = side

    @abstractmethod
    def asked(self, study: Study, values: Values) -> Iterator[tuple[Attribute, Value]]:
        """Give the attribute and the number that each value asks for; nothing where the study has no such value."""

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Compare all mentions it looks at, or all their tokens."""
        mask = np.zeros(len(study.events), dtype=bool)
        for attribute, value in self.asked(study, values):
            mask |= attribute_column(study, attribute, self._side).has_any(partial(matches, value=value))
        return mask

    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Compare each mention of a side, whatever mentions of an event the field looks at."""
        mask = np.zeros(len(study.mentions_on(side)), dtype=bool)
        for attribute, value in self.asked(study, values):
            found = attribute_values(study, attribute)
            passes = matches(found.reference if side == "reference" else found.predicted, value)
            mask = mask | has_member(study, side, attribute, passes)
        return mask


class AttributeField(ValueField):
    """A number, comparison or range of an attribute that every study has; the field is called like it.

    Attributes
    ----------
    attribute : Attribute
        Which.
    """

    def __init__(self, attribute: Attribute, meaning: str) -> None:
        super().__init__(attribute.name.casefold(), meaning)
        self.attribute = attribute
        self.needs_training = self.is_costly = attribute.needs_training

    def read(self, written: Written, names: Names) -> Value:
        """Read a number, comparison or range."""
        return read_number(written)

    def asked(self, study: Study, values: Values) -> Iterator[tuple[Attribute, Value]]:
        """Ask for each number; for nothing without the training data it needs."""
        if known_attribute(study, self.attribute.name):
            yield from ((self.attribute, value) for value in values)

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by number, ascending; an event once for each number it has."""
        if not known_attribute(study, self.attribute.name):
            return {}
        column = attribute_column(study, self.attribute)
        _, values = column.pairs(among)
        every = np.unique(np.concatenate([column.first, column.more]))
        every = every[~np.isnan(every)]
        counts = np.bincount(np.searchsorted(every, values[~np.isnan(values)]), minlength=len(every))
        return dict(zip(every.tolist(), counts.tolist(), strict=True))


_MEANINGS: Final = {
    "eLen": "tokens in the mention",
    "sLen": "tokens in the sentence",
    "eDen": "reference mentions by token in the sentence",
    "oDen": "share of tokens in the sentence that training has nowhere",
    "eFre": "share of training mentions with the same surface",
    "eCon": "share of the surface in training that has the same type",
    "tFre": "share of training tokens that are a token of the mention",
    "tCon": "share of a token of the mention in training that has the same type",
}

ATTRIBUTES: Final = tuple(AttributeField(one, _MEANINGS[one.name]) for one in BUILT_IN if one.name in _MEANINGS)
