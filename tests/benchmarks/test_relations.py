"""Relations of 100,000 sentences: loaded, paired and looked up in training, against parsing the JSON alone."""

import json
import subprocess
import sys
from pathlib import Path
from statistics import mean
from time import process_time

import numpy as np
import pytest

from nerinspect.events.relation_events import relation_events, relations_on
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.training.known_relations import relation_parts
from tests.measuring import keeps_ratio

N_SENTENCES, N_TOKENS, N_WORDS, N_MENTIONS, N_RELATIONS = 100_000, 22, 60_000, 3, 2
TYPES, RELATION_TYPES = ("Loc", "Org", "Other", "Peop"), ("Kill", "Live_In", "Located_In", "OrgBased_In", "Work_For")
SHARE_OF_ERRORS = 0.2
LIMIT = 2

pytestmark = pytest.mark.benchmark


def write_file(path: Path, seed: int, seed_of_errors: int | None = None) -> None:
    """Write sentences of words distributed as words are, three mentions and two relations in each.

    With a seed of errors some relations have another type than without.
    """
    random = np.random.default_rng(seed)
    share = 1 / np.arange(1, N_WORDS + 1)
    words = random.choice(N_WORDS, (N_SENTENCES, N_TOKENS), p=share / share.sum()).tolist()
    starts = np.sort(random.permuted(np.tile(np.arange(0, N_TOKENS - 3, 4), (N_SENTENCES, 1)), axis=1)[:, :N_MENTIONS])
    lengths = random.integers(1, 4, starts.shape)
    types = random.integers(0, len(TYPES), starts.shape).tolist()
    pairs = np.array([(head, tail) for head in range(N_MENTIONS) for tail in range(N_MENTIONS) if head != tail])
    first = random.integers(0, len(pairs), N_SENTENCES)
    second = (first + random.integers(1, len(pairs), N_SENTENCES)) % len(pairs)
    arguments = pairs[np.stack([first, second], axis=1)].tolist()
    names = random.integers(0, len(RELATION_TYPES), (N_SENTENCES, N_RELATIONS))
    if seed_of_errors is not None:
        errors = np.random.default_rng(seed_of_errors)
        names = np.where(errors.random(names.shape) < SHARE_OF_ERRORS, (names + 1) % len(RELATION_TYPES), names)
    rows = zip(words, starts.tolist(), (starts + lengths).tolist(), types, arguments, names.tolist(), strict=True)
    sentences = [
        {
            "tokens": [f"w{word}" for word in tokens],
            "entities": [
                {"type": TYPES[code], "start": start, "end": end}
                for start, end, code in zip(begin, stop, codes, strict=True)
            ],
            "relations": [
                {"type": RELATION_TYPES[code], "head": head, "tail": tail}
                for (head, tail), code in zip(ends, kinds, strict=True)
            ],
            "orig_id": number,
        }
        for number, (tokens, begin, stop, codes, ends, kinds) in enumerate(rows)
    ]
    path.write_text(json.dumps(sentences), encoding="utf-8")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Write reference, prediction and training data."""
    folder = tmp_path_factory.mktemp("relations")
    paths = [folder / name for name in ("reference.json", "prediction.json", "training.json")]
    for path, seeds in zip(paths, ((0,), (0, 1), (2,)), strict=True):
        write_file(path, *seeds)
    return paths


def parse(files: list[Path]) -> float:
    """Measure how long the standard library parses all files, in seconds of the processor."""
    seconds = 0.0
    for path in files:
        data = path.read_bytes()
        begin = process_time()
        json.loads(data)
        seconds += process_time() - begin
    return seconds


def look_up(files: list[Path]) -> tuple[float, Study]:
    """Measure how long loading, pairing and looking up take; processors that work side by side add up."""
    reference, prediction, training = map(str, files)
    begin = process_time()
    study = load_study(LoadRequest(reference, (prediction,), training=training))
    relation_events(study)
    for side in SIDES:
        relation_parts(study, side)
    return process_time() - begin, study


def measure(files: list[Path]) -> None:
    """Print both times, and how many relations each side has and which parts there are."""
    before, (seconds, study), after = parse(files), look_up(files), parse(files)
    sizes = [len(relations_on(study, side)) for side in SIDES]
    parts = np.unique(relation_parts(study, "reference")).tolist()
    print(json.dumps({"parsing": mean((before, after)), "seconds": seconds, "sizes": sizes, "parts": parts}))


def test_relations_are_there_within_twice_the_time_of_parsing(files: list[Path]) -> None:
    """Measure in a program of its own: parsing depends on how many objects there are already."""
    code = f"import sys; from pathlib import Path; from {__name__} import measure; measure([*map(Path, sys.argv[1:])])"

    def in_parsings() -> float:
        said = subprocess.run(
            [sys.executable, "-c", code, *map(str, files)],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found = json.loads(said)
        assert (found["sizes"], found["parts"]) == ([N_SENTENCES * N_RELATIONS] * 2, [0, 1, 2])
        print(f"\n{found['seconds']:.2f} s, parsing {found['parsing']:.2f} s")
        return float(found["seconds"] / found["parsing"])

    assert keeps_ratio(LIMIT, in_parsings)
