"""A study with invalid transitions, loaded from files as users load them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from nerinspect.checking.repair_effects import RepairEffects
from nerinspect.encoding.labels import RepairMethod
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import no_checkpoint
from nerinspect.ui.pages.repair.tried_repairs import TriedRepairs, labelled_sources, try_repairs

SENTENCES = (
    "The/O/O/O Port/B-LOC/B-LOC/B-LOC of/I-LOC/I-LOC/I-LOC Ulm/I-LOC/I-ORG/I-LOC now/O/I-ORG/O",
    "Elin/B-PER/I-PER/O went/O/O/O",
    "Cup/B-MISC/B-MISC/B-MISC",
)
"""Word, reference, a system with two invalid transitions, a system without."""


@pytest.fixture(scope="session")
def request_for(tmp_path_factory: pytest.TempPathFactory) -> Callable[[RepairMethod], LoadRequest]:
    """Ask for the files with a repair of the predictions."""
    folder = tmp_path_factory.mktemp("repair")
    for place, name in enumerate(("reference", "flair", "plain"), 1):
        lines = ["".join(f"{w.split('/')[0]} {w.split('/')[place]}\n" for w in s.split()) for s in SENTENCES]
        (folder / f"{name}.conll").write_text("\n".join(lines), encoding="utf-8")
    paths = [str(folder / f"{name}.conll") for name in ("reference", "flair", "plain")]
    request = LoadRequest(paths[0], (f"flair={paths[1]}", f"plain={paths[2]}"), encoding="BIO")
    return lambda method: replace(request, repair=method)


@pytest.fixture(scope="session")
def request_(request_for: Callable[[RepairMethod], LoadRequest]) -> LoadRequest:
    return request_for("conlleval")


@pytest.fixture(scope="session")
def study(request_: LoadRequest) -> Study:
    return load_study(request_)


@pytest.fixture
def tried(study: Study, request_: LoadRequest) -> TriedRepairs:
    """What each repair makes of flair."""
    return try_repairs(study, request_, labelled_sources(study)[0], 0, no_checkpoint)


@pytest.fixture
def effects(tried: TriedRepairs) -> RepairEffects:
    return tried.effects
