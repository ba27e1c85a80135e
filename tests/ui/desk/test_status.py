from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.scores import Reconciliation
from nerinspect.events.study import Annotation, Study
from nerinspect.ui.desk.status import reconciliation_pieces, source_pieces
from nerinspect.ui.dialogs.provenance import FilesDialog
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.window.window import MainWindow

MakeStudy = Callable[..., Study]


def text_of_source(study: Study, prediction: int) -> str:
    return text_of(source_pieces(study, prediction))


def text_of(pieces: Sequence[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def read_so(study: Study, **facts: object) -> Study:
    """Let the reference have been read in another way."""
    annotation = study.reference
    source = replace(annotation.source, **facts)  # type: ignore[arg-type]
    return replace(study, reference=Annotation(annotation.mentions, source, annotation.repair))


def test_the_size_of_the_text_is_told(make_study_from: MakeStudy) -> None:
    assert text_of_source(make_study_from("a/O/O b/O/O", "c/O/O"), 0) == "2 sentences, 3 tokens"


@pytest.mark.parametrize(("n_changed", "said"), [(1, "1 label repaired"), (1234, "1,234 labels repaired")])
def test_repairs_are_told(make_study_from: MakeStudy, n_changed: int, said: str) -> None:
    study = read_so(make_study_from("a/O/O"), n_changed=n_changed, repair="discard", path="/data/ref.conll")
    assert f"{said} in ref.conll (discard)" in text_of_source(study, 0)


def test_notes_are_told(make_study_from: MakeStudy) -> None:
    study = read_so(make_study_from("a/O/O"), notes=("labels only",), path="/data/ref.conll")
    assert "ref.conll: labels only" in text_of_source(study, 0)


def test_the_prediction_on_show_is_described(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/O/O/O", systems=("flair", "spacy"))
    flair, spacy = study.predictions
    noted = Annotation(spacy.mentions, replace(spacy.annotation.source, notes=("labels only",)))
    study = replace(study, predictions=(flair, replace(spacy, annotation=noted)))
    assert "labels only" in text_of_source(study, 1)
    assert "labels only" not in text_of_source(study, 0)


SUMS = Reconciliation((1000, 0, 30, 2, 3, 4), (1000, 50, 0, 2, 5, 6))


def test_mentions_of_both_sides_add_up() -> None:
    text = text_of(reconciliation_pieces(SUMS))
    assert "reference 1,039 = 1,000 TP + 30 FN + 2 LE + 3 BE + 4 LBE" in text
    assert "predicted 1,063 = 1,000 TP + 50 FP + 2 LE + 5 BE + 6 LBE" in text


def test_every_number_of_the_sums_is_a_door() -> None:
    doors = {piece.text: piece.query for piece in reconciliation_pieces(SUMS) if piece.query}
    assert doors["1,039"] == "-ref:none"
    assert doors["1,063"] == "-pred:none"
    assert doors["30 FN"] == "kind:fn"
    assert all(piece.query for piece in reconciliation_pieces(SUMS) if any(map(str.isdigit, piece.text)))


def test_repaired_labels_are_a_door(make_study_from: MakeStudy) -> None:
    study = read_so(make_study_from("a/O/O"), n_changed=2, repair="conlleval")
    assert [piece.query for piece in source_pieces(study, 0) if piece.query] == ["repaired:yes"]


def test_without_a_prediction_nothing_adds_up() -> None:
    assert reconciliation_pieces(None) == []


def test_where_there_is_little_room_the_sums_of_the_reference_stay(window: MainWindow) -> None:
    label = window.status_line.findChildren(DoorLabel)[1]
    window.resize(2000, 900)
    assert "predicted" in label.accessibleName()
    window.resize(900, 600)
    assert label.accessibleName().startswith("reference 332")
    assert "predicted" not in label.accessibleName()


def test_where_there_is_little_room_both_systems_of_a_comparison_stay(window: MainWindow) -> None:
    window.document.compare_with(1)
    window.resize(940, 640)
    said = window.status_line.findChildren(DoorLabel)[1].accessibleName()
    assert "A right" in said
    assert "B right" in said
    assert "spurious" not in said


def test_what_does_not_fit_is_left_out_whole(window: MainWindow, qtbot: QtBot) -> None:
    label = window.status_line.findChildren(DoorLabel)[0]
    window.resize(3000, 900)
    whole = label.accessibleName()
    assert "…" not in whole
    for width in (1440, 1100, 940, 800):
        window.resize(width, 700)
        qtbot.waitUntil(lambda: label.sizeHint().width() <= label.width())
        said = label.accessibleName().removesuffix("…")
        assert whole.startswith(said), width
        assert said in ("", whole) or said.endswith("   ·   "), width


def test_the_rest_of_what_is_said_of_the_files_is_a_door(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    label = window.status_line.findChildren(DoorLabel)[0]
    window.resize(3000, 900)
    whole = label.accessibleName()
    window.resize(800, 700)
    door = label.pieces[-1]
    assert door.text == "…"
    assert whole in door.explanation
    shown = []
    monkeypatch.setattr(FilesDialog, "exec", lambda dialog: shown.append(dialog))
    label.query_requested.emit(door.query)
    assert len(shown) == 1
