"""The test sentences that training has too, as rows: how often, where, and what came of their mentions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from nerinspect.analysis.repeated_sentences import RepeatedSentences, repeated_sentences
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.memory_counts import REPEATED as IN_TRAINING_TOO
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.query.runs import joined
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell
from nerinspect.ui.overview.doors import Doors, doors_to

REPEATED: Final = "Test sentences in training too"
NAME_COLUMNS: Final = ("Sentence",)
REPEATED_COLUMNS: Final = (
    Column("Sentence", meaning("repeated_sentences")),
    Column("In test", meaning("repeated_in_test"), widest="999,999"),
    Column("In training", meaning("repeated_in_training"), widest="999,999"),
    Column("First line there", meaning("repeated_line"), widest="9,999,999"),
    Column("Mentions", meaning("reference_mentions"), widest="9,999,999"),
    Column("Wrong", meaning("repeated_wrong"), widest="9,999,999"),
)
_NO_EVENT: Final = "There is no mention in it, so no event to open."


@dataclass(frozen=True, eq=False)
class RepeatedCounts:
    """What stands in the repeated sentences, for one prediction.

    Attributes
    ----------
    n_events : ndarray of int, shape (n_distinct,)
        Events of any kind, whatever is counted; without one there is nothing to open.
    n_mentions : ndarray of int, shape (n_distinct,)
        Reference mentions that are counted.
    n_wrong : ndarray of int, shape (n_distinct,)
        Error events with a counted mention.
    """

    n_events: AnyIntArray
    n_mentions: AnyIntArray
    n_wrong: AnyIntArray


def count_repeated(
    study: Study, base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> tuple[RepeatedCounts, ...]:
    """Count mentions and errors in the repeated sentences for every prediction; nothing without training data.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions to count; all, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    tuple of RepeatedCounts
        One for each prediction, in order.
    """
    if study.training is None:
        return ()
    repeated, passes = repeated_sentences(study), base.passes(study, "reference")
    kept, is_wrong = base.events.mask(study), doors_to(base, base.types_of(study)).errors.mask(study)
    counts = []
    for number in range(len(study.predictions)):
        checkpoint(number, len(study.predictions))
        own = slice(*study.event_start[number : number + 2].tolist())
        events, sentence = study.events_of(number), study.event_sentence[own]
        mentions = events.mentions("reference", kept[own])
        for passing in passes:
            mentions = mentions[passing[mentions]]
        in_sentence = study.text.sentence_of(study.reference.mentions.start[mentions])
        by_sentence = (sentence, in_sentence, sentence[is_wrong[own]])
        counts.append(RepeatedCounts(*(_by_place(repeated, sentences) for sentences in by_sentence)))
    return tuple(counts)


def all_repeated(study: Study, counts: RepeatedCounts, base: MentionBase, prediction: int) -> RowGroup:
    """Lay out the sum over all these sentences; the parameters are those of `repeated_rows`."""
    repeated, doors = repeated_sentences(study), doors_to(base, base.types_of(study))
    here = IN_TRAINING_TOO if counts.n_events.any() else None
    columns = (repeated.n_test, repeated.n_training, counts.n_mentions, counts.n_wrong)
    numbers = _counted([int(column.sum()) for column in columns], doors, here)
    cells = (*numbers[:2], Cell(""), *numbers[2:])
    name, tooltip = "all of them", meaning("repeated_sentences")
    row = TableRow(name, (name,), lambda: cells, is_total=True, prediction=prediction, door=here, tooltip=tooltip)
    return RowGroup(name, row)


def repeated_rows(
    study: Study, counts: RepeatedCounts, base: MentionBase, prediction: int, places: Sequence[int]
) -> list[RowGroup]:
    """Lay out some of the distinct sentences.

    Parameters
    ----------
    study : Study
        With training data.
    counts : RepeatedCounts
        Of the prediction on show.
    base : MentionBase
        The mentions that are counted.
    prediction : int
        The one on show.
    places : sequence of int
        Which of `repeated_sentences`, in this order.

    Returns
    -------
    list of RowGroup
        One for each, with nothing below it. Its name opens every event of the sentence, wherever it stands in the
        test; mentions and errors open what they count.
    """
    assert study.training is not None
    repeated, doors = repeated_sentences(study), doors_to(base, base.types_of(study))
    example = repeated.members[repeated.first[:-1][places]]
    texts = study.text.joined(study.text.sentence_start[example], study.text.sentence_start[example + 1]).to_pylist()
    groups = []
    for place, text in zip(places, texts, strict=True):
        numbers = (repeated.places(place) + 1).tolist()
        here = Term("sent", joined(numbers)) if counts.n_events[place] else None
        cells = partial(_cells, study, counts, doors, here, place)
        row = TableRow(text, (text,), cells, prediction=prediction, door=here, tooltip=text if here else _NO_EVENT)
        groups.append(RowGroup(str(place), row))
    return groups


def _by_place(repeated: RepeatedSentences, sentences: AnyIntArray) -> AnyIntArray:
    """Count sentences by which of the distinct repeated ones they are; others do not count."""
    counts: AnyIntArray = np.bincount(repeated.number[sentences] + 1, minlength=len(repeated) + 1)[1:]
    return counts


def _cells(study: Study, counts: RepeatedCounts, doors: Doors, here: Filter | None, place: int) -> tuple[Cell, ...]:
    assert study.training is not None
    repeated = repeated_sentences(study)
    columns = (repeated.n_test, repeated.n_training, counts.n_mentions, counts.n_wrong)
    numbers = _counted([int(column[place]) for column in columns], doors, here)
    line = int(study.training.text.sentence_line[repeated.first_training[place]])
    first = Cell(f"{line:,}", line, tooltip=meaning("repeated_line")) if line else Cell("–", tooltip="It has no lines.")
    return *numbers[:2], first, *numbers[2:]


def _counted(numbers: Sequence[int], doors: Doors, here: Filter | None) -> tuple[Cell, ...]:
    """Show the counts; where there is an event, all but that of training open what they count."""
    n_test, n_training, n_mentions, n_wrong = numbers
    return (
        count_cell(n_test, here, meaning("repeated_in_test")),
        count_cell(n_training, None, meaning("repeated_in_training")),
        count_cell(n_mentions, here and all_of(here, doors.reference), meaning("reference_mentions")),
        count_cell(n_wrong, here and all_of(here, doors.errors), meaning("repeated_wrong")),
    )
