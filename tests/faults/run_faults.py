"""Let disks fail, fill up and programs be killed while something is decided, made or exported; nothing may be lost.

    python -m tests.faults.run_faults [SECONDS] [SEED]

It needs a C compiler, and for full disks the right to mount one; what is not possible is left out and said so.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from nerinspect.cli.main import run
from nerinspect.settings import FOLDER_VARIABLE
from tests.faults.deciding import KINDS, held, make, possible, write_files

N_STEPS: Final = 60
_HERE: Final = Path(__file__).parent
_CHECKOUT: Final = _HERE.parents[1]


def compiler() -> str | None:
    """Find a C compiler."""
    return shutil.which("cc") or shutil.which("gcc") if sys.platform == "linux" else None


def build(folder: Path) -> Path:
    """Build the library that lets calls fail."""
    library, found = folder / "failing.so", compiler()
    assert found is not None, "there is a compiler"
    options = ["-shared", "-fPIC", "-O1", "-o", str(library), str(_HERE / "failing.c"), "-ldl"]
    subprocess.run([found, *options], check=True)
    return library


def started(
    *arguments: str, library: Path | None = None, under: str = "", seed: int = 0, percent: int = 0, kill: int = 0
) -> "subprocess.CompletedProcess[str]":
    """Run a module of Python, with calls that fail under a folder."""
    environment = {**os.environ}
    if library is not None:
        environment |= {"LD_PRELOAD": str(library), "FAULTS_UNDER": under, "FAULTS_SEED": str(seed)}
        environment |= {"FAULTS_PERCENT": str(percent), "FAULTS_KILL": str(kill)}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=_CHECKOUT, env=environment, capture_output=True, text=True, check=False)


def decide(folder: Path, library: Path | None, seed: int, n_steps: int = N_STEPS) -> Counter[str]:
    """Decide in reviews of each kind while calls fail, or until the program is killed; count what was said."""
    random, counts = Random(seed), Counter[str]()
    kind, is_killed = random.choice(KINDS), library is not None and bool(random.getrandbits(1))
    path = make(folder, kind)
    for _ in range(2):
        before = held(path)
        percent, kill = (0, random.randrange(1, 12 * n_steps)) if is_killed else (random.randint(2, 8), 0)
        arguments = ("tests.faults.deciding", path, str(random.randrange(10**6)), str(n_steps))
        ran = started(*arguments, library=library, under=str(folder), seed=seed, percent=percent, kill=kill)
        states, n_saved, n_refused = possible(before, ran.stdout.splitlines())
        told = ran.stderr.splitlines()
        assert "Traceback" not in ran.stderr or "NerinspectError" in told[-1] or "errors." in told[-1], ran.stderr
        assert (found := held(path)) in states, f"{kind}: {n_saved} saved, {n_refused} refused, and it holds others"
        if ran.returncode == 0:
            assert len(states) == 1, found
        counts += Counter(saved=n_saved, refused=n_refused, killed=ran.returncode == -9)
    return counts


def make_new(folder: Path, library: Path | None, seed: int) -> Counter[str]:
    """Make a review while calls fail, or the program is killed: it is whole, or not there."""
    random, kind = Random(seed), Random(seed).choice(KINDS)
    request, path = write_files(folder, kind), folder / "new.nerinspect"
    options = ["--annotators"] if kind == "annotators" else []
    kill = random.randrange(1, 60) if random.getrandbits(1) else 0
    ran = started(
        *("nerinspect", "review", "new", str(path), *request.paths, *options),
        library=library, under=str(folder), seed=seed, percent=0 if kill else 5, kill=kill,
    )  # fmt: skip
    assert "Traceback" not in ran.stderr, ran.stderr
    assert path.exists() or ran.returncode, "it says that it made it"
    if path.exists():
        assert run(["review", "export", str(path), "-o", f"{folder}/whole.csv"]) == 0, "it is whole"
        if ran.returncode == 1:
            path.unlink()  # the folder alone was not brought to disk
    return Counter(made=ran.returncode == 0, refused=ran.returncode == 1, killed=ran.returncode == -9)


def export(folder: Path, library: Path | None, seed: int) -> Counter[str]:
    """Export while calls fail, or the program is killed: what stood there stays, or the new file is whole."""
    random, path = Random(seed), make(folder, Random(seed).choice(KINDS))
    whole, output = folder / "whole.csv", folder / "list.csv"
    assert run(["review", "export", path, "-o", str(whole)]) == 0
    output.write_text("before")
    kill = random.randrange(1, 30) if random.getrandbits(1) else 0
    ran = started(
        *("nerinspect", "review", "export", path, "-o", str(output)),
        library=library, under=str(folder), seed=seed, percent=0 if kill else 10, kill=kill,
    )  # fmt: skip
    assert "Traceback" not in ran.stderr, ran.stderr
    found = output.read_text()
    assert found in ("before", whole.read_text()), "it is torn"
    assert ran.returncode or found != "before", "it says that it wrote it"
    return Counter(written=ran.returncode == 0, refused=ran.returncode == 1, killed=ran.returncode == -9)


ROUNDS: Final[dict[str, Callable[[Path, Path | None, int], Counter[str]]]] = {
    "deciding": decide,
    "making": make_new,
    "exporting": export,
}


@contextlib.contextmanager
def small_disk(folder: Path, size: str = "600k") -> Iterator[Path | None]:
    """Mount a small disk; None where that is not allowed."""
    place = folder / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    mount = shutil.which("mount")
    if not mount or subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def fill(place: Path, n_left: int) -> None:
    """Fill a disk until so many bytes are left."""
    with open(place / "filler", "wb") as filler:
        while (left := shutil.disk_usage(place).free - n_left) > 0:
            filler.write(bytes(min(left, 4096)))
            filler.flush()


def full_disk(folder: Path, seed: int) -> Counter[str] | None:
    """Decide, make and export on a disk that is full, or nearly so; None where there can be no such disk."""
    random = Random(seed)
    with small_disk(folder) as place:
        if place is None:
            return None
        path = make(place, kind := random.choice(KINDS))
        files = [*write_files(place, kind).paths, *(["--annotators"] if kind == "annotators" else [])]
        assert run(["review", "export", path, "-o", f"{folder}/whole.csv"]) == 0
        fill(place, random.randrange(0, 120_000, 4096))
        counts = decide_on_full(path, seed)
        for arguments in (("new", f"{place}/b.nerinspect", *files), ("export", path, "-o", f"{place}/l.csv")):
            ran = started("nerinspect", "review", *arguments)
            assert "Traceback" not in ran.stderr, ran.stderr
            assert "damaged" not in ran.stderr, ran.stderr
            counts["done" if ran.returncode == 0 else "refused"] += 1
        if (place / "b.nerinspect").exists():
            assert run(["review", "export", f"{place}/b.nerinspect", "-o", f"{folder}/made.csv"]) == 0
        return counts


def decide_on_full(path: str, seed: int) -> Counter[str]:
    """Decide where there is little room or none."""
    before = held(path)
    ran = started("tests.faults.deciding", path, str(seed), str(N_STEPS))
    states, n_saved, n_refused = possible(before, ran.stdout.splitlines())
    assert held(path) in states, "what was refused is not in it, and what was saved is"
    return Counter(saved=n_saved, refused=n_refused)


def main(arguments: Sequence[str]) -> int:
    """Run rounds of each kind for some seconds."""
    os.environ[FOLDER_VARIABLE] = f"{tempfile.gettempdir()}/nerinspect-faults-settings"
    seconds, seed = (*arguments, *("60", "1")[len(arguments) :])
    if compiler() is None:
        print("There is no C compiler, so nothing was done.")
        return 0
    number, counts, end = int(seed) * 10_000, {name: Counter[str]() for name in (*ROUNDS, "full disk")}, 0.0
    with tempfile.TemporaryDirectory() as base:
        library, end = build(Path(base)), monotonic() + float(seconds)
        while monotonic() < end:
            number += 1
            for name in counts:
                folder = Path(base, f"{name}-{number}")
                folder.mkdir()
                try:
                    if name == "full disk":  # noqa: SIM108
                        found = full_disk(folder, number)
                    else:
                        found = ROUNDS[name](folder, library, number)
                except AssertionError:
                    print(f"{name}, seed {number}; see {shutil.copytree(folder, tempfile.mkdtemp() + '/found')}")
                    raise
                counts[name] += found or Counter(["no disk could be mounted"])
                shutil.rmtree(folder)
    for name, found in counts.items():
        print(f"{name}: {dict(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
