"""Files with relations for reviews: a reference and what a system says, each sentence a line of words."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from nerinspect.io.request import LoadRequest

Mention: TypeAlias = tuple[int, int, str]
Relation: TypeAlias = tuple[int, str, int]
Sentence: TypeAlias = tuple[str, Sequence[Mention], Sequence[Relation]]
"""Words, mentions, and relations between the mentions as they are given."""

PEOPLE: list[Mention] = [(0, 1, "Peop"), (2, 3, "Peop"), (4, 5, "Loc")]
REFERENCE: list[Sentence] = [
    ("Ann met Bo in Ulm", PEOPLE, [(0, "Meet", 1), (0, "Live", 2), (1, "Live", 2)]),
    ("Ann met Bo in Ulm", PEOPLE, [(0, "Meet", 1)]),
    ("Cy shot Di in Rom", PEOPLE, [(0, "Kill", 1), (1, "Live", 2)]),
]
SYSTEM: list[Sentence] = [
    ("Ann met Bo in Ulm", PEOPLE, [(1, "Meet", 0), (0, "Live", 2), (1, "Work", 2)]),
    ("Ann met Bo in Ulm", PEOPLE, []),
    ("Cy shot Di in Rom", [(0, 1, "Org"), (2, 3, "Org"), PEOPLE[2]], [(0, "Kill", 1), (0, "Live", 2)]),
]
"""Reversed, correct and wrong type; missed; and in the last sentence, where two mentions have a wrong type, a wrong
argument, and a relation that is correct under boundaries, but missed and spurious under strict."""


def write_sentences(path: Path, sentences: Sequence[Sentence]) -> str:
    """Write a file of sentences with mentions and relations."""
    written = [
        {
            "tokens": words.split(),
            "entities": [{"start": start, "end": end, "type": name} for start, end, name in mentions],
            "relations": [{"head": head, "type": name, "tail": tail} for head, name, tail in relations],
        }
        for words, mentions, relations in sentences
    ]
    path.write_text(json.dumps(written))
    return str(path)


def relation_request(
    folder: Path, reference: Sequence[Sentence] = REFERENCE, system: Sequence[Sentence] = SYSTEM
) -> LoadRequest:
    """Write both sides into a folder, and ask for them."""
    prediction = write_sentences(folder / "pred.json", system)
    return LoadRequest(write_sentences(folder / "ref.json", reference), (prediction,))
