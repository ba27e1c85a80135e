"""A decision whose relation event is gone is listed with what is known of it."""

from nerinspect.events.decision import Decision
from nerinspect.glossary.wording import JUDGED
from nerinspect.review.attaching import StoredDecision, StoredEvent
from nerinspect.ui.pages.review.page import lost_places


def test_kind_and_arguments_are_named() -> None:
    """The words of the relation are not those of its tokens, so arguments are told by their places."""
    spans = ((0, 1, "Peop"), (2, 3, "Peop"))
    event = StoredEvent("0" * 16, "rich", 1, 4, 0, 3, "relation:wrong-type", "Ann Meet Bo", spans, spans[::-1])
    cells = lost_places([StoredDecision(event, Decision("both-wrong", flag=True))], JUDGED).write(0)
    assert [cell.text for cell in cells[:7]] == [
        "4: 1–3",
        "rich",
        "wrong type",
        "Ann Meet Bo",
        "1–1 Peop → 3–3 Peop",
        "3–3 Peop → 1–1 Peop",
        "both wrong, flagged",
    ]
    assert cells[2].kinds == ()
