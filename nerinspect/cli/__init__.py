"""The command line, one module for each subcommand."""

import gc
import os
from typing import Final

_COLLECTED_AT: Final = 100_000
"""So many objects may be made before Python looks for cycles among them; loading the modules alone makes many."""

gc.set_threshold(_COLLECTED_AT)

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts threads for work that is not done here
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # its own keep what numpy could use
