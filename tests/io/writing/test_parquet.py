"""Tables as Parquet, read again with pandas and pyarrow."""

import io
import math
from collections.abc import Callable, Iterator
from decimal import Decimal

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.writing import parquet
from nerinspect.io.writing.parquet import write_parquet
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Abridged, Content, MeanOfRuns, Of, PValue, Ratio, Row, Table

MakeStudy = Callable[..., Study]

SPANS = pa.list_(pa.struct([("start", pa.int32()), ("end", pa.int32()), ("type", pa.string())]))


def written(table: Table) -> bytes:
    file = io.BytesIO()
    write_parquet(table, file)
    return file.getvalue()


def read(table: Table) -> pa.Table:
    return pq.read_table(io.BytesIO(written(table)))


def test_columns_have_the_type_of_what_they_hold() -> None:
    rows: list[Row] = [
        ("flair", 1, 1, Ratio(1, 3), PValue(0.5), 2, Abridged.of("all of it", "all"), [(0, 2, "PER")], ["a", "b"]),
        ("elmo", 2, "mean", Ratio(0, 0), math.nan, 2.5, Abridged.of("b", "b"), [], []),
    ]
    table = read(Table(("system", "n", "run", "f1", "p", "mean", "places", "spans", "tokens"), rows, frozenset({"f1"})))
    strings = ("system", "run", "places")
    assert {table.schema.field(name).type for name in strings} == {pa.string()}
    assert table.schema.field("n").type == pa.int64()
    assert {table.schema.field(name).type for name in ("f1", "p", "mean")} == {pa.float64()}
    assert table.schema.field("spans").type == SPANS
    assert table.to_pylist()[1] == {
        "system": "elmo", "n": 2, "run": "mean", "f1": None, "p": None, "mean": 2.5, "places": "b", "spans": [],
        "tokens": [],
    }  # fmt: skip
    assert table.to_pylist()[0]["places"] == "all of it"
    assert table.to_pylist()[0]["f1"] == 1 / 3


def test_columns_without_a_value_are_what_the_table_says_of_them() -> None:
    table = read(Table(("f1", "n", "name"), [(None, None, None)], frozenset({"f1"}), frozenset({"n"})))
    assert table.schema.types == [pa.float64(), pa.int64(), pa.string()]


def test_means_of_runs_are_two_numbers() -> None:
    frame = pd.read_parquet(io.BytesIO(written(Table(("a",), [(MeanOfRuns(Decimal("72.5"), Decimal("0.4")),)]))))
    assert frame.to_dict("records") == [{"a": 72.5, "a std": 0.4}]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from("Ann/B-PER/B-ORG met/O/O Bob/B-PER/O")


@pytest.mark.parametrize("n_events", [0, 2])
def test_lists_have_the_types_of_their_columns_also_without_rows(study: Study, n_events: int) -> None:
    study.decisions.decide(0, Decision("reference-wrong", ("typo",), True, "", ((0, 1, "ORG"),)))
    names = MENTIONS.names(Of.EVENTS, Of.DECISIONS)
    table = read(MENTIONS.table(study, pd.RangeIndex(n_events).to_numpy(), names))
    kinds = {
        Content.TEXT: pa.string(), Content.NUMBER: pa.int64(), Content.FLAG: pa.bool_(), Content.SPANS: SPANS,
    }  # fmt: skip
    assert table.schema.names == list(names)
    assert table.schema.types == [kinds[MENTIONS.content(name)] for name in names]
    if n_events:
        first, second = table.to_pylist()
        assert first["reference_spans"] == [{"start": 0, "end": 1, "type": "PER"}]
        assert (first["flag"], second["flag"]) == (True, False)
        assert (first["corrected_spans"], second["corrected_spans"]) == ([{"start": 0, "end": 1, "type": "ORG"}], None)


def test_half_characters_are_written_as_in_records() -> None:
    rows: list[Row] = [("a\udcff", [(0, 1, "\ud800")], ["\udcff", "b"])]
    assert read(Table(("a", "b", "c"), rows)).to_pylist() == [
        {"a": "a\\udcff", "b": [{"start": 0, "end": 1, "type": "\\ud800"}], "c": ["\\udcff", "b"]}
    ]


def test_the_same_rows_are_the_same_bytes_in_groups_as_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_ROWS_AT_ONCE", 10)
    made = 0

    def rows() -> Iterator[Row]:
        nonlocal made
        for number in range(25):
            made += 1
            yield (f"{number}",)

    class Watched(io.BytesIO):
        seen: list[int] = []  # noqa: RUF012 - of one test

        def write(self, data: object) -> int:
            self.seen.append(made)
            return super().write(data)  # type: ignore[arg-type]

    file = Watched()
    write_parquet(Table(("a",), rows(), contents={"a": Content.TEXT}), file)
    assert {10, 20, 25} <= {*Watched.seen}
    assert pq.ParquetFile(file).num_row_groups == 3
    assert file.getvalue() == written(Table(("a",), rows()))
