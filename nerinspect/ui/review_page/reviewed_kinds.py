"""What a review is about, mentions or relations: what tables are called, and how kinds are asked for."""

from typing import Final, NamedTuple

from nerinspect.analysis.events import KINDS
from nerinspect.query.filters import Term


class Titles(NamedTuple):
    """What the tables of verdicts are called, by what their rows are about."""

    by_kind: str
    by_cause: str
    by_system: str
    by_annotator: str

    @property
    def of_all_systems(self) -> tuple[str, str]:
        """Those that count every system."""
        return self.by_system, self.by_annotator


MENTION_TITLES: Final = Titles("Verdicts by kind", "Verdicts by cause", "Verdicts by system", "Verdicts by annotator")
RELATION_TITLES: Final = Titles(
    "Relation verdicts by kind",
    "Relation verdicts by cause",
    "Relation verdicts by system",
    "Relation verdicts by annotator",
)


class ReviewedKinds(NamedTuple):
    """The kinds of some events.

    Attributes
    ----------
    field : str
        Asks for them in a query.
    names : tuple of str
        As in a query, correct events first.
    keys : tuple of str
        Of the same kinds in the glossary.
    about : str
        What an error is about, before the word; empty for mentions.
    """

    field: str
    names: tuple[str, ...]
    keys: tuple[str, ...]
    about: str = ""

    def term(self, *names: str) -> Term:
        """Ask for some kinds."""
        return Term(self.field, names)

    @property
    def correct(self) -> Term:
        """Ask for correct events."""
        return self.term(self.names[0])


OF_MENTIONS: Final = ReviewedKinds("kind", KINDS, KINDS)


def relation_kinds() -> ReviewedKinds:
    """Give the kinds of relation events; for studies that have some."""
    from nerinspect.analysis.relation_pairing import RELATION_KINDS  # most studies have none
    from nerinspect.query.fields.relations import RELATION_KIND

    keys = tuple(f"relation_{name}" for name in RELATION_KINDS)
    return ReviewedKinds(RELATION_KIND.name, RELATION_KINDS, keys, "relation")
