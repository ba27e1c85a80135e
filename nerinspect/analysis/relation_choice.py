"""How relations are matched: what makes an argument right, and which types have no direction."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

RelationSetting: TypeAlias = Literal["boundaries", "strict"]

RELATION_SETTINGS: Final[tuple[RelationSetting, ...]] = ("boundaries", "strict")
"""What makes an argument right: its extent, or its extent and its type."""


@dataclass(frozen=True)
class RelationChoice:
    """What the user chose for the relations of a study.

    Attributes
    ----------
    setting : str
        One of `RELATION_SETTINGS`.
    symmetric : tuple of str
        The relation types that say the same with head and tail exchanged.
    """

    setting: RelationSetting = "boundaries"
    symmetric: tuple[str, ...] = ()


BOUNDARIES: Final = RelationChoice()
"""What is chosen before anybody chooses."""
