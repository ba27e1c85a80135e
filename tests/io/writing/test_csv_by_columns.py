"""Lists are written into CSV a column at a time, with the bytes that row by row would have."""

import csv
import json
from io import StringIO

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Table
from tests.conftest import study_of

AWKWARD = st.text(st.sampled_from('ab,"\r\n\t;=\x0b é😀'), min_size=1, max_size=4)
SENTENCES = st.lists(st.tuples(st.lists(AWKWARD, min_size=1, max_size=4), AWKWARD), min_size=1, max_size=4)


def by_rows(table: Table) -> str:
    """Write a table as the standard library does, but for the ends of lines."""
    written = StringIO()
    for row in [table.columns, *table]:
        line = StringIO()
        csv.writer(line, lineterminator="\r\n").writerow(
            json.dumps(cell, ensure_ascii=False) if isinstance(cell, list) else cell for cell in row
        )
        written.write(line.getvalue().removesuffix("\r\n") + "\n")
    return written.getvalue()


@given(SENTENCES)
def test_columns_give_the_bytes_of_rows(sentences: list[tuple[list[str], str]]) -> None:
    study = study_of([(tokens, [(0, 1, name)], [[(0, len(tokens), name)]]) for tokens, name in sentences])
    for columns in (MENTIONS.names_for(study), ["text"], ["shape"], ["right"], ["line", "left"]):
        table = MENTIONS.table(study, np.arange(len(study.events)), columns)
        written = StringIO()
        write_csv(table, written)
        assert written.getvalue() == by_rows(MENTIONS.table(study, None, columns))
