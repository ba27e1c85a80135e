"""The mentions of both sides and the tokens in them: in which event each lies, and which of them are correct."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, kept_with_owner, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.segment_events import TP, Side
from nerinspect.events.study import Study, Unit, kept_column

NO_PARTNER: Final = -1


@dataclass(frozen=True, eq=False)
class Members:
    """The members of one unit on both sides.

    `predicted_start`: first member of each prediction; the last entry is the number of predicted members; shape
    (n_predictions + 1,). `partner`: the reference member that a predicted one equals, so that both are correct; -1 for
    none. A mention equals one of the same extent and type, a token one at the same position in a mention of the same
    type. Shape (n_predicted,).
    """

    n_reference: int
    predicted_start: AnyIntArray
    partner: IntArray

    def of_prediction(self, prediction: int) -> slice:
        first, last = self.predicted_start[prediction : prediction + 2]
        return slice(int(first), int(last))


@dataclass(frozen=True, eq=False)
class EntityTokens:
    """The distinct (prediction, position, type) inside the mentions of one side, ascending; 0 for the reference.

    `pair`: number of the pair of each token of each mention; mentions that overlap may share some; shape (tokens of all
    mentions,).
    """

    prediction: IntArray
    position: IntArray
    type_codes: IntArray
    first: AnyIntArray  # where the tokens of each mention begin in `pair`; shape (n_mentions + 1,)
    pair: AnyIntArray

    def any_in_mention(self, passes: BoolArray) -> BoolArray:
        """Tell which mentions have a token that passes. Shapes (n_pairs,) to (n_mentions,)."""
        if not len(self.pair):
            return np.zeros(len(self.first) - 1, dtype=bool)
        found: BoolArray = np.logical_or.reduceat(passes[self.pair], self.first[:-1])  # no mention is empty
        return found

    def of_mentions(self, kept: BoolArray) -> BoolArray:
        """Tell which pairs lie in any of some mentions. Shapes (n_mentions,) to (n_pairs,)."""
        passes = np.zeros(len(self.position), dtype=bool)
        passes[self.pair[np.repeat(kept, np.diff(self.first))]] = True
        return passes


def members(study: Study, unit: Unit) -> Members:
    return _mention_members(study) if unit == "mention" else _token_members(study)


@kept_column("entity tokens")
def entity_tokens(study: Study) -> dict[Side, EntityTokens]:
    """List the tokens of all mentions on each side."""
    n_mentions = [len(prediction.mentions) for prediction in study.predictions]
    number = np.repeat(np.arange(len(n_mentions)), n_mentions)
    return {
        "reference": _pairs(study, study.reference.mentions, np.zeros(len(study.reference.mentions), dtype=np.int64)),
        "predicted": _pairs(study, study.predicted, number),
    }


@kept_column("matched")
def matched(study: Study) -> BoolArray:
    """Tell which reference mentions each prediction has exactly: same extent, same type. A row for each prediction."""
    has = np.zeros((len(study.predictions), len(study.reference.mentions)), dtype=bool)
    for number, row in enumerate(has):
        events = study.events_of(number)
        row[events.mentions("reference", events.kind == TP)] = True
    return has


@kept_with_owner
def event_of_reference(study: Study) -> IntArray:
    """Tell in which event of each prediction each reference mention is: a row of event numbers for each prediction."""
    events = np.empty((len(study.predictions), len(study.reference.mentions)), dtype=np.int32)
    for number, row in enumerate(events):
        own = np.arange(*study.event_start[number : number + 2], dtype=np.int32)
        row[study.events.mentions("reference", own)] = np.repeat(own, study.events.n_mentions("reference", own))
    return events


@kept_with_owner
def event_of_predicted(study: Study) -> IntArray:
    """Give the event of each predicted mention; shape (n_predicted,)."""
    events = np.empty(len(study.predicted), dtype=np.int32)
    own = np.arange(len(study.events), dtype=np.int32)
    events[study.events.mentions("predicted")] = np.repeat(own, study.events.n_mentions("predicted"))
    return events


def events_holding(study: Study, mentions: BoolArray) -> BoolArray:
    """Tell which events hold one of some reference mentions, given for all predictions or in a row for each."""
    holding = np.zeros(len(study.events), dtype=bool)
    events = event_of_reference(study)
    holding[events[:, mentions] if mentions.ndim == 1 else events[mentions]] = True
    return holding


@kept_with_owner
def _mention_members(study: Study) -> Members:
    start = np.append(0, np.cumsum([len(prediction.mentions) for prediction in study.predictions], dtype=np.int64))
    partner = np.full(len(study.predicted), NO_PARTNER, dtype=np.int32)
    is_correct = study.events.kind == TP
    partner[study.events.mentions("predicted", is_correct)] = study.events.mentions("reference", is_correct)
    return Members(len(study.reference.mentions), start, partner)


@kept_with_owner
def _token_members(study: Study) -> Members:
    tokens = entity_tokens(study)
    reference, predicted = tokens["reference"], tokens["predicted"]
    start = np.searchsorted(predicted.prediction, np.arange(len(study.predictions) + 1, dtype=np.int32))
    known, sought = (
        side.position.astype(np.int64) * _n_types(study) + side.type_codes for side in (reference, predicted)
    )
    place = np.minimum(np.searchsorted(known, sought), max(len(known) - 1, 0))
    is_known = known[place] == sought if len(known) else np.zeros(len(sought), dtype=bool)
    return Members(len(known), start, np.where(is_known, place, NO_PARTNER).astype(np.int32))


def _pairs(study: Study, mentions: Mentions, prediction: AnyIntArray) -> EntityTokens:
    """List the pairs of a side by prediction, position and type."""
    length = (mentions.end - mentions.start).astype(np.int64)
    first = np.append(0, np.cumsum(length))
    whole = np.int32 if first[-1] <= np.iinfo(np.int32).max else np.int64
    position = spread_ranges(mentions.start, mentions.end)
    key = (np.repeat(prediction, length) * (study.text.n_tokens + 1) + position) * _n_types(study)
    key += np.repeat(mentions.type_codes, length)
    if (key[1:] > key[:-1]).all():  # always, if no mentions overlap
        pair = np.arange(len(key))
    else:
        key, pair = np.unique(key, return_inverse=True)
    place, type_codes = np.divmod(key, _n_types(study))
    of_prediction, position = np.divmod(place, study.text.n_tokens + 1)
    number, place, code = (one.astype(np.int32) for one in (of_prediction, position, type_codes))
    return EntityTokens(number, place, code, first.astype(whole), pair.astype(whole))


def _n_types(study: Study) -> int:
    return max(len(study.types), 1)


def events_of_predictions(study: Study, *numbers: int) -> BoolArray:
    """Tell which events some predictions have; shape (n_events,)."""
    among = np.zeros(len(study.events), dtype=bool)
    for number in numbers:
        among[study.rows_of(number)] = True
    return among
