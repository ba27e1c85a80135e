"""Training evidence of an event in the details: its surfaces by type, those that resemble them, and their places."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from nerinspect.corpus.text import Text, right_to_left_sentences
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.mention_facts import EventMention
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.filters import Term, all_of
from nerinspect.query.language.parser import query_text
from nerinspect.training.evidence import READINGS, Evidence, NearSurface, Place, evidence, near_surfaces
from nerinspect.training.surfaces import surface_ids
from nerinspect.training.tough import SUBSETS, other_readings, subset_members
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.details.tables import (
    READABLE,
    Cells,
    Concordance,
    ConcordanceRow,
    ConcordanceRows,
    DetailCell,
    DetailTable,
    TrainingTable,
    dress,
    parted,
)
from nerinspect.ui.kit.doors import Door, DoorLabel, LinkLabel, Piece, number_menu
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.event_cells import CONTEXT_TOKENS, SegmentCell, TypedRange, one_line
from nerinspect.visible import visible

ALL: Final = ""
UNLABELLED: Final = "not labelled"
"""What places may be asked for besides those of a type; no type holds a blank, or is nothing."""


@dataclass(frozen=True, eq=False)
class TrainingSurface:
    """One surface of the event: its tokens joined by a blank."""

    text: str
    counts: Mapping[str, int]  # training mentions by type, most frequent first
    n_unlabelled: int = 0  # places that share no token with a mention
    n_inside: int = 0  # places that do, without being one
    n_places: int = 0
    near: tuple[NearSurface, ...] = ()  # of a surface that is no training mention: those that resemble it
    readings: tuple[Piece, ...] = ()  # its other types in the reference, each a door to its mentions
    places: Callable[[str, int, int], Sequence[ConcordanceRow]] = lambda reading, first, n: ()
    """Gives places, nearest context first: of a type, of `UNLABELLED` ones or of `ALL`, from a first one, in a number.

    At the edge stands how each is read: the type; `O` where no mention stands; `in` and the types where it shares
    tokens with other mentions.
    """

    def count(self, reading: str) -> int:
        """Count the places of a type, the `UNLABELLED` ones or `ALL`."""
        if reading in (ALL, UNLABELLED):
            return self.n_places if reading == ALL else self.n_unlabelled
        return self.counts.get(reading, 0)


class ToughMention(NamedTuple):
    """The subsets that one mention of the event is in, `all` left out."""

    side: Side
    type: str
    subsets: tuple[str, ...]
    is_asked: bool = True
    """Whether a query looks at this mention: at predicted ones only where there is no reference mention."""


@dataclass(frozen=True, eq=False)
class EventTraining:
    """What training says of each distinct surface of an event, and of each mention; those of the reference first."""

    surfaces: tuple[TrainingSurface, ...]
    tough: tuple[ToughMention, ...]
    wording: Wording = JUDGED


_MOST_NEAR = 4


def gather_training(
    study: Study, mentions: Sequence[EventMention], checkpoint: Checkpoint = no_checkpoint
) -> EventTraining:
    """Look up each distinct surface of mentions in the training data; the checkpoint is called before each."""
    right_to_left_sentences(study.training_data.text)  # looked at by every place; kept from here on
    ids = surface_ids(study)
    distinct: dict[int, EventMention] = {}
    for mention in mentions:
        distinct.setdefault(int(ids.on(mention.side)[mention.place]), mention)
    surfaces: list[TrainingSurface] = []
    for mention in distinct.values():
        checkpoint(len(surfaces), len(distinct))
        surfaces.append(_surface(study, mention))
    return EventTraining(tuple(surfaces), tuple(_tough(study, mention) for mention in mentions), study.wording)


def _surface(study: Study, mention: EventMention) -> TrainingSurface:
    found = evidence(study, mention.side, mention.place)
    text, counts = spelled(study.text, mention.start, mention.end), found.counts
    listed = () if counts else near_surfaces(study, mention.side, mention.place, _MOST_NEAR)
    return TrainingSurface(
        text,
        counts,
        found.n_unlabelled,
        found.n_inside,
        len(found),
        tuple(listed),
        _other_readings(study, mention),
        partial(_places, found),
    )


def _other_readings(study: Study, mention: EventMention) -> tuple[Piece, ...]:
    """Count the other types of the surface in the reference; those of a predicted mention are beside the point."""
    if mention.side != "reference":
        return ()
    surface = Term("surface", (str(study.text.joined(np.array([mention.start]), np.array([mention.end]))[0].as_py()),))
    asked = (
        (one, query_text(all_of(surface, Term("ref", (one.type,))))) for one in other_readings(study, mention.place)
    )
    return tuple(Piece(f"{one.type} {grouped(len(one))}", query, meaning("test_readings")) for one, query in asked)


def _tough(study: Study, mention: EventMention) -> ToughMention:
    members = subset_members(study, mention.side, np.array([mention.place]))[:, 0]
    names = tuple(name for name, is_in in zip(SUBSETS, members.tolist(), strict=True) if is_in and name != "all")
    events = study.events
    is_asked = mention.side == "reference" or events.ref_from[mention.event] == events.ref_to[mention.event]
    return ToughMention(mention.side, mention.type, names, bool(is_asked))


def _places(found: Evidence, reading: str, first: int, n: int) -> list[ConcordanceRow]:
    if reading != ALL:
        if reading == UNLABELLED:
            is_kept = found.reading == READINGS.index("unlabelled")
        else:
            is_kept = found.type_codes == found.training.annotation.mentions.types.index(reading)
        columns = (column[is_kept] for column in (found.start, found.reading, found.type_codes, found.n_equal))
        found = Evidence(found.training, found.length, *columns)
    return [_place(found.training.text, place) for place in found.places(first, n)]


def _place(text: Text, place: Place) -> ConcordanceRow:
    words, reading = spelled(text, place.start, place.end), place.type or _unmarked(place)
    mention = (TypedRange(0, len(words), place.type),) if place.type else ()
    segment = SegmentCell(words, mention, (), bool(right_to_left_sentences(text)[place.sentence]))
    return training_row(text, place.sentence, (place.start, place.end), segment, reading, bool(mention), reading)


def training_row(
    text: Text, sentence: int, extent: tuple[int, int], segment: SegmentCell, edge: str, is_marked: bool, said: str
) -> ConcordanceRow:
    """Write down a place of the training data, by its half-open tokens, between the words around it."""
    first, stop = text.sentence_start[sentence : sentence + 2].tolist()
    before = spelled(text, max(first, extent[0] - CONTEXT_TOKENS), extent[0])
    after = spelled(text, extent[1], min(stop, extent[1] + CONTEXT_TOKENS))
    return ConcordanceRow(
        left=after if segment.is_right_to_left else before,
        segment=segment,
        right=before if segment.is_right_to_left else after,
        edge=edge,
        is_marked=is_marked,
        place=f"{grouped(int(text.document[sentence]))} · {grouped(sentence + 1)}",
        spoken=f"{said}: {before} {spelled(text, *extent)} {after}, training sentence {grouped(sentence + 1)}",
    )


def _unmarked(place: Place) -> str:
    """Say how a place is read that is no mention."""
    if place.reading == "unlabelled":
        return "O"
    return f"in {', '.join(dict.fromkeys(name for _, _, name in place.overlapping))}"


def spelled(text: Text, start: int, end: int) -> str:
    return one_line(text.spelled(start, end))


def verdict(surface: TrainingSurface) -> str:
    """Say in one or two sentences what memory alone makes of a surface.

    Such as `Seen 5 times as LOC, once as ORG: memory alone says LOC.` Of types seen equally often memory takes the
    first by name, as the retention heuristic does.
    """
    elsewhere = _elsewhere(surface)
    if not surface.counts:
        if not elsewhere:
            return "Never a mention in training; these tokens do not occur there."
        return f"Never a mention in training; {' and '.join(elsewhere)}."
    (first, most), *others = surface.counts.items()
    seen = f"Seen {_times(most)} as {first}"
    seen += "".join(f", {_times(count)} as {name}" for name, count in others)
    is_tied = any(count == most for _, count in others)
    says = f"a tie, which memory alone resolves to {first}." if is_tied else f"memory alone says {first}."
    return f"{seen}: {says}" + (f" Also {' and '.join(elsewhere)}." if elsewhere else "")


def _listed_counts(counts: Mapping[str, int]) -> str:
    return " · ".join(f"{name} {grouped(count)}" for name, count in counts.items())


def _elsewhere(surface: TrainingSurface) -> list[str]:
    words = []
    if n := surface.n_unlabelled:
        words.append(f"unlabelled in {counted(n, 'place')}")
    if n := surface.n_inside:
        words.append(f"inside or across other mentions in {counted(n, 'place')}")
    return words


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{grouped(count)} times")


_OTHERS: Final = "other types"
_SHORT: Final = {
    "one token more in the middle": "one more inside",
    "one token less in the middle": "one less inside",
    "same last token in other case": "last in other case",
}
"""How surfaces differ, where that would be cut off; the tooltip says all."""

_MOST_TYPES: Final = 4  # so many types have a column of their own, the most frequent ones


def surface_cells(facts: EventTraining) -> Cells:
    """Lay out the counts of each surface.

    There is one for each type that occurs (of many types the most frequent ones, then the others together), then one
    for the unlabelled places; a cell shows the places of its surface, by its row, that are read as it says.
    """
    total: Counter[str] = Counter()
    for surface in facts.surfaces:
        total.update(surface.counts)
    named = sorted(sorted(total, key=lambda name: (-total[name], name))[:_MOST_TYPES])
    others = sorted(set(total) - set(named))
    heads = [DetailCell("Surface", is_quiet=True)]
    heads += [DetailCell(name, key="training_count", is_number=True, is_quiet=True) for name in named]
    if others:
        note = ", ".join(others)
        heads.append(DetailCell(_OTHERS, note=note, key="training_count", is_number=True, is_quiet=True))
    heads.append(DetailCell("unlabelled", key="unlabelled", is_number=True, is_quiet=True))
    rows = [_surface_row(row, surface, named, others) for row, surface in enumerate(facts.surfaces)]
    return Cells(rows, heads=heads)


def near_cells(near: Sequence[NearSurface]) -> Cells:
    """Lay out the surfaces that resemble one that training does not have: each with what differs and its types."""
    rows = []
    for one in near:
        text, counts = one_line(" ".join(one.tokens)), _listed_counts(one.counts)
        how = DetailCell(_SHORT.get(one.how, one.how), note=one.how, is_quiet=True)
        number = DetailCell(counts, key="training_count", is_number=True)
        rows.append([DetailCell(text, spoken=f"{text}: {one.how}, {counts}"), how, number])
    return Cells(rows)


def _surface_row(row: int, surface: TrainingSurface, named: Sequence[str], others: Sequence[str]) -> list[DetailCell]:
    counts = _listed_counts(surface.counts) or "never a mention"
    spoken = f"{surface.text}: {counts}, unlabelled {grouped(surface.n_unlabelled)}"
    cells = [DetailCell(surface.text, spoken=spoken, shown=(row, ALL), is_door=True)]
    cells += [_count(row, surface.counts.get(name, 0), name, name) for name in named]
    if others:
        cells.append(_count(row, sum(surface.counts.get(name, 0) for name in others), _OTHERS, ALL))
    return [*cells, _count(row, surface.n_unlabelled, "unlabelled", UNLABELLED, "unlabelled")]


def _count(row: int, count: int, name: str, reading: str, key: str = "training_count") -> DetailCell:
    return DetailCell(
        grouped(count),
        key=key,
        spoken=f"{name} {grouped(count)}",
        is_number=True,
        is_quiet=not count,
        shown=(row, reading if count else ALL),
        is_door=count > 0,
    )


class Ways(DoorLabel):
    """Offer what no query finds."""

    def menu_of(self, piece: Piece) -> QMenu:
        return number_menu(self, piece.text, "", piece.explanation)


NOTHING_OPEN: Final = 'No training data is open. <a href="open">Open training data…</a>'


class EvidencePart(QWidget):
    """Show what training has of an event under a title, or a sentence in the place of tables."""

    def __init__(self, desk: Desk, title: str, key: str) -> None:
        super().__init__()
        self._has_facts = False
        self._head, self._quiet = QLabel(title), LinkLabel()
        self._head.setToolTip(tooltip(meaning(key)))
        self._quiet.linkActivated.connect(lambda _: desk.menus.action("training").trigger())
        self._contents: tuple[QWidget, ...] = ()
        self.stops: tuple[QWidget, ...] = ()
        self._column = QVBoxLayout(self)

    def say(self, text: str) -> None:
        """Show a sentence, which is HTML, in the place of what was found."""
        self._has_facts = False
        self.setMinimumHeight(0)
        self._show_quiet(text)

    def show_waiting(self) -> None:
        """Say that evidence is on its way; the room of the last event is kept, so that nothing below jumps."""
        self.setMinimumHeight(self.height() if self._has_facts else self.minimumHeight())
        self._has_facts = False
        self._show_quiet("…")

    def show_failure(self, why: str) -> None:
        self.say(escape(why))

    def restyle(self, style: CellStyle) -> None:
        dress(self._head, style, style.letters_font, above=12, ink=style.theme.text2)
        dress(self._quiet, style, above=3, ink=style.theme.text2)
        self._column.setSpacing(round(4 * style.unit))

    def _hold(self, *contents: QWidget) -> None:
        """Lay out what evidence is shown in, from the top."""
        self._contents, self.stops = contents, (self._quiet, *contents)
        fill(self._column, self._head, self._quiet, *contents)
        self._show_quiet("")

    def _show_quiet(self, text: str) -> None:
        self._quiet.setText(text)
        self._quiet.setVisible(bool(text))
        for widget in self._contents:
            widget.hide()


_PLACES_AT_ONCE: Final = 4
_MORE, _SAME, _EVERY, _FEWER = "more", "same", "every", "fewer"


class TrainingPart(EvidencePart):
    """Show how often the surfaces of an event are mentions in training, and where."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Training evidence", "training_evidence")
        self._listed: tuple[TrainingSurface, ...] = ()
        self._chosen, self._reading, self._n_shown = 0, ALL, 0
        self._rows = ConcordanceRows(0, lambda first, n: ())
        self._surfaces = TrainingTable(desk, "Training evidence", "Places", head_height=20)
        self._verdict, self._near_head = QLabel(wordWrap=True), QLabel("Nearest in training")
        self._near_head.setToolTip(tooltip(meaning("near_surfaces")))
        self._near = DetailTable(desk, "Nearest surfaces in training", 20, stretched=0)
        self._readings, self._doors = DoorLabel(doors="accent"), Ways(doors="accent")
        self._places = Concordance(desk, of_events=False, name="Places in training")
        self._verdict.setTextInteractionFlags(READABLE)
        self._surfaces.shown.connect(lambda shown: self._choose(*shown))
        self._readings.query_requested.connect(lambda query: desk.open(Door(query)))
        self._doors.query_requested.connect(self._on_places_requested)
        tables = (self._surfaces, self._verdict, self._near_head, self._near)
        self._hold(*tables, self._readings, self._places, self._doors)

    def show_facts(self, facts: EventTraining) -> None:
        """Show the evidence of an event, that of its first surface at length."""
        self._listed, self._has_facts = facts.surfaces, True
        self._quiet.hide()
        self._surfaces.show_cells(surface_cells(facts))
        self._surfaces.setVisible(bool(facts.surfaces))
        self._choose(0, ALL)
        self.setMinimumHeight(0)

    def restyle(self, style: CellStyle) -> None:
        super().restyle(style)
        for label in (self._verdict, self._near_head, self._readings, self._doors):
            dress(label, style, above=3, ink=style.theme.text2 if label is self._near_head else style.theme.text)
        for table in (self._surfaces, self._near, self._places):
            table.restyle(style)

    def _choose(self, row: int, reading: str) -> None:
        """Show the evidence of one surface at length, with its places of one reading."""
        surface = self._listed[row]
        self._chosen = row
        self._surfaces.chosen_row = row if len(self._listed) > 1 else -1
        self._surfaces.viewport().update()
        self._verdict.setText(visible(verdict(surface)))
        self._verdict.show()
        self._near.show_cells(near_cells(surface.near))
        for widget in (self._near_head, self._near):
            widget.setVisible(bool(surface.near))
        self._readings.show_pieces([Piece("In the test set also "), *parted(surface.readings)])
        self._readings.setVisible(bool(surface.readings))
        self._read(reading, _PLACES_AT_ONCE)

    def _read(self, reading: str, at_most: int) -> None:
        surface, self._reading = self._listed[self._chosen], reading
        self._rows = ConcordanceRows(surface.count(reading), partial(surface.places, reading))
        self._show_places(at_most)

    def _show_places(self, at_most: int) -> None:
        surface = self._listed[self._chosen]
        self._n_shown = min(at_most, self._rows.n_rows)
        self._places.show_rows(f"Places of {surface.text} in training", self._rows, self._n_shown)
        self._places.setVisible(surface.n_places > 0)
        self._doors.show_pieces(_place_pieces(surface, self._reading, self._n_shown))
        self._doors.setVisible(bool(self._doors.pieces))

    def _on_places_requested(self, door: str) -> None:
        if door == _MORE:
            self._show_places(self._n_shown + _PLACES_AT_ONCE)
        elif door == _FEWER:
            self._show_places(_PLACES_AT_ONCE)
        elif door == _SAME:
            self._show_places(self._rows.n_rows)
        else:
            self._read(ALL, self._listed[self._chosen].n_places)


def _place_pieces(surface: TrainingSurface, reading: str, n_shown: int) -> list[Piece]:
    """Offer the next places, all of the reading, the first ones again, and those of all readings."""
    n_places, doors = surface.count(reading), []
    if n_shown < n_places:
        doors.append((f"{min(_PLACES_AT_ONCE, n_places - n_shown)} more", _MORE))
        if reading != ALL:
            doors.append((f"All {grouped(n_places)} {'unlabelled' if reading == UNLABELLED else reading}", _SAME))
    elif n_shown > _PLACES_AT_ONCE:
        doors.append(("Fewer places", _FEWER))
    if n_shown < surface.n_places and (reading == ALL or n_places < surface.n_places):
        doors.append((f"All {counted(surface.n_places, 'place')} in training", _EVERY))
    return parted(Piece(words, door, meaning("training_place")) for words, door in doors)
