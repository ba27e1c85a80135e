import csv
import json
import re
import shlex
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError, OutputError
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListedEvents, ListForm
from nerinspect.io.writing.forms import Holds, forms_for, unmarked_formulas
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.progress import Cancelled, no_checkpoint
from tests.examples import examples

MakeFile = Callable[..., str]
Loaded = tuple[Study, LoadRequest]

EVERY_COLUMN = MENTIONS.names(Of.EVENTS)
EVERYTHING = ListForm(MENTIONS, "csv", EVERY_COLUMN)

TOKENS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1) | st.text(
    "='+-@\"',\t\r\n\0\x1b\x85\u2028\u202e\u2067\u200f\xa0 a", min_size=1
)


def load(make_file: MakeFile, *sentences: list[str]) -> Loaded:
    """Load sentences whose first two tokens are a mention that the prediction cuts short."""

    def annotated(end: int) -> str:
        entity = {"type": "-X", "start": 0, "end": end}
        return json.dumps([{"tokens": tokens, "entities": [entity]} for tokens in sentences])

    paths = make_file(annotated(2), "ref.json"), make_file(annotated(1), "pred.json")
    request = LoadRequest(paths[0], (paths[1],))
    return load_study(request), request


@pytest.fixture
def loaded(make_file: MakeFile) -> Loaded:
    return load(make_file, ["=New", "York", ","], ["-", "Rome", "a"], ["@x", "y"])


@pytest.fixture
def output(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    return tmp_path / "out" / "events"


def export(loaded: Loaded, output: Path, order: list[int], **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Export events and give the provenance."""
    form, progress = more.pop("form", EVERYTHING), more.pop("checkpoint", no_checkpoint)
    ListedEvents(MENTIONS, *loaded, np.array(order, dtype=np.int32), **more).export(form, str(output), progress)
    record: dict[str, Any] = json.loads(Path(f"{output}.json").read_text(encoding="utf-8"))
    return record


def read_csv(path: Path) -> list[list[str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def as_cells(study: Study, order: list[int]) -> list[list[str]]:
    """Write the cells of the events table as CSV holds them."""
    return [
        ["" if v is None else json.dumps(v, ensure_ascii=False) if isinstance(v, list) else str(v) for v in row]
        for row in MENTIONS.table(study, np.array(order))
    ]


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sentences=st.lists(st.lists(TOKENS, min_size=2, max_size=5), min_size=1, max_size=4), is_safe=st.booleans())
def test_csv_reads_back_as_the_events_table(
    make_file: MakeFile, output: Path, sentences: list[list[str]], is_safe: bool
) -> None:
    loaded = load(make_file, *sentences)
    order = list(reversed(range(len(sentences))))
    export(loaded, output, order, form=ListForm(MENTIONS, "csv", EVERY_COLUMN, is_safe))
    header, *rows = read_csv(output)
    if is_safe:
        assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
        rows = [list(map(unmarked_formulas, row)) for row in rows]
    assert (tuple(header), rows) == (EVERY_COLUMN, as_cells(loaded[0], order))


def test_safe_csv_differs_only_in_texts_that_look_like_formulas(loaded: Loaded, output: Path) -> None:
    columns = ("text", "reference_types", "left", "start", "reference_spans")
    export(loaded, output, [0, 1, 2], form=ListForm(MENTIONS, "csv", columns, spreadsheet_safe=True))
    assert read_csv(output)[1:] == [
        ["'=New York", "'-X", "", "0", '[[0, 2, "-X"]]'],
        ["'- Rome", "'-X", "", "0", '[[0, 2, "-X"]]'],
        ["'@x y", "'-X", "", "0", '[[0, 2, "-X"]]'],
    ]


def text_of(path: Path, form: str) -> str:
    if form == "xlsx":
        with zipfile.ZipFile(path) as packed:
            return packed.read("xl/worksheets/sheet1.xml").decode()
    if form == "parquet":
        return str(pq.read_table(path).to_pylist())
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("form", [form.name for form in forms_for(Holds.LISTS)])
def test_every_form_holds_the_rows_in_their_order(loaded: Loaded, output: Path, form: str) -> None:
    export(loaded, output, [2, 0], form=ListForm(MENTIONS, form, ("left", "text", "right")))
    content = re.sub("<[^>]*>", "", text_of(output, form).split("<tbody>")[-1])
    content = re.sub(r"/[^ ]*", "", content) if form == "latex-slashes" else content
    assert 0 <= content.index("@x y") < content.index("=New York")
    assert "Rome" not in content


def test_json_lines_hold_spans_as_lists(loaded: Loaded, output: Path) -> None:
    export(loaded, output, [0], form=ListForm(MENTIONS, "jsonl", ("kind", "start", "line", "predicted_spans")))
    assert output.read_text() == '{"kind": "be", "start": 0, "line": null, "predicted_spans": [[0, 1, "-X"]]}\n'


# Provenance


def test_the_provenance_names_form_columns_rows_filter_and_order(loaded: Loaded, output: Path) -> None:
    record = export(
        loaded, output, [1, 0], query="kind:be", sorting="by Segment, descending", n_matching=3,
        form=ListForm(MENTIONS, "csv", ("text", "kind"), spreadsheet_safe=True),
    )  # fmt: skip
    named = ("table", "form", "columns", "spreadsheet_safe", "rows", "filter", "order")
    assert {name: record[name] for name in named} == {
        "table": "events",
        "form": "csv",
        "columns": ["text", "kind"],
        "spreadsheet_safe": True,
        "rows": 2,
        "filter": "kind:be",
        "order": "by Segment, descending",
    }


@pytest.mark.parametrize(
    ("form", "options"),
    [
        (EVERYTHING, []),
        (ListForm(MENTIONS, "jsonl", EVERY_COLUMN), ["--table", "jsonl"]),
        (ListForm(MENTIONS, "csv", ("text", "kind")), ["--columns", "text,kind"]),
        (ListForm(MENTIONS, "csv", ("kind",), True), ["--columns", "kind", "--spreadsheet-safe"]),
    ],
)
def test_the_command_asks_for_the_form(loaded: Loaded, output: Path, form: ListForm, options: list[str]) -> None:
    record = export(loaded, output, [0, 1, 2], query="kind:be", form=form)
    _, request = loaded
    files = [request.reference, *request.predictions]
    assert shlex.split(record["command"]) == (
        ["nerinspect", "events", *files, "--where", "kind:be", *options, "--output", str(output)]
    )


@pytest.mark.parametrize(
    ("n_rows", "sorting", "n_matching", "said"),
    [
        (3, "", None, ""),
        (3, "", 3, ""),
        (2, "", 1000, "The command line lists all 1,000 events of the filter, not the 2 selected."),
        (3, "by Kind", 3, "The command line lists events by system, run, sentence and start, not sorted by Kind."),
        (
            1,
            "by Kind",
            3,
            "not the 1 selected; it lists events by system, run, sentence and start, not sorted by Kind.",
        ),
    ],
)
def test_what_the_command_does_not_reproduce_is_said(
    loaded: Loaded, output: Path, n_rows: int, sorting: str, n_matching: int | None, said: str
) -> None:
    listed = ListedEvents(MENTIONS, *loaded, np.arange(n_rows), sorting=sorting, n_matching=n_matching)
    assert listed.beyond_command.endswith(said)
    record = export(loaded, output, list(range(n_rows)), sorting=sorting, n_matching=n_matching)
    assert record.get("command_differs", "").endswith(said)
    assert ("command_differs" in record) == bool(said)


# What is refused


@pytest.mark.parametrize(
    ("form", "columns", "is_safe", "problem"),
    [
        ("csv", ("kinds",), False, "no column is called “kinds”; the nearest is kind"),
        ("csv", (), False, "at least one column"),
        ("html", ("kind",), True, "only CSV has a form that is safe for spreadsheets; html needs none"),
    ],
)
def test_a_form_that_cannot_be_written_is_refused(
    form: str, columns: tuple[str, ...], is_safe: bool, problem: str
) -> None:
    with pytest.raises(CommandError, match=problem):
        ListForm(MENTIONS, form, columns, is_safe)


@pytest.mark.parametrize("name", ["ref.json", "pred.json", "pred"])
def test_neither_the_file_nor_its_provenance_replaces_what_was_read(loaded: Loaded, output: Path, name: str) -> None:
    folder = output.parent.parent
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    with pytest.raises(CommandError, match=r"is one of the files read; choose another file"):
        export(loaded, folder / name, [0])
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_a_type_map_is_not_replaced(make_file: MakeFile, output: Path) -> None:
    names = make_file('{"Y": ["-X"]}', "names.json")
    study, request = load(make_file, ["=New", "York", ","])
    for spelled in (names, names.removesuffix(".json")):
        with pytest.raises(CommandError, match=r"is one of the files read; choose another file"):
            export((study, replace(request, map_types=names)), Path(spelled), [0])
    assert Path(names).read_text() == '{"Y": ["-X"]}'


@pytest.mark.parametrize("form", [form.name for form in forms_for(Holds.LISTS)])
def test_a_cancelled_export_leaves_nothing(loaded: Loaded, output: Path, form: str) -> None:
    def stop_at_the_end(done: int, total: int) -> None:
        if done == total:
            raise Cancelled

    with pytest.raises(Cancelled):
        export(loaded, output, [0, 1, 2], checkpoint=stop_at_the_end, form=ListForm(MENTIONS, form, EVERY_COLUMN))
    assert list(output.parent.iterdir()) == []


def test_a_folder_that_is_missing_is_told(loaded: Loaded, output: Path) -> None:
    with pytest.raises(OutputError, match="the folder does not exist; nothing was written"):
        export(loaded, output / "none", [0])
