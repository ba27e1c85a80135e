"""An index in the place of a reference: what it is, and the study that it holds."""

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from nerinspect.errors import DataError, IndexOptionsError, NoIndexedTrainingError, shown
from nerinspect.events.study import Study, know_counts
from nerinspect.io.index.columns import Columns, kept
from nerinspect.io.request import LoadRequest, parse_named_path, read_dataclass
from nerinspect.training.retention import RETENTION

INDEX: Final = "index.json"  # written last: a folder without it is unfinished

PLAN: Final = "plan.json"  # written first: which files and options the folder is for

STUDY: Final = "study"  # begins the names of what makes the columns a study

COLUMNS: Final = "text"  # the folder of the columns that are mapped: of texts, of mentions and events

COUNTS: Final = "counts"  # begins the names of the folders of what was counted

HEURISTIC: Final = f"-with-{RETENTION}"
"""Ends the names of what is kept of a study with the retention heuristic besides."""

LAYOUT: Final = 3  # number of the layout of such folders; a program opens those of its own

_OWN: Final = frozenset(("reference", "attribute_tables", "retention"))  # what may be said beside an index


def is_index(argument: str) -> bool:
    """Tell whether an argument names an index, finished or not."""
    if not os.path.isdir(argument):
        return False
    return any(os.path.isfile(os.path.join(argument, name)) for name in (INDEX, PLAN))


def index_named(path: str) -> str | None:
    """Give the index that a file or folder belongs to as people choose it: the folder, or its `index.json`."""
    folder = os.path.dirname(path) if os.path.basename(path) == INDEX else path
    return folder if is_index(folder) else None


def read_index(path: str) -> dict[str, Any]:
    """Read what an index says of itself.

    Raises
    ------
    DataError
        If it is unfinished, damaged, or of another layout.
    """
    try:
        said = json.loads((Path(path) / INDEX).read_bytes())
        layout = said["layout"]
    except FileNotFoundError:
        raise DataError(path, "this index is unfinished", "run the same nerinspect index again; it continues") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise DataError(path, f"its {INDEX} cannot be read", "make the index again") from None
    if layout != LAYOUT:
        raise DataError(path, f"another version of nerinspect made this index ({shown(str(layout))})", "make it again")
    return dict(said)


def files_behind(path: str) -> list[str]:
    """List the files that an index was made of, each of several that are read as one, then that which says so."""
    try:
        made_of = [str(source["path"]) for source in json.loads((Path(path) / PLAN).read_bytes())["sources"]]
    except (OSError, ValueError, KeyError, TypeError):
        made_of = []  # what is on show needs them no more
    return [*made_of, str(Path(path) / INDEX)]


def has_training(request: LoadRequest) -> bool:
    """Tell whether a request has training data, or its index was made with some."""
    if is_index(request.reference):
        return read_index(request.reference)["options"]["training"] is not None
    return request.training is not None


def made_with(request: LoadRequest) -> LoadRequest:
    """Give the files and options that an index was made of and with; of a request without index itself."""
    if not is_index(request.reference):
        return request
    try:
        made: LoadRequest = read_dataclass(LoadRequest, read_index(request.reference)["options"])
    except (KeyError, TypeError):
        raise DataError(request.reference, f"its {INDEX} cannot be read", "make the index again") from None
    return made


def study_of_index(request: LoadRequest, with_others: bool = False) -> Study:
    """Map the study that an index holds, without attributes that are not built in; `with_others` as in `load_study`.

    Raises
    ------
    IndexOptionsError
        If the request says how files are read: that was chosen when the index was made.
    DataError
        If the index is unfinished or damaged.
    """
    path = parse_named_path(request.reference).path
    plain = LoadRequest(request.reference)
    for field in fields(LoadRequest):
        if field.name not in _OWN and getattr(request, field.name) != getattr(plain, field.name):
            raise IndexOptionsError(path, field.name)
    read_index(path)
    from nerinspect.io.index.counts import read_counts  # it knows all that is counted, which few need

    try:
        study, ends = mapped_study(Path(path)), ""
        if request.retention and study.training is not None and RETENTION not in study.systems:
            study, ends = mapped_study(Path(path), HEURISTIC), HEURISTIC
        counts = read_counts(Path(path) / f"{COUNTS}{ends}")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise DataError(path, "files of this index are missing or damaged", "make the index again") from None
    if request.retention and study.training is None:
        raise NoIndexedTrainingError(path)
    study = study if with_others else _without_others(study)
    know_counts(study, counts)
    return study


def mapped_study(folder: Path, ends: str = "") -> Study:
    """Map a study in the folder of an index, finished or not: that of the files, or the one of `HEURISTIC`."""
    study = kept(json.loads((folder / f"{STUDY}{ends}.json").read_bytes()), Columns(folder / COLUMNS))
    assert isinstance(study, Study), "an index holds a study"
    return study


def _without_others(study: Study) -> Study:
    """Leave out the columns of the files besides tokens and labels."""
    training = study.training and replace(study.training, annotation=replace(study.training.annotation, columns=()))
    predictions = (replace(one, annotation=replace(one.annotation, columns=())) for one in study.predictions)
    return replace(
        study, reference=replace(study.reference, columns=()), predictions=tuple(predictions), training=training
    )
