"""The files that the dialog asks about: they are sorted into roles, and checked behind."""

import logging
import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal

from nerinspect.errors import CommandError, InvalidTransitionError, NerinspectError
from nerinspect.io.formats.brat import whole_folders
from nerinspect.io.reading.checking import FileCheck, check_file
from nerinspect.io.reading.chosen_files import (
    OpenedFile,
    RoleGuess,
    request_for,
    roles_by_content,
    roles_by_name,
    runs_by_name,
)
from nerinspect.io.request import LoadRequest, NamedPath, Role, parse_named_path
from nerinspect.progress import Cancelled, Checkpoint
from nerinspect.ui.kit.jobs import JobRunner


@dataclass(eq=False)
class Entry:
    """One file of the list."""

    path: str  # as named, perhaps with `#KEY`, without a system's name
    role: Role
    reason: str = ""  # why it has this role
    name: str = ""  # the system; empty to call it after its file
    is_used: bool = True
    choices: dict[str, str] = field(default_factory=dict)  # what the user chose for it, see `FILE_CHOICES`
    is_role_chosen: bool = False
    is_use_chosen: bool = False
    n_chosen: int = 0
    """For a folder how many of its documents were chosen, of which it stands in the place; 0 if it was itself."""
    check: FileCheck | None = None  # what was found; None while it is not known yet

    @property
    def argument(self) -> str:
        path = f"./{self.path}" if "=" in self.path and not self.path.startswith(("/", ".")) else self.path
        return f"{self.name}={path}" if self.name else path

    @property
    def file(self) -> NamedPath:
        return parse_named_path(replace(self, name="").argument)


Work: TypeAlias = Callable[[Checkpoint], Any]
Prepare: TypeAlias = Callable[[], Work | None]
Deliver: TypeAlias = Callable[[Any], object]


class WorkQueue(QObject):
    """Runs work in the order in which it was asked for."""

    progressed = Signal(int, int)  # of the piece under way, such as tokens read and expected of a file
    idle = Signal()
    failed = Signal(object)  # an exception that no work should raise

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Hashable, tuple[Prepare, Deliver]] = {}
        self._running: tuple[Hashable, Deliver] | None = None
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self.progressed)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    @property
    def is_busy(self) -> bool:
        return self._running is not None or bool(self._waiting)

    def put(self, key: Hashable, prepare: Prepare, deliver: Deliver) -> None:
        """Ask for work; work of the same name that waits or runs is given up.

        When its turn comes, `prepare` gives the work, or None if it is no longer wanted; `deliver` takes the result.
        Both are called in the window's thread.
        """
        self._waiting.pop(key, None)
        self._waiting[key] = (prepare, deliver)
        if self._running is not None and self._running[0] == key:
            self._running = None
            self._jobs.cancel()
        if self._running is None:
            self._next()

    def clear(self) -> None:
        self._waiting.clear()
        self._running = None
        self._jobs.cancel()

    def _next(self) -> None:
        while self._waiting:
            key = next(iter(self._waiting))
            prepare, deliver = self._waiting.pop(key)
            work = prepare()
            if work is not None:
                self._running = (key, deliver)
                self._jobs.start(work)
                return
        self.idle.emit()

    def _on_succeeded(self, result: object) -> None:
        if self._running is not None:
            _, deliver = self._running
            self._running = None
            deliver(result)
        if self._running is None:
            self._next()

    def _on_failed(self, error: Exception) -> None:
        self._running = None
        self.failed.emit(error)
        self._next()


_log = logging.getLogger(__name__)


class FileList(QObject):
    """Holds the files in order, checks them in the background and sorts them into roles."""

    rows_changed = Signal()
    entry_changed = Signal(object)
    checked = Signal(object)
    base_changed = Signal()
    settled = Signal()  # nothing is left to check

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self.base = LoadRequest("")
        self.is_corrected = False  # whether the user chose how some file is to be read
        self.queue = WorkQueue(self)
        self.queue.idle.connect(self._on_idle)
        self.queue.failed.connect(_log_fault)

    @property
    def reference(self) -> Entry | None:
        return next((entry for entry in self.entries if entry.role == "reference"), None)

    @property
    def used(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.is_used]

    @property
    def needy(self) -> list[Entry]:
        """The files in use that cannot be opened without a repair."""
        return [one for one in self.used if one.check and isinstance(one.check.problem, InvalidTransitionError)]

    def add(self, arguments: Iterable[str]) -> None:
        """Add files, `PATH` or `NAME=PATH` each, sorted by their names, and look at what they hold.

        Files in the list already are passed by, and documents of brat in one folder are one file, their folder.
        """
        known = {entry.path for entry in self.entries}
        given = list(arguments)
        folders = Counter(os.path.dirname(path) for path in given if path.endswith(".ann"))
        arguments = whole_folders(given)
        named = {path: name for path, name in map(_named, arguments) if path not in known}
        if not named:
            return
        new = list(named)
        guesses = roles_by_name(new)
        if self.entries:
            guesses = [self._role_of_added(guess) for guess in guesses]
        added = [
            Entry(path, guess.role, guess.reason, named[path], guess.is_used, n_chosen=folders[path])
            for path, guess in zip(new, guesses, strict=True)
        ]
        self.entries += added
        self.rows_changed.emit()
        self._check_all(added)
        self.queue.put("roles", self._sorting, self._on_sorted)

    def take_over(self, request: LoadRequest) -> None:
        """Begin with what was asked for before; roles stay as they were given."""
        self.base = replace(request, reference="", predictions=(), training=None, choices=())
        given: list[tuple[str, Role]] = [(request.reference, "reference")]
        given += [(argument, "prediction") for argument in request.predictions]
        given += [(request.training, "training")] if request.training else []
        self.entries = []
        for argument, role in given:
            path, system = _named(argument)
            entry = Entry(path, role, "as it was given", system, is_role_chosen=True)
            entry.choices = {name: value for one, name, value in request.choices if one == entry.file.path}
            self.entries.append(entry)
        self.rows_changed.emit()
        self._check_all(self.entries)

    def choose(self, entry: Entry, **choices: str) -> None:
        """Read a file otherwise; an empty value takes a choice back, `_` stands for a hyphen."""
        self.is_corrected = True
        for name, value in choices.items():
            key = name.replace("_", "-")
            if value:
                entry.choices[key] = value
            else:
                entry.choices.pop(key, None)
        self._check_with_dependents(entry)

    def repair_needy(self, method: str) -> None:
        for entry in (needy := self.needy):
            entry.choices["repair"] = method
        self._check_all(needy)

    def choose_role(self, entry: Entry, role: Role) -> None:
        """Give a file another role; a reference, or training data, that stood there before makes room."""
        if role == entry.role:
            return
        before = entry.role
        for other in self.entries:
            if other is not entry and role != "prediction" and other.role == role:
                other.role = before if role == "reference" and before != "training" else "prediction"
                other.reason, other.is_role_chosen = "made room", True
        entry.role, entry.reason, entry.is_role_chosen = role, "chosen", True
        if before == "reference" and self.reference is None:
            first = next((other for other in self.entries if other is not entry), None)
            if first is not None:
                first.role, first.reason = "reference", "made room"
            else:
                entry.role = "reference"
        self.rows_changed.emit()
        self._check_all(self.entries)

    def use(self, entry: Entry, is_used: bool) -> None:
        entry.is_used, entry.is_use_chosen = is_used, True
        self.entry_changed.emit(entry)
        if not self.queue.is_busy:
            self._on_idle()

    def rename(self, entry: Entry, name: str) -> None:
        if name != entry.name:
            entry.name = name
            self._check_all([entry])
            self.rows_changed.emit()

    def set_list(self, entry: Entry, key: str) -> None:
        entry.path = f"{entry.file.path}#{key}"
        self.rows_changed.emit()
        self._check_with_dependents(entry)

    def set_base(self, base: LoadRequest) -> None:
        """Choose what concerns no single file."""
        before, self.base = self.base, base
        if base.annotators != before.annotators:
            self.rows_changed.emit()
            self._check_all(self.entries)
            self.queue.put("roles", self._sorting, self._on_sorted)
        elif base.tokens != before.tokens:
            self._check_all([entry for entry in self.entries if entry.role == "prediction"])
        else:
            self.settled.emit()
        self.base_changed.emit()

    def remove(self, entries: Sequence[Entry]) -> None:
        """Take files out of the list; if the reference is among them, the next file takes its place."""
        self.entries = [entry for entry in self.entries if entry not in entries]
        if self.entries and self.reference is None:
            first = self.entries[0]
            first.role, first.reason, first.is_used = "reference", "the first file", True
            self._check_all(self.entries)
        self.rows_changed.emit()
        if not self.queue.is_busy:
            self._on_idle()

    def move(self, entry: Entry, step: int) -> None:
        place = self.entries.index(entry)
        other = place + step
        if 0 <= other < len(self.entries):
            self.entries[place], self.entries[other] = self.entries[other], self.entries[place]
            self.rows_changed.emit()

    def runs_offered(self) -> dict[str, tuple[Entry, ...]]:
        """Find predictions without a name whose file names look like runs of one system."""
        if self.base.annotators:
            return {}
        unnamed = {entry.path: entry for entry in self.used if entry.role == "prediction" and not entry.name}
        taken = {entry.name for entry in self.entries}
        found = runs_by_name(list(unnamed))
        return {name: tuple(unnamed[path] for path in paths) for name, paths in found.items() if name not in taken}

    def group_runs(self, name: str) -> None:
        runs = self.runs_offered().get(name, ())
        for entry in runs:
            entry.name = name
        places = sorted(self.entries.index(entry) for entry in runs)
        for place, entry in zip(places, runs, strict=True):  # runs are numbered in the order of the list
            self.entries[place] = entry
        self._check_all(runs)
        self.rows_changed.emit()

    def request(self) -> LoadRequest | None:
        """Ask for the files in use; None while one of them cannot be opened."""
        used = self.used
        checks = [entry.check for entry in used if entry.check is not None]
        if len(checks) < len(used) or not any(entry.role == "reference" for entry in used):
            return None
        return request_for([OpenedFile.of(check) for check in checks], self.base)

    def _role_of_added(self, guess: RoleGuess) -> RoleGuess:
        """Sort a file that comes to others: the reference is there already."""
        if guess.role == "reference":
            return RoleGuess("prediction", "added to the reference")
        if guess.role == "training" and any(entry.role == "training" for entry in self.entries):
            return RoleGuess("training", "there is already training data", is_used=False)
        return guess

    @property
    def _may_be_merged(self) -> bool:
        """Whether the reference may hold its predictions: not if there are others."""
        return not any(entry.role == "prediction" for entry in self.used)

    def _on_idle(self) -> None:
        """Read the columns of a merged reference anew once it has predictions of its own, or no longer has."""
        reference = self.reference
        check = reference.check if reference is not None else None
        if reference is not None and check is not None and "label-column" not in check.chosen:
            n_guessed = len(check.columns.labels) if check.columns is not None else 1
            if n_guessed > 1 and check.is_merged != self._may_be_merged:
                self._check_with_dependents(reference)
                return
        self.settled.emit()

    def _check_with_dependents(self, entry: Entry) -> None:
        is_reference = entry.role == "reference"
        self._check_all([entry, *(other for other in self.entries if is_reference and other.role == "prediction")])

    def _check_all(self, entries: Iterable[Entry]) -> None:
        """Check files again, the reference first: predictions are compared with it."""
        for entry in sorted(dict.fromkeys(entries), key=lambda entry: entry.role != "reference"):
            entry.check = None
            self.queue.put(id(entry), partial(self._checking, entry), partial(self._on_checked, entry))
            self.entry_changed.emit(entry)

    def _checking(self, entry: Entry) -> Work | None:
        if entry not in self.entries:
            return None
        reference = self.reference
        known = reference.check if reference is not None and entry.role == "prediction" else None
        path = entry.file.path
        choices = tuple((path, name, value) for name, value in entry.choices.items())
        argument, role, request = entry.argument, entry.role, replace(self.base, choices=choices)
        return partial(_checked, argument, role, request, known, self._may_be_merged)

    def _on_checked(self, entry: Entry, check: FileCheck) -> None:
        entry.check = check
        if not entry.is_use_chosen and entry.role != "reference":
            entry.is_used = _is_opened(check)
        self.checked.emit(entry)
        self.entry_changed.emit(entry)

    def _sorting(self) -> Work | None:
        """Sort by content what the user has not sorted."""
        checks = [entry.check for entry in self.entries if entry.check is not None]
        if len(checks) < len(self.entries) or all(entry.is_role_chosen for entry in self.entries):
            return None
        guesses = [RoleGuess(entry.role, entry.reason) for entry in self.entries]
        are_annotators = self.base.annotators

        def sort(checkpoint: Checkpoint) -> list[RoleGuess]:
            checkpoint(0, 0)
            return roles_by_content(checks, guesses, are_annotators)

        return sort

    def _on_sorted(self, guesses: list[RoleGuess]) -> None:
        """Take over the guesses for files whose role the user has not chosen."""
        if len(guesses) != len(self.entries):
            return
        is_fixed = any(entry.is_role_chosen and entry.role == "reference" for entry in self.entries)
        changed = []
        for entry, guess in zip(self.entries, guesses, strict=True):
            if entry.is_role_chosen or (is_fixed and guess.role == "reference"):
                continue
            if guess.role != entry.role:
                changed.append(entry)
            entry.role, entry.reason = guess.role, guess.reason
            if not guess.is_used and not entry.is_use_chosen:
                entry.is_used, entry.is_use_chosen = False, True
        self.rows_changed.emit()
        self._check_all(self.entries if any(entry.role == "reference" for entry in changed) else changed)


def _named(argument: str) -> tuple[str, str]:
    """Give path and name of what was given; one that cannot be read so is a path, and its check says what is wrong."""
    try:
        file = parse_named_path(argument)
    except CommandError:
        return argument, ""
    return file.path + (f"#{file.key}" if file.key else ""), ",".join(file.names)


def _is_opened(check: FileCheck) -> bool:
    """Tell whether a file is opened unless the user says otherwise: also if all it needs is a repair."""
    return check.problem is None or (check.n_invalid > 0 and not check.n_differing)


def _checked(
    argument: str,
    role: Role,
    request: LoadRequest,
    reference: FileCheck | None,
    may_be_merged: bool,
    checkpoint: Checkpoint,
) -> FileCheck:
    """Check a file; a fault of the program is a value as well."""
    try:
        check = check_file(argument, role, request, reference, checkpoint, may_be_merged)
        _finish(check)
        return check
    except Cancelled:
        raise
    except Exception as fault:
        _log.exception("%s could not be checked", argument)
        said = f"{argument}: the file could not be checked ({fault!r}); this is a bug in nerinspect, not your mistake"
        return FileCheck(argument, role, problem=NerinspectError(said))


def _finish(check: FileCheck) -> None:
    """Work out, off the window's thread, what the dialog is going to ask of a check."""
    _ = check.faulty_lines, check.type_counts, check.lists
    _ = [(one.malformed, one.mentions) for one in check.labels]
    if check.comparison is not None and len(check.comparison):
        _ = check.comparison.text_problem


def _log_fault(error: Exception) -> None:
    _log.error("files could not be sorted", exc_info=error)
