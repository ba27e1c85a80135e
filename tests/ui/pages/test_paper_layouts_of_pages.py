"""What pages lay out as papers print it is what is on screen, and the bytes of the command in its record."""

import csv
import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.pages.agreement.page import AgreementPage
from nerinspect.ui.pages.compare.page import ComparePage
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from tests.ui.table_pages import choose_in, look_at, trigger

MakePage = Callable[[Desk], Page]
ShowPage = Callable[[MakePage], Page]
SaveTable = Callable[[Page, str, str], dict[str, Any]]
PressButton = Callable[..., None]

TEXT = "Rome B-LOC\n, O\nNewcastle B-ORG\n. O\n\nROME B-LOC\nso O\n\nBonn B-LOC\nwon O\n"
OTHER = "Rome B-LOC\n, O\nNewcastle B-LOC\n. O\n\nROME O\nso O\n\nBonn B-LOC\nwon O\n"
WORST = "Rome O\n, O\nNewcastle O\n. O\n\nROME B-ORG\nso O\n\nBonn B-LOC\nwon B-ORG\n"


@pytest.fixture
def request_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LoadRequest:
    monkeypatch.chdir(tmp_path)
    for name, text in {"ref": TEXT, "one": TEXT, "two": OTHER, "three": WORST}.items():
        Path(f"{name}.conll").write_text(text)
    return LoadRequest("ref.conll", ("a=one.conll", "a=two.conll", "b=two.conll", "c=three.conll"))


@pytest.fixture
def show_page(qtbot: QtBot, desk: Desk, request_here: LoadRequest) -> ShowPage:
    def show(kind: MakePage) -> Page:
        page = kind(desk)
        qtbot.addWidget(page)
        page.look_at(Look(load_sides(request_here), request_here))
        with qtbot.waitExposed(page):
            page.show()
        qtbot.waitUntil(lambda: page.is_complete)
        return page

    return show


@pytest.fixture
def save_table(monkeypatch: pytest.MonkeyPatch) -> SaveTable:
    def save(page: Page, title: str, path: str) -> dict[str, Any]:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (path, ""))
        trigger(page, f"Table “{title}”…")
        end_work(page)
        record: dict[str, Any] = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))
        return record

    return save


def told_by(record: dict[str, Any], capfdbinary: pytest.CaptureFixture[bytes]) -> bytes:
    capfdbinary.readouterr()
    assert run(shlex.split(record["command"])[1:]) == 0
    return capfdbinary.readouterr().out


@pytest.mark.parametrize("suffix", ["tex", "md", "csv"])
@pytest.mark.parametrize(
    ("kind", "title"),
    [
        (ComparePage, "Differences of systems in pairs"),
        (AgreementPage, "Agreement in pairs"),
        (DiagnosisPage, "Mean values and correlations"),
        (DiagnosisPage, "Correlation and spread by system"),
        (DiagnosisPage, "Worst and best bucket by system"),
        (DiagnosisPage, "Best and worst difference"),
    ],
)
def test_the_command_of_the_record_gives_the_same_bytes(
    show_page: ShowPage,
    save_table: SaveTable,
    capfdbinary: pytest.CaptureFixture[bytes],
    kind: MakePage,
    title: str,
    suffix: str,
) -> None:
    record = save_table(show_page(kind), title, f"saved.{suffix}")
    assert record["command_differs"] == ""
    assert told_by(record, capfdbinary) == Path(f"saved.{suffix}").read_bytes()


def rows_of(path: str) -> list[list[str]]:
    return list(csv.reader(Path(path).read_text(encoding="utf-8").splitlines()))


def test_pairs_are_those_on_show(
    qtbot: QtBot, show_page: ShowPage, save_table: SaveTable, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    page = show_page(ComparePage)
    choose_in(page, "System A", "c")
    choose_in(page, "Score", "Recall")
    choose_in(page, "Correction", "Holm")
    qtbot.waitUntil(lambda: page.is_complete)
    record = save_table(page, "Differences of systems in pairs", "pairs.csv")
    head, *rows = rows_of("pairs.csv")
    assert head[2:4] == ["Recall A", "Recall B"]
    assert head[-1].startswith("Corrected p ")
    assert [row[:2] for row in rows] == [["c", "a"], ["c", "b"]]
    assert record["command_differs"] == "The command line gives every pair of systems."
    told = list(csv.reader(told_by(record, capfdbinary).decode().splitlines()))
    assert [row for row in told if row[0] == "c"] == rows


def test_what_the_filter_keeps_is_laid_out(
    qtbot: QtBot, show_page: ShowPage, save_table: SaveTable, press_button: PressButton
) -> None:
    page = show_page(ComparePage)
    assert page.look is not None
    kept = Selection.from_filter(parse_query("type:LOC", Vocabulary.of(page.look.study)))
    look_at(page, selection=kept)
    press_button(page, "what the filter keeps")
    qtbot.waitUntil(lambda: page.is_complete)
    record = save_table(page, "Differences of systems in pairs", "pairs.md")
    text = Path("pairs.md").read_text(encoding="utf-8")
    assert "mentions of LOC" in text.splitlines()[0]
    assert "| 83.33 ± 23.57 | 66.67 |" in text, "one run has all three, the other two of three"
    assert record["command_differs"].startswith("The command line counts the whole test set, not mentions of LOC")


def test_a_difference_is_that_of_the_chosen_pair(
    show_page: ShowPage, save_table: SaveTable, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    page = show_page(DiagnosisPage)
    choose_in(page, "System A", "c")
    choose_in(page, "System B", "a")
    record = save_table(page, "Best and worst difference", "pair.csv")
    assert [row[:2] for row in rows_of("pair.csv")[1:]] == [["c", "a"]]
    assert record["command_differs"] == ""
    assert told_by(record, capfdbinary) == Path("pair.csv").read_bytes()


def test_one_system_has_no_difference(qtbot: QtBot, show_page: ShowPage, desk: Desk) -> None:
    page = show_page(DiagnosisPage)
    assert page.look is not None
    request = replace(page.look.request, predictions=("b=two.conll",))
    page.look_at(Look(load_sides(request), request))
    qtbot.waitUntil(lambda: page.is_complete)
    assert page.source("Best and worst difference") is None
    assert desk.message.text == "A difference needs two systems."
