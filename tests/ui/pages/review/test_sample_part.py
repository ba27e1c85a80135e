"""What a sample tells of the whole list, on the page of a review."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.glossary.wording import NEUTRAL
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import Derived, end_work
from nerinspect.ui.kit.tables.sheet import QUERY_ROLE
from nerinspect.ui.pages.review.page import SamplePart
from nerinspect.ui.platforms import sample_request


@pytest.fixture
def document(make_study_from: Callable[..., Study]) -> Iterator[Document]:
    """A hundred errors, of which some twenty are drawn."""
    document = Document()
    study = make_study_from(*[f"w{number}/B-LOC/O" for number in range(100)])
    document.set_study(replace(study, decisions=Decisions()), sample_request(), "-kind:tp sample:1<=0.2")
    yield document
    end_work(document)


@pytest.fixture
def part(document: Document, qtbot: QtBot) -> Iterator[SamplePart]:
    part = SamplePart(QAction())
    qtbot.addWidget(part)
    part.show()
    refresh(part, document)
    document.events_changed.connect(lambda: refresh(part, document))
    yield part
    end_work(part)
    part.close()


def refresh(part: SamplePart, document: Document) -> None:
    assert document.look is not None, "there is a study"
    part.refresh(document.look)


def decide(document: Document, n_events: int, *decisions: Decision) -> None:
    """Decide the first events of the sample, with these decisions over and over."""
    assert document.study is not None
    drawn = np.flatnonzero(parse_query("sample:1<=0.2", Vocabulary.of(document.study)).mask(document.study))
    for place, event in enumerate(drawn[:n_events].tolist()):
        document.study.decisions.decide(event, decisions[place % len(decisions)])


def shown(part: SamplePart) -> dict[str, list[str]]:
    """Give the cells of each row by its name."""
    model = part.table.numbers
    rows = [[str(model.index(row, column).data()) for column in range(8)] for row in range(model.rowCount())]
    return {name: cells for name, *cells in rows}


def test_without_a_sample_it_says_how_one_is_drawn(part: SamplePart, document: Document) -> None:
    document.select_query("-kind:tp")
    assert "Review > Draw a sample… picks events at random" in part.words
    assert part.table.isHidden()


def test_while_nothing_is_decided_nothing_is_told(part: SamplePart, document: Document) -> None:
    assert part.words.startswith(f"{document.n_kept} of 100 events drawn, none decided yet. Decide all of them")
    assert shown(part)["Ambiguous"] == ["0", "–", "–", "–", "–", "–", "–"]


def test_while_some_are_undecided_shares_may_lean(part: SamplePart, document: Document) -> None:
    decide(document, 5, Decision("ambiguous"))
    refresh(part, document)
    left = document.n_kept - 5
    assert part.words == (
        f"{document.n_kept} of 100 events drawn, {left} undecided. Shares are of the 5 decided, and may be biased until"
        " all are."
    )


def test_all_decided_tell_of_the_whole_list(part: SamplePart, document: Document) -> None:
    document.select_query("sample:1<=1")
    decide(document, 100, Decision("both-wrong"))
    decide(document, 4, Decision("reference-wrong", ("typo",)), Decision("ambiguous", ("typo", "gap")))
    document.select_query("sample:1<=0.2")
    n = document.n_kept
    assert part.words == f"{n} of 100 events drawn, all decided."
    assert shown(part)["Any cause"][0] == "4"
    assert list(shown(part))[-2:] == ["typo", "gap"]
    counted, share, low, high, *estimates = shown(part)["Ambiguous"]
    assert (counted, share) == ("2", f"{200 / n:.2f}")
    assert float(low) < 200 / n < float(high)
    assert estimates == [str(round(200 / n)), *(str(round(float(end))) for end in (low, high))]


def test_every_number_opens_the_events_behind_it(part: SamplePart, document: Document) -> None:
    decide(document, 6, Decision("reference-wrong", ("typo",)), Decision("scope"), Decision("ambiguous", ("gap",)))
    refresh(part, document)
    study = document.study
    assert study is not None
    model = part.table.numbers
    for row in range(model.rowCount()):
        for column in range(1, 8):
            number, query = (model.index(row, column).data(role) for role in (Qt.ItemDataRole.DisplayRole, QUERY_ROLE))
            if number:
                n_events = int(np.count_nonzero(parse_query(query, Vocabulary.of(study)).mask(study)))
                assert n_events == (int(number) if column == 1 or not row else 6)


def test_a_door_asks_for_events(part: SamplePart, document: Document, qtbot: QtBot) -> None:
    decide(document, 3, Decision("ambiguous"))
    refresh(part, document)
    row = list(shown(part)).index("Ambiguous")
    with qtbot.waitSignal(part.table.door_opened) as caught:
        part.table.setFocus()
        part.table.setCurrentIndex(part.table.numbers.index(row, 1))
        QTest.keyClick(part.table, Qt.Key.Key_Return)
    assert caught.args == ["-kind:tp sample:1<=0.2 verdict:ambiguous", -1, -1]


def test_a_door_leaves_the_shares_as_they_are(part: SamplePart, document: Document) -> None:
    decide(document, 6, Decision("ambiguous"), Decision("both-wrong"))
    refresh(part, document)
    before = shown(part)
    document.select_query("-kind:tp sample:1<=0.2 verdict:ambiguous")
    assert shown(part) == before


def test_a_copy_says_all_by_itself(part: SamplePart, document: Document) -> None:
    decide(document, 4, Decision("ambiguous", ("typo",)))
    refresh(part, document)
    table = part.table.numbers.as_table()
    assert table.columns == (
        "Of", "Name", "Sample", "Share", "Share from", "Share to", "Whole list", "Whole list from", "Whole list to",
    )  # fmt: skip
    assert [row[:3] for row in table][-1] == ("cause", "typo", 4)


def test_the_sample_of_many_events_is_counted_behind_the_window(
    part: SamplePart, document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    decide(document, 3, Decision("ambiguous"))
    refresh(part, document)
    qtbot.waitUntil(lambda: "Shares are of the 3 decided" in part.words)


def test_without_a_filter_the_whole_list_is_a_door_too(part: SamplePart, document: Document) -> None:
    document.select_query("sample:1<=0.2")
    assert shown(part)["Decided"] == ["0", "", "", "", "100", "", ""]
    assert part.table.numbers.index(0, 5).data(QUERY_ROLE) == "kind:tp,fp,fn,le,be,lbe"


def test_a_share_that_draws_nothing_is_said(part: SamplePart, document: Document) -> None:
    document.select_query("sample:1<=0")
    assert part.words == "0 of 100 events drawn: too few for this share; draw a larger sample."


def test_between_annotators_nobody_is_judged(part: SamplePart, document: Document) -> None:
    assert document.study is not None
    document.replace_study(replace(document.study, annotator="Anna"), sample_request())
    decide(document, 4, Decision("reference-wrong", ("typo",)))
    refresh(part, document)
    model = part.table.numbers
    tooltips = [
        str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)) for row in range(4) for column in (0, 2)
    ]
    heads = [str(model.headerData(n, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)) for n in range(8)]
    said = " ".join([part.words, *shown(part), *tooltips, *heads]).lower()
    assert list(shown(part))[1:3] == [NEUTRAL.name("prediction-wrong"), NEUTRAL.name("reference-wrong")]
    assert not {"reference", "prediction", "wrong", "precision", "recall"} & set(re.findall("[a-z]+", said))
