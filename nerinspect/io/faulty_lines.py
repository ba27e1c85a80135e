"""Find every line that cannot be read as a token, not only the first."""

from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.io.formats.conll_columns import Columns
from nerinspect.io.formats.conll_lines import TOKEN_LINE, blocks, fewest_fields, is_cut_by_tabs, kinds_of
from nerinspect.io.formats.fields import cut_lines
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True, eq=False)
class FaultyLines:
    """Lines that lack a field or whose token is empty.

    Attributes
    ----------
    line : ndarray of int, shape (n_faulty,)
        Physical lines from 1.
    n_fields : ndarray of int, shape (n_faulty,)
        Fields of each.
    is_short : ndarray of bool, shape (n_faulty,)
        Whether a field is missing; otherwise the token is empty.
    """

    line: AnyIntArray
    n_fields: AnyIntArray
    is_short: BoolArray

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.line)

    def problem(self, number: int) -> str:
        """Say what is wrong with one of them."""
        if not self.is_short[number]:
            return "the token is empty"
        n_fields = int(self.n_fields[number])
        return f"{n_fields} {'column' if n_fields == 1 else 'columns'}, too few"


def find_faulty_lines(data: bytes, columns: Columns, checkpoint: Checkpoint = no_checkpoint) -> FaultyLines:
    """List the lines of a CoNLL-style file that cannot be read.

    Parameters
    ----------
    data : bytes
        UTF-8; every line ends in LF.
    columns : Columns
        Which fields are asked for.
    checkpoint : Checkpoint
        Called for each block with bytes read and bytes in all.

    Returns
    -------
    FaultyLines
        In file order, by the same rules as the reader's.
    """
    by_tabs = is_cut_by_tabs(data, columns.comments)
    n_token_fields = fewest_fields(data, by_tabs) if columns.comments else 0
    found: list[tuple[AnyIntArray, AnyIntArray, BoolArray]] = []
    n_lines = n_bytes = 0
    in_sentence = False
    for block in blocks(data):
        lines = cut_lines(block, by_tabs)
        kinds = kinds_of(lines, n_token_fields, in_sentence)
        rows = np.flatnonzero(kinds == TOKEN_LINE)
        n_fields, token = lines.n_fields[rows], lines.column(columns.token, rows)
        missing = columns.missing(n_fields)
        wrong = np.flatnonzero(missing | (token.start == token.end))
        found.append((rows[wrong] + n_lines + 1, n_fields[wrong], missing[wrong]))
        in_sentence = bool(kinds[-1] == TOKEN_LINE)
        n_lines, n_bytes = n_lines + len(lines), n_bytes + len(block)
        checkpoint(n_bytes, len(data))
    line, n_fields, is_short = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return FaultyLines(line, n_fields, is_short)
