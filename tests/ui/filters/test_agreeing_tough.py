"""Between annotators numbers of tough mentions count A, B or both, and open the events that hold what they count."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.query.counts.training import tough_counts
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase, kept_mentions
from nerinspect.query.selection import Selection
from nerinspect.systems.arranging import with_first_annotator
from nerinspect.training.tough import SUBSETS, subset_members
from nerinspect.ui.filters.tough import ToughColumn, ToughRow, kept_by, pick_rows, picked_subsets, tough_rows
from tests.conftest import study_of
from tests.examples import examples
from tests.training.trained_studies import trained_studies

SIDES_OF: dict[ToughColumn, tuple[Side, ...]] = {
    ToughColumn.MENTIONS: ("reference",),
    ToughColumn.OF_B: ("predicted",),
    ToughColumn.AGREEMENT: SIDES,
    ToughColumn.BOTH: ("reference",),
}
studies = trained_studies(study_of, n_systems=1)
FILTERS = ("", "type:LOC", "-type:LOC", "elen:1", "sent:1..2 kind:fn", "refbucket:eLen=XS", "bucket:eLen=XS type:LOC")


def annotators(study: Study) -> Study:
    return replace(study, annotator="anna")


def selected(study: Study, query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary.of(study)))


def counted_events(study: Study, selection: Selection, row: ToughRow, column: ToughColumn) -> list[int]:
    """List the events that hold a mention a cell counts, one mention after the other."""
    (kept,) = kept_mentions(study, MentionBase.of(selection.without_field("tough", "reftough", "predtough")), [0])
    found = set()
    for side in SIDES_OF[column]:
        members, types = subset_members(study, side), study.mentions_on(side).type_codes
        for place, (mention, event) in enumerate(zip(kept.mentions[side], kept.events[side], strict=True)):
            is_of_type = not row.type_name or study.types[types[mention]] == row.type_name
            is_counted = column != ToughColumn.BOTH or kept.is_found[place]
            if is_of_type and is_counted and members[SUBSETS.index(row.subset), mention]:
                found.add(int(event))
    return sorted(found)


@settings(max_examples=examples(60))
@given(studies.map(annotators), st.sampled_from(FILTERS), st.sampled_from(SUBSETS))
def test_a_number_opens_the_events_that_hold_what_it_counts(study: Study, query: str, unfolded: str) -> None:
    selection = selected(study, query if "LOC" in study.types or "LOC" not in query else "")
    rows = tough_rows(tough_counts(study, selection, 0), study.types, unfolded)
    for row in rows:
        for column in SIDES_OF:
            kept = selected(study, kept_by(selection, [row], column).text)
            opened = np.flatnonzero(kept.mask(study) & (study.events.prediction == 0)).tolist()
            assert opened == counted_events(study, selection, row, column)


@given(studies.map(annotators))
def test_exchanging_a_and_b_exchanges_two_columns(study: Study) -> None:
    exchanged = with_first_annotator(study, 0)
    before, after = (tough_rows(tough_counts(one, Selection(), 0), one.types) for one in (study, exchanged))
    for row, other in zip(before, after, strict=True):
        if not row.subset.startswith("tcm"):  # what is confusable is told by A alone
            assert (row.mentions, row.of_b, row.recalled, row.recall_text, row.is_small) == (
                other.of_b, other.mentions, other.recalled, other.recall_text, other.is_small
            )  # fmt: skip


@pytest.mark.parametrize("column", list(SIDES_OF))
def test_a_second_click_frees_the_subset(make_study_from: Callable[..., Study], column: ToughColumn) -> None:
    row = ToughRow("seen", 0, "", 3, 2, 9, of_b=4)
    kept = pick_rows(Selection(), [row], column)
    assert picked_subsets(kept) == ("seen",)
    assert pick_rows(kept, [row], column) == Selection()


def test_where_no_type_is_counted_nothing_is_opened(make_study_from: Callable[..., Study]) -> None:
    study = annotators(make_study_from("Oslo/B-LOC/O Ulm/O/B-LOC Rome/B-LOC/B-LOC", systems=("ben",)))
    selection = selected(study, "-type:LOC")
    for row in tough_rows(tough_counts(study, selection, 0), study.types):
        for column in SIDES_OF:
            assert not kept_by(selection, [row], column).mask(study).any()
