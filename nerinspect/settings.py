"""Everything that is remembered between runs, and the file that holds it; which files a review may name elsewhere."""

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from shutil import copyfile
from typing import Any, Final

from platformdirs import user_config_path

from nerinspect.errors import CommandError, OutputError
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS
from nerinspect.io.request import LoadRequest, read_dataclass, read_value
from nerinspect.io.writing.whole_files import write_whole, writer_of
from nerinspect.quantities import grouped


@dataclass(frozen=True)
class ExportChoice:
    """What was chosen for the last export and is offered for the next one."""

    form: str = "csv"
    data_columns: tuple[str, ...] = ()  # columns of forms for programs; empty for all
    page_columns: tuple[str, ...] = ()  # columns of forms for people; empty for those on screen
    spreadsheet_safe: bool = False
    folder: str = ""


@dataclass(frozen=True)
class AnalysisChoice:
    """What the panel of buckets, the charts, the diagnosis and the comparison share.

    The number of buckets is moved to the nearest that can be; columns are those of the data files, drawn and listed as
    attributes; the retention heuristic is set against the systems as one of them.
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
    """What the charts of buckets show: the attribute of the large chart, empty for the first, and the measure."""

    attribute: str = ""
    measure: str = "F1"


@dataclass(frozen=True)
class ComparisonChoice:
    """What the page of comparisons shows, in words of the page: empty for all pairs, all types together, the first way.

    `system` is A in all pairs; `sort` is for the patterns of right and wrong; `correction` is of p values; `run` is
    that whose outcomes are counted.
    """

    system: str = ""
    types: str = ""
    sort: str = ""
    measure: str = ""
    correction: str = ""
    run: str = ""


@dataclass(frozen=True)
class DiagnosisChoice:
    """The systems that the diagnosis compares; empty for the first two."""

    a: str = ""
    b: str = ""


MOST_RECENT = 10  # so many sessions are remembered


@dataclass(frozen=True)
class Session:
    """Some files as they were looked at last; the numbers of events are only meaningful for the same bytes.

    `colours`: systems with the numbers of their colours; none for those that were never given one.
    """

    request: LoadRequest
    query: str | None = None  # the filter; None where none was ever chosen
    prediction: int = 0
    event: int | None = None
    digests: tuple[str, ...] = ()
    compared: int | None = None
    is_project: bool = False  # whether the reference is the file of a project, which names all others
    against_all: bool = False
    colours: tuple[tuple[str, int], ...] = ()
    review: str = ""
    relation_setting: str = ""
    symmetric: tuple[str, ...] = ()
    relation_event: int | None = None


@dataclass(frozen=True)
class Layout:
    """How the parts of a window lie; what is empty, 0 or None is as the program chooses.

    `sizes`: widths of filters, centre and details, then heights of table and context; empty for the default.
    `compared_columns`: keys of the columns that the user showed or hid in the table of a comparison. `relation_columns`
    and `relation_widths`: the same of relation events.
    """

    geometry: str = ""  # size and place of the window, as Qt writes it, in Base64; empty for the default
    sizes: tuple[int, ...] = ()
    folded: tuple[str, ...] | None = None  # titles of the filter sections that are folded; None for the default
    columns: tuple[str, ...] = ()
    widths: tuple[int, ...] = ()  # widths of `columns`, 0 where the program chooses; empty for the default
    zoom: float = 0.0
    is_grouped: bool = False
    view: str = ""
    is_apart: bool = False
    hides_filters: bool = False
    token_columns: tuple[tuple[str, str], ...] = ()  # source and name of the columns shown under the words
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
    """A window that was open when the program ended; without a session it was empty."""

    layout: Layout
    session: Session | None = None


@dataclass(frozen=True)
class Settings:
    """All that is remembered.

    The newest sessions and searches stand first. `layout` is that of the window used last, for new ones; `colours` are
    `light`, `dark`, or empty to follow the desktop.
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


FOLDER_VARIABLE = "NERINSPECT_CONFIG"  # environment variable that names another folder for the settings


def settings_path() -> Path:
    """Find the file of the settings; it need not exist."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return (Path(folder) if folder else user_config_path("nerinspect")) / "settings.json"


def load_settings() -> tuple[Settings, str]:
    """Read the settings, or the defaults, and say in one sentence what is wrong with the file; empty if nothing is."""
    path = settings_path()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return replace(read_dataclass(Settings, data), **_taken_over(data)), ""
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        kept = _kept_aside(path)
        return Settings(), f"The settings in {path} cannot be read, so the window starts with defaults{kept}."


def _taken_over(data: dict[str, Any]) -> dict[str, AnalysisChoice]:
    """Make one number of buckets of the three that older versions remembered: the first that somebody chose."""
    if "analysis" in data:
        return {}
    usual = AnalysisChoice()
    for part, name in (("layout", "n_buckets"), ("diagnosis", "n_wanted"), ("buckets", "n_wanted")):
        number = data.get(part, {}).get(name)
        if isinstance(number, int) and number not in (0, usual.n_buckets):
            return {"analysis": AnalysisChoice(number)}
    return {}


def _kept_aside(path: Path) -> str:
    """Copy settings that cannot be read, before new ones are written over them; say where to."""
    aside = path.with_name(f"{path.name}.bad")
    try:
        copyfile(path, aside)
    except OSError:
        return ""
    return f"; they are kept in {aside.name} beside it"


def save_settings(settings: Settings) -> str:
    """Write the settings; give what went wrong, in one sentence, empty if nothing did."""
    try:
        _write(settings_path(), asdict(settings))
    except (OSError, OutputError) as error:
        return f"The settings were not saved: {error}."
    return ""


def _write(path: Path, data: object) -> None:
    written = (json.dumps(data, indent=1) + "\n").encode("ascii")  # names of files may hold bytes that are no text
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole([(str(path), writer_of(written))], ())


_MOST_NAMED: Final = 3
_LONGEST: Final = 200


def outside_files(path: str, requests: Iterable[LoadRequest]) -> tuple[str, ...]:
    """List the files of some requests that do not lie in the folder of a file, or below it, wherever links lead."""
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path))).rstrip(os.sep) + os.sep
    named = dict.fromkeys(file for request in requests for file in request.files)
    return tuple(file for file in named if not os.path.realpath(file).startswith(folder))


def outside_words(path: str, files: Sequence[str]) -> str:
    """Say that a file names others that lie elsewhere."""
    shown = ", ".join(_readable(file) for file in files[:_MOST_NAMED])
    more = f" and {grouped(len(files) - _MOST_NAMED)} more" if len(files) > _MOST_NAMED else ""
    return f"{path} names files outside its folder: {shown}{more}"


def _readable(file: str) -> str:
    """Write a path so that it cannot pass for another one, nor for more of the sentence."""
    text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in file)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"


_MOST: Final = 1_000  # so many reviews and projects are remembered


def not_allowed(path: str, requests: Iterable[LoadRequest]) -> tuple[str, ...]:
    """List the files that a review or project names outside its folder, and that were never allowed to it."""
    if not (outside := outside_files(path, requests)):
        return ()
    allowed = _remembered().get(os.path.realpath(path), ())
    return tuple(file for file in outside if file not in allowed)


def allow(path: str, requests: Iterable[LoadRequest]) -> None:
    """Remember that a review or project may open what it names; one that cannot be remembered is asked about again."""
    if not (files := outside_files(path, requests)):
        return
    name, remembered = os.path.realpath(path), _remembered()
    before = remembered.pop(name, ())
    remembered[name] = tuple(dict.fromkeys((*before, *files)))
    with suppress(OSError, OutputError):
        _write(settings_path().with_name("allowed.json"), list(remembered.items())[-_MOST:])


def check_outside(path: str, requests: Iterable[LoadRequest], is_allowed: bool) -> None:
    """See to it that a review or project names nothing outside its folder but what the user allows now, or once did.

    What is allowed is remembered.
    """
    requests = tuple(requests)
    if is_allowed:
        allow(path, requests)
    elif files := not_allowed(path, requests):
        raise CommandError(
            f"{outside_words(path, files)}; if you trust it, add --allow-outside, which is remembered for this file"
        )


def _remembered() -> dict[str, tuple[str, ...]]:
    """Read what was allowed, by the file that names it, the newest last; nothing if that cannot be read."""
    try:
        text = settings_path().with_name("allowed.json").read_text(encoding="utf-8")
        return dict(read_value(tuple[tuple[str, tuple[str, ...]], ...], json.loads(text)))
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
