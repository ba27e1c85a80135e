"""Tables of the overview on the clipboard: as text, CSV, Markdown or LaTeX."""

from collections.abc import Callable
from io import StringIO
from typing import Final, TextIO

from nerinspect.io.render import write_csv, write_latex, write_markdown, write_readable
from nerinspect.results.table import Table

FORMS: Final[dict[str, Callable[[Table, TextIO], None]]] = {
    "Text": write_readable,
    "CSV": write_csv,
    "Markdown": write_markdown,
    "LaTeX": write_latex,
}
"""What a table can be copied as, by the name in the menu."""


def table_text(table: Table, form: str) -> str:
    """Write a table in one of `FORMS`."""
    text = StringIO()
    FORMS[form](table, text)
    return text.getvalue()
