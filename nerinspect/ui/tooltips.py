"""Tooltips in lines that fit the screen; they are plain text, see `plain_text.py`."""

from textwrap import wrap
from typing import Final

from nerinspect.visible import visible

_WIDTH: Final = 80
_LONGEST: Final = 4_000


def tooltip(text: str) -> str:
    """Break plain text into lines for a tooltip, and show what nobody would see in it.

    Parameters
    ----------
    text : str
        Perhaps of several lines; a text without end is cut.

    Returns
    -------
    str
        Plain text that says the same; empty if the text is.
    """
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    text = visible(text)
    if len(text) <= _WIDTH:
        return text
    return "\n".join(
        "\n".join(wrap(line, _WIDTH, replace_whitespace=False, drop_whitespace=True, break_on_hyphens=False))
        for line in text.split("\n")
    )
