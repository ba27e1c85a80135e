"""A short run of the fuzzer, always with the same numbers, and the inputs on which longer runs stumbled."""

import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time

import pytest

from nerinspect.io.formats.reader import RawFile, readers
from tests.examples import examples
from tests.fuzz.fuzz_readers import TARGETS, check_reading, inputs, target
from tests.fuzz.mutation import mutated
from tests.fuzz.other_inputs import OTHERS, other_examples
from tests.measuring import keeps_within

N_INPUTS = examples(500)
"""For each target."""

FOUND = (
    ("conll", b"\x09" + b"\n" * 50 + b"\x0eX"),
    (
        "webanno",
        b"\0#FORMAT=WebAnno TSV 3.3\n#T_RL=webanno.custom.Rel|of|BT_webanno.custom.NamedEntity\n"
        b"#T_SP=webanno.custom.NamedEntity|value\n\n#Text=Ana\n1-1\t0-3\tAna\tof\t1-1\t_\t\n",
    ),
    ("json", b'\7{"\\ud834": [1]}'),
    ("jsonl-spans", b'\0{"text": "a", "label": [[0,' + b"9" * 4000 + b',"X"]]}'),
    ("jsonl-spans", b'\0{"text": "Ana", "label": [], "tokens": 3}'),
)
"""Target and input."""


@pytest.mark.parametrize("name", list(readers()))
def test_examples_are_read(name: str) -> None:
    read = [check_reading(name, data) for data in inputs(name)]
    assert not read or any(isinstance(file, RawFile) for file in read)


@pytest.mark.parametrize("name", list(OTHERS))
def test_examples_of_other_inputs_are_read_or_told(name: str, tmp_path: Path) -> None:
    valid = tmp_path / "valid.json"
    valid.write_bytes(other_examples(name)[0])
    OTHERS[name](str(valid))
    for data in inputs(name):
        target(name)(name, data)


def longest_reading(name: str) -> float:
    """Read what differs from an example, and measure in seconds what takes longest."""
    random, files, longest = Random(name), list(inputs(name)), 0.0
    for _ in range(N_INPUTS if files else 0):
        data = mutated(random.choice(files), random)
        begun = process_time()
        try:
            read = target(name)(name, data)
        except Exception as mistake:
            mistake.add_note(f"input: {data!r}")
            raise
        longest = max(longest, process_time() - begun)
        if isinstance(read, RawFile) and random.random() < 0.05:
            files.append(data)
    return longest


@pytest.mark.parametrize("name", [*readers(), *TARGETS])
def test_what_differs_from_an_example_is_read_or_told(name: str) -> None:
    longest_reading(name)


@pytest.mark.benchmark
@pytest.mark.parametrize("name", [*readers(), *TARGETS])
def test_what_differs_from_an_example_is_read_at_once(name: str) -> None:
    assert keeps_within(50, lambda: longest_reading(name), process_time)


@pytest.mark.parametrize(("name", "data"), FOUND)
def test_what_was_found_once_is_mended(name: str, data: bytes) -> None:
    target(name)(name, data)


@pytest.mark.benchmark
def test_what_was_found_once_is_read_at_once() -> None:
    def read_all() -> float:
        begun = process_time()
        for name, data in FOUND:
            target(name)(name, data)
        return process_time() - begun

    assert keeps_within(20, read_all, process_time)


def test_coverage_guides_the_fuzzer(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    command = [sys.executable, "-m", "tests.fuzz.fuzz_readers", "conll", str(tmp_path), "-runs=200"]
    checkout = Path(__file__).parents[2]
    ran = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=300, check=True)
    assert "Done 200 runs" in ran.stderr
