"""Which files to load and how, as command line and opening dialog ask for it; what it names, and how it changes."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import PurePath
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from nerinspect.corpus.text import Matching
from nerinspect.encoding.labels import AUTO, DIALECTS, REPAIR_METHODS, RepairMethod
from nerinspect.errors import CommandError, UnknownNameError, shown
from nerinspect.io.formats.reader import DISCONTINUOUS_RULES, SPAN_RULES, DiscontinuousRule, Held, ReadOptions, SpanRule
from nerinspect.quantities import counted

if TYPE_CHECKING:
    from nerinspect.systems.arranging import Arranged

RETENTION = "retention"  # reserved for the retention heuristic

_DROPPED_SUFFIXES = (".txt", ".tsv", ".conll", ".json", ".jsonl")


@dataclass(frozen=True)
class NamedPath:
    """What a user wrote for one file: a path, names before `=`, and the list of a JSON file that has several.

    Only a merged file has several names.
    """

    path: str
    names: tuple[str, ...] = ()
    key: str | None = None


def parse_named_path(argument: str) -> NamedPath:
    """Read `PATH`, `NAME=PATH` or `A,B=PATH`, each with an optional `#KEY`.

    A path that contains `=` begins with `./`, `../` or `/`. A file that is called `a#b` is found before the list `b`.
    """
    before, equals, path = argument.partition("=")
    if not equals or before.startswith((".", "/")):
        before, path = "", argument
    names = tuple(before.split(",")) if before else ()
    if (equals and not before and not argument.startswith((".", "/"))) or not all(names) or not path:
        raise CommandError(f"“{argument}” names no file; write NAME=PATH, or ./ before a path that contains =")
    if names and os.path.exists(argument) and not os.path.exists(path.rpartition("#")[0] or path):
        raise CommandError(f"{path}: there is no such file; write ./{argument} to open the file of that name")
    if RETENTION in names:
        raise CommandError(f"the name {RETENTION} is reserved for the retention heuristic; choose another")
    if "#" in path and not os.path.exists(path):
        path, _, key = path.rpartition("#")
        return NamedPath(path, names, key)
    return NamedPath(path, names)


def stem(path: str) -> str:
    """Give the file name without the endings that say nothing about the system."""
    name = PurePath(path).name.removesuffix(".gz")
    for suffix in _DROPPED_SUFFIXES:
        if name.endswith(suffix) and name != suffix:
            return name.removesuffix(suffix)
    return name


def system_names(files: Sequence[NamedPath]) -> list[tuple[str, int]]:
    """Name the system and number the run of each prediction file, in the order given, each with at most one name.

    Only an explicit name groups runs; equal file names get as many parent folders as needed.
    """
    for file in files:
        if len(file.names) > 1:
            raise CommandError(f"“{','.join(file.names)}={file.path}”: several names are for a merged file alone")
    explicit = {file.names[0] for file in files if file.names}
    implicit = _distinct_names([file for file in files if not file.names], explicit)
    n_runs: Counter[str] = Counter()
    named = []
    for file in files:
        name = file.names[0] if file.names else next(implicit)
        n_runs[name] += 1
        named.append((name, n_runs[name]))
    return named


def _distinct_names(files: Sequence[NamedPath], taken: set[str]) -> Iterator[str]:
    """Tell equal stems apart by parent folders."""
    parents = [PurePath(file.path).parent.parts for file in files]
    bases = [stem(file.path) + (f"#{file.key}" if file.key else "") for file in files]
    names = list(bases)
    for depth in range(1, max(map(len, parents), default=0) + 2):
        counts = Counter(names)
        clashing = {name for name, count in counts.items() if count > 1 or name in taken or name == RETENTION}
        if not clashing:
            break
        for place, name in enumerate(names):
            if name in clashing:
                names[place] = "/".join((*parents[place][-depth:], bases[place]))
    clash = next((name for name, count in Counter(names).items() if count > 1 or name in taken), None)
    if clash:
        raise CommandError(f"the system {clash} is given twice; name its runs alike (A=PATH A=PATH) or differently")
    return iter(names)


Role: TypeAlias = Literal["reference", "prediction", "training"]
TokenRule: TypeAlias = Literal["same", "positions", "project"]

ROLES: Final[tuple[Role, ...]] = ("reference", "prediction", "training")
TOKEN_RULES: Final[tuple[TokenRule, ...]] = ("same", "positions", "project")


@dataclass(frozen=True)
class FileOptions:
    """Everything that may be chosen for one file; without a format, its content decides on the reader."""

    format: str | None = None
    text_encoding: str = "utf-8"
    encoding: str = AUTO
    repair: RepairMethod = "none"
    reading: ReadOptions = field(default_factory=ReadOptions)


@dataclass(frozen=True)
class LoadRequest:
    """Which files to load and how: the command line's input options, with their defaults.

    Attributes
    ----------
    encoding_reference, encoding_training : str or None
        That of the reference and of the training data, if it differs.
    label_columns : tuple of int
        Field of the label; for a merged file that of the reference, then one for each system.
    token_field, label_field, label_names, spans, discontinuous
        See `ReadOptions`.
    keep_types, remove_types : tuple of str
        Types that alone are kept, or that are left out; empty for all.
    annotators : bool
        Whether the files are by annotators, none of whom is the reference, see `io/reading/loading.py`.
    choices : tuple of (str, str, str)
        Path, option and value each: what is chosen for one file alone, see `FILE_CHOICES`.
    """

    reference: str  # `PATH`, or `A,B=PATH` for a merged file; either with `#KEY`
    predictions: tuple[str, ...] = ()
    encoding: str = AUTO
    encoding_reference: str | None = None
    encoding_training: str | None = None
    repair: RepairMethod = "none"
    repair_reference: RepairMethod = "none"
    format: str | None = None
    token_column: int = 0
    label_columns: tuple[int, ...] = (-1,)
    training_label_column: int = -1
    comments: bool = False
    token_field: str = ""
    label_field: str = ""
    label_names: tuple[str, ...] = ()
    spans: SpanRule = "exact"
    discontinuous: DiscontinuousRule = "error"
    tokens: TokenRule = "same"
    text_encoding: str = "utf-8"
    training: str | None = None
    matching: Matching = "exact"
    retention: bool = False
    keep_types: tuple[str, ...] = ()
    remove_types: tuple[str, ...] = ()
    map_types: str = ""  # a JSON file that renames types; empty for none
    attribute_tables: tuple[str, ...] = ()  # tables of attributes of the user's own, see `io/tables_of_attributes.py`
    annotators: bool = False
    choices: tuple[tuple[str, str, str], ...] = ()

    def file_options(self, path: str, role: Role) -> FileOptions:
        """Give what holds for one file, as `NamedPath.path` names it.

        What was chosen for this file alone goes before what was for its role, and that before what was for all files.
        """
        is_reference = role == "reference" and not self.annotators
        encodings = {"training": self.encoding_training} | ({role: self.encoding_reference} if is_reference else {})
        shared = {name.name: getattr(self, name.name) for name in fields(ReadOptions) if hasattr(self, name.name)}
        reading = ReadOptions(**shared, may_be_labels_alone=role == "prediction")
        if role == "training":
            reading = replace(reading, label_columns=(self.training_label_column,))
        options = FileOptions(
            self.format,
            self.text_encoding,
            encodings.get(role) or self.encoding,
            self.repair_reference if is_reference else self.repair,
            reading,
        )
        return with_choices(options, {name: value for file, name, value in self.choices if file == path})

    def held(self, path: str) -> Held | None:
        """Give what stands for a file that is none, but in memory, see `MemoryRequest`."""
        return None

    @property
    def paths(self) -> tuple[str, ...]:
        """The files with text: the reference, the predictions, the training data."""
        files = (self.reference, *self.predictions, *((self.training,) if self.training else ()))
        return tuple(parse_named_path(argument).path for argument in files)

    @property
    def files(self) -> tuple[str, ...]:
        """Every file that is read for it: those in `paths`, the type map, the tables of attributes."""
        return (*self.paths, *((self.map_types,) if self.map_types else ()), *self.attribute_tables)


_FIELDS: Final = {"label-column": "label_columns", "attributes": "attribute_tables"}


def field_of(option: str) -> str:
    """Name the attribute of a `LoadRequest` that holds an option."""
    return _FIELDS.get(option, option.replace("-", "_"))


def with_choices(options: FileOptions, choices: Mapping[str, str]) -> FileOptions:
    """Apply what was chosen for one file alone: values as on the command line, by a name in `FILE_CHOICES`."""
    for name, text in choices.items():
        if name not in FILE_CHOICES:
            raise UnknownNameError("choice for a file", name, FILE_CHOICES)
        value = FILE_CHOICES[name](name, text)
        attribute = field_of(name)
        if hasattr(options, attribute):
            options = replace(options, **{attribute: value})
        else:
            options = replace(options, reading=replace(options.reading, **{attribute: value}))
    return options


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise CommandError(f"{name} is a number such as 0 or -1, not {shown(text)}") from None


def one_of(known: tuple[str, ...]) -> Callable[[str, str], Any]:
    """Make the reader of an option that takes some words, in any case; it raises an `UnknownNameError`."""

    def read(name: str, text: str) -> str:
        found = next((one for one in known if one.casefold() == text.casefold()), None)
        if found is None:
            raise UnknownNameError(name, text, known)
        return found

    return read


FILE_CHOICES: Final[dict[str, Callable[[str, str], Any]]] = {
    "format": lambda name, text: text,
    "text-encoding": lambda name, text: text,
    "encoding": one_of((*DIALECTS, AUTO)),
    "repair": one_of(REPAIR_METHODS),
    "token-column": _number,
    "label-column": lambda name, text: tuple(_number(name, number) for number in text.split(",")),
    "comments": lambda name, text: one_of(("yes", "no"))(name, text) == "yes",
    "token-field": lambda name, text: text,
    "label-field": lambda name, text: text,
    "label-names": lambda name, text: tuple(text.split(",")),
    "spans": one_of(SPAN_RULES),
    "discontinuous": one_of(DISCONTINUOUS_RULES),
}
"""What may be chosen for one file alone, and how its value is read."""


def read_dataclass(kind: type, data: object) -> Any:  # noqa: ANN401 - an instance of `kind`
    """Make a dataclass from parsed JSON; names that are not known were written by a newer version."""
    if not isinstance(data, dict):
        raise TypeError(f"{data!r} is no {kind.__name__}")
    hints = get_type_hints(kind)
    known = {field.name for field in fields(kind)} & data.keys()
    return kind(**{name: read_value(hints[name], data[name]) for name in known})


def read_value(hint: Any, value: object) -> Any:  # noqa: ANN401 - any annotation
    """Check a value against an annotation; lists become tuples and objects dataclasses."""
    if is_dataclass(hint) and isinstance(hint, type):
        return read_dataclass(hint, value)
    if get_origin(hint) is tuple and isinstance(value, list):
        kinds = get_args(hint)
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(value)
        if len(kinds) == len(value):
            return tuple(map(read_value, kinds, value))
    if isinstance(hint, type) and (type(value) is hint or (hint is float and type(value) is int)):
        return value
    for choice in get_args(hint) if get_origin(hint) in (Union, UnionType) else ():
        with suppress(TypeError):
            return read_value(choice, value)
    if get_origin(hint) is Literal and value in get_args(hint):
        return value
    raise TypeError(f"{value!r} is no {hint}")


def prediction_names(request: LoadRequest) -> list[tuple[str, int]]:
    """Name the system and number the run of each prediction of a request, in its order.

    Raises
    ------
    CommandError
        If two systems cannot be told apart, or a merged file does not say as many names as it has predictions.
    """
    (file, *files), columns = files_of(request), columns_of(request)
    if len(columns) == 1:
        return system_names(files)
    if files:
        raise CommandError("a merged file contains its predictions: give it alone, or name one --label-column")
    names = list(file.names) or [f"{stem(file.path)}:{column}" for column in columns[1:]]
    if len(names) != len(columns) - 1:
        raise CommandError(f"{len(names)} names for {len(columns) - 1} predicted columns of {file.path}; give as many")
    return system_names([NamedPath(file.path, (name,)) for name in names])


def rearranged(request: LoadRequest, wanted: "Sequence[Arranged]") -> LoadRequest:
    """Ask for other predictions of a request, in another order, under other names.

    `wanted` are numbers of predictions in the study of the request, and their systems from now on; `arranged` makes the
    same of a study that is loaded. Choices for files that are no longer named are left out.
    """
    from nerinspect.systems.arranging import runs_together  # commands that rearrange nothing begin without it

    file, columns = files_of(request)[0], columns_of(request)
    places = runs_together([name for name, _ in prediction_names(request)])
    chosen = [wanted[place] for place in runs_together([one.system for one in wanted])]
    names = [one.system for one in chosen]
    if len(columns) > 1:
        for name in names:
            check_name(name)
        kept = (columns[0], *(columns[1 + places[one.number]] for one in chosen))
        return with_label_columns(replace(request, reference=argument_of(file, names)), file.path, kept)
    arguments = [request.predictions[places[one.number]] for one in chosen]
    request = replace(request, predictions=tuple(_named(arguments, names)))
    return replace(request, choices=tuple(choice for choice in request.choices if choice[0] in request.paths))


def check_name(name: str) -> None:
    """Make sure that a system can be called so."""
    try:
        is_one = parse_named_path(f"{name}=path").names == (name,)
    except CommandError as mistake:
        if name:
            raise
        raise CommandError("a system needs a name") from mistake
    if not is_one:
        raise CommandError(f"the name {shown(name)} has a comma or =, or begins with . or /; choose another")


def _named(arguments: Sequence[str], names: Sequence[str]) -> list[str]:
    """Give each file its name, where it would not have it without."""
    files = [parse_named_path(argument) for argument in arguments]
    stay = [
        argument if not file.names and stem(file.path) == name else argument_of(file, [name])
        for argument, file, name in zip(arguments, files, names, strict=True)
    ]
    try:
        if [name for name, _ in system_names([parse_named_path(argument) for argument in stay])] == list(names):
            return stay
    except CommandError:
        pass  # all names are written then
    for name in names:
        check_name(name)
    return [argument_of(file, [name]) for file, name in zip(files, names, strict=True)]


def argument_of(file: NamedPath, names: Sequence[str]) -> str:
    """Write what a user would for a file with some names."""
    path = file.path + (f"#{file.key}" if file.key else "")
    if names:
        return f"{','.join(names)}={path}"
    return f"./{path}" if "=" in path and not path.startswith((".", "/")) else path


def with_label_columns(request: LoadRequest, path: str, columns: tuple[int, ...]) -> LoadRequest:
    """Ask to read other label columns of a merged file, wherever they were chosen."""
    chosen, written = (path, "label-column"), ",".join(map(str, columns))
    if all(choice[:2] != chosen for choice in request.choices):
        return replace(request, label_columns=columns)
    choices = ((*chosen, written) if choice[:2] == chosen else choice for choice in request.choices)
    return replace(request, choices=tuple(choices))


def absolute_request(request: LoadRequest) -> LoadRequest:
    """Make all paths of a request absolute; names and keys stay."""
    return replace(
        request,
        reference=_absolute(request.reference),
        predictions=tuple(_absolute(argument) for argument in request.predictions),
        training=_absolute(request.training) if request.training else None,
        map_types=os.path.abspath(request.map_types) if request.map_types else "",
        attribute_tables=tuple(os.path.abspath(path) for path in request.attribute_tables),
        choices=tuple((os.path.abspath(path), option, value) for path, option, value in request.choices),
    )


def lasting_request(request: LoadRequest) -> LoadRequest:
    """Make all paths of a request absolute, and let systems and annotators be called as they are now.

    Files of equal names are told apart by their folders, and a whole path has more of them.
    """
    moved = absolute_request(request)
    if request.annotators:
        reference, *predictions = _named_as_before(
            (request.reference, *request.predictions), (moved.reference, *moved.predictions)
        )
        return replace(moved, reference=reference, predictions=tuple(predictions))
    return replace(moved, predictions=_named_as_before(request.predictions, moved.predictions))


def _named_as_before(before: tuple[str, ...], moved: tuple[str, ...]) -> tuple[str, ...]:
    """Give the files of several systems names where they would have others than before."""
    if any(len(parse_named_path(argument).names) > 1 for argument in before):
        return moved  # a merged file is named after itself alone
    old_files, files = ([parse_named_path(argument) for argument in arguments] for arguments in (before, moved))
    named = []
    for argument, file, (old, _), (new, _) in zip(
        moved, files, system_names(old_files), system_names(files), strict=True
    ):
        try:
            check_name(old)
        except CommandError:
            new = old  # no command line can say the name
        named.append(argument if old == new else argument_of(file, [old]))
    return tuple(named)


def _absolute(argument: str) -> str:
    """Make the path in an argument absolute, its names and key kept."""
    file = parse_named_path(argument)
    return argument_of(replace(file, path=os.path.abspath(file.path)), file.names)


T = TypeVar("T")


def annotator_names(request: LoadRequest) -> tuple[str, ...]:
    """Name the annotators of a request as systems are named; those of one name are told apart by their runs.

    Raises
    ------
    CommandError
        If two annotators cannot be told apart, or a merged file does not say as many names as it has annotators.
    """
    files, columns = files_of(request), columns_of(request)
    if len(columns) == 1 or len(files) > 1:
        named = system_names(files)
    else:
        file = files[0]
        given = file.names or tuple(f"{stem(file.path)}:{column}" for column in columns)
        if len(given) != len(columns):
            raise CommandError(
                f"{counted(len(given), 'name')} for {counted(len(columns), 'annotator')} in {file.path}; give as many"
            )
        named = system_names([NamedPath(file.path, (name,)) for name in given])
    systems = [system for system, _ in named]
    return tuple(f"{system} run {run}" if systems.count(system) > 1 else system for system, run in named)


def files_of(request: LoadRequest) -> list[NamedPath]:
    """Give the files of the reference, or of the first annotator, and of all others."""
    return [parse_named_path(argument) for argument in (request.reference, *request.predictions)]


def columns_of(request: LoadRequest) -> tuple[int, ...]:
    """Give the label columns of the first file: several for a merged file."""
    return request.file_options(files_of(request)[0].path, "reference").reading.label_columns


def with_first(request: LoadRequest, number: int) -> LoadRequest:
    """Let the first annotator and another one change places; both keep their names, and files are read as before."""
    names, columns, files = annotator_names(request), columns_of(request), files_of(request)
    names = _exchanged(names, number)
    if len(columns) > 1:
        named = replace(request, reference=argument_of(files[0], names))
        return with_label_columns(named, files[0].path, _exchanged(columns, number))
    arguments = _exchanged((request.reference, *request.predictions), number)
    moved = replace(request, reference=arguments[0], predictions=arguments[1:])
    if annotator_names(moved) != names:
        arguments = tuple(argument_of(file, [name]) for file, name in zip(files_of(moved), names, strict=True))
    return replace(request, reference=arguments[0], predictions=arguments[1:])


def judged(request: LoadRequest) -> LoadRequest:
    """Take the first annotator of a request for the reference: what commands that know of no annotators are given.

    Its study has the same events under the same names.
    """
    names, files = annotator_names(request), files_of(request)
    if len(columns_of(request)) > 1:
        reference, predictions = argument_of(files[0], names[1:]), request.predictions
    else:
        reference = argument_of(files[0], ())
        predictions = tuple(
            argument_of(file, () if stem(file.path) == name else [name])
            for file, name in zip(files[1:], names[1:], strict=True)
        )
    return replace(
        request,
        annotators=False,
        reference=reference,
        predictions=predictions,
        repair_reference=request.repair,
        encoding_reference=None,
    )


def _exchanged(values: Sequence[T], number: int) -> tuple[T, ...]:
    moved = list(values)
    moved[0], moved[number] = moved[number], moved[0]
    return tuple(moved)
