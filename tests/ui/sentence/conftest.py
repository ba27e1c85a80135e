from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.corpus.text import TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.events.study import Study
from nerinspect.ui.sentence.event_context import ContextPanel
from tests.ui.showing import shown_alone

MakeStudy = Callable[..., Study]

HARWICK = "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O no/O/O ./O/O"


@pytest.fixture
def context_panel(qtbot: QtBot) -> ContextPanel:
    """Show an empty context panel."""
    return shown_alone(ContextPanel(), 800, 400, qtbot)


@pytest.fixture
def harwick(context_panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    """Show an event with a repaired label between two neighbours."""
    repaired = [(8, "I-ORG", "B-ORG")]
    context_panel.show_study(make_study_from("It/O/O was/O/O so/O/O ./O/O", HARWICK, "Yes/O/O ./O/O", repairs=repaired))
    context_panel.show_event(0)
    return context_panel


@pytest.fixture
def two_events(context_panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    """Show the first of two events of a sentence, with a third in the next sentence."""
    context_panel.show_study(
        make_study_from("Port/B-LOC/B-ORG met/O/O Ines/B-PER/O", "Aldermoor/B-LOC/O", documents=[1, 1])
    )
    context_panel.show_event(0)
    context_panel.grab()  # the boxes of what was painted last can be pointed at
    return context_panel


@pytest.fixture
def study_with_columns(make_study_from: MakeStudy) -> Study:
    """Give the reference labels and a part of speech, the prediction a confidence."""
    study = make_study_from("Upper/B-LOC/O in/I-LOC/O said/O/O")
    labels = LabelColumn(("I-LOC", "O"), np.array([0, 0, 1], dtype=np.int32))
    tags = TokenColumn("pos", ("NNP", "VBD"), np.array([0, 0, 1], dtype=np.int32))
    sure = TokenColumn("sure", ("0.5",), np.zeros(3, dtype=np.int32))
    (flair,) = study.predictions
    return replace(
        study,
        reference=replace(study.reference, labels=labels, columns=(tags,)),
        predictions=(replace(flair, annotation=replace(flair.annotation, columns=(sure,))),),
    )


@pytest.fixture
def with_columns(context_panel: ContextPanel, study_with_columns: Study) -> ContextPanel:
    """Show an event of files with columns besides the labels; none is shown yet."""
    context_panel.show_study(study_with_columns)
    context_panel.show_event(0)
    return context_panel
