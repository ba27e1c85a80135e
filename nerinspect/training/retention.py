"""The retention heuristic: a system that knows the training mentions by heart, and nothing else."""

from dataclasses import replace
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, begins_run
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Matching, Text, over_one_vocabulary
from nerinspect.errors import NoRelationsError, UnknownNameError
from nerinspect.events.decision import Decisions
from nerinspect.events.segment_events import Join, in_memory
from nerinspect.events.study import (
    RELATION_SETTINGS,
    AnnotatedText,
    Annotation,
    Prediction,
    RelationChoice,
    RelationSetting,
    Study,
    make_study,
)
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.training.surfaces import Surfaces, occurrences_by_block, types_of_surfaces

RETENTION: Final = "retention"  # the name of the system; no other may have it
RETENTION_SHORT: Final = "ret."  # what charts call it where there is little room


def retention_mentions(
    training: AnnotatedText,
    text: Text,
    matching: Matching = "exact",
    checkpoint: Checkpoint = no_checkpoint,
    join: Join = in_memory,
) -> Mentions:
    """Mark what training has taught by heart.

    Every place of the surface of a training mention, unless it lies inside a longer one, with the most frequent
    training type of the surface (of equally frequent ones the first in code point order). Sorted by start; two that
    merely overlap both stay. The types are those of the training data. For `join` see `make_study`.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    known = training.annotation.mentions
    text, learned = over_one_vocabulary(text, training.text, matching)
    example, type_codes = _by_heart(learned.sequence_ids(known.start, known.end), known)
    sought = Surfaces.of_spans(learned, known.start[example], known.end[example])
    found = [(np.zeros(0, dtype=np.int32),) * 3]
    for _, places in occurrences_by_block(text, sought, checkpoint):  # no two runs of sentences share one
        number, start = map(np.concatenate, zip(found[0][:2], *places, strict=True))
        end = start + sought.lengths[number].astype(np.int32)
        order = np.lexsort((-end, start))
        outermost = order[_reaches_further(end[order])]
        found.append((start[outermost], end[outermost], type_codes[number[outermost]]))
    starts, ends, codes = map(join, zip(*found, strict=True))
    return Mentions(starts, ends, codes, known.types)


def with_training(
    study: Study,
    training: AnnotatedText | None,
    matching: Matching = "exact",
    with_retention: bool = True,
    checkpoint: Checkpoint = no_checkpoint,
    join: Join = in_memory,
) -> Study:
    """Give a study other training data, or none, and with retention the heuristic as the last of the systems.

    An older one is left out in any case; the events of all other predictions keep their numbers. Its warnings stay as
    they are. For `join` see `make_study`.
    """
    predictions = [prediction for prediction in study.predictions if prediction.system != RETENTION]
    if training is not None and with_retention:
        predictions.append(_as_prediction(training, study, matching, checkpoint, join))
    if len(predictions) != len(study.predictions) or predictions != list(study.predictions):
        made = make_study(study.text, study.reference, predictions, study.warnings, join=join)
        kept = {name: getattr(study, name) for name in ("attributes", "annotator", "colours", "relation_choice")}
        study = replace(made, **kept)
    return replace(study, training=training, matching=matching)


def competing_systems(study: Study, with_retention: bool) -> tuple[str, ...]:
    """Name the systems that are set against each other: the heuristic is none of them unless it is asked for."""
    return tuple(name for name in study.systems if with_retention or name != RETENTION)


def with_relations_by_heart(study: Study) -> Study:
    """Let the heuristic, if it is there, relate its mentions anew, under the relation choice of the study."""
    if study.training is None or RETENTION not in study.systems:
        return study
    predictions = [
        replace(one, annotation=_related(one.annotation, study.training, study, study.matching))
        if one.system == RETENTION
        else one
        for one in study.predictions
    ]
    return replace(study, predictions=tuple(predictions))


def _as_prediction(
    training: AnnotatedText, study: Study, matching: Matching, checkpoint: Checkpoint, join: Join
) -> Prediction:
    text = study.text
    mentions = retention_mentions(training, text, matching, checkpoint, join)
    source = replace(
        training.annotation.source,
        role="prediction", format=RETENTION, label_column=None, encoding="", repair="none", n_invalid=0, n_changed=0,
        n_sentences=text.n_sentences, n_tokens=text.n_tokens, notes=("made from the training data alone",),
    )  # fmt: skip
    return Prediction(RETENTION, 1, _related(Annotation(mentions, source), training, study, matching))


def _related(annotation: Annotation, training: AnnotatedText, study: Study, matching: Matching) -> Annotation:
    """Relate the mentions of the heuristic, if training has relations."""
    if training.annotation.relations is None:
        return annotation
    from nerinspect.training.known_relations import retention_relations  # not needed where nothing is related

    symmetric = study.relation_choice.symmetric
    return replace(
        annotation, relations=retention_relations(training, study.text, annotation.mentions, matching, symmetric)
    )


def _by_heart(surface: IntArray, mentions: Mentions) -> tuple[AnyIntArray, IntArray]:
    """Give an example of each surface, and the type it has most often."""
    example, _ = types_of_surfaces(surface, mentions)
    first = example[begins_run(surface[example])]
    return first, mentions.type_codes[first]


def _reaches_further(end: AnyIntArray) -> BoolArray:
    """Tell which spans, sorted by start and the longest first, lie inside none before them."""
    before = np.append(-1, np.maximum.accumulate(end)[:-1])[: len(end)]
    return np.asarray(end > before)


def with_relation_choice(study: Study, choice: RelationChoice) -> Study:
    """Give a study whose relations are matched in another way; the same one if it matches them so already.

    Its mention events, and what was decided about them, stay. The retention heuristic has learned under the choice.
    Relation events have other numbers, so nothing is decided about them: the review file knows which event is which.
    """
    if choice == study.relation_choice:
        return study
    other = replace(study, relation_choice=choice, relation_decisions=Decisions())
    return other if choice.symmetric == study.relation_choice.symmetric else with_relations_by_heart(other)


def matching_relations(
    study: Study, symmetric: tuple[str, ...], setting: RelationSetting = RELATION_SETTINGS[0]
) -> Study:
    """Match relations under a setting, and let some types have no direction.

    Raises
    ------
    NoRelationsError
        If neither the reference nor a prediction has relations; those of the heuristic do not count.
    """
    from nerinspect.events.relation_events import relation_types, training_relations  # few studies have relations

    own = (study.reference, *(one.annotation for one in study.predictions if one.system != RETENTION))
    if not any(side.relations is not None and len(side.relations) for side in own):
        raise NoRelationsError(study.reference.source.path)
    known = dict.fromkeys((*relation_types(study), *training_relations(study).types))
    for name in symmetric:
        if name not in known:
            raise UnknownNameError("relation type", name, known)
    return with_relation_choice(study, RelationChoice(setting, tuple(sorted(set(symmetric)))))
