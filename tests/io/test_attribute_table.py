"""Tables that say something of documents, sentences or events."""

import csv
import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import BUILT_IN, attribute_values
from nerinspect.attributes.own import attribute_sources
from nerinspect.errors import CommandError, DataError, NerinspectError
from nerinspect.events.study import Study
from nerinspect.io.tables_of_attributes import read_attribute_table, with_attribute_tables
from nerinspect.lists.mentions import MENTIONS, event_numbers
from tests.examples import examples
from tests.io.conftest import MakeFile
from tests.io.workbooks import workbook_of

SENTENCES = ("Ada/B-PER/B-PER met/O/O Bo/B-PER/O", "in/O/O Rome/B-LOC/B-LOC", "Li/B-PER/B-LOC", "Oslo/B-LOC/O")


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """Give a study of two documents with two sentences each."""
    return make_study_from(*SENTENCES, documents=[1, 1, 2, 2])


def named(study: Study, documents: Sequence[str] = (), sentences: Sequence[str] = ()) -> Study:
    text = replace(study.text, document_names=tuple(documents), sentence_names=tuple(sentences))
    return replace(study, text=text)


def values_by_side(study: Study, path: str | pd.DataFrame, name: str = "genre") -> tuple[list[str], list[str]]:
    """Give the names of the buckets of reference and predicted mentions."""
    study = with_attribute_tables(study, [path])  # another study, which keeps nothing of other tables
    attribute = next(one for one in study.attributes if one.name == name)
    made = bucketing(study, attribute)
    return [made.names[code] for code in made.reference_of(0)], [made.names[code] for code in made.predicted]


@pytest.mark.parametrize(
    "table",
    [
        "document,genre\n1,a\n2,b\n",
        "genre\tDocument\nb\t2\na\t1\n",
        "sentence,genre\n4,b\n2,a\n1,a\n3,b\n",
        "document,sentence,genre\n1,1,a\n1,2,a\n2,3,b\n2,4,b\n",
    ],
)
def test_mentions_have_the_value_of_their_place(table: str, study: Study, make_file: MakeFile) -> None:
    assert values_by_side(study, make_file(table)) == (["a", "a", "a", "b", "b"], ["a", "a", "b"])


def test_a_parquet_table_says_the_same(study: Study, tmp_path: pytest.TempPathFactory) -> None:
    path = f"{tmp_path}/genres.parquet"
    pq.write_table(pa.table({"document": [1.0, 2.0], "genre": ["a", "b"]}), path)
    assert values_by_side(study, path) == (["a", "a", "a", "b", "b"], ["a", "a", "b"])


def test_a_workbook_and_a_frame_say_the_same(study: Study, make_file: MakeFile) -> None:
    path = make_file(workbook_of(["document", "genre"], [1.0, "a"], [2, "b"]), "genres.xlsx")
    assert values_by_side(study, path) == (["a", "a", "a", "b", "b"], ["a", "a", "b"])
    frame = pd.DataFrame({"document": [1, 2], "genre": ["a", "b"]})
    assert values_by_side(study, frame) == (["a", "a", "a", "b", "b"], ["a", "a", "b"])


def test_a_mistake_in_a_workbook_names_its_row(study: Study, make_file: MakeFile) -> None:
    path = make_file(workbook_of(["document", "genre"], [], [1, "a"], [1, "b"]), "genres.xlsx")
    with pytest.raises(DataError, match=f"{path}:4: two rows are about document “1”, first in line 3"):
        read_attribute_table(path, study)


def test_the_source_of_a_frame_is_in_memory(study: Study) -> None:
    frame = pd.DataFrame({"document": [1], "genre": ["a"]})
    other = pd.DataFrame({"document": [2], "year": [2024.0]})
    first, second = attribute_sources(with_attribute_tables(study, [frame, other]))
    assert (first.role, first.path, first.format) == ("attributes", "attributes", "memory")
    assert (second.path, len(second.sha256)) == ("attributes 2", 64)
    assert first.sha256 != second.sha256
    with pytest.raises(DataError, match="attributes 2: the column genre is in attributes, too"):
        with_attribute_tables(study, [frame, frame])
    with pytest.raises(DataError, match="attributes: two columns are called “genre”"):
        with_attribute_tables(study, [pd.DataFrame([[1, "a", "b"]], columns=["document", "genre", "genre"])])


@pytest.mark.parametrize(
    ("table", "documents", "sentences"),
    [
        ("document,genre\nnews-7,a\nnews-8,b\n", ["news-7", "news-8"], []),
        ("document,genre\n2,a\n1,b\n", ["2", "1"], []),
        ("document,genre\n10,a\n20,b\n", ["10", "20"], []),
        ("document,genre\n1,a\n2,b\n", ["", "2"], []),
        ("document,genre\n1,a\n2,b\n", ["2", "2"], []),
        ("sentence,genre\nu,b\nv,b\nx,a\ny,a\n", [], ["x", "y", "u", "v"]),
        ("sentence,document,genre\nx,1,a\ny,1,a\nx,2,b\ny,2,b\n", [], ["x", "y", "x", "y"]),
        ("sentence,document,genre\nx,d,a\ny,d,a\nx,e,b\ny,e,b\n", ["d", "e"], ["x", "y", "x", "y"]),
        ("sentence,document,genre\n1,d,a\n2,d,a\n3,e,b\n4,e,b\n", ["d", "e"], ["x", "y", "x", "y"]),
    ],
)
def test_documents_and_sentences_may_be_named_as_the_reference_names_them(
    table: str, documents: list[str], sentences: list[str], study: Study, make_file: MakeFile
) -> None:
    study = named(study, documents, sentences)
    assert values_by_side(study, make_file(table)) == (["a", "a", "a", "b", "b"], ["a", "a", "b"])


def test_names_that_could_be_numbers_are_told(study: Study, make_file: MakeFile) -> None:
    path = make_file("document,genre\n2,a\n1,b\n")
    assert with_attribute_tables(named(study, ["2", "1"]), [path]).warnings[-1] == (
        f"{path}: each document is matched by its name in the data, not by its number"
    )
    assert with_attribute_tables(named(study, ["1", "2"]), [path]).warnings == ()


def test_mentions_of_a_place_without_a_row_or_a_value_have_none(study: Study, make_file: MakeFile) -> None:
    path = make_file("sentence,genre\n1,a\n2,\n4,none\n")
    assert values_by_side(study, path) == (["a", "a", "none", "none", "none"], ["a", "none", "none"])


def rows_of_events(study: Study) -> list[dict[str, object]]:
    table = MENTIONS.table(study)
    return [dict(zip(table.columns, row, strict=True)) for row in table]


def test_a_row_about_an_event_holds_for_its_mentions(study: Study, make_file: MakeFile) -> None:
    wrong = [row for row in rows_of_events(study) if row["kind"] == "fn"]
    path = make_file("event,genre\n" + "".join(f"{row['event']},{row['text']}\n" for row in wrong))
    assert values_by_side(study, path) == (["none", "Bo", "none", "none", "Oslo"], ["none", "none", "none"])


def test_an_export_may_be_given_back_with_a_column_added(study: Study, make_file: MakeFile) -> None:
    written = io.StringIO()
    rows = [{name: value for name, value in row.items() if name != "line"} for row in rows_of_events(study)]
    writer = csv.DictWriter(written, [*rows[0], "annotator"])
    writer.writeheader()
    writer.writerows({**row, "annotator": "A"} for row in rows)
    assert [one.name for one in read_attribute_table(make_file(written.getvalue()), study)] == ["annotator"]


def test_a_reference_mention_may_have_a_value_for_each_prediction(
    make_study_from: Callable[..., Study], make_file: MakeFile
) -> None:
    study = make_study_from("Ada/B-PER/B-PER/O met/O/O/O", systems=("one", "two"))
    table = "event,sure\n" + "".join(f"{row['event']},{row['system']}\n" for row in rows_of_events(study))
    (attribute,) = read_attribute_table(make_file(table), study)
    values = attribute_values(study, attribute)
    assert [values.names[int(values.reference_of(number)[0])] for number in (0, 1)] == ["one", "two"]


def test_the_numbers_of_events_are_their_ids(study: Study) -> None:
    assert [f"{number:016x}" for number in event_numbers(study)] == [row["event"] for row in rows_of_events(study)]


@pytest.mark.parametrize(
    ("column", "scale"),
    [("1 2 3 4", "whole"), ("0.5 2 3 4", "number"), ("2024-01-01 2024-01-02 2024-01-03 2024-01-04", "date"),
     ("1 2 NA 4", "name")],
)  # fmt: skip
def test_the_scale_is_found(column: str, scale: str, study: Study, make_file: MakeFile) -> None:
    rows = "".join(f"{number},{value}\n" for number, value in enumerate(column.split(), 1))
    (attribute,) = read_attribute_table(make_file(f"sentence,own\n{rows}"), study)
    assert attribute.scale == scale


def test_the_source_says_how_much_fits(study: Study, make_file: MakeFile) -> None:
    path = make_file("document,genre,year\n2,a,2024\n9,b,2025\n")
    (source,) = attribute_sources(with_attribute_tables(study, [path]))
    assert (source.role, source.path, source.format) == ("attributes", path, "csv")
    assert source.notes == (
        "1 of 2 rows about a document",
        "genre (name): 5 of 8 mentions without a value",
        "year (whole): 5 of 8 mentions without a value",
    )


@pytest.mark.parametrize(
    ("table", "notice"),
    [
        ("document,genre\n1,a\n9,b\n0,b\n", ":3: 2 of 3 rows without a document in the data, first “9”; left out"),
        (
            "document,sentence,genre\n1,1,a\n1,3,b\n",
            ":3: 1 of 2 rows without a sentence in the data, first “1” and “3”; left out",
        ),
        ("document,genre,note\n1,a,\n2,b,none\n", ": the column note has no value; left out"),
        (
            "sentence,year\n1,2024\n2,2025\n3,?\n4,2026\n",
            ": year has names, not numbers, because “?” is not a number",
        ),
    ],
)
def test_what_is_not_used_is_told(table: str, notice: str, study: Study, make_file: MakeFile) -> None:
    path = make_file(table)
    assert with_attribute_tables(study, [path]).warnings == (path + notice,)


def test_many_names_are_told(make_study_from: Callable[..., Study], make_file: MakeFile) -> None:
    study = make_study_from(*(["Ada/B-PER/O"] * 101))
    path = make_file("sentence,url\n" + "".join(f"{number},u{number}\n" for number in range(1, 102)))
    assert (
        f"{path}: url has 101 different names; each becomes a bucket" in with_attribute_tables(study, [path]).warnings
    )


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "genre,year\na,1\n",
            ": no column is called document, sentence or event (there are: “genre”, “year”);"
            " name the column so that says what a row is about",
        ),
        ("document\n1\n", ": no column says anything about a document; add one, such as genre or date"),
        (
            "event,kind\n0123456789abcdef,fn\n",
            ": no column says anything about an event; add one, such as genre or date",
        ),
        ("document,genre\n", ": the table has no rows; write one for each document"),
        ("document,genre\n1,\n2,none\n", ": no column has a value; fill one, or leave the table out"),
        (",document,genre\n0,1,a\n", ": column 1 has no name; name it in the header, or leave it out"),
        ("document,genre,genre\n1,a,b\n", ": two columns are called “genre”; rename one of them"),
        (
            "document,elen\n1,a\n",
            ": the column elen has the name of a built-in attribute; rename it, or leave it out",
        ),
        (
            "document,a=b\n1,a\n",
            ": the column “a=b” has a name that cannot be used in queries;"
            " rename it, without = and without / before a number",
        ),
        (
            "document,genre\n7,a\n8,b\n",
            ":2: no row names a document of the data, the first names “7”;"
            " name documents by their numbers from 1, or as the reference names them",
        ),
        (
            "event,genre\n0123456789abcdef,a\n",
            ":2: no row names an event of the data, the first names “0123456789abcdef”;"
            " take the ids of a table of events of these files, systems and runs",
        ),
        (
            "sentence,genre\n1,a\n7,b\n7,b\n2,c\n01,d\n",
            ":6: two rows are about sentence “01”, first in line 2; keep one of them",
        ),
        (
            "document,sentence,genre\n1,1,a\n1,1,b\n",
            ":3: two rows are about sentence “1” and “1”, first in line 2; keep one of them",
        ),
        ("document,genre\n1,a\n2\n", ":3: the row has 1 cell, the header 2;"
         " fix the row, with quotes around a cell that contains a separator"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_calm_sentence(table: str, message: str, study: Study, make_file: MakeFile) -> None:
    path = make_file(table)
    with pytest.raises(DataError) as caught:
        read_attribute_table(path, study)
    assert str(caught.value) == path + message


def test_a_column_of_lists_is_refused(study: Study, tmp_path: pytest.TempPathFactory) -> None:
    path = f"{tmp_path}/own.parquet"
    pq.write_table(pa.table({"document": [1], "tokens": [["a"]]}), path)
    with pytest.raises(DataError, match="the column tokens has list<"):
        read_attribute_table(path, study)


def test_two_tables_may_not_say_the_same(study: Study, make_file: MakeFile) -> None:
    one, other = make_file("document,genre\n1,a\n", "one"), make_file("document,genre\n1,a\n", "other")
    with pytest.raises(DataError) as caught:
        with_attribute_tables(study, [one, other])
    assert str(caught.value) == (
        f"{other}: the column genre is in {one}, too; rename one of the two, or leave one table out"
    )


def test_standard_input_is_left_to_data(study: Study) -> None:
    with pytest.raises(CommandError, match="cannot come from standard input"):
        read_attribute_table("-", study)


COUNTED = {one.name: one for one in BUILT_IN if one.name in ("sLen", "eDen")}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(30))
@given(
    sentences=st.lists(
        st.lists(st.sampled_from(["a/O/O", "b/B-X/B-X", "c/B-X/O", "d/O/B-Y"]), min_size=1, max_size=6).map(" ".join),
        min_size=1,
        max_size=12,
    ),
    name=st.sampled_from(sorted(COUNTED)),
    n_wanted=st.integers(2, 10),
)
def test_values_written_by_sentence_come_back_as_the_same_buckets(
    sentences: list[str], name: str, n_wanted: int, make_study_from: Callable[..., Study], make_file: MakeFile
) -> None:
    study = make_study_from(*sentences)
    start, of_mention = study.text.sentence_start, np.bincount(
        study.text.sentence_of(study.reference.mentions.start), minlength=len(sentences)
    )  # fmt: skip
    lengths = np.diff(start)
    values = lengths if name == "sLen" else of_mention / lengths
    rows = "".join(f"{number},{value!r}\n" for number, value in enumerate(values.tolist(), 1))
    (attribute,) = read_attribute_table(make_file(f"sentence,own\n{rows}"), study)
    own, built_in = bucketing(study, attribute, n_wanted), bucketing(study, COUNTED[name], n_wanted)
    assert own.buckets == built_in.buckets
    np.testing.assert_array_equal(own.reference, built_in.reference)
    np.testing.assert_array_equal(own.predicted, built_in.predicted)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(100))
@given(content=st.binary(max_size=80) | st.text(alphabet='document,sentenceevent"\n\t 129a=', max_size=80))
def test_any_bytes_are_read_or_refused_calmly(content: str | bytes, study: Study, make_file: MakeFile) -> None:
    data = content if isinstance(content, bytes) else f"document,{content}".encode()
    with suppress(NerinspectError):
        read_attribute_table(make_file(data), study)
