"""Everything that is remembered, with its defaults."""

from dataclasses import dataclass, field

from nerinspect.io.load import LoadRequest

MOST_RECENT = 10
"""So many sessions are remembered."""


@dataclass(frozen=True)
class Session:
    """Some files as they were looked at last.

    Attributes
    ----------
    request : LoadRequest
        The files, with absolute paths.
    query : str
        The filter.
    prediction : int
        Which prediction was on show, from 0.
    event : int or None
        Which event was chosen; only meaningful for the same bytes.
    digests : tuple of str
        SHA-256 of the files, the reference first.
    """

    request: LoadRequest
    query: str = ""
    prediction: int = 0
    event: int | None = None
    digests: tuple[str, ...] = ()


@dataclass(frozen=True)
class Settings:
    """All that is remembered.

    Attributes
    ----------
    geometry : str
        Size and place of the window, as Qt writes it, in Base64; empty for the default.
    columns : tuple of str
        Keys of the columns shown in the events table; empty for the default.
    zoom : float
        Size of the sentence in sizes of the font; 0 for the default.
    was_open : bool
        Whether the newest session was open when the window was closed.
    sessions : tuple of Session
        The newest first, each set of files once.
    """

    geometry: str = ""
    columns: tuple[str, ...] = ()
    zoom: float = 0.0
    was_open: bool = False
    sessions: tuple[Session, ...] = field(default=())

    def with_session(self, session: Session) -> tuple[Session, ...]:
        """List the sessions with this one as the newest."""
        others = [other for other in self.sessions if other.request != session.request]
        return (session, *others)[:MOST_RECENT]
