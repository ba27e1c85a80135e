"""What should be noticed about a study: never fatal, never silent."""

from collections import defaultdict

from nerinspect.analysis.study import Study
from nerinspect.corpus.mentions import Mentions

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
    notices = _word_like(study.reference.source.path, reference)
    for prediction in study.predictions:
        path = prediction.annotation.source.path
        mentions = prediction.mentions
        if not len(mentions):
            notices.append(f"{path}: {prediction.system} predicts no mention at all")
        elif len(reference) and not reference.type_names() & mentions.type_names():
            notices.append(f"{path}: reference and prediction share no type; check the label column and the type names")
        notices += _word_like(path, mentions)
    return notices + _differ_in_case(study.types)


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
