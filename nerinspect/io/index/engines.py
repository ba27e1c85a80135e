"""What runs the tasks of an index: this process, a pool of processes, or a Dask that runs already."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Final, Protocol, TypeVar

from nerinspect.errors import CommandError, NerinspectError

Task = TypeVar("Task")
Made = TypeVar("Made")

_TRIES: Final = 3  # so often a task is begun that takes its process down


class Engine(Protocol):
    """Runs a function for many tasks, each of which may be run again."""

    def run(self, work: Callable[[Task], Made], tasks: Sequence[Task]) -> Iterator[tuple[int, Made]]:
        """Give the number of each task and what it made, as they end.

        Raises
        ------
        NerinspectError
            The first mistake in the order of tasks, as far as these were run.
        """


@dataclass(frozen=True)
class _Mistake:
    """A mistake as it is sent between processes, where its class could not be made again."""

    text: str
    exit_status: int


class TaskError(NerinspectError):
    """A mistake that another process found."""


def _checked(work: Callable[[Any], Any], task: Any) -> Any:  # noqa: ANN401 - whatever the tasks are
    try:
        return work(task)
    except NerinspectError as mistake:
        return _Mistake(str(mistake), mistake.exit_status)


def _raise(mistake: _Mistake) -> None:
    error = TaskError(mistake.text)
    error.exit_status = mistake.exit_status  # type: ignore[misc]
    raise error


class Here:
    """Runs one task after the other in this process."""

    def run(self, work: Callable[[Task], Made], tasks: Sequence[Task]) -> Iterator[tuple[int, Made]]:
        yield from ((number, work(task)) for number, task in enumerate(tasks))


class Pool:
    """Runs tasks in processes of this machine, the same for all runs; one that dies costs the time of its task."""

    def __init__(self, n_processes: int) -> None:
        self.n_processes = n_processes
        self._processes: ProcessPoolExecutor | None = None

    def run(self, work: Callable[[Task], Made], tasks: Sequence[Task]) -> Iterator[tuple[int, Made]]:
        """Run them, anew in other processes where one dies."""
        waiting, mistakes = dict(enumerate(tasks)), dict[int, _Mistake]()
        n_vain = 0
        while waiting and not mistakes:
            n_before = len(waiting)
            try:
                yield from self._once(work, waiting, mistakes)
            except BrokenProcessPool:
                n_vain = n_vain + 1 if len(waiting) == n_before else 0
                if n_vain == _TRIES:
                    raise CommandError(
                        "the system kept ending the processes that read the files, probably for lack of memory;"
                        " choose fewer --jobs or smaller --shard-tokens"
                    ) from None
        if mistakes:
            _raise(mistakes[min(mistakes)])

    def _once(
        self, work: Callable[[Task], Made], waiting: dict[int, Task], mistakes: dict[int, _Mistake]
    ) -> Iterator[tuple[int, Made]]:
        pool = self._processes = self._processes or ProcessPoolExecutor(self.n_processes, get_context("spawn"))
        running: dict[Future[Any], int] = {}
        ahead = iter(sorted(waiting))
        try:
            while True:
                while (
                    len(running) < 2 * self.n_processes and not mistakes and (number := next(ahead, None)) is not None
                ):
                    running[pool.submit(_checked, work, waiting[number])] = number
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    number, made = running.pop(future), future.result()
                    del waiting[number]
                    if isinstance(made, _Mistake):
                        mistakes[number] = made
                    else:
                        yield number, made
        except BaseException:  # whatever ends it, no task goes on
            self.close()
            raise

    def close(self) -> None:
        """End the processes; another run begins others."""
        if self._processes is not None:
            self._processes.shutdown(cancel_futures=True)
            self._processes = None


@dataclass(frozen=True)
class Dask:
    """Runs tasks on a Dask that somebody else started, by its module and a client of it."""

    distributed: Any
    client: Any

    def run(self, work: Callable[[Task], Made], tasks: Sequence[Task]) -> Iterator[tuple[int, Made]]:
        """Run them; Dask begins those anew whose worker dies."""
        futures = [self.client.submit(partial(_checked, work), task, pure=False, retries=_TRIES) for task in tasks]
        numbers = {future.key: number for number, future in enumerate(futures)}
        mistakes: dict[int, _Mistake] = {}
        try:
            for future in self.distributed.as_completed(futures):
                made = future.result()
                if isinstance(made, _Mistake):
                    mistakes[numbers[future.key]] = made
                else:
                    yield numbers[future.key], made
                future.release()
        finally:
            self.client.cancel(futures)
        if mistakes:
            _raise(mistakes[min(mistakes)])


@contextmanager
def engine(n_jobs: int | None, scheduler: str | None = None, scheduler_file: str | None = None) -> Iterator[Engine]:
    """Choose what runs tasks: Dask where a scheduler is named, else so many processes, as many as cores by default.

    Raises
    ------
    CommandError
        If Dask is not installed, or does not answer.
    """
    if scheduler is None and scheduler_file is None:
        n_processes = (
            n_jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        )
        pool = Pool(n_processes)
        try:
            yield Here() if n_processes == 1 else pool
        finally:
            pool.close()
        return
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise CommandError("Dask is not installed; install nerinspect[dask], or leave out --scheduler") from None
    where = scheduler or scheduler_file
    try:
        named = {"address": scheduler} if scheduler else {"scheduler_file": scheduler_file}
        client = distributed.Client(**named)
    except (OSError, ValueError, TimeoutError) as error:
        raise CommandError(f"no Dask scheduler answers at {where} ({error}); start it, or check the address") from None
    with client:
        yield Dask(distributed, client)
