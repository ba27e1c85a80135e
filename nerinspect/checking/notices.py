"""What should be noticed about a study: never fatal, never silent."""

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.types import notices_of_names
from nerinspect.events.alignment import nested_sentences
from nerinspect.events.study import Annotation, Prediction, Study, kept_count
from nerinspect.quantities import counted
from nerinspect.training.retention import RETENTION
from nerinspect.training.tough import sentences_in_training

_MANY_TYPES = 50
_PREDICTS_NOTHING = re.compile(r"(.*): (\d+) predicts no mentions at all", re.DOTALL)


def find_notices(study: Study) -> list[str]:
    """List what a user should know before trusting the numbers: one sentence each, naming the file it is about."""
    return [*kept_count(study, "notices", None, lambda: tuple(_notices(study)))]


def _notices(study: Study) -> list[str]:
    reference = study.reference.mentions
    notices = _word_like(study.reference.source.path, reference) + _overlapping(study, study.reference)
    for prediction in study.predictions:
        path = _called(prediction.annotation)
        mentions = prediction.mentions
        if not len(mentions):
            who = path if path == prediction.system else f"{path}: {prediction.system}"
            notices.append(f"{who} predicts no mentions at all")
        elif len(reference) and not reference.type_names() & mentions.type_names():
            notices.append(f"{path}: reference and prediction share no type; check the label column and the type names")
        notices += _word_like(path, mentions) + _overlapping(study, prediction.annotation)
    of_types = _differ_in_case(study.types) + notices_of_names(study.types)
    return notices + _repeated_runs(study) + of_types + _in_training(study)


def notices_of_annotations(annotations: Sequence[Annotation]) -> list[str]:
    """Say what is odd about the types of files without predictions: as many as words, or alike but for the case."""
    types = {name for one in annotations for name in one.mentions.type_names()}
    word_like = [notice for one in annotations for notice in _word_like(one.source.path, one.mentions)]
    return word_like + _differ_in_case(tuple(sorted(types)))


def notices_of_files(study: Study, before: Study | None = None) -> str:
    """Say in one line what was noticed about files, but not what was noticed before; nobody opened the heuristic."""
    known = () if before is None else before.warnings
    noticed = (one for one in study.warnings if one not in known and not one.startswith(f"{RETENTION}: "))
    return "  ·  ".join(noticed)


def between_annotators(notice: str, names: Sequence[str], first: str) -> str:
    """Say a notice of people who annotate, none of whom is the reference, by their names instead of numbers.

    `first` is the path of the first one's file, who stood for the reference.
    """
    if found := _PREDICTS_NOTHING.fullmatch(notice):
        path, number = found.groups()
        return f"{path}: {names[int(number)]} marks no mentions at all"
    return notice.replace("reference and prediction share no type", f"it and {first} share no type")


def _called(annotation: Annotation) -> str:
    """Name what a notice is about: the file, or the heuristic, which has none of its own."""
    return RETENTION if annotation.source.format == RETENTION else annotation.source.path


def _repeated_runs(study: Study) -> list[str]:
    """Tell of runs of a system that are one file: means and tests over runs take them for two."""
    notices, first = [], dict[tuple[str, str, int | None], Prediction]()
    for prediction in study.predictions:
        source = prediction.annotation.source
        other = first.setdefault((prediction.system, source.sha256, source.label_column), prediction)
        if source.sha256 and other is not prediction and _same_mentions(prediction.mentions, other.mentions):
            which = f"run {prediction.run} of {prediction.system}"
            notices.append(f"{source.path}: {which} is identical to run {other.run}; name each run once")
    return notices


def _same_mentions(one: Mentions, other: Mentions) -> bool:
    """Tell whether two lists of a file that holds several are alike too."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("start", "end", "type_codes"))


def _overlapping(study: Study, annotation: Annotation) -> list[str]:
    n_nested = len(nested_sentences(annotation.mentions, study.text.sentence_start))
    notice = f"{_called(annotation)}: mentions overlap in {counted(n_nested, 'sentence')}; nested:yes shows the events"
    return [notice] if n_nested else []


def _in_training(study: Study) -> list[str]:
    """Tell of training data that make nothing seen, and count the test sentences that stand there too."""
    if study.training is None:
        return []
    path, mentions = study.training.annotation.source.path, study.training.annotation.mentions
    reference = study.reference.mentions
    notices = _word_like(path, mentions)
    if not len(mentions):
        notices.append(f"{path}: training has no mentions at all; every mention is unseen")
    elif len(reference) and not reference.type_names() & mentions.type_names():
        notices.append(f"{path}: reference and training share no type; check the label column and the type names")
    n_known = int(np.count_nonzero(sentences_in_training(study)))
    return notices + ([f"{path}: {counted(n_known, 'test sentence')} also in the training data"] if n_known else [])


def _differ_in_case(types: tuple[str, ...]) -> list[str]:
    by_folded: defaultdict[str, list[str]] = defaultdict(list)
    for name in types:
        by_folded[name.casefold()].append(name)
    return [
        f"types that differ only in case count as different types: {', '.join(names)}"
        for names in by_folded.values()
        if len(names) > 1
    ]


def _word_like(path: str, mentions: Mentions) -> list[str]:
    n_types = len(mentions.type_names())
    if n_types > _MANY_TYPES and 2 * n_types > len(mentions):
        n_mentions = counted(len(mentions), "mention")
        return [f"{path}: {counted(n_types, 'type')} for {n_mentions}; the label column looks like words"]
    return []
