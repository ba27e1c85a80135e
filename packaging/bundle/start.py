"""Starts the bundled program, by the name of which of its two files was started."""

import sys
from pathlib import Path

from nerinspect.cli.main import main, main_without_terminal

if Path(sys.executable).stem.endswith("-gui"):
    main_without_terminal()
else:
    main()
