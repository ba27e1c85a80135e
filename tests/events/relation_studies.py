"""Studies with relations: built by hand, and random small ones with symmetric types, overlaps and training data."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Relations
from nerinspect.corpus.text import MATCHINGS, Matching
from nerinspect.events.study import RELATION_SETTINGS, AnnotatedText, Annotation, RelationChoice, Study
from nerinspect.training.retention import with_training
from tests.training.trained_studies import WORDS, BuildStudy, Span, spans

Relation: TypeAlias = tuple[int, str, int]
"""Place of the head among the mentions of the sentence as they are given, type, place of the tail."""

Reading: TypeAlias = tuple[list[Span], list[Relation]]
"""Mentions and relations of one sentence on one side."""

Sentence: TypeAlias = tuple[list[str], Reading, list[Reading]]
"""Tokens, what the reference says, and what each prediction says."""

RELATION_TYPES = ["Kill", "Meet"]


def said(tokens: str, *relations: Relation) -> Sentence:
    """Make a sentence all of whose tokens are mentions."""
    words = tokens.split()
    return words, ([(place, place + 1, "Per") for place in range(len(words))], list(relations)), []


def relation_study(
    build_study: BuildStudy,
    sentences: Sequence[Sentence],
    systems: Sequence[tuple[str, int]] = (("flair", 1),),
    training: Sequence[Sentence] | None = None,
    choice: RelationChoice | None = None,
    matching: Matching = "exact",
    with_retention: bool = False,
) -> Study:
    """Build a study of sentences such as `(["Ann", "met", "Bo"], ([(0, 1, "P"), (2, 3, "P")], [(0, "Meet", 1)]), [])`.

    Parameters
    ----------
    build_study : callable
        The fixture of this name.
    sentences : sequence of Sentence
        Those of the test set, with a reading for each of the systems.
    systems : sequence of (str, int)
        Names and runs.
    training : sequence of Sentence, optional
        Without readings of systems; no training data if left out.
    choice : RelationChoice, optional
        How relations are matched.
    matching : str
        How surfaces are compared.
    with_retention : bool
        Whether the retention heuristic is the last system.
    """
    plain = [(tokens, own[0], [side[0] for side in sides]) for tokens, own, sides in sentences]
    built = build_study(plain, systems)
    starts = built.text.sentence_start.tolist()
    predictions = tuple(
        replace(one, annotation=_related(one.annotation, starts, [sides[place] for _, _, sides in sentences]))
        for place, one in enumerate(built.predictions)
    )
    reference = _related(built.reference, starts, [own for _, own, _ in sentences])
    study = replace(built, reference=reference, predictions=predictions, relation_choice=choice or RelationChoice())
    if training is None:
        return study
    learned = relation_study(build_study, training, [])
    return with_training(study, AnnotatedText(learned.text, learned.reference), matching, with_retention)


def _related(annotation: Annotation, starts: Sequence[int], readings: Sequence[Reading]) -> Annotation:
    mentions = annotation.mentions
    names = [mentions.types[code] for code in mentions.type_codes]
    place = {span: n for n, span in enumerate(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))}
    rows: dict[tuple[int, int, int], None] = {}
    for zero, (given, relations) in zip(starts, readings, strict=False):
        own = [place[zero + start, zero + end, name] for start, end, name in given]
        rows |= dict.fromkeys((own[head], own[tail], RELATION_TYPES.index(name)) for head, name, tail in relations)
    head, tail, codes = np.array(list(rows), dtype=np.int32).reshape(-1, 3).T.copy()
    return replace(annotation, relations=Relations(head, tail, codes, tuple(RELATION_TYPES)))


def _relations(n_mentions: int) -> st.SearchStrategy[list[Relation]]:
    if not n_mentions:
        return st.just([])
    anything = list(product(range(n_mentions), RELATION_TYPES, range(n_mentions)))
    return st.lists(st.sampled_from(anything), max_size=4, unique=True)


@cache  # making a strategy takes longer than drawing from it
def _readings(n_tokens: int) -> st.SearchStrategy[Reading]:
    return spans(n_tokens).flatmap(lambda held: _relations(len(held)).map(lambda drawn: (held, drawn)))


def _like(reading: Reading, n_tokens: int) -> st.SearchStrategy[Reading]:
    """Draw what a system says: often over the mentions of the reference."""
    return _relations(len(reading[0])).map(lambda drawn: (reading[0], drawn)) | _readings(n_tokens)


def relation_sentences(min_size: int, n_systems: int) -> st.SearchStrategy[list[Sentence]]:
    """Draw up to four sentences."""

    def sentence(tokens: list[str]) -> st.SearchStrategy[Sentence]:
        return _readings(len(tokens)).flatmap(
            lambda own: st.tuples(*[_like(own, len(tokens))] * n_systems).map(lambda sides: (tokens, own, list(sides)))
        )

    tokens = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6)
    return st.lists(tokens.flatmap(sentence), min_size=min_size, max_size=4)


def relation_choices() -> st.SearchStrategy[RelationChoice]:
    """Draw a setting and symmetric types."""
    symmetric = st.lists(st.sampled_from(RELATION_TYPES), unique=True).map(lambda names: tuple(sorted(names)))
    return st.builds(RelationChoice, st.sampled_from(RELATION_SETTINGS), symmetric)


def relation_studies(
    build_study: BuildStudy, n_systems: int = 2, with_retention: bool = False, is_trained: bool = True
) -> st.SearchStrategy[Study]:
    """Draw studies of so many systems with one run each; relations may join a mention with itself."""
    systems = [(f"system {number}", 1) for number in range(n_systems)]
    build: Callable[..., Study] = relation_study
    return st.builds(
        lambda sentences, training, choice, matching: build(
            build_study, sentences, systems, training, choice, matching, with_retention
        ),
        relation_sentences(1, n_systems),
        relation_sentences(0, 0) if is_trained else st.none(),
        relation_choices(),
        st.sampled_from(MATCHINGS),
    )
