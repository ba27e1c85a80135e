"""Lists of events as sheets of Excel, opened again with openpyxl, LibreOffice and the program itself."""

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock

from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListForm
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Of
from nerinspect.review.list_reading import read_list
from tests.conftest import written_study

EARLIER = "2026-01-31T09:30:00Z"


@pytest.fixture
def study() -> Study:
    """Three events: a longer mention of the reference, a correct one, and a label error."""
    first, second = "The/O/O Port/B-ORG/O of/I-ORG/O Bonn/I-ORG/B-LOC fell/O/O", "Ann/B-PER/B-PER Ulm/B-LOC/B-ORG"
    study = written_study(first, second)
    decided = Decision("reference-wrong", ("proper noun", "typo"), True, "=1+1\nhttp://x", ((3, 4, "LOC"),), EARLIER)
    return replace(study, decisions=Decisions({0: decided, 2: Decision("mine", correction=(), decided=EARLIER)}))


def written(
    study: Study, sort: EventSort = MENTIONS, columns: tuple[str, ...] = (), causes: tuple[str, ...] = ()
) -> bytes:
    more = (Of.DECISIONS, Of.PEOPLE)
    form = ListForm(sort, "xlsx", columns or sort.names_for(study, Of.DECISIONS), more=more)
    file = io.BytesIO()
    form.writer(study, len(sort.events(study)), {}, None, causes)(form.table(study, None), file)  # type: ignore[arg-type]
    return file.getvalue()


def sheet_of(content: bytes) -> Any:  # noqa: ANN401 - openpyxl's sheet
    return openpyxl.load_workbook(io.BytesIO(content), rich_text=True).worksheets[0]


def rows_of(content: bytes) -> list[dict[str, Any]]:
    head, *rows = sheet_of(content).iter_rows()
    return [{name.value: cell for name, cell in zip(head, row, strict=True)} for row in rows]


def runs(value: object) -> list[tuple[str, bool, str]]:
    """Give the parts of a text, each with whether it is bold, and its colour."""
    assert isinstance(value, CellRichText)
    found = []
    for part in value:
        font = part.font if isinstance(part, TextBlock) else None
        found.append((str(part), bool(font and font.b), str(font.color.rgb) if font and font.b and font.color else ""))
    return found


def colour_of(kind: str) -> str:
    return KIND_TABLE[kind].ink[0].replace("#", "FF").upper()


def test_the_sentence_is_one_cell_with_the_segment_in_the_colour_of_the_kind(study: Study) -> None:
    first, second, third = rows_of(written(study))
    sentence = "left · text · right"
    assert runs(first[sentence].value) == [
        ("The ", False, ""), ("Port of Bonn", True, colour_of("lbe")), (" fell", False, ""),
    ]  # fmt: skip
    assert runs(second[sentence].value) == [("Ann", True, colour_of("tp")), (" Ulm", False, "")]
    assert [(one["kind"].value, one["kind"].font.color.rgb) for one in (first, third)] == [
        ("lbe", colour_of("lbe")), ("le", colour_of("le")),
    ]  # fmt: skip


def test_a_segment_alone_is_bold(study: Study) -> None:
    """A rich text of one part is refused by the library."""
    first, *_ = rows_of(written(study, columns=("text", "event")))
    assert list(first) == ["text", "event"]
    assert (first["text"].value, first["text"].font.b) == ("Port of Bonn", True)
    left, *_ = rows_of(written(study, columns=("event", "left")))
    assert list(left) == ["event", "left"]
    assert left["left"].value == "The "


def test_readings_are_written_as_people_do(study: Study) -> None:
    found = [
        [row[name].value for name in ("reference_spans", "predicted_spans", "corrected_spans")]
        for row in rows_of(written(study))
    ]
    assert found == [
        ["ORG: Port of Bonn", "LOC: Bonn", "LOC: Bonn"],
        ["PER: Ann", "PER: Ann", None],
        ["LOC: Ulm", "ORG: Ulm", "none"],
    ]


def test_numbers_are_numbers_and_other_cells_texts(study: Study) -> None:
    first, *_ = rows_of(written(study))
    kinds = {name: cell.data_type for name, cell in first.items() if cell.value is not None}
    numbers = {name for name, kind in kinds.items() if kind == "n"}
    assert numbers == {"run", "document", "sentence", "line", "start", "end", "demerits"}
    assert {*kinds.values()} == {"n", "s"}
    assert first["note"].value == "=1+1\nhttp://x"
    assert first["note"].hyperlink is None


def test_verdicts_and_causes_are_chosen_from_lists(study: Study) -> None:
    content = written(study, causes=("proper noun", "typo", "=x"))
    book = openpyxl.load_workbook(io.BytesIO(content))
    sheet = book.worksheets[0]
    heads = {cell.coordinate.removesuffix("1"): cell.value for cell in sheet[1]}
    chosen = {
        heads[str(one.sqref)[0]]: [
            cell.value for row in book["choices"][one.formula1.partition("!")[2].replace("$", "")] for cell in row
        ]
        for one in sheet.data_validations.dataValidation
        if ":" in one.formula1
    }
    assert chosen == {
        "verdict": ["Prediction wrong", "Reference wrong", "Both wrong", "Ambiguous", "mine"],
        "causes": ['"proper noun"', "typo", "=x"],
    }
    first, second, third = rows_of(content)
    assert [row["verdict"].value for row in (first, second, third)] == ["Reference wrong", None, "mine"]
    assert first["causes"].value == '"proper noun" typo'


def test_between_annotators_verdicts_have_their_words(study: Study) -> None:
    study = replace(study, annotator="anna")
    first, *_ = rows_of(written(study))
    assert first["verdict"].value == "B right"


def test_lists_without_decisions_have_one_sheet(study: Study) -> None:
    form, file = ListForm(MENTIONS, "xlsx", MENTIONS.names_for(study)), io.BytesIO()
    form.writer(study, 3, {})(form.table(study, np.arange(3)), file)
    assert openpyxl.load_workbook(file).sheetnames == ["table"]


def test_relations_have_their_arguments_in_words(tmp_path: Path) -> None:
    mentions = [{"type": "Per", "start": start, "end": end} for start, end in ((0, 2), (3, 4))]
    for name, relations in {"ref": [{"head": 0, "type": "Meet", "tail": 1}], "pred": []}.items():
        sentence = {"tokens": ["Ann", "Lee", "met", "Bo", "."], "entities": mentions, "relations": relations}
        (tmp_path / name).write_text(json.dumps([sentence]))
    study = load_study(LoadRequest(str(tmp_path / "ref"), (str(tmp_path / "pred"),)))
    RELATIONS.decisions(study).decide(0, Decision("reference-wrong"))
    (row,) = rows_of(written(study, RELATIONS))
    assert runs(row["left · text · right"].value) == [("Ann Lee met Bo", True, colour_of("fn")), (" .", False, "")]
    assert (row["reference_spans"].value, row["predicted_spans"].value) == ("Per: Ann Lee; Per: Bo", "none")
    assert row["verdict"].value == "Reference wrong"


def test_what_was_written_comes_back_as_it_was(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(written(study, columns=(*MENTIONS.names_for(study, Of.DECISIONS), "who")))
    edited = read_list(study, str(path))
    assert (edited.changes, edited.n_unchanged, edited.misfits) == ((), 3, ())
    undecided = read_list(replace(study, decisions=Decisions({})), str(path))
    assert {one.event: one.after for one in undecided.changes} == dict(study.decisions.items())


@pytest.fixture
def office() -> Callable[[Path, str], Path]:
    """Let LibreOffice write a file in another form."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not installed")

    def converted(path: Path, form: str) -> Path:
        folder = path.parent / "converted"
        command = [program, f"-env:UserInstallation=file://{path.parent}/profile", "--headless", "--convert-to", form]
        subprocess.run([*command, "--outdir", str(folder), str(path)], check=True, capture_output=True, timeout=300)
        return next(folder.iterdir())

    return converted


def test_libreoffice_reads_the_same(study: Study, tmp_path: Path, office: Callable[[Path, str], Path]) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(written(study))
    with open(office(path, "csv:Text - txt - csv (StarCalc):44,34,76"), encoding="utf-8", newline="") as file:
        head, first, *rest = csv.reader(file)
    found = dict(zip(head, first, strict=True))
    assert len(rest) == 2
    assert found["left · text · right"] == "The Port of Bonn fell"
    assert (found["note"], found["reference_spans"], found["start"]) == ("=1+1\nhttp://x", "ORG: Port of Bonn", "1")


def test_a_list_that_libreoffice_saved_comes_back(
    study: Study, tmp_path: Path, office: Callable[[Path, str], Path]
) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(written(study))
    edited = read_list(study, str(office(path, "xlsx:Calc MS Excel 2007 XML")))
    assert (edited.changes, edited.misfits) == ((), ())
