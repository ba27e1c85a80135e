from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS, Side
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.systems.outcomes import CHANGES, changes, outcomes

Span: TypeAlias = tuple[int, int, str]
Pair: TypeAlias = tuple[list[Span], list[Span], list[int]]
BuildStudy: TypeAlias = Callable[..., Study]
Row: TypeAlias = tuple[str, str, list[str]]
"""Change, kind of the new event (tn without one), and kinds of the old events."""

Written: TypeAlias = tuple[int, int, str, list[object], list[object]]

OLD, NEW = 0, 1
TYPES = ("LOC", "ORG", "PER")


def rows_of(study: Study, old: int = OLD, new: int = NEW) -> list[Row]:
    found, kind = changes(study, old, new), study.events.kind
    return [
        (
            CHANGES[found.change[row]],
            KINDS[kind[found.event[row]]] if found.event[row] >= 0 else "tn",
            [KINDS[code] for code in kind[found.old_events[found.old_from[row] : found.old_to[row]]]],
        )
        for row in range(len(found))
    ]


@pytest.mark.parametrize(
    ("sentence", "rows"),
    [
        ("Ulm/B-LOC/B-ORG/B-LOC", [("fixed", "tp", ["le"])]),
        ("Ulm/B-LOC/O/B-LOC", [("fixed", "tp", ["fn"])]),
        ("Ulm/O/B-LOC/O", [("fixed", "tn", ["fp"])]),
        ("Ulm/B-LOC/B-LOC/B-ORG", [("broken", "le", ["tp"])]),
        ("Ulm/B-LOC/B-LOC/O", [("broken", "fn", ["tp"])]),
        ("Ulm/O/O/B-LOC", [("broken", "fp", [])]),
        ("Ulm/B-LOC/B-ORG/O", [("changed", "fn", ["le"])]),
        ("Ulm/B-LOC/B-ORG/B-PER", [("changed", "le", ["le"])]),
        ("Ulm/O/B-LOC/B-ORG", [("changed", "fp", ["fp"])]),
        ("Ulm/B-LOC/B-ORG/B-ORG", []),
        ("Ulm/B-LOC/B-LOC/B-LOC", []),
        ("Ulm/O/O/O", []),
    ],
)
def test_one_mention_is_fixed_broken_changed_or_as_it_was(
    make_study_from: BuildStudy, sentence: str, rows: list[Row]
) -> None:
    assert rows_of(make_study_from(sentence, systems=("old", "new"))) == rows


@pytest.mark.parametrize(
    ("sentence", "rows", "places"),
    [
        # two correct mentions become one: both are in the broken event
        ("New/B-LOC/B-LOC/B-LOC York/B-ORG/B-ORG/I-LOC", [("broken", "lbe", ["tp", "tp"])], (0, 1, 0)),
        ("New/B-LOC/B-LOC/B-LOC York/B-ORG/I-LOC/B-ORG", 2 * [("fixed", "tp", ["lbe"])], (1, 0, 0)),
        # a part of an error is correct now: the place is wrong still
        ("Ulm/B-LOC/B-LOC/B-LOC Nord/O/I-LOC/B-PER", [("fixed", "tp", ["be"]), ("changed", "fp", ["be"])], (0, 0, 1)),
        # a new error swallows a correct mention and an error
        ("Ulm/B-LOC/B-LOC/B-LOC Nord/O/B-PER/I-LOC", [("changed", "be", ["tp", "fp"])], (0, 0, 1)),
        # neighbours that share no token are places of their own
        ("Ulm/B-LOC/O/B-LOC Nord/B-PER/B-PER/O", [("fixed", "tp", ["fn"]), ("broken", "fn", ["tp"])], (1, 1, 0)),
    ],
)  # fmt: skip
def test_several_events_in_one_place(
    make_study_from: BuildStudy, sentence: str, rows: list[Row], places: tuple[int, ...]
) -> None:
    study = make_study_from(sentence, systems=("old", "new"))
    assert rows_of(study) == rows
    assert changes(study, OLD, NEW).place_counts == places


def test_rows_stand_in_text_order_and_cover_their_event_or_what_is_gone(make_study_from: BuildStudy) -> None:
    study = make_study_from("a/B-LOC/O/B-LOC b/O/O/O c/O/B-PER/O d/O/I-PER/O e/B-LOC/B-LOC/O", systems=("old", "new"))
    found = changes(study, OLD, NEW)
    assert (found.start.tolist(), found.end.tolist()) == ([0, 2, 4], [1, 4, 5])
    assert [CHANGES[code] for code in found.change] == ["fixed", "fixed", "broken"]
    assert (found.counts, found.wrong_places) == ((2, 1, 0), (2, 1))


def test_unchanged_errors_are_counted(make_study_from: BuildStudy) -> None:
    study = make_study_from("a/B-LOC/O/O b/O/B-PER/B-PER c/B-LOC/B-LOC/B-LOC", systems=("old", "new"))
    assert (changes(study, OLD, NEW).n_unchanged, changes(study, OLD, NEW).wrong_places) == (2, (2, 2))


def test_any_two_predictions_of_a_study_can_be_compared(make_study_from: BuildStudy) -> None:
    study = make_study_from("Ulm/B-LOC/O/B-ORG/B-LOC", systems=("x", "y", "z"))
    assert rows_of(study, 2, 0) == [("broken", "fn", ["tp"])]
    assert rows_of(study, 1, 2) == [("fixed", "tp", ["le"])]
    assert rows_of(study, 1, 1) == []


@st.composite
def versions(draw: st.DrawFn, pairs: st.SearchStrategy[Pair], build_study: BuildStudy) -> Study:
    """Draw a study of two versions: some mentions of the new one went or have other types, some sentences are right."""
    reference, old, starts = draw(pairs)
    sentences = []
    for begin, end in pairwise(starts):
        sides = [
            [(start - begin, stop - begin, name) for start, stop, name in side if begin <= start < end]
            for side in (reference, old)
        ]
        kept = sides[0] if draw(st.integers(0, 4)) == 0 else sides[1]
        new = {(*bounds, draw(st.sampled_from([name, name, *TYPES, ""]))) for *bounds, name in kept}
        tokens = [f"w{place}" for place in range(end - begin)]
        sentences.append((tokens, sides[0], [sides[1], sorted(span for span in new if span[2])]))
    return build_study(sentences, [("old", 1), ("new", 1)])


def written(study: Study, prediction: int) -> list[Written]:
    """Write out the events of a prediction one by one."""
    events = study.events

    def spans(event: int, side: Side) -> list[object]:
        mentions = study.mentions_on(side)
        numbers = events.mentions_of(event, side)
        return [(mentions.start[i], mentions.end[i], mentions.type_codes[i]) for i in numbers]

    return [
        (
            int(events.start[event]),
            int(events.end[event]),
            KINDS[events.kind[event]],
            spans(event, "reference"),
            spans(event, "predicted"),
        )
        for event in range(study.event_start[prediction], study.event_start[prediction + 1])
    ]


def slow_rows(study: Study) -> list[tuple[int, int, str, str, list[str]]]:
    """Judge event by event, as the definition says it."""
    old, new = written(study, OLD), written(study, NEW)
    lost, found = [event for event in old if event not in new], [event for event in new if event not in old]

    def meets(one: Written, other: Written) -> bool:
        return not set(range(*one[:2])).isdisjoint(range(*other[:2]))

    rows = []
    for event in found:
        before = [other[2] for other in lost if meets(event, other)]
        wrong_before = any(kind != "tp" for kind in before)
        change = "fixed" if event[2] == "tp" else "changed" if wrong_before else "broken"
        rows.append((event[0], event[1], change, event[2], before))
    gone = [event for event in lost if not any(meets(event, other) for other in found)]
    return sorted(rows + [(start, end, "fixed", "tn", [kind]) for start, end, kind, _, _ in gone])


@given(st.data())
def test_rows_are_those_of_a_slow_comparison(
    any_pairs: st.SearchStrategy[Pair], build_study: BuildStudy, data: st.DataObject
) -> None:
    study = data.draw(versions(any_pairs, build_study))
    found = changes(study, OLD, NEW)
    rows = zip(found.start.tolist(), found.end.tolist(), rows_of(study), strict=True)
    assert sorted((start, end, *row) for start, end, row in rows) == slow_rows(study)
    assert (np.diff(found.start) >= 0).all()


@given(st.data())
def test_only_spurious_mentions_go_without_a_row_of_the_new_version(
    any_pairs: st.SearchStrategy[Pair], build_study: BuildStudy, data: st.DataObject
) -> None:
    study = data.draw(versions(any_pairs, build_study))
    assert all(old == ["fp"] for _, kind, old in rows_of(study) if kind == "tn")


@given(st.data())
def test_errors_add_up(any_pairs: st.SearchStrategy[Pair], build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(versions(any_pairs, build_study))
    found = changes(study, OLD, NEW)
    fixed, broken, _ = found.place_counts
    wrong_old, wrong_new = found.wrong_places
    assert wrong_old - fixed + broken == wrong_new
    errors = sum(event[2] != "tp" for event in written(study, NEW))
    assert errors == found.n_unchanged + found.counts[1] + found.counts[2]
    backwards = changes(study, NEW, OLD)
    assert sum(event[2] != "tp" for event in written(study, OLD)) == found.n_unchanged + sum(backwards.counts[1:])


@given(st.data())
def test_fixed_mentions_are_those_that_only_the_new_version_has(
    any_pairs: st.SearchStrategy[Pair], build_study: BuildStudy, data: st.DataObject
) -> None:
    study = data.draw(versions(any_pairs, build_study))
    n_fixed = sum(kind == "tp" for _, kind, _ in rows_of(study))
    assert n_fixed == (outcomes(study, NEW, OLD) == 1).sum()


@given(st.data())
def test_swapped_versions_swap_fixed_and_broken(
    any_pairs: st.SearchStrategy[Pair], build_study: BuildStudy, data: st.DataObject
) -> None:
    study = data.draw(versions(any_pairs, build_study))
    forth, back = changes(study, OLD, NEW), changes(study, NEW, OLD)
    swapped = np.array([1, 0, 2])
    assert back.place_change.tolist() == swapped[forth.place_change].tolist()
    assert (back.n_unchanged, back.wrong_places) == (forth.n_unchanged, forth.wrong_places[::-1])
    gone = [row[2] for row in rows_of(study) if row[1] == "tn"]
    assert len(gone) == sum(not old for _, _, old in rows_of(study, NEW, OLD))


@given(st.data())
def test_without_overlaps_the_rows_of_a_place_agree_with_it(
    random_pairs: st.SearchStrategy[Pair], build_study: BuildStudy, data: st.DataObject
) -> None:
    """A fixed place has fixed rows alone, a broken place broken ones alone; in a changed one a part may be fixed."""
    study = data.draw(versions(random_pairs, build_study))
    found = changes(study, OLD, NEW)
    place, reach = -1, -1
    spans = list(zip(found.start.tolist(), found.end.tolist(), strict=True))
    for row, (start, end) in enumerate(spans):
        first, last = found.old_from[row], found.old_to[row]
        old_start = study.events.start[found.old_events[first:last]].min(initial=start)
        place += min(int(old_start), start) >= reach
        reach = max(reach, end, int(study.events.end[found.old_events[first:last]].max(initial=end)))
        allowed = {0: ("fixed",), 1: ("broken",), 2: ("changed", "fixed")}[int(found.place_change[place])]
        assert CHANGES[found.change[row]] in allowed
    assert place == len(found.place_change) - 1


def test_two_taggers_of_tweets(data_folder: Path) -> None:
    folder = data_folder / "wnut16"
    study = load_study(
        LoadRequest(str(folder / "test.txt"), (str(folder / "flair.txt"), str(folder / "elmo.txt")), encoding="BIO")
    )
    forth, back = changes(study, OLD, NEW), changes(study, NEW, OLD)
    fixed, broken, _ = forth.place_counts
    assert forth.place_counts == (back.place_counts[1], back.place_counts[0], back.place_counts[2])
    assert forth.wrong_places[0] - fixed + broken == forth.wrong_places[1]
    wrong = [int((study.events_of(number).kind != 0).sum()) for number in (OLD, NEW)]
    assert wrong == [forth.n_unchanged + sum(both.counts[1:]) for both in (back, forth)]
