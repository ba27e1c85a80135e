from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqscore.model import AnnotatedSequence, Mention, Span
from seqscore.processing import TypeMapper

from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.corpus.types import TypeChanges

Listed = list[tuple[int, int, str]]

NAMES = ["DATE", "LOC", "MISC", "PER"]
SPANS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 3), st.sampled_from(NAMES)).map(lambda drawn: (
        drawn[0], drawn[0] + drawn[1], drawn[2]
    )), max_size=6, unique=True,
).map(sorted)  # fmt: skip
CHANGES = st.builds(
    TypeChanges,
    st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple),
    st.lists(st.sampled_from(NAMES), max_size=2, unique=True).map(tuple),
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from([*NAMES, "NEW"]), max_size=3).map(
        lambda mapping: tuple(mapping.items())
    ),
)


def mentions_of(spans: Listed) -> Mentions:
    types = tuple(sorted({name for _, _, name in spans}))
    rows = [(start, end, types.index(name)) for start, end, name in spans]
    start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T.copy()
    return Mentions(start, end, codes, types)


def listed(mentions: Mentions) -> Listed:
    columns = (mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist())
    return [(start, end, mentions.types[code]) for start, end, code in zip(*columns, strict=True)]


def relations_of(*columns: list[int]) -> Relations:
    head, tail, codes = np.array(columns, dtype=np.int32)
    return Relations(head, tail, codes, ("Live_In", "Kill"))


SOME: Listed = [(0, 1, "PER"), (2, 4, "LOC"), (5, 6, "MISC"), (7, 8, "PER")]

WORKED: list[tuple[TypeChanges, Listed, tuple[str, ...]]] = [
    (TypeChanges(), SOME, ()),
    (TypeChanges(remove=("MISC",)), [SOME[0], SOME[1], SOME[3]], ("type MISC removed: 1 mention",)),
    (TypeChanges(keep=("PER",)), [SOME[0], SOME[3]], ("type LOC removed: 1 mention", "type MISC removed: 1 mention")),
    (
        TypeChanges(mapping=(("PER", "AGENT"),)),
        [(0, 1, "AGENT"), (2, 4, "LOC"), (5, 6, "MISC"), (7, 8, "AGENT")],
        ("type PER mapped to AGENT: 2 mentions",),
    ),
    (  # renamed once, so that two types can be swapped
        TypeChanges(mapping=(("LOC", "MISC"), ("MISC", "LOC")), remove=("PER",)),
        [(2, 4, "MISC"), (5, 6, "LOC")],
        ("type LOC mapped to MISC: 1 mention", "type MISC mapped to LOC: 1 mention", "type PER removed: 2 mentions"),
    ),
    (  # types are renamed before they are kept or left out
        TypeChanges(mapping=(("LOC", "MISC"),), remove=("MISC", "LOC")),
        [SOME[0], SOME[3]],
        (
            "type LOC mapped to MISC and removed: 1 mention",
            "type MISC removed: 1 mention",
            "no mention of type LOC to remove",
        ),
    ),
    (
        TypeChanges(("LOC", "MISC", "ORG", "PER", "per"), ("X",), (("DATE", "TIME"), ("TIME", "DATE"))),
        SOME,
        (
            "no mention of types DATE, TIME to map",
            "no mention of types ORG, per to keep",
            "no mention of type X to remove",
        ),
    ),
    (TypeChanges(mapping=(("PER", "PER"),)), SOME, ()),
]


@pytest.mark.parametrize(("changes", "left", "notes"), WORKED)
def test_types_are_renamed_and_then_chosen(changes: TypeChanges, left: Listed, notes: tuple[str, ...]) -> None:
    mentions, told = changes.apply(mentions_of(SOME))
    assert (listed(mentions), told) == (left, notes)


def test_mentions_that_become_equal_count_once() -> None:
    spans: Listed = [(0, 2, "LOC"), (0, 2, "ORG"), (0, 3, "LOC"), (1, 2, "PER")]
    changed = TypeChanges(mapping=(("ORG", "LOC"),)).change(mentions_of(spans))
    assert listed(changed.mentions) == [(0, 2, "LOC"), (0, 3, "LOC"), (1, 2, "PER")]
    assert changed.place.tolist() == [0, 0, 1, 2]
    assert changed.notes[-1] == "1 mention equal to another now, counted once"


def test_mentions_of_one_extent_are_sorted_by_their_new_types() -> None:
    changed = TypeChanges(mapping=(("A", "Z"),)).change(mentions_of([(0, 2, "A"), (0, 2, "B"), (0, 2, "C")]))
    assert listed(changed.mentions) == [(0, 2, "B"), (0, 2, "C"), (0, 2, "Z")]
    assert changed.place.tolist() == [2, 0, 1]


def test_a_text_without_mentions_stays_without() -> None:
    assert len(TypeChanges(keep=("PER",)).apply(mentions_of([]))[0]) == 0


def test_the_mentions_that_stay_are_told_by_their_places() -> None:
    assert TypeChanges(remove=("PER",)).change(mentions_of(SOME)).kept.tolist() == [1, 2]


def test_relations_follow_their_mentions() -> None:
    changed = TypeChanges(remove=("MISC",)).change(mentions_of(SOME))
    relations, notes = changed.relations(relations_of([0, 2, 3, 1], [1, 1, 0, 2], [0, 0, 1, 1]))
    assert (relations.head.tolist(), relations.tail.tolist(), relations.type_codes.tolist()) == ([0, 2], [1, 0], [0, 1])
    assert notes == ("2 relations left out without their mentions",)


def test_relations_that_become_equal_count_once() -> None:
    changed = TypeChanges(mapping=(("ORG", "LOC"),)).change(
        mentions_of([(0, 2, "LOC"), (0, 2, "ORG"), (3, 4, "PER"), (5, 6, "PER")])
    )
    relations, notes = changed.relations(relations_of([3, 2, 2], [0, 1, 0], [0, 0, 0]))
    assert (relations.head.tolist(), relations.tail.tolist()) == ([2, 1], [0, 0])
    assert notes == ("1 relation equal to another now, counted once",)


def test_only_changes_that_change_something_are_true() -> None:
    assert [bool(TypeChanges()), bool(TypeChanges(keep=("X",)))] == [False, True]


@given(spans=SPANS, changes=CHANGES)
def test_seqscore_changes_types_alike(spans: Listed, changes: TypeChanges) -> None:
    by_new: dict[str, list[str]] = {}
    for old, new in changes.mapping:
        by_new.setdefault(new, []).append(old)
    given_mentions = tuple(Mention(Span(start, end), name) for start, end, name in spans)
    sequence = AnnotatedSequence(tokens=("w",) * 9, labels=("O",) * 9, mentions=given_mentions)
    for mapper in (TypeMapper(changes.keep, (), by_new), TypeMapper((), changes.remove, {})):  # it takes one of the two
        sequence = mapper.map_types(sequence)
    theirs = {(mention.span.start, mention.span.end, mention.type) for mention in sequence.mentions}
    assert listed(changes.apply(mentions_of(spans))[0]) == sorted(theirs)


@given(spans=SPANS, changes=CHANGES)
def test_every_mention_stays_or_is_told_to_be_gone(spans: Listed, changes: TypeChanges) -> None:
    before = mentions_of(spans)
    changed = changes.change(before)
    after, renamed = listed(changed.mentions), dict(changes.mapping)
    for (start, end, name), place in zip(spans, changed.place.tolist(), strict=True):
        assert place < 0 or after[place] == (start, end, renamed.get(name, name))
    n_gone = sum(int(note.split(": ")[1].split()[0]) for note in changed.notes if "removed: " in note)
    n_equal = sum(count - 1 for count in Counter(changed.place[changed.kept].tolist()).values())
    assert len(before) - len(changed.mentions) == n_gone + n_equal
