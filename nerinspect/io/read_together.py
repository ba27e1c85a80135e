"""The files of a request, read side by side."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace

from nerinspect.errors import NerinspectError
from nerinspect.io.names import NamedPath, parse_named_path
from nerinspect.io.raw import RawFile
from nerinspect.io.reading import read_path
from nerinspect.io.request import FileOptions, LoadRequest, Role
from nerinspect.progress import Cancelled, Checkpoint


@dataclass(frozen=True)
class Input:
    """One file, what it is for and how it is read."""

    file: NamedPath
    role: Role
    options: FileOptions


def inputs_of(request: LoadRequest, with_others: bool) -> list[Input]:
    """List the files of a request: the reference, the predictions, the training data."""
    arguments: list[tuple[str, Role]] = [(request.reference, "reference")]
    arguments += [(argument, "prediction") for argument in request.predictions]
    arguments += [(request.training, "training")] if request.training else []
    inputs = []
    for argument, role in arguments:
        file = parse_named_path(argument)
        options = request.file_options(file.path, role)
        inputs.append(Input(file, role, replace(options, reading=replace(options.reading, others=with_others))))
    return inputs


def read_all(inputs: Sequence[Input], checkpoint: Checkpoint) -> list[RawFile]:
    """Read files side by side; the first mistake in their order ends the rest."""
    progress = _SharedProgress(len(inputs), checkpoint)
    with ThreadPoolExecutor(max_workers=4) as pool:
        waiting = [pool.submit(read_one, one, progress.of_file(number)) for number, one in enumerate(inputs)]
        try:
            return [future.result() for future in waiting]
        except BaseException:
            progress.stop()
            for future in waiting:
                future.cancel()
            raise


def read_one(one: Input, checkpoint: Checkpoint) -> RawFile:
    """Read one file."""
    with naming_options_of(one.role):
        return read_path(one.file, one.options, checkpoint)


@contextmanager
def naming_options_of(role: Role) -> Iterator[None]:
    """Let mistakes in training data name the options that hold for them."""
    try:
        yield
    except NerinspectError as mistake:
        if role == "training":
            mistake.name_training_options()
        raise


class _SharedProgress:
    """Joins the progress of files that are read side by side."""

    def __init__(self, n_files: int, checkpoint: Checkpoint) -> None:
        self._done, self._total = [0] * n_files, [0] * n_files
        self._checkpoint, self._lock = checkpoint, threading.Lock()
        self._stopped = False

    def of_file(self, number: int) -> Checkpoint:
        def report(done: int, total: int) -> None:
            with self._lock:
                if self._stopped:
                    raise Cancelled
                self._done[number], self._total[number] = done, total
                self._checkpoint(sum(self._done), sum(self._total))

        return report

    def stop(self) -> None:
        self._stopped = True
