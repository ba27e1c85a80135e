"""A sentence as each repair reads it, beside the other side."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.checking.repair_effects import (
    NamedReading,
    RepairReadings,
    repair_effects,
    repair_readings,
)
from nerinspect.encoding.labels import DIALECTS, LabelColumn
from nerinspect.encoding.transitions import WrittenLabels
from nerinspect.events.context import Context
from nerinspect.events.study import Study

MakeStudy = Callable[..., Study]
MakeReadings = Callable[..., RepairReadings | None]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """The prediction's labels, as they are written, are those of `make_readings`."""
    return make_study_from(
        "so/O/O", "Port/B-LOC/B-LOC of/I-LOC/I-LOC Ulm/I-LOC/B-ORG now/O/O", "Elin/B-PER/O", documents=[1, 1, 2]
    )


@pytest.fixture
def make_readings(study: Study) -> MakeReadings:
    def make(labels: str, is_reference: bool = False, has_other: bool = True, encoding: str = "BIO") -> object:
        names = tuple(dict.fromkeys(labels.split()))
        codes = np.array([names.index(label) for label in labels.split()], dtype=np.int32)
        written = WrittenLabels(study.text, LabelColumn(names, codes), DIALECTS[encoding])
        own, other = study.predictions[0].annotation, study.reference
        named = NamedReading("flair" if is_reference else "reference", other) if has_other else None
        effects = repair_effects(written, other.mentions if has_other else None, is_reference)
        return repair_readings(effects, replace(own, labels=written.column), named)

    return make  # type: ignore[return-value]


def tracks(context: Context) -> dict[str, list[tuple[int, int, str]]]:
    return {track.label: [(s.start, s.end, s.type) for s in track.spans] for track in context.sentence.tracks}


def test_each_repair_is_a_track_below_the_reference(make_readings: MakeReadings) -> None:
    readings = make_readings("O B-LOC I-LOC I-ORG O O")
    assert readings is not None
    context = readings.around(3, 4, "conlleval")
    assert tracks(context) == {
        "reference": [(0, 3, "LOC")],
        "under conlleval": [(0, 2, "LOC"), (2, 3, "ORG")],
        "under discard": [(0, 2, "LOC")],
    }
    assert (context.sentence.number, context.document.number, context.document.sentences) == (2, 1, range(1, 3))


def test_repaired_labels_are_marked_in_their_track(make_readings: MakeReadings) -> None:
    readings = make_readings("O B-LOC I-LOC I-ORG O O")
    assert readings is not None
    marks = [track.repairs for track in readings.around(3, 4, "discard").sentence.tracks]
    assert [[(mark.token, mark.before, mark.after) for mark in row] for row in marks] == [
        [],
        [(2, "I-ORG", "B-ORG")],
        [(2, "I-ORG", "O")],
    ]


@pytest.mark.parametrize(("in_use", "kind"), [("conlleval", "lbe"), ("discard", "be")])
def test_the_frame_has_the_kind_under_the_repair_in_use(make_readings: MakeReadings, in_use: str, kind: str) -> None:
    readings = make_readings("O B-LOC I-LOC I-ORG O O")
    assert readings is not None
    segment = readings.around(3, 4, in_use).segment
    assert (segment.kind, segment.start, segment.end) == (kind, 2, 3)


def test_readings_of_the_reference_stand_above_the_prediction(make_readings: MakeReadings) -> None:
    readings = make_readings("O I-LOC O O O O", is_reference=True)
    assert readings is not None
    assert list(tracks(readings.around(1, 2, "conlleval"))) == [
        "under conlleval",
        "under discard",
        "flair",
    ]


def test_without_the_other_side_the_repairs_are_compared(make_readings: MakeReadings) -> None:
    readings = make_readings("O I-LOC O O O O", has_other=False)
    assert readings is not None
    assert list(tracks(readings.around(1, 2, "conlleval"))) == ["under conlleval", "under discard"]
    assert make_readings("O B-LOC O O O O", has_other=False, encoding="IOB") is None
