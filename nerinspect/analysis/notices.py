"""What should be noticed about a study: never fatal, never silent."""

from collections import defaultdict

import numpy as np

from nerinspect.analysis.nesting import nested_sentences
from nerinspect.analysis.repeated_sentences import sentences_in_training
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import counted

_MANY_TYPES = 50


def find_notices(study: Study) -> list[str]:
    """List what a user should know before trusting the numbers.

    Parameters
    ----------
    study : Study
        Reference and predictions.

    Returns
    -------
    list of str
        One sentence each, naming the file it is about.
    """
    reference = study.reference.mentions
    notices = _word_like(study.reference.source.path, reference) + _overlapping(study, study.reference)
    for prediction in study.predictions:
        path = _called(prediction.annotation)
        mentions = prediction.mentions
        if not len(mentions):
            who = path if path == prediction.system else f"{path}: {prediction.system}"
            notices.append(f"{who} predicts no mention at all")
        elif len(reference) and not reference.type_names() & mentions.type_names():
            notices.append(f"{path}: reference and prediction share no type; check the label column and the type names")
        notices += _word_like(path, mentions) + _overlapping(study, prediction.annotation)
    return notices + _differ_in_case(study.types) + _in_training(study)


def _called(annotation: Annotation) -> str:
    """Name what a notice is about: the file, or the heuristic, which has none of its own."""
    return RETENTION if annotation.source.format == RETENTION else annotation.source.path


def _overlapping(study: Study, annotation: Annotation) -> list[str]:
    n_nested = len(nested_sentences(annotation.mentions, study.text.sentence_start))
    notice = f"{_called(annotation)}: mentions overlap in {counted(n_nested, 'sentence')}; nested:yes finds the events"
    return [notice] if n_nested else []


def _in_training(study: Study) -> list[str]:
    """Tell of training data that make nothing seen, and count the test sentences that stand there too."""
    if study.training is None:
        return []
    path, mentions = study.training.annotation.source.path, study.training.annotation.mentions
    reference = study.reference.mentions
    notices = _word_like(path, mentions)
    if not len(mentions):
        notices.append(f"{path}: training has no mention at all; every mention is unseen")
    elif len(reference) and not reference.type_names() & mentions.type_names():
        notices.append(f"{path}: reference and training share no type; check the label column and the type names")
    n_known = int(np.count_nonzero(sentences_in_training(study)))
    return notices + ([f"{path}: {counted(n_known, 'test sentence')} also in the training data"] if n_known else [])


def _differ_in_case(types: tuple[str, ...]) -> list[str]:
    by_folded: defaultdict[str, list[str]] = defaultdict(list)
    for name in types:
        by_folded[name.casefold()].append(name)
    return [
        f"types that differ only in case are different types: {', '.join(names)}"
        for names in by_folded.values()
        if len(names) > 1
    ]


def _word_like(path: str, mentions: Mentions) -> list[str]:
    n_types = len(mentions.type_names())
    if n_types > _MANY_TYPES and 2 * n_types > len(mentions):
        return [f"{path}: {n_types:,} types for {len(mentions):,} mentions; the label column looks like words"]
    return []
