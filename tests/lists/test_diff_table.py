from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of, Value
from nerinspect.systems.outcomes import changes
from nerinspect.tables.compare import diff_table

BuildStudy = Callable[..., Study]
OLD, NEW = 0, 1


def rows_of(study: Study, *columns: str, old: int = OLD, new: int = NEW) -> list[dict[str, Value]]:
    table = diff_table(study, changes(study, old, new), new, columns=columns)
    return [dict(zip(table.columns, row, strict=True)) for row in table]


@pytest.fixture
def study(make_study_from: BuildStudy) -> Study:
    return make_study_from(
        "Port/B-ORG/B-LOC/B-ORG of/I-ORG/O/I-ORG Ulm/I-ORG/B-LOC/I-ORG closed/O/O/O",
        "in/O/O/O May/O/B-PER/O Ann/B-PER/B-PER/O left/O/O/B-LOC",
        systems=("old", "new"),
    )


def test_a_row_is_the_new_event_with_what_it_was(study: Study) -> None:
    row = rows_of(study)[0]
    assert tuple(row) == MENTIONS.names(Of.EVENTS, Of.CHANGES)
    of_event = next(iter(MENTIONS.table(study, np.array([study.event_start[NEW]]))))
    assert tuple(row.values()) == (*of_event, "fixed", "lbe", [(0, 1, "LOC"), (2, 3, "LOC")])


def test_a_spurious_mention_that_is_gone_has_a_row_with_no_mention(study: Study) -> None:
    row = rows_of(study)[1]
    shown = {name: row[name] for name in ("system", "sentence", "start", "end", "kind", "shape", "demerits", "text")}
    assert shown == {
        "system": "new", "sentence": 2, "start": 1, "end": 2, "kind": "tn", "shape": "", "demerits": 0, "text": "May",
    }  # fmt: skip
    assert (row["reference_spans"], row["predicted_spans"], row["predicted_types"]) == ([], [], "")
    assert (row["left"], row["right"]) == ("in", "Ann left")
    assert (row["change"], row["old_kind"], row["old_predicted_spans"]) == ("fixed", "fp", [(1, 2, "PER")])


def test_where_the_old_version_had_nothing_its_kind_is_tn(study: Study) -> None:
    rows = rows_of(study, "text", "kind", "change", "old_kind", "old_predicted_spans")
    assert [tuple(row.values()) for row in rows[2:]] == [
        ("Ann", "fn", "broken", "tp", [(2, 3, "PER")]),
        ("left", "fp", "broken", "tn", []),
    ]


def test_columns_are_chosen_and_ordered(study: Study) -> None:
    assert tuple(rows_of(study, "old_kind", "text", "change")[0]) == ("old_kind", "text", "change")
    assert [tuple(row.values()) for row in rows_of(study, "change")] == [
        ("fixed",), ("fixed",), ("broken",), ("broken",)
    ]  # fmt: skip


def test_rows_can_be_left_out(study: Study) -> None:
    found = changes(study, OLD, NEW)
    table = diff_table(study, found, NEW, np.array([3, 1]), ("start", "kind"))
    assert list(table) == [(3, "fp"), (1, "tn")]


def test_equal_versions_have_no_rows(study: Study) -> None:
    assert rows_of(study, old=1) == []


def test_every_event_has_its_own_id(study: Study) -> None:
    ids = [row["event"] for row in rows_of(study, "event")]
    assert len(set(ids)) == len(ids) == 4
    of_events = {row[0] for row in MENTIONS.table(study, columns=MENTIONS.names(Of.EVENTS))}
    assert [event in of_events for event in ids] == [True, False, True, True]  # what is gone is no event


def test_columns_are_checked() -> None:
    MENTIONS.check(["old_kind", "reference:UPOS", "eLen"], [Of.CHANGES])
    MENTIONS.check(["change"], [Of.CHANGES])
    with pytest.raises(UnknownNameError):
        MENTIONS.check(["kin"], [Of.CHANGES])
    with pytest.raises(UnknownNameError):
        MENTIONS.check(["change"])
    for names in ([], ["kind", "kind"], ["change", "change"]):
        with pytest.raises(CommandError):
            MENTIONS.check(names, [Of.CHANGES])


def test_rows_are_the_same_in_many_blocks(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = data_folder / "wnut16"
    paths = [str(folder / f"{name}.txt") for name in ("test", "flair", "elmo")]
    study = load_study(LoadRequest(paths[0], tuple(paths[1:]), encoding="BIO"))
    at_once = rows_of(study)
    monkeypatch.setattr("nerinspect.tables.compare._ROWS_AT_ONCE", 7)
    assert rows_of(study) == at_once
    assert {row["system"] for row in at_once} == {"elmo"}
    for row in at_once:
        assert (row["change"] == "fixed") == (row["kind"] in ("tp", "tn"))
        assert row["change"] != "broken" or set(str(row["old_kind"]).split()) <= {"tp", "tn"}
