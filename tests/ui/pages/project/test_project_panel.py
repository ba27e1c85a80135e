"""Data sets stand side by side; one that cannot be read holds no other up, and every number opens its data set."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QInputDialog, QMenu, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.io.projects import read_project
from nerinspect.io.signature import find_signature, read_signature
from nerinspect.settings import AnalysisChoice, Session
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import DIAGNOSIS, REPAIR
from nerinspect.ui.desk.views import RELATIONS as RELATIONS_VIEW
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.pictures import ChartDialog
from nerinspect.ui.kit.strips import ProgressStrip
from nerinspect.ui.pages.project.data_sets import CANCELLED
from nerinspect.ui.pages.project.page import ProjectPage
from nerinspect.ui.pages.project.parts_by_data_set import CurveView
from nerinspect.ui.pages.project.scores_by_data_set import ProjectCell
from tests.ui.table_pages import said_by, table, trigger

SCORES, PAIRS = "F1 by data set and system", "Systems in pairs over data sets"
MODEL, ATTRIBUTES, WINNERS = "Correlation and spread by system", "Attributes by data set", "Who wins in which bucket"
BUCKETS, TOUGH = "F1 by bucket and data set", "Tough mentions by data set"
REPAIRS = "Repairs by data set"
RELATIONS, FEATURES = "Relations by data set", "F1 by feature of the systems"
TOOLTIP = Qt.ItemDataRole.ToolTipRole
Opened = list[tuple[Session, str]]


@pytest.fixture
def project(tmp_path: Path) -> str:
    """Write two data sets, of which the second has one system alone, and one whose reference is not there."""
    for name, labels in {
        "ref": "B-LOC O B-PER I-PER",
        "good": "B-LOC O B-PER I-PER",
        "bad": "O O B-PER I-PER",
    }.items():
        lines = [f"{word} {label}" for word, label in zip(["Rome", ",", "Ann", "Lee"], labels.split(), strict=True)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    (tmp_path / "languages.toml").write_text(
        '[[data]]\nname = "pcm"\nreference = "ref"\npredictions = ["rich=bad", "rich=good", "poor=bad"]\n'
        '[[data]]\nname = "gone"\nreference = "nowhere"\npredictions = ["rich=good"]\n'
        '[[data]]\nname = "ewe"\nreference = "ref"\npredictions = ["poor=bad"]\ntraining = "ref"\n'
    )
    return str(tmp_path / "languages.toml")


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> Iterator[ProjectPage]:
    page = ProjectPage(desk)
    qtbot.addWidget(page)
    page.resize(1100, 900)
    page.show()
    yield page
    end_work(page)


@pytest.fixture
def shown(panel: ProjectPage, project: str, qtbot: QtBot) -> ProjectPage:
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    return panel


@pytest.fixture
def opened(shown: ProjectPage) -> Opened:
    """Collect what is opened."""
    asked: Opened = []
    shown.session_requested.connect(lambda session, view: asked.append((session, view)))
    return asked


def part(panel: ProjectPage, title: str) -> Part:
    return next(one for one in panel.findChildren(Part) if one.title == title)


def spans(panel: ProjectPage, title: str, is_wide: bool) -> bool:
    return (part(panel, title).width() > part(panel, SCORES).width()) == is_wide


def texts(panel: ProjectPage, title: str) -> list[list[str]]:
    model = table(panel, title).numbers
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def click(panel: ProjectPage, title: str, row: int, column: int) -> None:
    view = table(panel, title)
    view.scrollTo(view.numbers.index(row, column))
    place = view.visualRect(view.numbers.index(row, column)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)


def test_scores_stand_in_a_matrix_and_numbers_open_what_they_count(
    shown: ProjectPage, opened: Opened, tmp_path: Path
) -> None:
    rows = texts(shown, SCORES)
    assert rows[0] == ["pcm", "83.33 ± 23.57", "66.67"]
    assert rows[1][:2] == ["gone", "nowhere: there is no such file; check the path."]
    assert rows[2:] == [["ewe", "–", "66.67"], ["Mean", "83.33", "66.67"], ["Mean rank", "1", "1.5"]]
    # Below stands whole what rows have no room for.
    assert part(shown, SCORES).note.splitlines() == [
        "gone: nowhere: there is no such file; check the path.",
        "The mean of rich is over 1 of 2 data sets.",
        "The menu of a row renames, moves or removes its data set.",
    ]
    click(shown, SCORES, 0, 2)
    [(session, view)] = opened
    assert session.request.reference == str(tmp_path / "ref")
    assert (session.query, session.prediction, session.compared, view) == ("kind:tp,fp,fn,le,be,lbe", 2, None, "")
    assert len(session.digests) == 4
    opened.clear()
    rows = texts(shown, ATTRIBUTES)
    assert [row[0] for row in rows][:4] == ["eLen", "sLen", "eDen", "oDen"]
    assert "no training data" in table(shown, ATTRIBUTES).numbers.index(3, 1).data(TOOLTIP)
    click(shown, ATTRIBUTES, 0, 2)
    assert [(session.query, view) for session, view in opened] == [("kind:tp,fp,fn,le,be,lbe", DIAGNOSIS)]
    opened.clear()
    assert texts(shown, WINNERS)[0] == ["XS", "rich", "poor"]
    assert "rich F1 50.00" in table(shown, WINNERS).numbers.index(0, 1).data(TOOLTIP)
    click(shown, WINNERS, 0, 1)
    [(session, _)] = opened
    assert (session.query, session.prediction, session.compared) == ("bucket:eLen=XS", 0, 2)


def test_a_table_of_many_data_sets_spans_the_columns_of_a_page(panel: ProjectPage, project: str, qtbot: QtBot) -> None:
    panel.resize(1600, 900)
    few = '[[data]]\nname = "{}"\nreference = "ref"\npredictions = ["a=good", "b=bad"]\n'
    for n_sets, is_wide in ((2, False), (12, True), (2, False)):
        Path(project).write_text("".join(few.format(number) for number in range(n_sets)))
        panel.show_project(read_project(project))
        qtbot.waitUntil(lambda: not panel.is_reading)
        qtbot.waitUntil(partial(spans, panel, WINNERS, is_wide))


def test_pairs_are_whole_in_the_narrowest_column_or_span_all(panel: ProjectPage, project: str, qtbot: QtBot) -> None:
    panel.resize(1280, 900)
    for other in ("b", "b" * 40):
        data_set = f'[[data]]\nname = "{{}}"\nreference = "ref"\npredictions = ["a=good", "{other}=bad"]\n'
        Path(project).write_text("".join(map(data_set.format, range(2))))
        panel.show_project(read_project(project))
        qtbot.waitUntil(lambda: not panel.is_reading)
        qtbot.waitUntil(part(panel, PAIRS).isVisible)
        assert table(panel, PAIRS).whole_width <= part(panel, PAIRS).width()
        assert not table(panel, PAIRS).left_out


def test_a_pair_unfolds_into_data_sets_that_open_side_by_side(shown: ProjectPage, opened: Opened) -> None:
    assert texts(shown, PAIRS)[0][:7] == ["rich, poor", "1", "1", "0", "83.33", "66.67", "+16.67"]
    click(shown, PAIRS, 0, 1)
    assert texts(shown, PAIRS)[1] == ["pcm", "", "", "", "83.33", "66.67", "+16.67", ""]
    click(shown, PAIRS, 1, 6)
    everything = "kind:tp,fp,fn,le,be,lbe"
    assert [(one.query, one.prediction, one.compared) for one, _ in opened] == [(everything, 0, 2)]


def test_a_count_of_a_pair_shows_just_the_data_sets_it_counts(
    panel: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot
) -> None:
    sets = [("one", "good", "bad"), ("two", "bad", "good"), ("three", "good", "bad"), ("four", "bad", "bad")]
    Path(project).write_text("\n".join(
        f'[[data]]\nname = "{name}"\nreference = "ref"\npredictions = ["a={a}", "b={b}"]' for name, a, b in sets
    ))  # fmt: skip
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    assert texts(panel, PAIRS)[0][1:4] == ["4", "2", "1"]
    for column, shown in ((2, ["one", "three"]), (3, ["two"]), (1, [name for name, *_ in sets]), (1, [])):
        click(panel, PAIRS, 0, column)
        assert [row[0] for row in texts(panel, PAIRS)[1:]] == shown
    click(panel, PAIRS, 0, 3)
    assert len(list(panel.table(PAIRS))) == 5


def test_a_mean_correlation_unfolds_into_data_sets_and_what_is_of_one_opens_it(
    shown: ProjectPage, opened: Opened
) -> None:
    assert texts(shown, MODEL)[0] == ["eLen", "1.000", "1.000"]
    click(shown, MODEL, 0, 1)  # rich is in one data set
    assert [(session.prediction, view) for session, view in opened] == [(0, DIAGNOSIS)]
    click(shown, MODEL, 0, 2)
    assert [row[0] for row in texts(shown, MODEL)][:4] == ["eLen", "pcm", "ewe", "sLen"]
    click(shown, MODEL, 2, 2)
    assert [(session.prediction, view) for session, view in opened[1:]] == [(0, DIAGNOSIS)]
    part(shown, MODEL).findChildren(QToolButton)[1].click()
    assert texts(shown, MODEL)[0] == ["eLen", "25.00", "50.00"]


def test_buckets_are_shown_of_a_system_and_of_a_pair(
    shown: ProjectPage, opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [column.title for column in shown.tables[BUCKETS].numbers.columns] == ["Bucket", "pcm", "ewe", "Mean"]
    assert texts(shown, BUCKETS)[:2] == [["XS", "50.00", "–", "50.00"], ["S", "100.00", "–", "100.00"]]
    choose(shown, BUCKETS, "rich − poor")
    assert texts(shown, BUCKETS)[0] == ["XS", "+50.00", "–", "+50.00", "–"]
    click(shown, BUCKETS, 0, 1)
    assert [(one.query, one.prediction, one.compared) for one, _ in opened] == [("bucket:eLen=XS", 0, 2)]
    choose(shown, BUCKETS, "rich − poor in % of poor")
    assert texts(shown, BUCKETS)[1] == ["S", "0.00", "–", "0.00"]
    for title, kind in ((BUCKETS, "increase"), (ATTRIBUTES, "friedman")):
        if title == ATTRIBUTES:
            part(shown, title).findChildren(QToolButton)[3].click()
        saved = str(tmp_path / f"{kind}.csv")
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, saved=saved: (saved, "CSV (*.csv)"))
        trigger(shown, f"Table “{title}”…")
        assert f"--show {kind} " in json.loads(Path(f"{saved}.json").read_text())["command"]
    assert texts(shown, ATTRIBUTES)[0] == ["eLen", "–", "–"]
    assert "too few blocks" in table(shown, ATTRIBUTES).numbers.index(0, 1).data(TOOLTIP)


def choose(panel: ProjectPage, title: str, name: str) -> None:
    box = part(panel, title).findChildren(QComboBox)[-1]
    box.setCurrentIndex(box.findData(name))
    box.activated.emit(box.currentIndex())


def test_tough_mentions_open_their_subset(
    panel: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(project).write_text("\n".join(
        f'[[data]]\nname = "{name}"\nreference = "ref"\npredictions = ["rich=good", "poor=bad"]\ntraining = "bad"'
        for name in ("pcm", "ewe")
    ))  # fmt: skip
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    opened: Opened = []
    panel.session_requested.connect(lambda session, view: opened.append((session, view)))
    unseen = texts(panel, TOUGH)[2]
    assert unseen == ["unseen-any", "50.00", "50.00", "50.00"]
    choose(panel, TOUGH, "poor")
    assert texts(panel, TOUGH)[:3] == [
        ["all mentions", *["50.00"] * 3], ["seen", *["100.00"] * 3], ["unseen-any", *["0.00"] * 3],
    ]  # fmt: skip
    click(panel, TOUGH, 2, 2)
    choose(panel, TOUGH, "rich − poor")
    assert texts(panel, TOUGH)[2] == ["unseen-any", *["+100.00"] * 3, "0.500"]
    click(panel, TOUGH, 2, 1)
    assert [(one.query, one.prediction, one.compared) for one, _ in opened] == [
        ("reftough:unseen-any", 1, None), ("reftough:unseen-any", 0, 1),
    ]  # fmt: skip
    saved = str(tmp_path / "saved.csv")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (saved, "CSV (*.csv)"))
    trigger(panel, f"Table “{TOUGH}”…")
    assert "--show tough-pairs" in json.loads(Path(f"{saved}.json").read_text())["command"]


def test_relations_open_their_part_under_their_setting(
    panel: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot
) -> None:
    entities = [{"type": "Per", "start": place, "end": place + 1} for place in range(2)]
    meets = [{"type": "Meet", "head": 0, "tail": 1}]
    for name, relations in (("good", meets), ("bad", [])):
        sentence = {"tokens": ["Ann", "Bo"], "entities": entities, "relations": relations}
        (tmp_path / f"{name}.json").write_text(json.dumps([sentence]))
    made = 'reference = "good.json"\npredictions = ["rich=good.json", "poor=bad.json"]\ntraining = "good.json"'
    plain = 'reference = "ref"\npredictions = ["rich=good"]'
    Path(project).write_text(f"[[data]]\n{plain}\n[[data]]\n{made}")
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    opened: Opened = []
    panel.session_requested.connect(lambda session, view: opened.append((session, view)))
    assert texts(panel, RELATIONS)[4] == ["strict, exact", "100.00", "100.00"]
    choose(panel, RELATIONS, "poor")
    click(panel, RELATIONS, 4, 1)
    [(session, view)] = opened
    assert (session.request.reference, session.query, session.prediction) == (
        str(tmp_path / "good.json"),
        "part:exact",
        1,
    )
    assert (session.relation_setting, view) == ("strict", RELATIONS_VIEW)


def test_repairs_open_the_page_of_repairs(panel: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "invalid").write_text("Rome I-LOC\n, O\nAnn B-PER\nLee I-PER\n")
    predictions = 'predictions = ["rich=invalid", "poor=bad"]\nencoding = "BIO"\nrepair = "discard"'
    Path(project).write_text(f'[[data]]\nname = "pcm"\nreference = "ref"\n{predictions}\n')
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    opened: Opened = []
    panel.session_requested.connect(lambda session, view: opened.append((session, view)))
    assert texts(panel, REPAIRS) == [
        ["Invalid transitions", "1"], ["F1, conlleval", "100.00"], ["F1, discard", "66.67"],
        ["discard − conlleval", "−33.33"], ["Rank-sum p", "–"],
    ]  # fmt: skip
    click(panel, REPAIRS, 3, 1)
    assert [(session.prediction, view) for session, view in opened] == [(0, REPAIR)]


def test_features_group_systems_and_draw_curves(panel: ProjectPage, project: str, qtbot: QtBot) -> None:
    features = "[systems.rich]\nsize = 1000\n[systems.poor]\nsize = 100\n"
    Path(project).write_text(features + '[[data]]\nreference = "ref"\npredictions = ["rich=good", "poor=bad"]\n')
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    opened: Opened = []
    panel.session_requested.connect(lambda session, view: opened.append((session, view)))
    assert texts(panel, FEATURES) == [["size 100", "66.67", "66.67"], ["size 1000", "100.00", "100.00"]]
    click(panel, FEATURES, 0, 1)
    assert [session.prediction for session, _ in opened] == [1]
    [curves] = panel.findChildren(CurveView)
    assert curves.accessibleName() == "F1 by size"
    assert curves.isVisible()
    assert not curves.grab().isNull()


def test_a_saved_chart_is_that_of_the_command_line(
    panel: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nowhere").write_bytes((tmp_path / "ref").read_bytes())
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    for title, told in ((SCORES, "scores"), (WINNERS, "winners --attribute eLen")):
        saved, written = (str(tmp_path / f"{name}.svg") for name in (told[:5], f"written-{told[:5]}"))
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, saved=saved: (saved, "SVG (*.svg)"))
        panel.take_away.save_chart(title)
        panel.findChildren(ChartDialog)[-1].accept()
        command = json.loads(Path(f"{saved}.json").read_text())["command"]
        assert command == f"nerinspect project {project} --show {told} --systems rich,poor --chart {saved}"
        assert run([*command.split()[1:-1], written]) == 0
        assert Path(saved).read_bytes() == Path(written).read_bytes()


def test_buckets_are_made_in_another_number(shown: ProjectPage, opened: Opened) -> None:
    shown.findChildren(QSpinBox)[0].setValue(6)
    assert shown.desk.document.analysis.n_buckets == 6
    assert [row[0] for row in texts(shown, WINNERS)] == ["B1", "B2", "B3", "B4", "B5", "B6"]
    click(shown, WINNERS, 0, 1)
    assert [session.query for session, _ in opened] == ["bucket:eLen/6=B1"]


def test_a_data_set_is_read_again_with_a_click(shown: ProjectPage, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "nowhere").write_bytes((tmp_path / "ref").read_bytes())
    click(shown, SCORES, 1, 1)
    qtbot.waitUntil(lambda: not shown.is_reading)
    assert texts(shown, SCORES)[1] == ["gone", "100.00", "–"]


def test_cancel_keeps_what_was_read(panel: ProjectPage, project: str, qtbot: QtBot) -> None:
    panel.show_project(read_project(project))
    panel.findChildren(ProgressStrip)[0].cancelled.emit()
    assert not panel.is_reading
    assert [row[1] for row in texts(panel, SCORES)] == [CANCELLED] * 3
    click(panel, SCORES, 2, 1)
    qtbot.waitUntil(lambda: not panel.is_reading)
    assert texts(panel, SCORES)[2] == ["ewe", "66.67"]


def test_a_table_is_copied_and_saved_with_its_signature(
    shown: ProjectPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger(shown, "Signature in Markdown and LaTeX")
    trigger(shown, f"{SCORES} as LaTeX")
    copied = QApplication.clipboard().text()
    assert "rich standard deviation" in copied
    assert read_signature(copied.splitlines()[-1])["table"] == "project"
    trigger(shown, f"{SCORES} as CSV")
    assert QApplication.clipboard().text().splitlines()[0] == "data,system,runs,precision,recall,f1,f1_std,rank"
    path = str(tmp_path / "scores.csv")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (path, "CSV (*.csv)"))
    trigger(shown, f"Table “{SCORES}”…")
    record = json.loads(Path(f"{path}.json").read_text())
    assert record["command"].startswith("nerinspect project")
    assert Path(path).read_text().splitlines()[0] == "data,system,runs,precision,recall,f1,f1_std,rank"
    assert find_signature(path) == record["signature"]
    assert record["notes"][-1] == "without gone, which could not be read"


def test_nothing_is_taken_away_before_there_are_numbers(panel: ProjectPage, project: str) -> None:
    panel.show_project(read_project(project))
    assert (panel.titles, panel.signature()) == ((), "")
    menu = part(panel, SCORES).findChildren(QMenu)[0]
    menu.aboutToShow.emit()
    actions = menu.actions()
    assert not any(action.isEnabled() for action in actions if not action.isSeparator())


def test_a_saved_table_equals_that_of_the_command_line(
    panel: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nowhere").write_bytes((tmp_path / "ref").read_bytes())
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    for title, kind in ((SCORES, "scores"), (WINNERS, "winners")):
        saved, written = (str(tmp_path / f"{name}.csv") for name in (kind, f"written-{kind}"))
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, saved=saved: (saved, "CSV (*.csv)"))
        trigger(panel, f"Table “{title}”…")
        assert run(["project", project, "--show", kind, "--output", written]) == 0
        assert Path(saved).read_text() == Path(written).read_text()
        assert find_signature(saved) == find_signature(written)


def test_a_saved_table_has_the_number_of_buckets_on_show(
    panel: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nowhere").write_bytes((tmp_path / "ref").read_bytes())
    panel.desk.document.choose_analysis(AnalysisChoice(n_buckets=3))
    panel.show_project(read_project(project))
    qtbot.waitUntil(lambda: not panel.is_reading)
    saved, written = str(tmp_path / "saved.csv"), str(tmp_path / "written.csv")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (saved, "CSV (*.csv)"))
    trigger(panel, f"Table “{WINNERS}”…")
    assert run(["project", project, "--show", "winners", "--buckets", "3", "--output", written]) == 0
    assert Path(saved).read_text() == Path(written).read_text()
    assert find_signature(saved) == find_signature(written)
    assert "--buckets 3" in json.loads(Path(f"{saved}.json").read_text())["command"]


def test_a_table_for_papers_is_that_of_the_command_line(
    shown: ProjectPage, project: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(project).write_text(Path(project).read_text().replace('"nowhere"', '"ref"'))
    shown.show_project(read_project(project))
    qtbot.waitUntil(lambda: not shown.is_reading)
    for title, layout, name in (
        (SCORES, "F1 by system, in papers", "scores"),
        (BUCKETS, "F1 by bucket, in papers", "buckets"),
    ):
        assert shown.layouts(title) == [layout]
        saved, written = str(tmp_path / f"{name}.tex"), str(tmp_path / f"written-{name}.tex")
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, saved=saved: (saved, "LaTeX (*.tex)"))
        shown.take_away.save(layout)
        command = json.loads(Path(f"{saved}.json").read_text())["command"].split()
        assert run([*command[1:], "-o", written]) == 0
        head, *rest = Path(saved).read_text().splitlines()
        assert Path(written).read_text().splitlines()[1:] == rest, head


def test_a_tie_names_all_winners_and_the_only_one_of_a_row_is_not_its_best(shown: ProjectPage) -> None:
    assert texts(shown, WINNERS)[1][1] == "rich = poor"
    cells = [table(shown, SCORES).numbers.cell(table(shown, SCORES).numbers.index(row, 1)) for row in (0, 2)]
    cells += [table(shown, SCORES).numbers.cell(table(shown, SCORES).numbers.index(2, 2))]
    assert [isinstance(cell, ProjectCell) and cell.is_best for cell in cells] == [True, False, False]


def menu_words(panel: ProjectPage, row: int) -> dict[str, QAction]:
    menu = table(panel, SCORES).menu_of(table(panel, SCORES).numbers.index(row, 0))
    return {action.text(): action for action in menu.actions()}


def test_a_data_set_is_renamed_and_that_is_taken_back(
    shown: ProjectPage, project: str, monkeypatch: pytest.MonkeyPatch, press_button: Callable[..., None]
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: (" éwé ", True))
    menu_words(shown, 2)["Rename…"].trigger()
    assert said_by(shown) == "ewe was renamed to éwé."
    assert not shown.is_reading
    assert texts(shown, SCORES)[2] == ["éwé", "–", "66.67"]
    source = shown.source(SCORES)
    assert source is not None
    assert source.origin.description(()).startswith("Data sets pcm, éwé;")
    assert [one.name for one in read_project(project).data_sets] == ["pcm", "gone", "éwé"]
    press_button(shown.desk.message, "Undo")
    assert texts(shown, SCORES)[2] == ["ewe", "–", "66.67"]
    assert [one.name for one in read_project(project).data_sets] == ["pcm", "gone", "ewe"]


def test_a_data_set_that_moves_opens_as_before(shown: ProjectPage, opened: Opened) -> None:
    actions = menu_words(shown, 2)
    assert [actions[words].isEnabled() for words in ("Move up", "Move down")] == [True, False]
    scores = table(shown, SCORES)
    scores.setCurrentIndex(scores.numbers.index(2, 1))
    actions["Move up"].trigger()
    assert (scores.currentIndex().row(), scores.currentIndex().column()) == (1, 1)
    menu_words(shown, 1)["Move up"].trigger()
    assert [row[0] for row in texts(shown, SCORES)] == ["ewe", "pcm", "gone", "Mean", "Mean rank"]
    click(shown, SCORES, 0, 1)
    assert [(len(one.request.predictions), one.request.training is not None) for one, _ in opened] == [(1, True)]


def test_a_data_set_is_removed_and_comes_back(
    shown: ProjectPage, qtbot: QtBot, press_button: Callable[..., None]
) -> None:
    menu_words(shown, 0)["Remove from the project"].trigger()
    assert [row[0] for row in texts(shown, SCORES)] == ["gone", "ewe"]
    assert not shown.is_reading
    press_button(shown.desk.message, "Undo")
    qtbot.waitUntil(lambda: not shown.is_reading)
    assert texts(shown, SCORES)[0] == ["pcm", "83.33 ± 23.57", "66.67"]


def test_what_cannot_be_changed_is_told_and_stays(shown: ProjectPage, project: str) -> None:
    Path(project).write_text(Path(project).read_text().replace("pcm", "hau"))
    menu_words(shown, 0)["Move down"].trigger()
    assert "it has changed on disk since it was opened; read it again with F5" in said_by(shown)
    assert texts(shown, SCORES)[0][0] == "pcm"


def test_data_sets_stay_while_some_are_read(panel: ProjectPage, project: str) -> None:
    panel.show_project(read_project(project))
    assert not menu_words(panel, 2)["Rename…"].isEnabled()


def test_all_is_reached_by_keys(shown: ProjectPage, opened: Opened) -> None:
    view = table(shown, SCORES)
    view.setFocus()
    view.setCurrentIndex(view.numbers.index(0, 1))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert len(opened) == 1


def test_the_systems_of_a_data_set_have_the_colours_of_the_project(shown: ProjectPage, opened: Opened) -> None:
    click(shown, SCORES, 2, 2)
    ((session, _view),) = opened
    assert session.colours == (("rich", 0), ("poor", 1))
