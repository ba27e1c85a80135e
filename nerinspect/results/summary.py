"""What is in each file: documents, sentences, tokens, and mentions by type."""

from collections.abc import Iterable, Iterator

import numpy as np

from nerinspect.analysis.study import AnnotatedText
from nerinspect.analysis.type_names import type_or_all
from nerinspect.results.table import Row, Table

SUMMARY_COLUMNS = ("file", "documents", "sentences", "tokens", "type", "mentions")


def summary_table(files: Iterable[tuple[str, AnnotatedText]]) -> Table:
    """Summarise files.

    Parameters
    ----------
    files : iterable of (str, AnnotatedText)
        Texts with their mentions, by the name the user gave: one file may hold several lists.

    Returns
    -------
    Table
        For each file in the order given ALL, then each type that occurs, by code point.
    """
    return Table(SUMMARY_COLUMNS, [row for name, file in files for row in _rows_of(name, file)])


def _rows_of(file_name: str, file: AnnotatedText) -> Iterator[Row]:
    text, mentions = file.text, file.annotation.mentions
    sizes = (file_name, text.n_documents, text.n_sentences, text.n_tokens)
    yield (*sizes, type_or_all(None), len(mentions))
    counts = np.bincount(mentions.type_codes, minlength=len(mentions.types)).tolist()
    for name, count in sorted(zip(mentions.types, counts, strict=True)):
        if count:
            yield (*sizes, type_or_all(name), count)
