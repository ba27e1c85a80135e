"""Lists of columns as one text: names between commas, quoted as in CSV where they hold one."""

import csv
from collections.abc import Sequence
from io import StringIO

from nerinspect.analysis.study import Study
from nerinspect.errors import CommandError
from nerinspect.results.events_table import checked_columns


def split_columns(text: str) -> tuple[str, ...]:
    """Split a list of names.

    Parameters
    ----------
    text : str
        Such as `kind,"attr:genre, main"`; a quote inside quotes is written twice.

    Examples
    --------
    >>> split_columns('kind, "attr:genre, main"')
    ('kind', 'attr:genre, main')
    """
    try:
        names = next(csv.reader([text], skipinitialspace=True), []) or [""]
    except csv.Error:  # a line end without quotes around it
        names = text.split(",")
    return tuple(name.strip() for name in names)


def join_columns(names: Sequence[str]) -> str:
    """Write names as `split_columns` reads them."""
    written = StringIO()
    csv.writer(written, lineterminator="").writerow(names)
    return written.getvalue()


def checked_with(names: Sequence[str], more: Sequence[str], study: Study | None = None) -> tuple[str, ...]:
    """Make sure that columns exist and that each is named once, in a list that holds more than events.

    Parameters
    ----------
    names : sequence of str
        Names of columns.
    more : sequence of str
        Columns that the list has besides those of events.
    study : Study, optional
        See `checked_columns`.

    Raises
    ------
    CommandError
        If there is none, an unknown one or one twice.
    """
    if more and len(set(names)) < len(names):
        raise CommandError("name each column once")
    of_events = [name for name in names if name not in more]
    if of_events or not names:
        checked_columns(of_events, study)
    return tuple(names)
