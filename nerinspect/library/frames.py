"""Tables as pandas DataFrames: each column has one dtype, whatever the data are and even if there are no rows."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from enum import Enum, auto
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MentionSpans
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Cells, Content, Ratio, Table, Value, encodable, listed
from nerinspect.progress import Checkpoint, collecting_later, no_checkpoint

if TYPE_CHECKING:
    import pandas as pd


class Dtype(Enum):
    """What a column of a frame holds, and which value is undefined in it."""

    TEXT = auto()
    """pandas' `str`, NaN."""
    COUNT = auto()
    """`Int64`, NA."""
    NUMBER = auto()
    """`float64`, NaN."""
    FLAG = auto()
    """`bool`."""
    LIST = auto()
    """Python lists, None."""


_COUNTS: Final = frozenset((
    "reference", "predicted", "correct", "tp", "fp", "fn", "le", "be", "lbe", "tn", "demerits", "false_positives",
    "false_negatives", "mentions", "count", "documents", "sentences", "tokens", "both_right", "only_a", "only_b",
    "both_wrong", "blocks", "a_mentions", "b_mentions", "both", "unlabelled", "data_sets", "a_wins", "b_wins",
    "runs", "systems", "relations", "sentence", "document", "line", "start", "end", "incorrect", "partial", "missed",
    "spurious",
))  # fmt: skip
_NUMBERS: Final = frozenset((
    "precision", "recall", "f1", "cost", "possible", "actual", "share", "recalled", "recall_std", "lower", "upper",
    "worst_f1", "best_f1", "gap", "best_difference", "worst_difference", "spearman", "std", "zeta", "rho",
    "friedman_p", "f1_a", "f1_b", "difference", "low", "high", "mcnemar_p", "bootstrap_p", "signed_rank_p",
    "rank_sum_p", "label_agreement", "kappa", "f1_std", "rank", "second_f1", "recall_a", "recall_b", "increase",
    "eLen", "eCon", "eCon*", "eLex", "rCon", "rCon*", "rLex", "aCon", "aLen", "aDist", "invalid", "invalid_std",
    "conlleval_right", "discard_right", "neither_right",
    "f1_conlleval", "f1_conlleval_std", "f1_discard", "f1_discard_std", "difference_std",
))  # fmt: skip
_FLAGS: Final = frozenset(("flag",))
_LISTS: Final = frozenset(("reference_spans", "predicted_spans", "old_predicted_spans", "corrected_spans"))
"""Columns by what they hold, in the results of all commands; all others are texts."""

_EPOCH: Final = date(1970, 1, 1)


def dtype_of(column: str, has_means: bool = False) -> Dtype:
    """Tell what a column of a result holds; where there are means, counts are numbers."""
    if column in _COUNTS:
        return Dtype.NUMBER if has_means else Dtype.COUNT
    if column in _NUMBERS:
        return Dtype.NUMBER
    return Dtype.FLAG if column in _FLAGS else Dtype.LIST if column in _LISTS else Dtype.TEXT


def frame_of(table: Table, has_means: bool = False, dtypes: Mapping[str, Dtype] | None = None) -> "pd.DataFrame":
    """Make a frame of a result.

    Parameters
    ----------
    has_means : bool
        Whether counts may be means of runs.
    dtypes : dict, optional
        Those of columns that are named after data, such as types.
    """
    rows = list(table)
    columns = zip(*rows, strict=True) if rows else ([] for _ in table.columns)
    kinds = [(dtypes or {}).get(name) or dtype_of(name, has_means) for name in table.columns]
    return _frame(table.columns, kinds, [[_packed(kind, cells)] for kind, cells in zip(kinds, columns, strict=True)])


def events_frame(
    sort: EventSort,
    study: Study,
    order: AnyIntArray,
    columns: Sequence[str],
    decisions: Mapping[int, Decision] | None = None,
    checkpoint: Checkpoint = no_checkpoint,
) -> "pd.DataFrame":
    """Make a frame of events in an order, a column at a time; see `EventSort.table`."""
    found: list[list[Any]] = [[] for _ in columns]
    kinds = [dtype_in_list(sort, name) for name in columns]
    with collecting_later():
        for block in sort.blocks(study, order, columns, checkpoint, decisions):
            for parts, kind, cells in zip(found, kinds, block, strict=True):
                parts.append(_packed(kind, cells))
    return _frame(columns, kinds, found)


def _frame(names: Sequence[str], kinds: Sequence[Dtype], parts: Sequence[Sequence[Any]]) -> "pd.DataFrame":
    """Make a frame of columns that come in parts, as `_packed` holds them."""
    import pandas as pd

    arrays = [_array(kind, own) for kind, own in zip(kinds, parts, strict=True)]
    frame = pd.DataFrame(dict(enumerate(arrays)), copy=False)
    frame.columns = pd.Index(list(names), dtype="str")
    return frame


def dtype_in_list(sort: EventSort, column: str) -> Dtype:
    """Tell what a column of a list holds: runs are named, and what only some studies have is text."""
    known = sort.columns.get(column)
    if known is not None and known.content in (Content.SPANS, Content.TOKENS):
        return Dtype.LIST
    if known is not None and known.content is Content.NUMBER and not column.startswith("run"):
        return Dtype.COUNT
    return Dtype.FLAG if known is not None and known.content is Content.FLAG else Dtype.TEXT


def _packed(kind: Dtype, cells: Cells) -> Any:  # noqa: ANN401 - as each kind is put together
    """Hold the cells of a block in little room."""
    if kind is Dtype.LIST:
        if isinstance(cells, MentionSpans):
            return cells.each(list)
        return [row and list(map(list, row)) for row in cast("Iterable[list[Any] | None]", listed(cells))]
    if kind in (Dtype.TEXT, Dtype.COUNT):
        arrow = pa.string() if kind is Dtype.TEXT else pa.int64()
        if isinstance(cells, pa.Array | np.ndarray):
            return pa.array(cells).cast(arrow)
        return _texts(cells) if kind is Dtype.TEXT else pa.array(list(cells), arrow)
    return list(map(_number if kind is Dtype.NUMBER else bool, listed(cells)))


def _array(kind: Dtype, parts: Sequence[Any]) -> Any:  # noqa: ANN401 - what pandas makes a column of
    """Put the cells of blocks together."""
    import pandas as pd

    if kind is Dtype.TEXT:
        whole = pa.chunked_array(parts, pa.string()).cast(pa.large_string())
        return pd.arrays.ArrowStringArray(whole, dtype=pd.StringDtype("pyarrow", na_value=np.nan))  # type: ignore[call-arg]
    if kind is Dtype.COUNT:
        whole = pa.chunked_array(parts, pa.int64())
        is_undefined = whole.is_null().to_numpy() if whole.null_count else np.zeros(len(whole), dtype=bool)
        return pd.arrays.IntegerArray(whole.fill_null(0).to_numpy(), is_undefined)
    dtype = {Dtype.LIST: object, Dtype.NUMBER: np.float64}.get(kind, bool)
    return np.fromiter(chain.from_iterable(parts), dtype, sum(map(len, parts)))


def _texts(cells: Iterable[Value]) -> pa.Array:
    """Put texts into an array; what is no Unicode in names of files is escaped, as it is in files."""
    texts = [cell if cell is None or type(cell) is str else str(cell) for cell in cells]
    try:
        return pa.array(texts, pa.string())
    except UnicodeEncodeError:
        return pa.array([text and encodable(text) for text in texts], pa.string())


def _number(cell: Any) -> float:  # noqa: ANN401 - a value of a table
    """Give a number in full precision; dates as days since 1970-01-01."""
    if isinstance(cell, Ratio):
        cell = cell.value
    if isinstance(cell, str):
        return float((date.fromisoformat(cell) - _EPOCH).days)
    return float("nan") if cell is None else float(cell)
