"""One decision: when and by whom it was taken, and what becomes of it when it cannot be written or is taken back."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from nerinspect.errors import DataError
from nerinspect.events.decision import Decision
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.review.deciding import Deciding
from nerinspect.review.list_reading import read_list
from nerinspect.review.opening import Review


def test_a_decision_that_cannot_be_written_is_not_taken(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    deciding = Deciding(review.file, review.study)

    def refuse(pairs: Sequence[object]) -> None:
        raise DataError("a.nerinspect", "the disk is full", "make room")

    monkeypatch.setattr(review.file, "decide", refuse)
    with pytest.raises(DataError):
        deciding.decide({MENTIONS: {0: Decision("ambiguous")}}, "something")
    assert len(review.study.decisions) == 0
    assert deciding.undo_words == ""


def test_each_decision_knows_when_it_was_taken(review: Review) -> None:
    deciding = Deciding(review.file, review.study)
    deciding.decide({MENTIONS: {0: Decision("ambiguous")}}, "something")
    assert review.study.decisions[0] == replace(Decision("ambiguous"), decided=review.study.decisions[0].decided)
    assert review.study.decisions[0].decided.endswith("Z")


def test_a_decision_taken_elsewhere_keeps_its_time_and_name(review: Review) -> None:
    deciding = Deciding(review.file, review.study)
    deciding.sign("Ann")
    elsewhere = Decision("ambiguous", decided="2026-01-31T09:30:00Z", who="Bob")
    deciding.decide({MENTIONS: {0: elsewhere, 1: Decision("ambiguous")}}, "something")
    assert review.study.decisions[0] == elsewhere
    assert review.study.decisions[1].who == "Ann"
    deciding.decide({MENTIONS: {0: replace(elsewhere, flag=True)}}, "something")
    assert review.study.decisions[0].who == "Ann", "it is another decision now"
    assert review.study.decisions[0].decided > elsewhere.decided


def test_taking_an_import_back_restores_times_and_names(review: Review, tmp_path: Path) -> None:
    deciding = Deciding(review.file, review.study)
    deciding.sign("Ann")
    deciding.decide({MENTIONS: {0: Decision("ambiguous"), 1: Decision(flag=True)}}, "something")
    before = dict(review.study.decisions.items())
    path = tmp_path / "list.csv"
    with path.open("w", newline="") as file:
        write_csv(MENTIONS.table(review.study, columns=MENTIONS.names_for(review.study, Of.DECISIONS)), file)
    edited = path.read_text().replace(",ambiguous,", ",both-wrong,").replace(",yes,", ",,")
    path.write_text(edited)
    changes = read_list(review.study, str(path)).changes
    deciding.decide({MENTIONS: {change.event: change.after for change in changes}}, "import of list.csv")
    assert {event: one.said for event, one in review.study.decisions.items()} == {0: Decision("both-wrong")}
    deciding.undo()
    assert dict(review.study.decisions.items()) == before
    assert {one.decision.who for one in review.file.decisions()} == {"Ann"}
