"""The panel of buckets and the attributes in the details, wired to a document."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attributes_of
from nerinspect.events.members import entity_tokens
from nerinspect.events.segment_events import Side
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.counts.buckets import BucketPanelCounts
from nerinspect.settings import AnalysisChoice, Layout
from nerinspect.training.retention import with_training
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.filters.buckets import BucketColumn
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
from nerinspect.ui.window.workspace import Workspace

MakeStudy = Callable[..., Study]
BUCKET, F1, MENTIONS = BucketColumn


@pytest.fixture
def trained(make_study_from: MakeStudy, sample_study: Study) -> Study:
    """Give the sample a little training data of its own."""
    learned = make_study_from(
        "Port/B-ORG", "Harwick/B-LOC", "Ostend/B-LOC wins/O", "Ostend/O", "of/O the/O", "Oslo/B-ORG", systems=()
    )
    return with_training(sample_study, AnnotatedText(learned.text, learned.reference))


@pytest.fixture
def workspace(qtbot: QtBot, desk: Desk, trained: Study) -> Workspace:
    workspace = Workspace(desk)
    qtbot.addWidget(workspace)
    desk.document.set_study(trained, sample_request())
    return workspace


def shown(workspace: Workspace) -> BucketPanelCounts:
    counts = workspace._document.counted.buckets
    assert counts is not None
    return counts


def holding(study: Study, counts: BucketPanelCounts, bucket: str, side: Side, events: range) -> list[int]:
    """Look at each event for itself: which hold a member of a side in a bucket."""
    place = counts.own.names.index(bucket)
    tokens = entity_tokens(study)[side]
    found = []
    for event in events:
        members = study.events.mentions_of(event, side)
        if counts.own.attribute.unit == "token":
            members = np.concatenate(
                [tokens.pair[slice(*tokens.first[one : one + 2])] for one in members] or [np.zeros(0, dtype=np.int64)]
            )
        prediction = int(study.events.prediction[event])
        codes = counts.own.reference_of(prediction) if side == "reference" else counts.own.predicted
        if (codes[members.astype(np.int64)] == place).any():
            found.append(event)
    return found


def test_every_cell_opens_the_events_it_counts(workspace: Workspace) -> None:
    document, filters = workspace._document, workspace.filters
    assert document.study is not None
    events = range(document.first_event, document.first_event + document.n_events)
    for attribute in ("eLen", "sLen", "eCon", "tCon", "type"):
        document.select_query("")
        filters.choose_buckets(attribute)
        for bucket in shown(workspace).own.names:
            reference, predicted = (
                holding(document.study, shown(workspace), bucket, side, events) for side in ("reference", "predicted")
            )
            document.select_query("-kind:tp")
            filters.buckets.picked.emit([bucket], MENTIONS, Click.ALONE)
            assert document.order.tolist() == reference, (attribute, bucket)
            document.select_query("-kind:tp")
            filters.buckets.picked.emit([bucket], F1, Click.ALONE)
            assert document.order.tolist() == sorted({*reference, *predicted}), (attribute, bucket)


def test_picked_buckets_of_the_panel_do_not_change_its_own_numbers(workspace: Workspace) -> None:
    before = shown(workspace).members.copy()
    for column in BucketColumn:
        workspace.filters.buckets.picked.emit(["XS"], column, Click.ALONE)
        assert np.array_equal(shown(workspace).members, before)


def test_a_name_leaves_the_other_filters_alone_and_a_number_what_is_said_of_outcomes(workspace: Workspace) -> None:
    document, panel = workspace._document, workspace.filters.buckets
    document.select_query("-kind:tp type:LOC")
    panel.picked.emit(["XS"], BUCKET, Click.ALONE)
    assert document.query == "-kind:tp type:LOC bucket:eCon=XS"
    panel.picked.emit(["XS"], F1, Click.ALONE)
    assert document.query == "type:LOC bucket:eCon=XS"
    panel.picked.emit(["XS"], MENTIONS, Click.ALONE)
    assert document.query == "ref:LOC refbucket:eCon=XS"


def test_a_second_click_frees_the_buckets(workspace: Workspace) -> None:
    for column in BucketColumn:
        workspace.filters.buckets.picked.emit(["XS"], column, Click.ALONE)
        assert workspace._document.query != "", column
        workspace.filters.buckets.picked.emit(["XS"], column, Click.ALONE)
        assert workspace._document.query == "", column


def test_ctrl_adds_buckets_and_takes_them_away(workspace: Workspace) -> None:
    names, panel = shown(workspace).own.names, workspace.filters.buckets
    for column, field in ((BUCKET, "bucket"), (F1, "bucket"), (MENTIONS, "refbucket")):
        panel.picked.emit([names[0]], column, Click.ALONE)
        panel.picked.emit([names[-1]], column, Click.ADDED)
        assert workspace._document.query == f"{field}:eCon=XS,eCon=XL"
        for name in (names[0], names[-1]):
            panel.picked.emit([name], column, Click.ADDED)
        assert workspace._document.query == "", column


def test_another_number_of_buckets_is_said_in_the_query(workspace: Workspace) -> None:
    panel = workspace.filters.buckets
    panel.attribute_chosen.emit("sLen")
    panel.number_chosen.emit(7)
    names = shown(workspace).own.names
    assert names[0] == "B1"
    panel.picked.emit(list(names[:2]), BUCKET, Click.ALONE)
    assert workspace._document.query == "bucket:sLen/7=B1,sLen/7=B2"


def test_an_attribute_without_values_gives_way_until_training_data_come(
    workspace: Workspace, sample_study: Study, trained: Study
) -> None:
    document, panel = workspace._document, workspace.filters.buckets
    document.set_study(sample_study, sample_request())
    assert shown(workspace).own.attribute.name == "eLen"
    assert [one.name for one in attributes_of(sample_study)] == ["eLen", "sLen", "eDen", "type"]
    assert panel._names == ("eLen", "sLen", "eDen", "type")
    document.replace_study(trained, sample_request())
    assert shown(workspace).own.attribute.name == "eCon"


def test_the_number_chosen_in_place_of_an_attribute_without_values_keeps_it(
    workspace: Workspace, sample_study: Study
) -> None:
    workspace._document.set_study(sample_study, sample_request())
    workspace.filters.buckets.number_chosen.emit(3)
    assert shown(workspace).own.n_wanted == 3
    assert workspace._document.bucketed.attribute == "eCon"


def test_without_a_prediction_there_are_no_buckets(workspace: Workspace, make_study_from: MakeStudy) -> None:
    assert not workspace.filters.buckets.isHidden()
    workspace._document.set_study(make_study_from("Oslo/B-LOC", systems=()), sample_request())
    assert workspace.filters.buckets.isHidden()


def test_many_events_are_counted_in_the_background(
    workspace: Workspace, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = workspace._document
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    kinds = document.counted.kinds.copy()
    with qtbot.waitSignal(document.counts_changed):
        workspace.filters.choose_buckets("eLen")
        document.choose_analysis(AnalysisChoice(3))
    assert shown(workspace).own.names == ("XS", "S", "XL")
    assert np.array_equal(document.counted.kinds, kinds)
    with qtbot.waitSignal(document.counts_changed):
        document.select_query("kind:fn")
        workspace.filters.choose_buckets("sLen")  # while everything is being counted
    assert shown(workspace).own.attribute.name == "sLen"
    assert document.selection.text == "kind:fn"


def test_details_name_the_buckets_of_the_panel(workspace: Workspace, qtbot: QtBot) -> None:
    study = workspace._document.study
    assert study is not None
    workspace.details.show_event(study, 0)
    workspace._document.choose_analysis(AnalysisChoice(2))
    cells = workspace.details._attributes._of_mentions.cells
    length = next(one for one in attributes_of(study) if one.name == "eLen")
    assert cells.as_tsv().splitlines()[1].split()[2] in bucketing(study, length, 2).names


def test_the_panel_agrees_with_published_figures(workspace: Workspace, data_folder: Path) -> None:
    folder = data_folder / "wnut16"
    request = LoadRequest(str(folder / "test.txt"), tuple(str(folder / name) for name in ("flair.txt", "elmo.txt")))
    workspace._document.set_study(load_study(request), request, "kind:fn")
    workspace.filters.choose_buckets("eLen")
    model = workspace.filters.buckets.view.model()
    rows = range(model.rowCount())
    assert [model.index(row, F1).data() for row in rows] == ["51.28", "43.08", "36.91", "16.67"]
    assert [model.index(row, MENTIONS).data() for row in rows] == ["2,038", "872", "344", "219"]
    workspace._document.show_prediction(1)
    assert [model.index(row, F1).data() for row in rows] == ["49.69", "45.34", "32.69", "21.36"]


def test_the_attribute_is_remembered(window: MainWindow) -> None:
    window.workspace.filters.choose_buckets("sLen")
    layout = window.layout_state()
    assert layout.bucket_attribute == "sLen"
    window.restore_layout(Layout())
    assert window.document.bucketed.attribute == "eCon"
    window.restore_layout(layout)
    assert window.document.bucketed.attribute == "sLen"
