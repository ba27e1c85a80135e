"""How far a review is, as rows: events by verdict, for each kind, cause and system."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from nerinspect.analysis.decisions import VERDICTS
from nerinspect.analysis.percent import percent_text
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import Wording
from nerinspect.query.filters import Filter, Term, all_of, any_of, negated
from nerinspect.query.review_progress import ReviewProgress
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell
from nerinspect.ui.review_page.reviewed_kinds import OF_MENTIONS, ReviewedKinds

UNDECIDED: Final = Term("verdict", (None,))
"""Events without a verdict."""

DECIDED: Final = negated(UNDECIDED)
_MOST_OWN: Final = 3
"""So many verdicts of one's own have columns of theirs."""


class VerdictColumn(NamedTuple):
    """A column of one verdict, or of several of one's own.

    Attributes
    ----------
    title, meaning : str
        What its head says, and what it counts.
    verdicts : tuple of str
        What it counts.
    places : tuple of int
        Their places in the counts.
    """

    title: str
    meaning: str
    verdicts: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class ProgressRows:
    """Makes rows of counts.

    Attributes
    ----------
    progress : ReviewProgress
        The counts.
    wording : Wording
        What kinds and verdicts are called.
    kept : Filter
        What all doors keep to.
    kinds : ReviewedKinds
        The kinds of what is counted.
    """

    progress: ReviewProgress
    wording: Wording
    kept: Filter
    kinds: ReviewedKinds = OF_MENTIONS

    @property
    def verdict_columns(self) -> tuple[VerdictColumn, ...]:
        """The usual four, the most frequent of one's own, and the rest of them in one."""
        verdicts, wording = self.progress.verdicts, self.wording
        usual = [VerdictColumn(wording.name(name), wording.meaning(name), (name,), ()) for name in VERDICTS]
        own = verdicts[len(VERDICTS) :]
        alone = own if len(own) <= _MOST_OWN + 1 else own[:_MOST_OWN]
        usual += [VerdictColumn(f"“{name}”", meaning("own_verdict"), (name,), ()) for name in alone]
        if rest := own[len(alone) :]:
            usual.append(VerdictColumn("Others", f"Other verdicts of one’s own: {', '.join(rest)}", rest, ()))
        place = {name: number for number, name in enumerate(verdicts, start=1)}
        return tuple(one._replace(places=tuple(place[name] for name in one.verdicts)) for one in usual)

    def columns(self, about: str, widest: str = "") -> tuple[Column, ...]:
        """Head the columns.

        Parameters
        ----------
        about : str
            What a row is about.
        widest : str
            The longest name that all of a row is to have room for.
        """
        number = "99,999"
        return (
            Column("", about, widest=widest),
            Column("", "Decided of all", widest=""),
            Column("Decided", "Events with a verdict", widest=number),
            Column("%", "Decided of all, in percent", is_percent=True, is_extra=True, copied="Decided of all"),
            Column("Undecided", "Events without a verdict", widest=number),
            *(
                Column(one.title, one.meaning, widest=number, is_extra=one.verdicts[0] not in VERDICTS)
                for one in self.verdict_columns
            ),
            Column("Sum", "All of the row: decided and undecided", widest=number),
        )

    @property
    def of_kinds(self) -> list[RowGroup]:
        """Rows of the kinds, without correct events while none is decided, and their sum."""
        counts = self.progress.by_kind
        wants_correct = self.progress.wants_correct
        kinds = self.kinds
        rows = [
            self._row(
                self.wording.name(kinds.keys[n]), counts[n], kinds.term(kind), needs_verdict=n > 0 or wants_correct
            )
            for n, kind in enumerate(kinds.names)
            if n > 0 or counts[n].any()  # correct ones stand first
        ]
        total = self._row("All", counts.sum(axis=0), self._counted, is_total=True)
        return [RowGroup(row.name, row) for row in (*rows, total)]

    @property
    def of_causes(self) -> list[RowGroup]:
        """Rows of the causes, the most frequent first."""
        counts = zip(self.progress.causes, self.progress.by_cause, strict=True)
        rows = [self._row(cause, row, Term("cause", (cause,))) for cause, row in counts]
        return [RowGroup(row.name, row) for row in rows]

    def of_systems(self, names: Sequence[str]) -> list[RowGroup]:
        """Lay out a row for each prediction."""
        counts = enumerate(zip(names, self.progress.by_prediction, strict=True))
        rows = [self._row(name, row, self._counted, prediction=number) for number, (name, row) in counts]
        return [RowGroup(str(row.prediction), row) for row in rows]

    @property
    def wanted(self) -> Filter:
        """Events that are to be decided."""
        kinds = self.kinds
        return kinds.term(*kinds.names) if self.progress.wants_correct else negated(kinds.correct)

    @property
    def correct_name(self) -> str:
        """What nobody has to decide, in words."""
        return self.wording.name(self.kinds.keys[0])

    @property
    def _counted(self) -> Filter:
        """Those, and any others with a verdict."""
        return self.wanted if self.progress.wants_correct else any_of(self.wanted, DECIDED)

    def _row(
        self,
        name: str,
        counts: AnyIntArray,
        among: Filter,
        *,
        needs_verdict: bool = True,
        is_total: bool = False,
        prediction: int = -1,
    ) -> TableRow:
        """Lay one row out: correct events, which need no verdict, are listed with one alone."""
        whole = among if needs_verdict else all_of(among, DECIDED)
        total, undecided = int(counts.sum()), int(counts[0])
        decided = all_of(self.kept, among, DECIDED)
        waiting = Cell("–", None, tooltip=f"Nobody has to decide what is {self.correct_name}.", is_dim=True)
        cells = (
            Cell("", bar=(total - undecided) / total if total else 0.0),
            count_cell(total - undecided, decided, "Events with a verdict"),
            ratio_cell(total - undecided, total, decided, "Decided of all", "there is no event"),
            count_cell(undecided, all_of(self.kept, among, UNDECIDED), "Undecided") if needs_verdict else waiting,
            *(
                count_cell(int(counts[list(one.places)].sum()), self._of(one, among), one.meaning)
                for one in self.verdict_columns
            ),
            count_cell(total, all_of(self.kept, whole), "Decided and undecided"),
        )
        return TableRow(name, (name,), lambda: cells, is_total=is_total, prediction=prediction)

    def _of(self, column: VerdictColumn, among: Filter) -> Filter:
        return all_of(self.kept, among, Term("verdict", column.verdicts))


def share_words(progress: ReviewProgress, wording: Wording, about: str = "") -> str:
    """Say how much is decided, of events about mentions or `about` something else."""
    noun = "event" if progress.wants_correct else "disagreement" if wording.is_neutral else "error"
    share = percent_text(progress.n_wanted_decided, progress.n_wanted)
    words = f"{progress.n_wanted_decided:,} of {counted(progress.n_wanted, f'{about} {noun}'.strip())} decided"
    return f"{words}, {share} %" if progress.n_wanted else words
