"""What training explains: tough mentions, scores on seen and unseen mentions, test sentences that are in it too."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import nan
from typing import Final, TypeAlias

from nerinspect.corpus.types import ALL_TYPES, type_or_all
from nerinspect.events.scores import Counts, percent_text
from nerinspect.events.segment_events import ERROR_KINDS
from nerinspect.events.study import Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Row
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.counts.training import REPEATED as IN_TRAINING_TOO
from nerinspect.query.counts.training import RepeatedCounts, ToughCounts, TrainingCounts
from nerinspect.query.filters import Filter, Term, all_of, any_of
from nerinspect.query.language.values import joined
from nerinspect.query.rates import Doors, MentionBase, doors_to
from nerinspect.tables.runs import over_runs, predictions_by_system
from nerinspect.training.retention import RETENTION
from nerinspect.training.surfaces import NOVELTIES, SETTINGS, Setting
from nerinspect.training.tough import NESTED_SUBSETS, SUBSETS, is_small, repeated_sentences
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import LongTable, NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    axis_column,
    count_cell,
    percent_columns,
    ratio_cell,
    recall_alone,
)
from nerinspect.ui.pages.overview.counting import MEMORY, PartDoors, mean_counts, mean_rates, score_cells

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
_ALL_OF_THEM: Final = "all of them"


class RepeatedList:
    """Rows for repeated sentences: their sum, and each of them."""

    def __init__(self, study: Study, counts: RepeatedCounts, base: MentionBase, prediction: int) -> None:
        self._text, self._prediction, self._n_events = study.text, prediction, counts.n_events
        self.sentences, self._doors = repeated_sentences(study), doors_to(base, base.types_of(study))
        self._line = study.training_data.text.sentence_line[self.sentences.first_training]
        self._columns = self.sentences.n_test, self.sentences.n_training, counts.n_mentions, counts.n_wrong

    def __len__(self) -> int:
        return len(self.sentences)

    def total(self) -> RowGroup:
        """Return the sum; its name opens all events in these sentences."""
        here = IN_TRAINING_TOO if self._n_events.any() else None
        numbers = self._counted([int(column.sum()) for column in self._columns], here)
        cells = (*numbers[:2], Cell(""), *numbers[2:])
        tooltip = meaning("repeated_sentences")
        row = TableRow(
            _ALL_OF_THEM,
            (_ALL_OF_THEM,),
            lambda: cells,
            is_total=True,
            prediction=self._prediction,
            door=here,
            tooltip=tooltip,
        )
        return RowGroup(_ALL_OF_THEM, row)

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Return the rows of some distinct sentences.

        The name opens all events of the sentence, wherever it occurs in the test set; mentions and errors open what
        they count.
        """
        return [self._row(place, text) for place, text in zip(places, self._texts(places), strict=True)]

    def values(self) -> Iterator[Row]:
        """Yield the sum and all sentences as they are copied, without making cells."""
        columns = [column.tolist() for column in self._columns]
        lines = [line or None for line in self._line.tolist()]
        texts = self._texts(range(len(self)))
        total: Row = (_ALL_OF_THEM, sum(columns[0]), sum(columns[1]), None, sum(columns[2]), sum(columns[3]))
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
        """Return the counts; where there are events, all but the training count are doors."""
        n_test, n_training, n_mentions, n_wrong = numbers
        return (
            count_cell(n_test, here, meaning("repeated_in_test")),
            count_cell(n_training, None, meaning("repeated_in_training")),
            count_cell(n_mentions, here and all_of(here, self._doors.reference), meaning("reference_mentions")),
            count_cell(n_wrong, here and all_of(here, self._doors.errors), meaning("repeated_wrong")),
        )


class RepeatedPart(Part):
    """Shows the list of repeated sentences, or says that there are none."""

    def __init__(self) -> None:
        self.table = LongTable(REPEATED_COLUMNS, NAME_COLUMNS, REPEATED)
        super().__init__(REPEATED, self.table)

    def show_counts(
        self, study: Study, counts: RepeatedCounts, base: MentionBase, prediction: int, counted_words: str
    ) -> None:
        """Show the counts of a prediction; `counted_words` describes the counted mentions."""
        listed = RepeatedList(study, counts, base, prediction)
        self.table.setVisible(bool(listed))
        self.table.show_list(listed, listed.total())
        n_repeated, n_sentences = len(listed.sentences.members), counted(study.text.n_sentences, "sentence")
        said = f"{grouped(n_repeated)} of {n_sentences}, {grouped(len(listed))} different, the most frequent first"
        none = "none: no test sentence occurs in training"
        self.set_caption(", ".join(filter(None, (said, counted_words))) if listed else none)
        self.set_note("Sentences are compared as written.")


SEEN: Final = "Seen and unseen"
SEEN_NAMES: Final = ("System", "Part", "Setting", "Type")
_ALL: Final = "all"

Names: TypeAlias = tuple[str, ...]  # names of the parts; empty for all

_PARTS: Final[dict[Setting, dict[str, Names]]] = {
    "typed": {"seen": ("seen",), "unseen": ("unseen-type", "unseen-tokens")},
    "surface": {"seen": ("seen", "unseen-type"), "unseen": ("unseen-tokens",)},
}


SIDES_TOLD: Final = (meaning("reference_mentions"), meaning("predicted_mentions"), meaning("correct_mentions"))


def part_columns(
    told: str, sides: Sequence[str] = SIDES_TOLD, has_runs: bool = False, noun: str = "mention"
) -> tuple[Column, ...]:
    """Columns of `PartRows`; with several runs, scores need room for a standard deviation."""
    counts = zip(("Reference", "Predicted", "Correct"), sides, strict=True)
    return (
        Column("System, part, type", told),
        *(Column(title, meant, widest="9,999,999") for title, meant in counts),
        *percent_columns(has_runs, noun),
    )


@dataclass(frozen=True)
class PartRows:
    """Rows with the scores of every system, on everything and on each part that training data distinguish.

    `counts` and `doors` return the counts of a prediction by its number, and their doors: for a part, and a type or
    all.
    """

    study: Study
    setting: str  # the setting of parts or matches; for copies
    parts: Mapping[str, tuple[Names, str]]
    types: Sequence[str]
    counts: Callable[[int, Names, str | None], Counts]
    doors: Callable[[Names, str | None], PartDoors]
    noun: str = "mention"
    told: tuple[str, str, str] = SIDES_TOLD  # names of the counts of reference, prediction and both

    def groups(self) -> list[RowGroup]:
        """For each prediction all, then each part, with types below; the mean of a system comes before its runs."""
        groups = []
        for system, runs in predictions_by_system(self.study).items():
            if len(runs) > 1:
                groups += self._of(system, f"{system}, mean", f"mean of {counted(len(runs), 'run')}", runs)
            for run in runs:
                name = shown_name(self.study, run)
                groups += self._of(name, name, MEMORY if system == RETENTION else "", [run])
        return groups

    def _of(self, name: str, copied: str, note: str, runs: Sequence[int]) -> list[RowGroup]:
        prediction = runs[0] if len(runs) == 1 else -1
        groups = []
        for part, (names, told) in {_ALL: ((), ""), **self.parts}.items():
            is_all = part == _ALL
            head = TableRow(
                name if is_all else part, (copied, part, self.setting, ALL_TYPES), partial(self._cells, runs, names),
                note if is_all else "", is_total=is_all and note != MEMORY, prediction=prediction,
                depth=int(not is_all), is_dim=note == MEMORY, tooltip=told,
            )  # fmt: skip
            rows = partial(self._type_rows, copied, part, names, runs, prediction)
            groups.append(RowGroup(f"{copied} {prediction} {part}", head, rows if self.types else None))
        return groups

    def _type_rows(
        self, copied: str, part: str, names: Names, runs: Sequence[int], prediction: int
    ) -> tuple[TableRow, ...]:
        return tuple(
            TableRow(
                name, (copied, part, self.setting, type_or_all(name)), partial(self._cells, runs, names, name),
                prediction=prediction, depth=int(part != _ALL),
            )
            for name in self.types
        )  # fmt: skip

    def _cells(self, runs: Sequence[int], names: Names, type_name: str | None = None) -> tuple[Cell, ...]:
        counts = [self.counts(run, names, type_name) for run in runs]
        if len(counts) > 1:
            return *mean_counts(counts), *mean_rates(counts)
        [one], doors = counts, self.doors(names, type_name)
        return (
            count_cell(one.reference, doors.reference, self.told[0]),
            count_cell(one.predicted, doors.predicted, self.told[1]),
            count_cell(one.correct, doors.correct, self.told[2]),
            *score_cells(one, doors, self.noun),
        )


def seen_groups(study: Study, counts: Sequence[TrainingCounts], setting: Setting) -> list[RowGroup]:
    """Scores on all mentions, on seen and on unseen ones; see `PartRows`."""
    base = counts[0].subsets.base
    whole = doors_to(base, base.types_of(study))

    def doors(names: Names, type_name: str | None) -> PartDoors:
        own = whole if type_name is None else whole.of_type(type_name)

        def within(door: Filter, field: str) -> Filter:
            return all_of(door, Term(field, names)) if names else door

        reference, predicted = within(own.reference, "reftough"), within(own.predicted, "predtough")
        either = any_of(reference, predicted) if names else own.either
        return PartDoors(reference, predicted, within(own.reference_in("tp"), "reftough"), either)

    def of(run: int, names: Names, type_name: str | None) -> Counts:
        return counts[run].of(names or NOVELTIES, type_name)

    parts = {part: (names, meaning(f"{part}_{setting}")) for part, names in _PARTS[setting].items()}
    return PartRows(study, setting, parts, counts[0].subsets.types, of, doors).groups()


TOUGH: Final = "Tough mentions"
TOUGH_NAMES: Final = ("Subset", "Type")


@dataclass(frozen=True)
class ShownSystem:
    """A system with a column of recalls."""

    name: str
    runs: tuple[int, ...]
    run_on_show: str = ""  # the run on show of several; empty for none


def shown_systems(study: Study, prediction: int) -> list[ShownSystem]:
    """Order the systems: the one on show first, the retention heuristic last."""
    on_show = study.predictions[prediction].system
    names = sorted(study.systems, key=lambda name: (name != on_show, name == RETENTION))
    runs = {name: tuple(n for n, other in enumerate(study.predictions) if other.system == name) for name in names}
    first, *others = (ShownSystem(name, runs[name]) for name in names)
    run = str(study.predictions[prediction].run) if len(first.runs) > 1 else ""
    return [replace(first, run_on_show=run), *others]


def tough_columns(systems: Sequence[ShownSystem]) -> tuple[Column, ...]:
    """Columns for two systems, and for more where there is room."""
    marks = ["filled", "hollow"]
    recalls = (
        Column(
            system.name,
            f"{meaning('recall')}\n{system.name}",
            widest="100.00 (10.00)" if len(system.runs) > 1 else "100.00",
            is_percent=True,
            mark=marks[place] if place < len(marks) else "",
            is_extra=place >= len(marks),
            copied=f"{system.name} recall",
            is_of_runs=len(system.runs) > 1,
        )
        for place, system in enumerate(systems)
    )
    missed, on_show = meaning("tough_missed"), systems[0] if systems else ShownSystem("", ())
    run = on_show.run_on_show
    name = f"{on_show.name} run {run}" if run else on_show.name
    return (
        Column("Subset", meaning("tough"), widest="unseen-tokens small"),
        Column("Mentions", meaning("tough_mentions"), widest="9,999,999"),
        Column("Share", meaning("tough_share"), is_percent=True),
        axis_column("Recall, ", 0, 1, "Recall as a dot: filled for the current system, hollow for another"),
        *recalls,
        Column(
            f"Missed, run {run}" if run else "Missed by",
            f"{missed}\n{name}",
            widest="9,999,999",
            mark="" if run else "behind",
            copied=f"{name} missed",
        ),
    )


def tough_groups(
    study: Study, counts: Sequence[ToughCounts], prediction: int, systems: Sequence[ShownSystem]
) -> list[RowGroup]:
    """Return the subsets, nested, each with its types below.

    `prediction` is the one whose mentions and missed mentions are counted.
    """
    base, types = counts[prediction].base, counts[prediction].types
    doors, numbers = doors_to(base, types), _numbers(study, counts)
    groups = []
    for subset, depth in NESTED_SUBSETS:
        row = _Subset(subset, prediction, systems, numbers)
        name = "all mentions" if subset == _ALL else subset

        def rows(row: "_Subset" = row, depth: int = depth) -> tuple[TableRow, ...]:
            return tuple(row.as_row(name, depth, doors.of_type(name), name) for name in types)

        groups.append(RowGroup(subset, row.as_row(name, depth, doors), rows if types else None))
    return groups


class _Subset:
    def __init__(
        self, subset: str, prediction: int, systems: Sequence[ShownSystem], numbers: "dict[str, list[_Numbers]]"
    ) -> None:
        self._subset, self._place = subset, SUBSETS.index(subset)
        self._prediction, self._systems, self._numbers = prediction, systems, numbers

    def as_row(self, name: str, depth: int, doors: Doors, type_name: str = "") -> TableRow:
        own, total = self._counted(type_name)
        is_dim = is_small(own, total)
        note = "small" if own and is_dim else ""
        share = f"\nsmall: {grouped(own)} of {counted(total, 'mention')} ({percent_text(own, total)} %)" if note else ""
        return TableRow(
            name,
            (self._subset, type_or_all(type_name)),
            partial(self._cells, doors, type_name),
            note=note,
            is_total=self._subset == _ALL and not type_name,
            depth=depth,
            is_dim=is_dim or not own,
            tooltip=f"{type_name or meaning(f'tough_{self._subset}')}{share}",
        )

    def _counted(self, type_name: str) -> tuple[int, int]:
        mentions = self._numbers[type_name][self._prediction].mentions
        return mentions[self._place], mentions[SUBSETS.index(_ALL)]

    def _cells(self, doors: Doors, type_name: str) -> tuple[Cell, ...]:
        own, total = self._counted(type_name)
        reference, numbers = self._within(doors.reference), self._numbers[type_name]
        cells = [self._recall(system, numbers, reference) for system in self._systems]
        recalls = tuple(nan if cell.share is None else cell.share for cell in cells[:2])
        missed = own - numbers[self._prediction].recalled[self._place]
        spoken = " and ".join(
            f"{system.name} {cell.text}" for system, cell in zip(self._systems, cells[:2], strict=False)
        )
        return (
            count_cell(own, reference, meaning(f"tough_{self._subset}")) if own else self._none(),
            self._share(own, total, reference),
            Cell("", tooltip=f"Recall: {spoken}", dots=recalls),
            *cells,
            count_cell(missed, self._within(doors.reference_in(*ERROR_KINDS)), meaning("tough_missed")),
        )

    def _none(self) -> Cell:
        return Cell("none", 0, tooltip=f"{meaning(f'tough_{self._subset}')}\nNo mention belongs to it.", is_dim=True)

    def _share(self, own: int, total: int, door: Filter) -> Cell:
        if not own:
            return Cell("–", tooltip="–: no mention belongs to the subset.")
        return ratio_cell(own, total, door, meaning("tough_share"), "there is no mention, so the share is undefined")

    def _recall(self, system: ShownSystem, numbers: "Sequence[_Numbers]", door: Filter) -> Cell:
        pairs = [(numbers[run].recalled[self._place], numbers[run].mentions[self._place]) for run in system.runs]
        if len(pairs) > 1:
            return _mean_recall(pairs)
        undefined = "no mention belongs to the subset, so recall is undefined"
        cell = ratio_cell(*pairs[0], door, meaning("tough_recall"), undefined)
        return cell.of_prediction(system.runs[0])

    def _within(self, door: Filter) -> Filter:
        return door if self._subset == _ALL else all_of(door, Term("reftough", (self._subset,)))


@dataclass(frozen=True)
class _Numbers:
    mentions: list[int]
    recalled: list[int]


def _numbers(study: Study, counts: Sequence[ToughCounts]) -> dict[str, list[_Numbers]]:
    """Mentions and recalled mentions of every prediction in each subset, by type and, under no name, for all."""
    numbers = {"": [_Numbers(each.mentions.tolist(), each.recalled.tolist()) for each in counts]}
    for place, name in enumerate(study.types):
        of_type = ((each.mentions_by_type[place], each.recalled_by_type[place]) for each in counts)
        numbers[name] = [_Numbers(mentions.tolist(), recalled.tolist()) for mentions, recalled in of_type]
    return numbers


def _mean_recall(pairs: Sequence[tuple[int, int]]) -> Cell:
    """Average recall over the runs; a mean counts no events, so it is no door."""
    recalls = [Ratio(*pair) for pair in pairs]
    mean, deviation = over_runs(recalls)
    if not isinstance(mean, float):
        return Cell("–", tooltip="–: undefined in every run.")
    text = percent(mean) + ("" if deviation is None else f" ({percent(deviation)})")
    each = "; ".join(percent_text(*pair) for pair in pairs if pair[1])
    explained = f"{meaning('mean_of_runs')}\nMean (standard deviation) of {each}"
    return Cell(text, mean, tooltip=explained, deviation=deviation)


_SAID: Final = {
    "typed": "typed: surface and type occur in training",
    "surface": "surface: the surface occurs in training, with any type",
}


class ToughPart(Part):
    """Shows the recall of all systems on tough mentions."""

    def __init__(self) -> None:
        self.table = NumberTable(tough_columns(()), TOUGH_NAMES, TOUGH)
        super().__init__(TOUGH, self.table)

    def show_counts(self, study: Study, counts: Sequence[TrainingCounts], prediction: int, counted: str) -> None:
        """Show counts, one for each prediction; `counted` describes the counted mentions."""
        systems = shown_systems(study, prediction)
        subsets = [each.subsets for each in counts]
        self.table.show_rows(tough_columns(systems), tough_groups(study, subsets, prediction, systems))
        said = "recall only; small = under 1 % of the mentions"
        self.set_caption(", ".join(filter(None, (said, counted))))


class SeenPart(Part):
    """Shows scores on seen and on unseen mentions."""

    def __init__(self) -> None:
        tooltips = [f"{said[0].upper()}{said[1:]}." for said in _SAID.values()]
        self._setting = Choice("Setting", SETTINGS, tooltips)
        self.table = NumberTable(part_columns(meaning("novelty_parts")), SEEN_NAMES, SEEN)
        super().__init__(SEEN, self.table, beside=self._setting)
        self._study: Study | None = None
        self._counts: Sequence[TrainingCounts] = ()
        self._counted = ""
        self._setting.chosen.connect(lambda _place: self._show())

    def show_counts(self, study: Study, counts: Sequence[TrainingCounts], counted: str) -> None:
        """Show counts, one for each prediction; `counted` describes the counted mentions."""
        self._study, self._counts, self._counted = study, counts, counted
        self._show()

    def _show(self) -> None:
        if self._study is None:
            return
        setting, study = SETTINGS[self._setting.place], self._study
        columns = part_columns(meaning("novelty_parts"), has_runs=len(study.systems) < len(study.predictions))
        groups = seen_groups(study, self._counts, setting)
        if self._counts[0].subsets.base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
        self.table.show_rows(columns, groups)
        self.set_caption(", ".join(filter(None, (f"{_SAID[setting]}; – = undefined", self._counted))))
