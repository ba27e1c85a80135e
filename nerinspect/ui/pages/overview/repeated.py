"""The test sentences that training has too: how often, where, and what came of their mentions; a page at a time."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.lists.table import Row
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.training import REPEATED as IN_TRAINING_TOO
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.values import joined
from nerinspect.query.rates import MentionBase, doors_to
from nerinspect.training.repeated_sentences import repeated_sentences
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.long_table import LongTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell
from nerinspect.ui.pages.overview.counting import RepeatedCounts

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
_ALL: Final = "all of them"


class RepeatedList:
    """Lay out the sum over these sentences, and any of them."""

    def __init__(self, study: Study, counts: RepeatedCounts, base: MentionBase, prediction: int) -> None:
        assert study.training is not None
        self._text, self._prediction, self._n_events = study.text, prediction, counts.n_events
        self.sentences, self._doors = repeated_sentences(study), doors_to(base, base.types_of(study))
        self._line = study.training.text.sentence_line[self.sentences.first_training]
        self._columns = self.sentences.n_test, self.sentences.n_training, counts.n_mentions, counts.n_wrong

    def __len__(self) -> int:
        """Count the distinct sentences."""
        return len(self.sentences)

    def total(self) -> RowGroup:
        """Lay out the sum; its name opens every event in such sentences."""
        here = IN_TRAINING_TOO if self._n_events.any() else None
        numbers = self._counted([int(column.sum()) for column in self._columns], here)
        cells = (*numbers[:2], Cell(""), *numbers[2:])
        tooltip = meaning("repeated_sentences")
        row = TableRow(
            _ALL, (_ALL,), lambda: cells, is_total=True, prediction=self._prediction, door=here, tooltip=tooltip
        )
        return RowGroup(_ALL, row)

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Lay out the distinct sentences at some places.

        The name opens every event of the sentence, wherever it stands in the test; mentions and errors open what they
        count.
        """
        return [self._row(place, text) for place, text in zip(places, self._texts(places), strict=True)]

    def values(self) -> Iterator[Row]:
        """Give the sum and all sentences as they are copied, without making rows of cells."""
        columns = [column.tolist() for column in self._columns]
        lines = [line or None for line in self._line.tolist()]
        texts = self._texts(range(len(self)))
        total: Row = (_ALL, sum(columns[0]), sum(columns[1]), None, sum(columns[2]), sum(columns[3]))
        yield total
        yield from zip(texts, *columns[:2], lines, *columns[2:], strict=True)

    def _texts(self, places: Sequence[int]) -> list[str]:
        example, start = self.sentences.members[self.sentences.first[:-1][places]], self._text.sentence_start
        texts: list[str] = self._text.spelled_each(start[example], start[example + 1]).to_pylist()
        return texts

    def _row(self, place: int, text: str) -> RowGroup:
        numbers = (self.sentences.places(place) + 1).tolist()
        here = Term("sent", joined(numbers)) if self._n_events[place] else None
        tooltip = text if here else _NO_EVENT
        cells = partial(self._cells, place, here)
        row = TableRow(text, (text,), cells, prediction=self._prediction, door=here, tooltip=tooltip)
        return RowGroup(str(place), row)

    def _cells(self, place: int, here: Filter | None) -> tuple[Cell, ...]:
        numbers = self._counted([int(column[place]) for column in self._columns], here)
        line, explained = int(self._line[place]), meaning("repeated_line")
        first = Cell(grouped(line), line, tooltip=explained) if line else Cell("–", tooltip=explained)
        return *numbers[:2], first, *numbers[2:]

    def _counted(self, numbers: Sequence[int], here: Filter | None) -> tuple[Cell, ...]:
        """Show the counts; where there is an event, all but that of training open what they count."""
        n_test, n_training, n_mentions, n_wrong = numbers
        return (
            count_cell(n_test, here, meaning("repeated_in_test")),
            count_cell(n_training, None, meaning("repeated_in_training")),
            count_cell(n_mentions, here and all_of(here, self._doors.reference), meaning("reference_mentions")),
            count_cell(n_wrong, here and all_of(here, self._doors.errors), meaning("repeated_wrong")),
        )


class RepeatedPart(Part):
    """Show the list under its title, or say that there is nothing to list."""

    def __init__(self) -> None:
        self.table = LongTable(REPEATED_COLUMNS, NAME_COLUMNS, REPEATED)
        super().__init__(REPEATED, self.table)

    def show_counts(
        self, study: Study, counts: RepeatedCounts, base: MentionBase, prediction: int, counted_words: str
    ) -> None:
        """Show other counts, those of a prediction; `counted_words` say which mentions are counted."""
        listed = RepeatedList(study, counts, base, prediction)
        self.table.setVisible(bool(listed))
        self.table.show_list(listed, listed.total())
        n_repeated, n_sentences = len(listed.sentences.members), counted(study.text.n_sentences, "sentence")
        said = f"{grouped(n_repeated)} of {n_sentences}, {grouped(len(listed))} different, the most frequent first"
        none = "none: no test sentence occurs in training"
        self.set_caption(", ".join(filter(None, (said, counted_words))) if listed else none)
        self.set_note("Sentences are compared as written.")
