"""A program that decides, undoes and redoes without end, and says of each step what it makes of the review.

    python -m tests.faults.deciding REVIEW SEED STEPS

A line before each step: `try`, and what the review holds once it is done; a line behind it: `saved` or `refused`.
"""

import hashlib
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from nerinspect.errors import DataError, NerinspectError
from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.review.attaching import stored_events
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import load_review, make_review
from nerinspect.review.store import open_review
from tests.review.relation_files import REFERENCE as WITH_RELATIONS
from tests.review.relation_files import SYSTEM, write_sentences
from tests.review.texts import PLAIN, REFERENCE, RICH

KINDS: Final = ("mentions", "relations", "annotators")

Notes = Mapping[str, str]
"""What is said of which event."""


def write_files(folder: Path, kind: str) -> LoadRequest:
    """Write what a review of some kind is about."""
    if kind == "relations":
        texts = {"ref": WITH_RELATIONS, "pred": SYSTEM}
        names = [write_sentences(folder / f"{name}.json", text) for name, text in texts.items()]
    else:
        names = [str(folder / f"{name}.conll") for name in ("ref", "rich", "plain")]
        for name, text in zip(names, (REFERENCE, RICH, PLAIN), strict=True):
            Path(name).write_text(text)
    return LoadRequest(names[0], tuple(names[1:]), annotators=kind == "annotators")


def make(folder: Path, kind: str) -> str:
    """Make a review of some kind in a folder."""
    request, path = write_files(folder, kind), str(folder / "a.nerinspect")
    make_review(path, request, load_sides(request))
    return path


def digest(notes: Notes) -> str:
    """Say in a word what a review holds."""
    return hashlib.sha256(repr(sorted(notes.items())).encode()).hexdigest()[:16]


def held(path: str) -> str:
    """Read what a review holds, all of which is to be readable."""
    with open_review(path, to_read=True) as file:
        notes = {one.event.event: one.decision.note for one in file.decisions()}
        assert not file.is_damaged, "some of it cannot be read"
    return digest(notes)


def decide(path: str, seed: int, n_steps: int) -> None:
    """Open a review and take steps in it."""
    random, review = Random(seed), load_review(path)
    deciding, study = Deciding(review.file, review.study), review.study
    ids = [one.event for one in stored_events(MENTIONS, study, range(len(study.events)))]
    n_relations = len(relation_events(study)) if study.reference.relations is not None else 0
    relation_ids = [*RELATIONS.ids(study, np.arange(n_relations))] if n_relations else []
    notes = {one.event.event: one.decision.note for one in review.file.decisions()}
    done, undone = list[Notes](), list[Notes]()
    for number in range(n_steps):
        way = random.choice(("decide", "decide", "many", "undo", "redo"))
        if (way == "undo" and not done) or (way == "redo" and not undone):
            way = "decide"
        before, note = notes, f"{seed} {number} {'n' * random.randrange(300)}"
        if way in ("undo", "redo"):
            after, act = (done if way == "undo" else undone)[-1], getattr(deciding, way)
        else:
            of = relation_ids if relation_ids and random.random() < 0.6 else ids
            chosen = random.sample(range(len(of)), len(of) if way == "many" else 1)
            said = {event: Decision("ambiguous", note=note) for event in chosen}
            after = {**notes, **{of[event]: note for event in chosen}}
            sort = RELATIONS if of is relation_ids else MENTIONS
            act = partial(deciding.decide, {sort: said}, "step")
        print(f"try {digest(after)}", flush=True)
        try:
            act()
        except NerinspectError as mistake:
            assert "\n" not in str(mistake)  # noqa: PT017
            print(f"refused {mistake.problem}" if isinstance(mistake, DataError) else f"refused {mistake}", flush=True)
            continue
        notes = dict(after)
        if way == "undo":
            done.pop()
            undone.append(before)
        else:
            undone = undone[:-1] if way == "redo" else []
            done.append(before)
        print("saved", flush=True)
    deciding.end()


def possible(before: str, lines: Iterable[str]) -> tuple[set[str], int, int]:
    """Say what a review may hold after some lines, and how many steps were saved and refused.

    A step that was neither saved nor refused was under way when the program ended.
    """
    now, tried, n_saved, n_refused = before, "", 0, 0
    for line in lines:
        word, _, what = line.strip().partition(" ")
        if word == "try":
            tried = what
        elif word == "saved":
            now, tried, n_saved = tried, "", n_saved + 1
        elif word == "refused":
            tried, n_refused = "", n_refused + 1
    return {now, tried} - {""}, n_saved, n_refused


if __name__ == "__main__":
    decide(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
