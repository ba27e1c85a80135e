"""The kinds of events, of mentions and of relations: what stands for each on screen, in files and in queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import NEUTRAL


class Bars(NamedTuple):
    """An event of mentions in miniature: widths of the bars of reference and prediction, 0 for a side without mention.

    The whole width is 16. That below is an outline where the types differ.
    """

    above: float
    below: float
    is_hollow: bool = False


class Arcs(NamedTuple):
    """An event of relations in miniature: where the arcs of reference and prediction begin and end, or None.

    The head stands at 3, the tail at 15. A label lies on that below where the types differ.
    """

    above: tuple[float, float] | None
    below: tuple[float, float] | None
    is_labelled: bool = False


SymbolT = TypeVar("SymbolT", Bars, Arcs)


@dataclass(frozen=True)
class Kind(Generic[SymbolT]):
    """A kind of events."""

    code: str  # as files and queries write it
    letters: str
    ink: tuple[str, str]  # its colour on a light and on a dark ground
    symbol: SymbolT
    short: str = ""  # its name where it has little room; empty for the whole name
    like: str = ""  # of a kind of relation events, the kind of mention events whose ink it has

    @property
    def key(self) -> str:
        """Where the glossary says what it means."""
        return f"relation_{self.code}" if self.like else self.code

    @property
    def name(self) -> str:
        """What panels and sentences call it."""
        return DEFINITIONS[self.key].name

    @property
    def short_name(self) -> str:
        """What has room above a column."""
        return self.short or self.name

    @property
    def has_reference(self) -> bool:
        return bool(self.symbol.above)

    @property
    def has_prediction(self) -> bool:
        return bool(self.symbol.below)


def kinds_by_code(kinds: Iterable[Kind[SymbolT]]) -> dict[str, Kind[SymbolT]]:
    found: dict[str, Kind[SymbolT]] = {}
    for kind in kinds:
        if not (kind.has_reference or kind.has_prediction):
            raise ValueError(f"the kind {kind.code} has no symbol: neither side has a mark in it")
        if kind.key not in DEFINITIONS or kind.key not in NEUTRAL.definitions:
            raise ValueError(f"the glossary does not say, for both wordings, what {kind.key} is")
        for said in ("code", "letters", "symbol", "ink"):
            if any(getattr(one, said) == getattr(kind, said) for one in found.values()):
                raise ValueError(f"two kinds share the same {said}: {getattr(kind, said)}")
        found[kind.code] = kind
    return found


KIND_TABLE: Final = kinds_by_code(
    (
        Kind("tp", "TP", ("#38403B", "#A9B5AC"), Bars(16, 16)),
        Kind("fp", "FP", ("#994B09", "#FDA072"), Bars(0, 16)),
        Kind("fn", "FN", ("#0C4497", "#6EA5FC"), Bars(16, 0)),
        Kind("le", "LE", ("#7A4ACA", "#DBADFE"), Bars(16, 16, is_hollow=True), "label"),
        Kind("be", "BE", ("#1B7175", "#8CE8E0"), Bars(16, 9), "boundary"),
        Kind("lbe", "LBE", ("#C22061", "#FD7D8A"), Bars(16, 9.5, is_hollow=True), "label + b."),
    )
)
"""The kinds of mention events by code, correct ones first."""

_HEAD, _TAIL, _ELSEWHERE = 3.0, 15.0, 9.0


def _of_relations(code: str, letters: str, like: str, symbol: Arcs) -> Kind[Arcs]:
    return Kind(code, letters, KIND_TABLE[like].ink, symbol, like=like)


RELATION_KIND_TABLE: Final = kinds_by_code(
    (
        _of_relations("correct", "TP", "tp", Arcs((_HEAD, _TAIL), (_HEAD, _TAIL))),
        _of_relations("spurious", "FP", "fp", Arcs(None, (_HEAD, _TAIL))),
        _of_relations("missed", "FN", "fn", Arcs((_HEAD, _TAIL), None)),
        _of_relations("wrong-type", "WT", "le", Arcs((_HEAD, _TAIL), (_HEAD, _TAIL), is_labelled=True)),
        _of_relations("wrong-argument", "WA", "be", Arcs((_HEAD, _TAIL), (_HEAD, _ELSEWHERE))),
        _of_relations("reversed", "RV", "lbe", Arcs((_HEAD, _TAIL), (_TAIL, _HEAD))),
    )
)
"""The kinds of relation events by code, correct ones first."""
