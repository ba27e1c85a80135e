"""`nerinspect score` against `seqscore score` on the same two files, as whole processes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.measuring import keeps_ratio

WNUT16 = Path(__file__).parents[3] / "shared" / "data" / "wnut16" / "flair.txt"
N_COPIES = 38  # 2.35 million tokens

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.skipif(not WNUT16.exists(), reason="the WNUT-2016 data are not beside the checkout"),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("score")
    lines = [line.split(" ") for line in WNUT16.read_text(encoding="utf-8").rstrip("\n").split("\n")]
    sides = []
    for column, name in ((1, "reference.txt"), (2, "prediction.txt")):
        text = "\n".join(f"{fields[0]} {fields[column]}" if len(fields) > 2 else "" for fields in lines)
        path = folder / name
        path.write_text((text + "\n\n") * N_COPIES, encoding="utf-8")
        sides.append(path)
    return sides[0], sides[1]


MEASURE = """
import resource, subprocess, sys, time
begin = time.perf_counter()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def measured(command: list[str]) -> tuple[float, int]:
    """Run a command; give its seconds and its peak memory in KiB.

    A small process starts it: Linux counts the memory of the process that forked as the child's own.
    """
    done = subprocess.run([sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True)
    seconds, memory = done.stdout.split()
    return float(seconds), int(memory)


def test_score_is_many_times_faster_in_a_quarter_of_the_memory(files: tuple[Path, Path]) -> None:
    reference, prediction = map(str, files)
    ours = [sys.executable, "-m", "nerinspect", "score", reference, prediction, "--repair", "conlleval"]
    seqscore = str(Path(sys.executable).with_name("seqscore"))
    theirs = [
        seqscore,
        "score",
        "--labels",
        "BIO",
        "--repair-method",
        "conlleval",
        "--reference",
        reference,
        prediction,
    ]
    shares = []

    def share_of_time() -> float:
        before, other, after = [measured(ours) for _ in range(2)], measured(theirs), [measured(ours) for _ in range(2)]
        shares.append(max(memory for _, memory in (*before, *after)) / other[1])
        print(f"\n{shares[-1]:.2f} of the memory")
        return min(seconds for seconds, _ in (*before, *after)) / other[0]

    assert keeps_ratio(1 / 15, share_of_time)
    assert max(shares) <= 0.24  # a fifth is usual
