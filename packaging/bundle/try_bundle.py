"""Use a bundled program as somebody would who has nothing else: `python packaging/bundle/try_bundle.py FOLDER`.

What is tried is what a bundle may lack: files that come with the program, modules imported by name, plugins of Qt.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

_BUNDLE = Path(sys.argv[1]).resolve()
_SUFFIX = ".exe" if sys.platform == "win32" else ""
_PACKAGE = Path(__file__).parents[2] / "nerinspect"
_SAMPLE = _BUNDLE / "_internal" / "nerinspect" / "resources" / "sample"
_FILES = [str(_SAMPLE / "test.conll"), *(f"{name}={_SAMPLE / name}.conll" for name in ("rich", "plain"))]
_STARTS = {"png": b"\x89PNG", "pdf": b"%PDF", "csv": b"", "xlsx": b"PK", "parquet": b"PAR1", "html": b"<!DOCTYPE"}


def run(*arguments: str, program: str = "nerinspect") -> str:
    """Run the program on nothing but what it brings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    ended = subprocess.run(
        [_BUNDLE / f"{program}{_SUFFIX}", *arguments],
        env={**kept, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if ended.returncode != 0:
        sys.exit(f"failed: {' '.join(arguments)}\n{ended.stdout}\n{ended.stderr}")
    return ended.stdout


def check_file(path: str) -> None:
    """See whether a file is what its name says."""
    if not Path(path).read_bytes().startswith(_STARTS[path.rsplit(".", 1)[1]]):
        sys.exit(f"failed: {path} is something else")


def main() -> None:
    """Look for the guide, which opens in windows alone, and try the program in a folder of its own."""
    for path in _PACKAGE.glob("guide/*/*.*"):
        if (
            path.suffix != ".pyc"
            and not (there := _BUNDLE / "_internal" / "nerinspect" / path.relative_to(_PACKAGE)).is_file()
        ):
            sys.exit(f"failed: {there} is missing")
    chosen = ["--repair", "conlleval"]
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        print(run("--version"), end="")
        print(run("demo"), end="")
        run("demo", "--picture", "without-terminal.png", program="nerinspect-gui")
        for suffix in ("csv", "xlsx", "parquet", "html"):
            run("events", *_FILES, *chosen, "--table", suffix, "-o", f"events.{suffix}")
        run("compare", *_FILES, *chosen, "--chart", "compare.pdf")  # with scipy
        run("retention", *_FILES, *chosen, "--training", str(_SAMPLE / "train.conll"))
        run("review", "new", "first.nerinspect", *_FILES, *chosen)
        run("open", "first.nerinspect", "--picture", "review.png")
        for path in ("nerinspect-demo.png", "nerinspect-demo.csv", "without-terminal.png", "compare.pdf", "review.png"):
            check_file(path)
        for suffix in ("csv", "xlsx", "parquet", "html"):
            check_file(f"events.{suffix}")
        os.chdir(_BUNDLE)  # a folder that is in use cannot be removed everywhere
    print("passed")


if __name__ == "__main__":
    main()
