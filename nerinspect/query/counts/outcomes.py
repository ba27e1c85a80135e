"""What A beside B, a new version beside the old one, or one system against all others make of reference mentions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.events.members import event_of_reference, events_of_predictions
from nerinspect.events.segment_events import FP, KINDS
from nerinspect.events.study import Study, judge_name, shown_name
from nerinspect.query.compared_rows import (
    is_spurious_picked,
    kept_reference,
    kept_stretches,
    spurious_of,
    spurious_stretches,
    stretch_rows,
    without_spurious,
)
from nerinspect.query.counts.training import ToughCounts, tough_counts
from nerinspect.query.fields.outcomes import DIFFERS, GOT_BY, KIND_OF, RIGHT, SAME, WRONG
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term, all_of, any_of
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import OUTCOMES, compared_systems, outcomes, spurious_alike

OWN_FIELDS: Final = (WRONG.name, RIGHT.name, SAME.name, DIFFERS.name)
"""What belongs to the panel, where it is said of A and B alone."""

_MEMBERS: Final[dict[str, frozenset[str]]] = {
    **{outcome: frozenset([outcome]) for outcome in OUTCOMES},
    "both-wrong": frozenset(["both-wrong-alike", "both-wrong-differently"]),
    "a-right": frozenset(["both-right", "only-a"]),
    "a-wrong": frozenset(["only-b", "both-wrong-alike", "both-wrong-differently"]),
    "b-right": frozenset(["both-right", "only-b"]),
    "b-wrong": frozenset(["only-a", "both-wrong-alike", "both-wrong-differently"]),
}
CELLS: Final = tuple(_MEMBERS)  # what the panel shows: the outcomes, both wrong in any way, and the margins


@dataclass(frozen=True, eq=False)
class OutcomeCounts:
    """What A and B make of the reference mentions that the other panels keep.

    `kinds`: reference mentions that the whole selection keeps, by the kind of the event of A, and of B, that they are
    in; shape (2, 6).
    """

    n_mentions: npt.NDArray[np.int64]  # reference mentions by `OUTCOMES`; shape (5,)
    kinds: npt.NDArray[np.int64]
    n_kept: int

    @property
    def n_reference(self) -> int:
        return int(self.n_mentions.sum())

    def count(self, cell: str) -> int:
        return sum(int(self.n_mentions[OUTCOMES.index(outcome)]) for outcome in _MEMBERS[cell])


def outcome_counts(study: Study, selection: Selection, a: int, b: int) -> OutcomeCounts:
    """Count what two predictions make of the reference mentions; terms about their outcomes choose none.

    Each count is the number of mentions that are left if its cell is picked.
    """
    own = _own_terms(selection, judge_name(study, a), judge_name(study, b))
    counted = kept_reference(study, selection.without(*own).filter, a)
    kept = kept_reference(study, selection.filter, a) if own else counted
    events = event_of_reference(study)[[a, b]][:, kept]
    return OutcomeCounts(
        np.bincount(outcomes(study, a, b)[counted], minlength=len(OUTCOMES)),
        np.stack([np.bincount(study.events.kind[side], minlength=len(KINDS)) for side in events]),
        events.shape[1],
    )


def outcome_terms(cell: str, a_name: str, b_name: str) -> tuple[Filter, ...]:
    """Ask for the reference mentions of a cell or margin, alike of the events of A and of B."""
    rights = {True: RIGHT.name, False: WRONG.name}
    found = _MEMBERS[cell]
    terms: list[Filter] = []
    for name, right in ((a_name, _MEMBERS["a-right"]), (b_name, _MEMBERS["b-right"])):
        if found <= right or not found & right:
            terms.append(Term(rights[found <= right], (name,)))
    if cell == "both-wrong-alike":
        terms += [Term(SAME.name, (name,)) for name in (a_name, b_name)]
    elif cell == "both-wrong-differently":
        terms.append(Term(DIFFERS.name, (a_name, b_name)))
    return tuple(terms)


def picked_outcomes(selection: Selection, a_name: str, b_name: str) -> frozenset[str]:
    """Tell which outcomes the terms of a selection about A and B keep; none, if it has no such term."""
    own = _own_terms(selection, a_name, b_name)
    return frozenset(
        outcome for outcome in OUTCOMES if own and all(_is_true(term, outcome, a_name, b_name) for term in own)
    )


def is_picked(cell: str, picked: Collection[str]) -> bool:
    return _MEMBERS[cell] == frozenset(picked)


def pick_outcome(selection: Selection, cell: str, a_name: str, b_name: str) -> Selection:
    """Keep just the mentions of a cell or margin; if these are picked already, those of any outcome."""
    is_free = is_picked(cell, picked_outcomes(selection, a_name, b_name))
    return _with_outcomes(selection, frozenset() if is_free else _MEMBERS[cell], a_name, b_name)


def toggle_outcome(selection: Selection, cell: str, a_name: str, b_name: str) -> Selection:
    """Keep the mentions of a cell or margin too, or no longer, as `pick_outcome` says its arguments."""
    picked, members = picked_outcomes(selection, a_name, b_name), _MEMBERS[cell]
    picked = picked - members if members <= picked else picked | members
    return _with_outcomes(selection, picked, a_name, b_name)


def free_outcomes(selection: Selection, a_name: str, b_name: str) -> Selection:
    """Keep the mentions of all outcomes, as `pick_outcome` says its arguments."""
    return _with_outcomes(selection, frozenset(), a_name, b_name)


def _with_outcomes(selection: Selection, picked: frozenset[str], a_name: str, b_name: str) -> Selection:
    """Let the terms about A and B keep some outcomes; none and all are said by no term."""
    own = _own_terms(selection, a_name, b_name)
    if not picked or len(picked) == len(OUTCOMES):
        return selection.replaced(own, None)
    cells = [cell for cell in CELLS if _MEMBERS[cell] == picked]
    if not cells:
        is_wrong = picked >= _MEMBERS["both-wrong"]
        cells = [outcome for outcome in OUTCOMES if outcome in picked and not (is_wrong and "both-wrong" in outcome)]
        cells += ["both-wrong"] if is_wrong else []
    return selection.replaced(own, any_of(*(all_of(*outcome_terms(cell, a_name, b_name)) for cell in cells)))


def _own_terms(selection: Selection, a_name: str, b_name: str) -> list[Filter]:
    """List the terms that ask for outcomes of A and B and for nothing else."""
    return [
        term
        for term in selection.terms
        if term.fields and term.fields <= {*OWN_FIELDS} and all({*one.values} <= {a_name, b_name} for one in term.terms)
    ]


def _is_true(part: Filter, outcome: str, a_name: str, b_name: str) -> bool:
    """Tell whether a filter about A and B keeps the mentions of an outcome, by the events of A."""
    if isinstance(part, Not):
        return not _is_true(part.inner, outcome, a_name, b_name)
    if not isinstance(part, Term):
        parts: tuple[Filter, ...] = getattr(part, "filters", ())
        met = (_is_true(inner, outcome, a_name, b_name) for inner in parts)
        return all(met) if isinstance(part, All) else any(met)
    true_of = {
        RIGHT.name: {a_name: outcome in _MEMBERS["a-right"], b_name: outcome in _MEMBERS["b-right"]},
        SAME.name: {a_name: True, b_name: outcome in ("both-right", "both-wrong-alike")},
    }
    opposite = {WRONG.name: RIGHT.name, DIFFERS.name: SAME.name}
    told = true_of[opposite.get(part.field, part.field)]
    return any(told[str(name)] != (part.field in opposite) for name in part.values)


FEWEST_SYSTEMS: Final = 3  # with fewer systems the table of outcomes says already who has what


@dataclass(frozen=True, eq=False)
class BesideCounts:
    """Reference mentions by what A and B make of them.

    `kinds`: by the kind of the event of A, and of B, that they are in; each row under all filters but those on its
    kinds; shape (2, 6). `n_got_by`: those that no system has, and those that just one has; empty with fewer than three
    systems. `has_stretches`: whether rows are stretches of text; `kinds` then counts stretches by the kinds of the
    events in them.
    """

    names: tuple[str, str]
    shown_names: tuple[str, str]
    outcomes: OutcomeCounts
    kinds: npt.NDArray[np.int64]
    tough: ToughCounts | None  # by subset, and those that B has; None without training data
    n_got_by: tuple[int, ...]
    spurious: tuple[Filter, Filter]
    has_stretches: bool
    n_rows: int


def kind_of(name: str, kind: str) -> str:
    return f"{name}={kind}"


def picked_kinds(selection: Selection, name: str) -> tuple[str, ...]:
    values = {str(value) for value in selection.picked(KIND_OF.name)}
    return tuple(kind for kind in KINDS if kind_of(name, kind) in values)


def beside_counts(study: Study, selection: Selection, a: int, b: int, has_stretches: bool = False) -> BesideCounts:
    """Count what two predictions make of the reference mentions, asked of the events of A as comparison rows are."""
    names = judge_name(study, a), judge_name(study, b)
    spurious = spurious_of(study, a), spurious_of(study, b)
    outcomes = outcome_counts(study, selection, a, b)
    if has_stretches:
        kinds, n_rows = _kinds_of_stretches(study, selection, (a, b), names, spurious)
    else:
        frees = selection.without_field("kind"), without_kinds_of(selection, names[1])
        kinds = np.stack([_kinds(study, free, a, number) for free, number in zip(frees, (a, b), strict=True)])
        n_rows = outcomes.n_kept
    spurious_stretches(study, a, b)  # behind the window, which names them at its foot
    return BesideCounts(
        names,
        (shown_name(study, a), shown_name(study, b)),
        outcomes,
        kinds,
        None if study.training is None else tough_counts(study, selection, b),
        _n_got_by(study, selection, a),
        spurious,
        has_stretches,
        n_rows,
    )


def pick_kinds(selection: Selection, counts: BesideCounts, side: int, kinds: Sequence[str]) -> Selection:
    """Let some kinds be the only ones picked of the events of A (0) or B (1); if they are already, free them.

    Where rows are stretches of text, spurious events can be picked too, those of one side alone.
    """
    free = without_spurious(selection, *counts.spurious)
    if tuple(kinds) == ("fp",):
        own = counts.spurious[side]
        others = without_kinds_of(free.without_field("kind"), counts.names[1])
        return others if is_spurious_picked(selection, own) else others.with_term(own)
    if not side:
        return free.pick("kind", kinds[0]) if len(kinds) == 1 else free.pick_all("kind", kinds)
    values = [kind_of(counts.names[1], kind) for kind in kinds]
    is_freed = selection.picked(KIND_OF.name) == tuple(values)
    return free.pick_all(KIND_OF.name, [] if is_freed else values)


def _kinds_of_stretches(
    study: Study,
    selection: Selection,
    predictions: tuple[int, int],
    names: tuple[str, str],
    spurious: tuple[Filter, Filter],
) -> tuple[npt.NDArray[np.int64], int]:
    """Count the stretches that each pick of a kind leaves, by A and by B, and those that are left now."""
    rows = stretch_rows(study, Everything(), *predictions)
    free = without_spurious(selection, *spurious)
    of_a, of_b = free.without_field("kind"), without_kinds_of(free, names[1])
    of_none = without_kinds_of(of_a, names[1])

    def n_kept(kept_by: Selection) -> int:
        return int(np.count_nonzero(kept_stretches(study, kept_by.filter, rows, *predictions)))

    def n_picked(side: int, kind: str) -> int:
        if kind == "fp":
            return n_kept(of_none.with_term(spurious[side]))
        if side:
            return n_kept(of_b.with_term(Term(KIND_OF.name, (kind_of(names[1], kind),))))
        return n_kept(of_a.with_term(Term("kind", (kind,))))

    return np.array([[n_picked(side, kind) for kind in KINDS] for side in (0, 1)], dtype=np.int64), n_kept(selection)


def _kinds(study: Study, free: Selection, a: int, prediction: int) -> npt.NDArray[np.int64]:
    kept = kept_reference(study, free.filter, a)
    kinds = study.events.kind[event_of_reference(study)[prediction, kept]]
    return np.bincount(kinds, minlength=len(KINDS))


def without_kinds_of(selection: Selection, name: str) -> Selection:
    values = {kind_of(name, kind) for kind in KINDS}
    own = [
        term
        for term in selection.terms
        if isinstance(term, Term) and term.field == KIND_OF.name and values >= {*map(str, term.values)}
    ]
    return selection.replaced(own, None)


def _n_got_by(study: Study, selection: Selection, a: int) -> tuple[int, ...]:
    if len(compared_systems(study)) < FEWEST_SYSTEMS:
        return ()
    free = selection.without_field(GOT_BY.name)
    asked = [free.with_term(Term(GOT_BY.name, (float(n_systems),))) for n_systems in (0, 1)]
    return tuple(int(np.count_nonzero(kept_reference(study, one.filter, a))) for one in asked)


FATES: Final = ("fixed", "broken", "changed", "unchanged")
"""What can become of an error; counts of mentions stand in this order."""

_OUTCOMES: Final = dict(
    zip(FATES, ("only-a", "only-b", "both-wrong-differently", "both-wrong-alike"), strict=True)
)  # A is the new version
SPURIOUS_FATES: Final = ("fixed", "broken", "unchanged")
"""Of these, what can become of a spurious event: it is gone, it is new, or both versions have it."""


@dataclass(frozen=True, eq=False)
class ChangeCounts:
    """What became of the errors of an old version in a new one.

    `kinds`: reference mentions by the kind of the old event they are in, and of the new one; places in `KINDS`; shape
    (6, 6).
    """

    old: int
    new: int
    old_name: str
    new_name: str
    mentions: dict[str, int]  # reference mentions by `FATES`
    spurious: dict[str, int]  # spurious events by `SPURIOUS_FATES`
    kinds: npt.NDArray[np.int64]

    def mention_door(self, fate: str) -> Filter:
        return all_of(*outcome_terms(_OUTCOMES[fate], self.new_name, self.old_name))

    def kind_door(self, old_kind: str = "", new_kind: str = "") -> Filter:
        """Ask for the reference mentions in events of these kinds; of any, where a kind is left out."""
        asked = (self.old_name, old_kind), (self.new_name, new_kind)
        return all_of(*(Term("kindof", (f"{name}={kind}",)) for name, kind in asked if kind))

    def spurious_door(self, fate: str) -> tuple[Filter, int]:
        """Ask for the spurious events with which this happened, and tell in which prediction."""
        is_spurious = Term("kind", (KINDS[FP],))
        if fate == "unchanged":  # either name alone would keep all events of its own
            return all_of(is_spurious, *(Term("same", (name,)) for name in (self.old_name, self.new_name))), self.new
        shown, other = (self.old, self.new_name) if fate == "fixed" else (self.new, self.old_name)
        return all_of(is_spurious, Term("differs", (other,))), shown


def change_counts(study: Study, old: int, new: int) -> ChangeCounts:
    """Count over the whole test set what became of the errors of one version in another.

    Mentions are counted where `systems.outcomes` lists events: a fixed mention is a fixed event of kind `tp`.
    """
    counts = dict(zip(OUTCOMES, np.bincount(outcomes(study, new, old), minlength=len(OUTCOMES)).tolist(), strict=True))
    of_old, of_new = study.events.kind[event_of_reference(study)[[old, new]]].astype(np.int64)
    n_kinds = len(KINDS)
    n_gone, _ = _spurious_terms(study, old, new)
    n_new, n_both = _spurious_terms(study, new, old)
    return ChangeCounts(
        old,
        new,
        judge_name(study, old),
        judge_name(study, new),
        {fate: counts[outcome] for fate, outcome in _OUTCOMES.items()},
        {"fixed": n_gone, "broken": n_new, "unchanged": n_both},
        np.bincount(of_old * n_kinds + of_new, minlength=n_kinds**2).reshape(n_kinds, n_kinds),
    )


def _spurious_terms(study: Study, prediction: int, other: int) -> tuple[int, int]:
    """Count the spurious events of a prediction that another has not, and those that it has."""
    own = study.rows_of(prediction)
    n_both = int(np.count_nonzero(spurious_alike(study, other)[own]))
    return int(np.count_nonzero(study.events.kind[own] == FP)) - n_both, n_both


SHARES: Final = ("all", "some", "none")  # how many of the others are right: all of them, some and not all, or none

FEWEST_OTHERS: Final = 2  # one other is compared side by side


class OthersCell(NamedTuple):
    """Whether the system itself is right, and which share of the others."""

    is_right: bool
    share: str


OTHERS_CELLS: Final = tuple(OthersCell(is_right, share) for share, is_right in product(SHARES, (True, False)))


@dataclass(frozen=True, eq=False)
class OthersCounts:
    """Events of one prediction, by `OTHERS_CELLS`: who else is right at a reference mention of theirs.

    Systems are named as in queries, the others by their first runs, and as people read them.
    """

    name: str
    others: tuple[str, ...]
    shown_names: tuple[str, ...]
    n_events: dict[OthersCell, int]


def other_systems(study: Study, prediction: int) -> tuple[int, ...]:
    """Give the first run of each other system, the retention heuristic left out."""
    own = study.predictions[prediction].system
    return tuple(number for number in compared_systems(study) if study.predictions[number].system != own)


def others_counts(study: Study, selection: Selection, prediction: int) -> OthersCounts:
    """Count the events of a prediction by who else is right; its own terms about these choose no event.

    As many as are left if a cell is picked; an event with several reference mentions may be counted in several cells.
    """
    numbers = (prediction, *other_systems(study, prediction))
    name, *others = (judge_name(study, number) for number in numbers)
    shown = tuple(shown_name(study, number) for number in numbers)
    among = events_of_predictions(study, prediction)
    free = _with_cells(selection, (), name, tuple(others))

    def n_events(cell: OthersCell) -> int:
        query = all_of(free.filter, *cell_terms(cell, name, tuple(others)))
        return int(np.count_nonzero(query.mask(study, among) & among))

    return OthersCounts(name, tuple(others), shown, {cell: n_events(cell) for cell in OTHERS_CELLS})


def cell_terms(cell: OthersCell, name: str, others: tuple[str, ...]) -> tuple[Filter, ...]:
    """Ask for one reference mention that the system has, or has not, and so many of the others."""
    own = Term((RIGHT if cell.is_right else WRONG).name, (name,))
    if cell.share == "some":
        return own, Term(RIGHT.name, others), Term(WRONG.name, others)
    field = RIGHT if cell.share == "all" else WRONG
    return own, *(Term(field.name, (other,)) for other in others)


def picked_cells(selection: Selection, counts: OthersCounts) -> tuple[OthersCell, ...]:
    return next((cells for _, cells in _picks(selection, counts.name, counts.others)), ())


def pick_cell(selection: Selection, cell: OthersCell, counts: OthersCounts, *, is_added: bool = False) -> Selection:
    """Keep just the events of a cell, or those of others too; what is picked already is freed."""
    picked = picked_cells(selection, counts)
    if is_added:
        wanted = tuple(one for one in OTHERS_CELLS if (one in picked) != (one == cell))
    else:
        wanted = () if picked == (cell,) else (cell,)
    return _with_cells(selection, wanted, counts.name, counts.others)


def free_cells(selection: Selection, counts: OthersCounts) -> Selection:
    return _with_cells(selection, (), counts.name, counts.others)


def _picks(
    selection: Selection, name: str, others: tuple[str, ...]
) -> list[tuple[tuple[Filter, ...], tuple[OthersCell, ...]]]:
    by_filter = {all_of(*cell_terms(cell, name, others)): cell for cell in OTHERS_CELLS}
    found: list[tuple[tuple[Filter, ...], tuple[OthersCell, ...]]] = [
        ((term,), tuple(by_filter[part] for part in term.filters))
        for term in selection.terms
        if isinstance(term, AnyOf) and all(part in by_filter for part in term.filters)
    ]
    about = tuple(term for term in selection.terms if isinstance(term, Term) and term.field in (RIGHT.name, WRONG.name))
    if {*about}:
        found += [(terms, (cell,)) for cell in OTHERS_CELLS if {*(terms := cell_terms(cell, name, others))} == {*about}]
    return found


def _with_cells(selection: Selection, cells: tuple[OthersCell, ...], name: str, others: tuple[str, ...]) -> Selection:
    for terms, _ in _picks(selection, name, others):
        selection = selection.without(*terms)
    asked = [all_of(*cell_terms(cell, name, others)) for cell in cells]
    return selection.with_term(any_of(*asked)) if asked else selection
