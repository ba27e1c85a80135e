"""Events as a DataFrame against `nerinspect events -o`, which writes the same events as CSV."""

import os
import subprocess
import sys
from pathlib import Path
from time import process_time

import pandas as pd
import pytest

import nerinspect as ni
from tests.measuring import keeps_ratio

pytestmark = pytest.mark.benchmark

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
N_COPIES = 700  # 233,800 events


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frame")
    for name in ("test.conll", "rich.conll"):
        text = (SAMPLE / name).read_text(encoding="utf-8").rstrip("\n") + "\n\n"
        (folder / name).write_text(text * N_COPIES, encoding="utf-8")
    return folder


def children_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


def test_a_frame_takes_half_the_work_of_the_command(folder: Path) -> None:
    files = [str(folder / name) for name in ("test.conll", "rich.conll")]
    command = [sys.executable, "-m", "nerinspect", "events", *files, "--repair", "conlleval"]
    events = ni.load(*files, repair="conlleval").events()

    def measure() -> float:
        begin = process_time()
        frame = events.frame()
        framed = process_time() - begin
        before = children_seconds()
        subprocess.run([*command, "-o", str(folder / "events.csv")], check=True, capture_output=True)
        assert isinstance(frame, pd.DataFrame)
        assert len(frame) == len(events) > 200_000
        return framed / (children_seconds() - before)

    assert keeps_ratio(0.5, measure)
