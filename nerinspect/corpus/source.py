"""Where data came from and what was done to it on the way in."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Source:
    """One file as it was read: what provenance and status bar say about it.

    Attributes
    ----------
    sha256 : str
        Digest of its bytes on disk, in hexadecimal; of a folder that of all files read in it, with their names.
    label_column : int or None
        Field of the label as asked for; None for a format with spans.
    encoding : str
        Chunk encoding of the labels; empty for a format with spans.
    encoding_chosen_by : str
        `auto` or `user`.
    companions : tuple of (str, int, str)
        Path, size and digest of further files that belong to it, such as the text beside an annotation.
    """

    path: str
    sha256: str
    size: int
    role: str
    format: str
    text_encoding: str
    label_column: int | None
    encoding: str
    encoding_chosen_by: str
    repair: str
    n_invalid: int
    n_changed: int
    n_sentences: int
    n_tokens: int
    notes: tuple[str, ...] = field(default=())
    companions: tuple[tuple[str, int, str], ...] = field(default=())
