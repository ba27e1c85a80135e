"""How figures are asked for: forms, widths, greys and titles."""

import re
from pathlib import PurePath
from typing import Final, NamedTuple

from nerinspect.errors import CommandError, UnknownNameError, shown
from nerinspect.quantities import grouped

PICTURE_FORMS: Final = {"pdf": "PDF (*.pdf)", "svg": "SVG (*.svg)", "png": "PNG, 300 dots an inch (*.png)"}
"""The forms of figures, by their suffixes, in the words of a dialog for files."""

ONE_COLUMN, TWO_COLUMNS = 84.0, 174.0  # usual widths of figures, in millimetres

WIDTHS: Final = (40.0, 1000.0)  # the narrowest and the widest

_UNITS: Final = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}


class FigureLook(NamedTuple):
    """How a figure looks: its width in millimetres, whether greys alone tell systems apart, and what stands over it."""

    width: float = TWO_COLUMNS
    grey: bool = False
    title: str = ""

    @property
    def told(self) -> list[str]:
        width = ["--width", f"{self.width:g}mm"] if self.width != TWO_COLUMNS else []
        return [*width, *(["--grey"] if self.grey else []), *(["--title", self.title] if self.title else [])]


class ChartChoice(NamedTuple):
    """A chart that is asked for: its file, how it looks, and the systems in it, none for all."""

    path: str
    look: FigureLook
    systems: tuple[str, ...] = ()

    @property
    def told_systems(self) -> list[str]:
        return ["--systems", ",".join(self.systems)] if self.systems else []


def width_of(text: str) -> float:
    """Read a width such as `84mm`, `8.4cm` or `3.3in`; a number alone is in millimetres.

    Raises
    ------
    CommandError
        If it is none, or one at which nothing can be read or printed.
    """
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*(mm|cm|in|pt)?", text.strip())
    width = float(found[1]) * _UNITS[found[2] or ""] if found else 0.0
    least, most = WIDTHS
    if not least <= width <= most:
        bounds = f"{grouped(least, 0)} to {grouped(most, 0)} mm"
        raise CommandError(f"a figure is {bounds} wide, not {shown(text)}; write 84mm, or 174mm")
    return width


def form_of_picture(path: str) -> str:
    """Find the form of a figure by the suffix of its file.

    Raises
    ------
    UnknownNameError
        If there is no such form.
    """
    suffix = PurePath(path).suffix.lower().removeprefix(".")
    if suffix not in PICTURE_FORMS:
        raise UnknownNameError("form of figures", suffix, PICTURE_FORMS)
    return suffix
