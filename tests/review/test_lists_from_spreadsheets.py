"""Lists that went through a spreadsheet: workbooks, and CSV as spreadsheets write it."""

import csv
import datetime
import io
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from nerinspect.errors import DataError
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.readings import correction_words
from nerinspect.lists.table import Of
from nerinspect.review.list_reading import EditedList, is_list, read_list
from tests.conftest import written_study
from tests.io.workbooks import workbook_of

EARLIER = "2026-01-31T09:30:00Z"
Rows: TypeAlias = list[dict[str, str]]


@pytest.fixture
def study() -> Study:
    """Three events in three sentences, about which something was decided."""
    study = written_study("Port/B-ORG/O of/I-ORG/O Bonn/I-ORG/O", "Ann/B-PER/B-PER Ulm/B-LOC/B-ORG")
    decided = Decision("reference-wrong", ("proper noun",), True, "why\nnot", ((2, 3, "LOC"),), EARLIER)
    return replace(study, decisions=Decisions({0: decided, 2: Decision(note="1,5", decided=EARLIER)}))


def exported(study: Study, **edits: str) -> Rows:
    """Give the rows of a list as it is exported, with the cells of the first row edited."""
    table = MENTIONS.table(study, columns=MENTIONS.names_for(study, Of.DECISIONS))
    rows = [
        {name: "" if cell is None else str(cell) for name, cell in zip(table.columns, row, strict=True)}
        for row in table
    ]
    for event, row in enumerate(rows):
        correction = study.decisions[event].correction
        row["corrected_spans"] = "" if correction is None else correction_words(study, event, correction)
    rows[0] |= edits
    return rows


def as_csv(rows: Rows, separator: str = ",", end: str = "\n") -> bytes:
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), delimiter=separator, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue().encode()


def as_workbook(rows: Sequence[Mapping[str, object]]) -> bytes:
    return workbook_of(list(rows[0]), *(list(row.values()) for row in rows))


def read(study: Study, folder: Path, data: bytes, name: str = "list.csv") -> EditedList:
    (folder / name).write_bytes(data)
    return read_list(study, str(folder / name))


@pytest.mark.parametrize("form", ["csv", "excel", "xlsx"])
def test_what_was_exported_and_not_edited_changes_nothing(study: Study, tmp_path: Path, form: str) -> None:
    rows = exported(study)
    data = {"csv": as_csv(rows), "excel": b"\xef\xbb\xbf" + as_csv(rows, ";", "\r\n"), "xlsx": as_workbook(rows)}[form]
    edited = read(study, tmp_path, data, f"list.{form}")
    assert (edited.changes, edited.n_unchanged, edited.misfits) == ((), 3, ())


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_columns_may_be_moved_added_and_left_out_and_rows_sorted(study: Study, tmp_path: Path, form: str) -> None:
    rows = exported(study, verdict="B", flag="")
    edited_rows = [{"mine": "x", "flag": row["flag"], "event": row["event"], "verdict": row["verdict"]} for row in rows]
    data = {"csv": as_csv, "xlsx": as_workbook}[form](edited_rows[::-1])  # type: ignore[operator]
    edited = read(study, tmp_path, data)
    [change] = edited.changes
    assert (change.event, change.line, edited.line_word) == (0, 4, "row" if form == "xlsx" else "line")
    assert change.after.said == replace(study.decisions[0].said, verdict="both-wrong", flag=False)


def test_rows_without_text_behind_the_others_are_nothing(study: Study, tmp_path: Path) -> None:
    rows = exported(study)
    blank = [dict.fromkeys(rows[0], ""), dict.fromkeys(rows[0], " ")]
    for data in (as_csv([*rows, *blank]), as_workbook([*rows, *blank])):
        edited = read(study, tmp_path, data)
        assert (edited.n_unchanged, edited.misfits) == (3, ())


def test_values_that_a_spreadsheet_made_of_texts_are_read(study: Study, tmp_path: Path) -> None:
    [row, *others] = exported(study)
    odd: dict[str, object] = {**row, "flag": True, "decided": datetime.datetime(2026, 1, 31, 9, 30), "note": 1.5}
    [change] = read(study, tmp_path, as_workbook([odd, *others])).changes
    assert change.after.said == replace(study.decisions[0].said, note="1.5")
    same = {**odd, "note": row["note"]}
    assert read(study, tmp_path, as_workbook([same, *others])).changes == ()


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_ids_that_were_cut_or_made_numbers_fit_nothing(study: Study, tmp_path: Path, form: str) -> None:
    rows: list[dict[str, object]] = [{"event": 1.23457e15, "flag": "yes"}, {"event": "0123abcd…", "flag": "yes"}]
    texts = [
        {name: f"{cell:G}" if isinstance(cell, float) else str(cell) for name, cell in row.items()} for row in rows
    ]
    edited = read(study, tmp_path, as_csv(texts) if form == "csv" else as_workbook(rows))
    assert [one.line for one in edited.misfits] == [2, 3]
    assert "spreadsheet" in edited.misfits[0].reason
    assert edited.misfits[1].reason == "no event of the review has the id “0123abcd…”"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("event;verdict\nä;R\n".encode("cp1252"), "save the list as .xlsx, or as CSV in UTF-8"),
        ("event\tverdict\n".encode("utf-16"), "save the list as .xlsx, or as CSV in UTF-8"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis\xff", "seems to be an OpenDocument file; save the list as .xlsx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\xff", "seems to be an old Office document; save the list as .xlsx"),
        (as_workbook([{"text": "x"}]), "list.xlsx:1: it has no column called event"),
        (as_workbook([{"event": "x"}]), "list.xlsx:1: there is nothing to import"),
    ],
)
def test_what_is_no_list_is_refused_whole(study: Study, tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(DataError) as told:
        read(study, tmp_path, data, "list.xlsx")
    assert reason in str(told.value)


def test_a_workbook_may_be_a_list(tmp_path: Path) -> None:
    assert is_list(str(tmp_path / "list.xlsx"))
    assert is_list(str(tmp_path / "LIST.XLSX"))


def test_a_row_about_the_same_event_names_the_row_of_the_sheet(study: Study, tmp_path: Path) -> None:
    rows = exported(study)
    [misfit] = read(study, tmp_path, as_workbook([*rows, rows[0]])).misfits
    assert (misfit.line, misfit.reason) == (5, "its event is already in row 2")


@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice")
def test_what_libreoffice_saved_is_read(study: Study, tmp_path: Path) -> None:
    """As workbook, and as CSV with semicolons; a system typed as a formula keeps its name."""
    rows = exported(study, verdict="both wrong", corrected_spans="ORG: Port of Bonn")
    rows[2]["corrected_spans"] = "=flair"
    (tmp_path / "list.xlsx").write_bytes(as_workbook(rows))
    profile, made = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", tmp_path / "made"
    for form in ("xlsx", "csv:Text - txt - csv (StarCalc):59,34,76,1"):
        subprocess.run(
            ["soffice", profile, "--headless", "--convert-to", form, "--outdir", made, tmp_path / "list.xlsx"],
            check=True, capture_output=True, timeout=300,
        )  # fmt: skip
    edited = read_list(study, str(made / "list.xlsx"))
    assert edited.misfits == ()
    assert {one.event: (one.after.verdict, one.after.correction) for one in edited.changes} == {
        0: ("both-wrong", ((0, 3, "ORG"),)),
        2: ("", ((1, 2, "ORG"),)),
    }
    edited = read_list(study, str(made / "list.csv"))
    assert [one.event for one in edited.changes] == [0]
    assert [one.reason for one in edited.misfits] == [
        "a spreadsheet took it for a formula, and lost it; write '=SYSTEM there"
    ]
