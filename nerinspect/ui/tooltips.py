"""Tooltips that show names from files as they are."""

from html import escape


def tooltip(text: str) -> str:
    """Write plain text for a tooltip: a type called `<b>` is no markup, and long lines wrap.

    Parameters
    ----------
    text : str
        Plain text, perhaps of several lines.

    Returns
    -------
    str
        Rich text that says the same; empty if the text is.
    """
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if text else ""
