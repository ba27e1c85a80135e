"""The command line, one module for each subcommand."""

import gc
from typing import Final

_COLLECTED_AT: Final = 100_000
"""So many objects may be made before Python looks for cycles among them; loading the modules alone makes many."""

gc.set_threshold(_COLLECTED_AT)
