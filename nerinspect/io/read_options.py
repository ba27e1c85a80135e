"""What a user may choose about how a file is read."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

SpanRule: TypeAlias = Literal["exact", "outward", "skip"]
DiscontinuousRule: TypeAlias = Literal["error", "skip"]

SPAN_RULES: tuple[SpanRule, ...] = ("exact", "outward", "skip")
DISCONTINUOUS_RULES: tuple[DiscontinuousRule, ...] = ("error", "skip")


@dataclass(frozen=True)
class ReadOptions:
    """How one file is read; each format looks at what concerns it.

    Attributes
    ----------
    token_column : int
        Field of the token in formats with lines.
    label_columns : tuple of int
        Field of the label; several for a merged file.
    comments : bool
        Whether lines before a sentence may be comments.
    token_field, label_field : str
        Names of the fields in formats that name them; empty to find them by their usual names.
    label_names : tuple of str
        The labels that numbers stand for, in formats that number them; empty if the file names them itself.
    spans : str
        What becomes of a character span that does not fall on token borders: `exact` (an error), `outward`
        (widened to whole tokens) or `skip` (left out).
    discontinuous : str
        What becomes of a mention in several pieces: `error` or `skip` (left out).
    key : str or None
        Which list of a file with several, as `#KEY` behind the path.
    may_be_labels_alone : bool
        Whether a file of one column may be labels that take their tokens from a reference.
    others : bool
        Whether the other columns are read as well.
    """

    token_column: int = 0
    label_columns: tuple[int, ...] = (-1,)
    comments: bool = False
    token_field: str = ""
    label_field: str = ""
    label_names: tuple[str, ...] = ()
    spans: SpanRule = "exact"
    discontinuous: DiscontinuousRule = "error"
    key: str | None = None
    may_be_labels_alone: bool = False
    others: bool = False
