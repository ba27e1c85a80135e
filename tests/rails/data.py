"""Small files that show everything there is: several systems, annotators, relations, decisions."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

from nerinspect.io.request import LoadRequest

_PEOPLE = ((0, 1, "PER"), (2, 3, "PER"), (4, 5, "LOC"))


@contextmanager
def small_files() -> Iterator[Path]:
    """Give an empty folder for files, which has the same name every time, for names are shown."""
    folder = Path(gettempdir()) / "nerinspect-rails"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


def relations_in(folder: Path) -> LoadRequest:
    """Write sentences with relations, and ask for them."""

    def written(name: str, *relations: tuple[int, str, int]) -> str:
        sentence = {
            "tokens": ["Ann", "met", "Bob", "in", "Ulm"],
            "entities": [{"start": start, "end": end, "type": type_name} for start, end, type_name in _PEOPLE],
            "relations": [{"head": head, "type": type_name, "tail": tail} for head, type_name, tail in relations],
        }
        path = folder / f"{name}.json"
        path.write_text(json.dumps([sentence, sentence]), encoding="utf-8")
        return str(path)

    reference = written("reference", (0, "meet", 1), (0, "live", 2), (1, "live", 2))
    system = written("system", (1, "meet", 0), (0, "work", 2))
    training = written("training", (0, "meet", 1), (0, "meet", 2))
    return LoadRequest(reference, (f"system={system}",), training=training)
