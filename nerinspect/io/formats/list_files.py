"""From lists of tokens and labels to a file as read, whatever form the lists stand in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import FieldError
from nerinspect.io.content import Content
from nerinspect.io.formats.token_lists import (
    LABEL_FIELDS,
    TOKEN_FIELDS,
    ListColumn,
    choose_field,
    label_column,
    other_columns,
    text_of_lists,
)
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint


@dataclass(frozen=True, eq=False)
class Lists:
    """The lists of a file.

    Attributes
    ----------
    fields : sequence of str
        Names of the fields that hold a list in each record.
    column : callable
        Reads the lists of a field.
    lines : ndarray of int32, shape (n_records,), or None
        The physical line of each record.
    names : callable
        Gives what the file calls each record, once its tokens are read; nothing if it does not.
    """

    fields: Sequence[str]
    column: Callable[[str], ListColumn]
    lines: IntArray | None
    names: Callable[[], Sequence[str]]


def chosen_fields(path: str, fields: Sequence[str], options: ReadOptions) -> tuple[str, str]:
    """Name the fields of tokens and labels: those asked for, else those with usual names.

    Raises
    ------
    FieldError
        If there is none.
    """
    tokens = choose_field(path, options.token_field, TOKEN_FIELDS, fields, "tokens")
    return tokens, choose_field(path, options.label_field, LABEL_FIELDS, fields, "labels")


def read_lists(content: Content, name: str, lists: Lists, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
    """Read tokens, labels and, if they are wanted, the other lists.

    Parameters
    ----------
    content : Content
        The file.
    name : str
        The reader's name.
    lists : Lists
        What it holds.
    options : ReadOptions
        Which fields to read.
    checkpoint : Checkpoint
        Called once the tokens are read.

    Returns
    -------
    RawFile
        With at least one token.

    Raises
    ------
    DataError
        If a field is missing, or the lists do not fit together.
    """
    path = content.path
    token_field, label_field = chosen_fields(path, lists.fields, options)
    tokens = lists.column(token_field)
    if not pa.types.is_string(tokens.values.type):
        raise FieldError(path, f"{token_field} holds numbers, not tokens", lists.fields, "tokens")
    checkpoint(len(tokens.values), len(tokens.values))
    text, notes = text_of_lists(path, tokens, lists.lines, lists.names())
    labels = label_column(path, label_field, lists.column(label_field), tokens, lists.lines, options.label_names)
    others = [field for field in lists.fields if field not in (token_field, label_field)] if options.others else []
    read, more = other_columns(others, tokens, lists.column)
    return RawFile(content, name, text, (labels,), options=options, notes=(*notes, *more), others=read)
