"""Everything that is remembered between runs, with its defaults: windows, lists, and what pages show."""

from dataclasses import dataclass, field

from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.events_form import ExportChoice


@dataclass(frozen=True)
class AnalysisChoice:
    """What the panel of buckets, the charts, the diagnosis and the comparison share.

    Attributes
    ----------
    n_buckets : int
        How many buckets are wanted; moved to the nearest number that can be.
    has_columns : bool
        Whether columns of the data files are drawn and listed as attributes.
    has_retention : bool
        Whether the retention heuristic is one of the systems that are set against each other.
    """

    n_buckets: int = DEFAULT_BUCKETS
    has_columns: bool = False
    has_retention: bool = False

    def __post_init__(self) -> None:
        """See to it that there can be so many buckets."""
        lowest, highest = BUCKET_RANGE
        object.__setattr__(self, "n_buckets", min(max(self.n_buckets, lowest), highest))


@dataclass(frozen=True)
class BucketChoice:
    """What the charts of buckets show, as it is remembered.

    Attributes
    ----------
    attribute : str
        That of the large chart; empty for the first.
    measure : str
        `F1`, `Precision` or `Recall`.
    """

    attribute: str = ""
    measure: str = "F1"


@dataclass(frozen=True)
class ComparisonChoice:
    """What the page of comparisons shows, as it is remembered.

    Attributes
    ----------
    system : str
        The system that is A in all pairs; empty for all pairs.
    types : str
        The types that have rows, as the page offers them; empty for all types together.
    sort : str
        How the patterns of right and wrong are sorted, as the page offers it; empty for the first way.
    """

    system: str = ""
    types: str = ""
    sort: str = ""


@dataclass(frozen=True)
class DiagnosisChoice:
    """What the diagnosis shows, as it is remembered.

    Attributes
    ----------
    a, b : str
        The systems that are compared; empty for the first two.
    """

    a: str = ""
    b: str = ""


MOST_RECENT = 10
"""So many sessions are remembered."""


@dataclass(frozen=True)
class Session:
    """Some files as they were looked at last.

    Attributes
    ----------
    request : LoadRequest
        The files, with absolute paths.
    query : str or None
        The filter; None where none was ever chosen.
    prediction : int
        Which prediction was on show, from 0.
    event : int or None
        Which event was chosen; only meaningful for the same bytes.
    digests : tuple of str
        SHA-256 of the files, the reference first.
    compared : int or None
        Which prediction the one on show was compared with; None without a comparison.
    against_all : bool
        Whether the one on show was held against all others.
    is_project : bool
        Whether the reference is the file of a project, which names all others.
    colours : tuple of (str, int)
        Systems with the numbers of their colours; none for those that were never given one.
    review : str
        The review file that decisions are kept in; empty for none.
    relation_setting : str
        What makes an argument of a relation right; empty for the default.
    symmetric : tuple of str
        The relation types without direction.
    relation_event : int or None
        Which relation event was chosen; only meaningful for the same bytes.
    """

    request: LoadRequest
    query: str | None = None
    prediction: int = 0
    event: int | None = None
    digests: tuple[str, ...] = ()
    compared: int | None = None
    is_project: bool = False
    against_all: bool = False
    colours: tuple[tuple[str, int], ...] = ()
    review: str = ""
    relation_setting: str = ""
    symmetric: tuple[str, ...] = ()
    relation_event: int | None = None


@dataclass(frozen=True)
class Layout:
    """How the parts of a window lie.

    Attributes
    ----------
    geometry : str
        Size and place of the window, as Qt writes it, in Base64; empty for the default.
    sizes : tuple of int
        Widths of filters, centre and details, then heights of table and context; empty for the default.
    folded : tuple of str or None
        Titles of the filter sections that are folded; None for the default.
    columns : tuple of str
        Keys of the columns shown in the events table; empty for the default.
    widths : tuple of int
        Widths of `columns`, 0 where the program chooses; empty for the default.
    zoom : float
        Size of the sentence in sizes of the font; 0 for the default.
    is_grouped : bool
        Whether events with equal surfaces stand together.
    view : str
        The view on show; empty for the events.
    is_apart : bool
        Whether the context has a window of its own.
    hides_filters : bool
        Whether the filters are folded away.
    token_columns : tuple of (str, str)
        Source and name of the columns shown under the words.
    bucket_attribute : str
        The attribute whose buckets are shown; empty for the default.
    compared_columns : tuple of (str, bool)
        Keys of the columns that the user showed or hid in the table of a comparison.
    compared_widths : tuple of (str, int)
        Keys of its columns with the widths that the user chose.
    relation_columns, relation_widths : tuple of (str, bool) and tuple of (str, int)
        The same of relation events.
    has_stretches : bool
        Whether the rows of a comparison are stretches of text.
    sorted_by : str
        Key of the column that events are sorted by; empty for the default.
    is_descending : bool
        Whether the largest come first.
    """

    geometry: str = ""
    sizes: tuple[int, ...] = ()
    folded: tuple[str, ...] | None = None
    columns: tuple[str, ...] = ()
    widths: tuple[int, ...] = ()
    zoom: float = 0.0
    is_grouped: bool = False
    view: str = ""
    is_apart: bool = False
    hides_filters: bool = False
    token_columns: tuple[tuple[str, str], ...] = ()
    bucket_attribute: str = ""
    compared_columns: tuple[tuple[str, bool], ...] = ()
    compared_widths: tuple[tuple[str, int], ...] = ()
    relation_columns: tuple[tuple[str, bool], ...] = ()
    relation_widths: tuple[tuple[str, int], ...] = ()
    has_stretches: bool = False
    sorted_by: str = ""
    is_descending: bool = False


@dataclass(frozen=True)
class OpenWindow:
    """A window that was open when the program ended.

    Attributes
    ----------
    layout : Layout
        How its parts lie.
    session : Session or None
        What it looked at; None for an empty window.
    """

    layout: Layout
    session: Session | None = None


@dataclass(frozen=True)
class Settings:
    """All that is remembered.

    Attributes
    ----------
    layout : Layout
        That of the window used last, for new windows.
    windows : tuple of OpenWindow
        The windows to open again.
    sessions : tuple of Session
        The newest first, each set of files once.
    searches : tuple of str
        What was searched for, the newest first.
    colours : str
        `light`, `dark`, or empty to follow the desktop.
    export : ExportChoice
        How events were exported last.
    analysis : AnalysisChoice
        How panels and pages were to count last.
    buckets : BucketChoice
        What the charts of buckets showed last.
    diagnosis : DiagnosisChoice
        What the page of the diagnosis showed last.
    comparison : ComparisonChoice
        What the page of comparisons showed last.
    """

    layout: Layout = field(default_factory=Layout)
    windows: tuple[OpenWindow, ...] = ()
    sessions: tuple[Session, ...] = ()
    searches: tuple[str, ...] = ()
    colours: str = ""
    export: ExportChoice = field(default_factory=ExportChoice)
    analysis: AnalysisChoice = field(default_factory=AnalysisChoice)
    buckets: BucketChoice = field(default_factory=BucketChoice)
    diagnosis: DiagnosisChoice = field(default_factory=DiagnosisChoice)
    comparison: ComparisonChoice = field(default_factory=ComparisonChoice)

    def with_session(self, session: Session) -> tuple[Session, ...]:
        """List the sessions with this one as the newest."""
        others = [other for other in self.sessions if other.request != session.request]
        return (session, *others)[:MOST_RECENT]
