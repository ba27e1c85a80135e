"""The program that measures the commands makes the corpora it says, and prints a row for each."""

import subprocess
import sys
from pathlib import Path

from tests.packaging.test_constraints import CHECKOUT


def test_corpora_grow_and_rows_are_printed(tmp_path: Path) -> None:
    program = [sys.executable, str(CHECKOUT / "packaging" / "benchmark.py"), "--folder", str(tmp_path)]
    printed = subprocess.run(
        [*program, "--tokens", "20000", "--times", "1", "--only", "review"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.strip("| ").split(" | ") for line in printed.splitlines() if "| nerinspect |" in line]
    assert [row[0] for row in rows] == ["score, one sentence", "review new", "review export"]
    assert all(float(row[2]) > 0 and int(row[4].replace(",", "")) > 0 for row in rows)

    n_words = {}
    for kind in ("repeated", "growing"):
        sides = [
            [line.split(" ") for line in path.read_text(encoding="utf-8").splitlines() if line]
            for path in sorted((tmp_path / f"{kind}-20000").glob("*.conll"))
        ]
        reference, *predictions, training = sides
        assert 20_000 <= len(reference) < 21_000
        tokens = [token for token, _ in reference]
        assert all([token for token, _ in side] == tokens for side in predictions)
        assert len({tuple(label for _, label in side) for side in sides}) > 2
        assert (tokens == [token for token, _ in training]) == (kind == "repeated")
        n_words[kind] = len(set(tokens))
    assert n_words["growing"] > 2 * n_words["repeated"]
