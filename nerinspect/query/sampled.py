"""The sample in a selection, and the list that it was drawn from."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.decisions.sampling import SampleShares, sample_shares, sample_threshold
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.decisions import SAMPLE, sample_value
from nerinspect.query.fields.table import fields_about
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.selection import Selection

_ABOUT_DECISIONS: Final = fields_about("decisions")


@dataclass(frozen=True)
class Sampled:
    """A selection taken apart: what draws the sample, if anything, and what chooses the list.

    The list is chosen by what neither draws nor asks about decisions, which change while a sample is decided.
    """

    whole: Selection
    draw: Selection

    @classmethod
    def of(cls, selection: Selection) -> "Sampled":
        """Take a selection apart; a term that asks about decisions and more belongs to neither."""
        lasting = [term for term in selection.terms if not term.fields & _ABOUT_DECISIONS]
        drawing = {term for term in lasting if term.fields == {SAMPLE.name}}
        return cls(
            Selection(tuple(term for term in lasting if term not in drawing)),
            Selection(tuple(term for term in lasting if term in drawing)),
        )

    @property
    def is_drawn(self) -> bool:
        """Whether there is a sample."""
        return bool(self.draw.terms)

    @property
    def drawn(self) -> Filter:
        """Keeps the sample."""
        return all_of(self.whole.filter, self.draw.filter)

    @property
    def seed(self) -> int | None:
        """The seed of the sample; None if there is none, or it is drawn in any other way."""
        term = self.draw.filter
        if not isinstance(term, Term) or len(term.values) > 1:
            return None
        return int(str(term.values[0]).partition("<")[0])


def whole_list(study: Study, prediction: int, sampled: Sampled) -> BoolArray:
    """Mark the events of a prediction that a sample is drawn from; shape (n_events,)."""
    return _of_prediction(study, prediction, sampled.whole.mask(study))


def with_sample(study: Study, events: BoolArray, sampled: Sampled, n: int, seed: int) -> Selection:
    """Draw `n` of the events that are marked, by a term in the place of any that drew before."""
    share = sample_threshold(study, np.flatnonzero(events), n, seed)
    return sampled.whole.with_term(Term(SAMPLE.name, (sample_value(seed, share),)))


def shares_in(
    study: Study, prediction: int, sampled: Sampled, checkpoint: Checkpoint = no_checkpoint
) -> SampleShares | None:
    """Count what is decided of the sample among the events of a prediction; None if none is drawn."""
    if not sampled.is_drawn:
        return None
    checkpoint(0, 2)
    whole = whole_list(study, prediction, sampled)
    checkpoint(1, 2)
    drawn = _of_prediction(study, prediction, sampled.drawn.mask(study))
    return sample_shares(study, drawn, int(np.count_nonzero(whole)))


def _of_prediction(study: Study, prediction: int, mask: BoolArray) -> BoolArray:
    first, last = study.event_start[prediction : prediction + 2].tolist()
    mask[:first] = mask[last:] = False
    return mask
