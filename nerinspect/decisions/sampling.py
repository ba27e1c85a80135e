"""Random samples of events that anybody can draw again, and what one tells of the whole list."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, FloatArray, as_arrow_texts, equal_before, kept_with_owner
from nerinspect.events.decision import VERDICTS
from nerinspect.events.scores import wilson
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import Study
from nerinspect.quantities import counted, grouped

Digests: TypeAlias = npt.NDArray[np.uint64]
"""Numbers of 64 bits that differ where what they stand for differs, but for one case in very many."""

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)  # the odd number next to 2^64 divided by the golden ratio
_FIRST_FACTOR, _SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_BITS: Final = 53  # bits of a number that a float holds exactly
_MOST_DIGITS: Final = 17


def sample_numbers(study: Study, seed: int) -> FloatArray:
    """Give each event its number in [0, 1): the events with the smallest are a random sample.

    It is the same on every machine, whatever else is loaded or filtered; with another seed (from 0 to 2^63 - 1) all are
    other ones.

    An event is known by its system, the run, the tokens of its sentence, how many equal sentences stand before it,
    start, end, and how many events of that extent stand before it. The digest of n numbers x is
    mix(g^n + sum of x_i * g^i modulo 2^64), with g = 9E3779B97F4A7C15 (hexadecimal) and mix as splitmix64 ends; a token
    or name is the sequence of its UTF-8 bytes, each plus 1, a sentence that of the digests of its tokens, an event that
    of the seven above. The number is the first 53 bits of mix(digest ^ mix(seed + g)), divided by 2^53.

    References
    ----------
    Steele, Lea and Flood (2014), Fast splittable pseudorandom number generators: the mixing of 64 bits.
    """
    bits = _mixed(_event_digests(study) ^ _mixed(np.array([seed], dtype=np.uint64) + _STEP))
    return np.asarray((bits >> np.uint64(64 - _BITS)) * 2.0**-_BITS)


def sample_threshold(study: Study, events: AnyIntArray, n: int, seed: int) -> float:
    """Find the shortest decimal that the numbers of exactly `n` of some events do not exceed.

    Where the next event has the same number (among a million events one draw in 10^10), it is drawn too.
    """
    numbers = np.sort(sample_numbers(study, seed)[events])
    last = float(numbers[n - 1])
    following = float(numbers[n]) if n < len(numbers) else float("inf")
    for digits in range(_MOST_DIGITS):
        share = float(Decimal(last).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_CEILING))
        if last <= share < following:
            return share
    return last


@kept_with_owner
def _event_digests(study: Study) -> Digests:
    events, text = study.events, study.text
    sentence = study.event_sentence
    first = text.sentence_start[sentence]
    names = [one.system.encode(errors="backslashreplace").decode() for one in study.predictions]
    systems = _text_digests(as_arrow_texts(names))
    runs = np.array([prediction.run for prediction in study.predictions], dtype=np.uint64)
    sentences = _digests(_text_digests(text.vocabulary)[text.codes], text.sentence_start)
    return _row_digests(
        systems[events.prediction],
        runs[events.prediction],
        sentences[sentence],
        equal_before(sentences)[sentence].astype(np.uint64),
        (events.start - first).astype(np.uint64),
        (events.end - first).astype(np.uint64),
        _equal_extents_before(events),
    )


def _text_digests(texts: pa.StringArray) -> Digests:
    """Digest the UTF-8 bytes of each of some texts."""
    if not len(texts):
        return np.zeros(0, dtype=np.uint64)
    _, offsets, data = texts.buffers()
    places = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts) + 1]
    encoded = np.frombuffer(data or b"", dtype=np.uint8)[places[0] : places[-1]]
    return _digests(encoded.astype(np.uint64) + np.uint64(1), places - places[0])


def _digests(numbers: Digests, starts: AnyIntArray) -> Digests:
    """Digest numbers in sequences that begin at some places; the last place is the end."""
    lengths = np.diff(starts)
    powers = np.full(int(lengths.max(initial=0)) + 1, _STEP)
    powers[0] = 1
    powers = np.cumprod(powers, dtype=np.uint64)
    place = np.arange(len(numbers)) - np.repeat(starts[:-1], lengths)
    sums = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(numbers * powers[place], dtype=np.uint64)])
    return _mixed(powers[lengths] + sums[starts[1:]] - sums[starts[:-1]])  # wraps round, as the sums do


def _row_digests(*columns: Digests) -> Digests:
    sums, power = np.zeros_like(columns[0]), np.ones(1, dtype=np.uint64)
    for column in columns:
        sums, power = sums + column * power, power * _STEP
    return _mixed(sums + power)


def _mixed(numbers: Digests) -> Digests:
    """Let each bit of a number depend on all of its bits."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _FIRST_FACTOR
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _SECOND_FACTOR
    return numbers ^ (numbers >> np.uint64(31))


def _equal_extents_before(events: EventTable) -> Digests:
    """Count for each event how many of its prediction have the same extent and stand before it: right before it."""
    place = np.arange(len(events))
    is_first = np.ones(len(events), dtype=bool)
    for column in (events.prediction, events.start, events.end):
        is_first[1:] &= column[1:] == column[:-1]
    is_first[1:] ^= True
    return (place - np.maximum.accumulate(np.where(is_first, place, 0))).astype(np.uint64)


def share_interval(counts: npt.ArrayLike, drawn: npt.ArrayLike, whole: npt.ArrayLike) -> FloatArray:
    """Give the 95 % interval of a share of a list, estimated from events drawn from it without putting any back.

    Counted are some of the drawn, drawn some of the whole; shape (2, ...), nan where nothing was drawn.

    The Wilson score interval, with the finite population correction: `drawn` events out of `whole` tell as much as
    drawn * (whole - 1) / (whole - drawn) events of an endless list. The list is known to hold the counted events and
    those that were drawn and not counted, so the ends never go beyond that; if all are drawn, both are the share.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference.
    Cochran (1977), Sampling techniques, section 2.6, on the correction.

    Examples
    --------
    >>> share_interval(20, 100, 1000).round(3).tolist()
    [0.136, 0.284]
    """
    k, n, size = (np.asarray(numbers, dtype=np.float64) for numbers in (counts, drawn, whole))
    worth = (size - 1) / np.where(size > n, size - n, np.nan)
    ends = wilson(k * worth, n * worth)
    known = np.asarray([k, size - (n - k)]) / np.where(n > 0, size, np.nan)
    low, high = np.where(np.isnan(ends), known, ends)
    return np.asarray([np.maximum(low, known[0]), np.minimum(high, known[1])])


@dataclass(frozen=True)
class Share:
    """How many of the decided events of a sample, drawn from so many of a list, have something in common."""

    count: int
    n_decided: int
    n_whole: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share in the whole list; nan if nothing is decided."""
        low, high = share_interval(self.count, self.n_decided, self.n_whole).tolist()
        return low, high

    @property
    def estimate(self) -> int | None:
        """How many of the whole list have it, as far as the sample tells; None if nothing is decided."""
        return round(self.count * self.n_whole / self.n_decided) if self.n_decided else None

    @property
    def estimate_interval(self) -> tuple[int, int] | None:
        """The whole numbers in the 95 % interval of the estimate, the ends rounded; None if nothing is decided."""
        low, high = self.interval
        return (round(low * self.n_whole), round(high * self.n_whole)) if self.n_decided else None


@dataclass(frozen=True)
class SampleShares:
    """What is decided of a sample that was drawn from so many events.

    `verdicts`: the four verdicts and those of one's own that a decided event of the sample has. `causes`: the causes of
    decided events, most frequent first, then by code point; an event of several counts for each.
    """

    n_drawn: int
    n_decided: int
    n_whole: int
    verdicts: tuple[tuple[str, Share], ...]
    causes: tuple[tuple[str, Share], ...]
    with_cause: Share

    @property
    def n_undecided(self) -> int:
        """Events of the sample that have no verdict yet."""
        return self.n_drawn - self.n_decided


def sample_shares(study: Study, drawn: BoolArray, n_whole: int) -> SampleShares:
    """Count verdicts and causes among the decided events of a sample that was drawn from so many events.

    Causes, flags and notes of events without a verdict do not count.
    """
    decided = [one for event, one in study.decisions.items() if one.verdict and drawn[event]]
    n = len(decided)

    def shares(names: Iterable[str], given: Counter[str]) -> tuple[tuple[str, Share], ...]:
        return tuple((name, Share(given[name], n, n_whole)) for name in names)

    verdicts = Counter(one.verdict for one in decided)
    causes = Counter(cause for one in decided for cause in one.causes)
    return SampleShares(
        int(np.count_nonzero(drawn)),
        n,
        n_whole,
        shares((*VERDICTS, *sorted(verdicts.keys() - set(VERDICTS))), verdicts),
        shares(sorted(causes, key=lambda cause: (-causes[cause], cause)), causes),
        Share(sum(bool(one.causes) for one in decided), n, n_whole),
    )


def sample_words(shares: SampleShares) -> str:
    """Say how much of a sample is decided, and what that means for its shares."""
    drawn = f"{grouped(shares.n_drawn)} of {counted(shares.n_whole, 'event')} drawn"
    if not shares.n_drawn:
        return f"{drawn}: too few for this share; draw a larger sample."
    if not shares.n_undecided:
        return f"{drawn}, all decided."
    if not shares.n_decided:
        return f"{drawn}, none decided yet. Decide all of them: only then do the shares hold for the whole list."
    left = f"{grouped(shares.n_undecided)} undecided"
    return f"{drawn}, {left}. Shares are of the {grouped(shares.n_decided)} decided, and may be biased until all are."
