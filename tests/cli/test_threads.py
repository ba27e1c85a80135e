"""The program starts no threads that nobody asks for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TASKS = Path("/proc/self/task")
COUNT = f"import nerinspect.cli, numpy, pathlib; print(len(list(pathlib.Path('{TASKS}').iterdir())))"


@pytest.mark.skipif(not TASKS.exists(), reason="threads are counted where Linux tells them")
def test_numpy_starts_no_threads() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
