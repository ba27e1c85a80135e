"""Write down how the program looks, what it says and what it writes, to lay beside another version of it.

`python -m tests.rails FOLDER` before a change and after it, then `diff -r`: pictures of every view, of parts and of
dialogs (light, dark, two font sizes), what a screen reader hears, tooltips and the order of the focus as text, the
bytes of every table, and which modules are loaded and entered by what people do. Nothing in it is right or wrong.
"""

import sys
from pathlib import Path

from tests.rails.files import write_files
from tests.rails.modules import write_modules
from tests.rails.window import write_windows

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    write_files(folder / "files")
    write_modules(folder / "modules")
    write_windows(folder / "windows")
