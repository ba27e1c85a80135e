import numpy as np

from nerinspect.corpus.mentions import Mentions
from nerinspect.events.alignment import find_events
from nerinspect.events.scores import reconcile
from nerinspect.events.segment_events import EventTable

TYPES = ("LOC", "ORG", "PER")


def make_mentions(*spans: tuple[int, int, str]) -> Mentions:
    start, end, codes = (
        np.array(column, dtype=np.int32)
        for column in ([s[0] for s in spans], [s[1] for s in spans], [TYPES.index(s[2]) for s in spans])
    )
    return Mentions(start, end, codes, TYPES)


def make_events() -> EventTable:
    """Give one tp, one fn of two mentions, one fp, one le, one be of 1-2 and one lbe of 3-1."""
    reference = make_mentions(
        *((0, 1, "PER"), (2, 3, "PER"), (3, 4, "PER"), (7, 8, "LOC"), (9, 11, "PER")),
        *((12, 13, "ORG"), (14, 15, "ORG"), (16, 17, "ORG")),
    )
    predicted = make_mentions(
        *((0, 1, "PER"), (5, 6, "ORG"), (7, 8, "ORG"), (9, 10, "PER"), (10, 11, "PER"), (12, 17, "LOC"))
    )
    return find_events(reference, predicted, np.array([0, 20], dtype=np.int32))


def test_reference_mentions_are_counted_by_kind() -> None:
    assert reconcile(make_events()).reference == (1, 0, 2, 1, 1, 3)


def test_predicted_mentions_are_counted_by_kind() -> None:
    assert reconcile(make_events()).predicted == (1, 1, 0, 1, 2, 1)


def test_reference_mentions_add_up() -> None:
    assert reconcile(make_events()).n_reference == 8


def test_predicted_mentions_add_up() -> None:
    assert reconcile(make_events()).n_predicted == 6


def test_a_kind_is_asked_for_by_its_letters() -> None:
    sums = reconcile(make_events())
    assert (sums.reference_in("fn"), sums.predicted_in("be")) == (2, 2)


def test_no_events_give_zeros() -> None:
    assert reconcile(EventTable.empty()).reference == (0,) * 6
