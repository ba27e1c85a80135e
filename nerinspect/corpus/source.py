"""Where data came from and what was done to it on the way in."""

from dataclasses import dataclass, field
from typing import Final

from nerinspect.quantities import counted

MEMORY: Final = "memory"  # the format of data that were never in a file


@dataclass(frozen=True)
class Source:
    """One file as it was read: what provenance and status bar say about it.

    `sha256`: digest of its bytes on disk, in hexadecimal; of a folder that of all files read in it, with their names;
    of data in memory that of the JSON lines which hold the same. `companions`: path, size and digest of further files
    that belong to it, such as the text beside an annotation.
    """

    path: str  # of data in memory what they are called, such as `reference`
    sha256: str
    size: int
    role: str
    format: str
    text_encoding: str
    label_column: int | None  # field of the label as asked for; None for a format with spans
    encoding: str  # chunk encoding of the labels; empty for a format with spans
    encoding_chosen_by: str  # `auto` or `user`
    repair: str
    n_invalid: int
    n_changed: int
    n_sentences: int
    n_tokens: int
    notes: tuple[str, ...] = field(default=())
    companions: tuple[tuple[str, int, str], ...] = field(default=())

    @property
    def in_words(self) -> str:
        """Say in one line how it was read."""
        facts = [self.encoding + (" (detected)" if self.encoding_chosen_by == "auto" else "")] if self.encoding else []
        if self.n_invalid or self.n_changed:
            n_invalid, n_changed = counted(self.n_invalid, "invalid transition"), counted(self.n_changed, "label")
            facts.append(f"{n_invalid}, {n_changed} changed ({self.repair})")
        facts += self.notes
        column = f" column {self.label_column}" if self.label_column not in (None, -1) else ""
        return f"{self.role} {self.path}{column}: {'; '.join(facts) or self.format}"
