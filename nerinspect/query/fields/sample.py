"""Whether an event belongs to a random sample: `sample:7<=0.0123`."""

import re
from typing import Final

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import QuerySyntaxError
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.values import Value, Values

MOST_SEED: Final = 2**63 - 1
"""The largest seed."""

_SAMPLE: Final = re.compile(r"([0-9]+)<=((?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_HOW: Final = "write SEED<=SHARE, such as sample:0<=0.01 for one event in a hundred"


class SampleField(Field):
    """Which random sample an event is in: a seed, and the share of all events that is drawn."""

    is_costly = True  # the first time, when what numbers rest on is read off all tokens

    def read(self, written: Written, names: Names) -> Value:
        """Read a seed and a share, and write both as short as they are."""
        found = _SAMPLE.fullmatch(written.text)
        if not found:
            raise QuerySyntaxError(f"“{written.text}” is no sample; {_HOW}", written.position)
        seed, share = int(found[1]), float(found[2])
        if seed > MOST_SEED:
            raise QuerySyntaxError(f"the seed {found[1]} is too large; take a smaller one", written.position)
        if share > 1:
            problem = f"the share {found[2]} is more than all events, which is 1; {_HOW}"
            raise QuerySyntaxError(problem, written.position)
        return sample_value(seed, share)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Compare the number that each event has by the seed."""
        from nerinspect.analysis.sampling import sample_numbers  # not needed before a sample is asked for

        mask = np.zeros(len(study.events), dtype=bool)
        for value in values:
            if isinstance(value, str) and (found := _SAMPLE.fullmatch(value)) and int(found[1]) <= MOST_SEED:
                mask |= sample_numbers(study, int(found[1])) <= float(found[2])
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count nothing: there are as many samples as there are seeds and shares."""
        return {}


def sample_value(seed: int, share: float) -> str:
    """Write the value of a term that asks for a sample, such as `7<=0.0123`.

    Parameters
    ----------
    seed : int
        At most `MOST_SEED`.
    share : float
        From 0 to 1.

    Returns
    -------
    str
        The share has no exponent, and reads back exactly.
    """
    return f"{seed}<={np.format_float_positional(share, trim='-')}"


SAMPLE: Final = SampleField("sample", "in the random sample of a seed")
