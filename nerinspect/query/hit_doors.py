"""Who has which reference mentions, as a query."""

from nerinspect.analysis.attributes import TYPE
from nerinspect.analysis.buckets import DEFAULT_BUCKETS
from nerinspect.analysis.hits import HitPatterns
from nerinspect.analysis.memory import judge_name
from nerinspect.analysis.study import Study
from nerinspect.query.fields.buckets import REFERENCE_BUCKET, bucket_value
from nerinspect.query.fields.outcomes import RIGHT, WRONG
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.mention_base import MentionBase


def hit_terms(study: Study, patterns: HitPatterns, place: int) -> tuple[Filter, ...]:
    """Ask for the reference mentions of a pattern.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    patterns : HitPatterns
        The patterns.
    place : int
        Which of them.

    Returns
    -------
    tuple of Filter
        For each prediction `right:` or `wrong:`; together they judge one and the same mention.
    """
    told = zip(patterns.predictions, patterns.is_right[place].tolist(), strict=True)
    return tuple(Term((RIGHT if is_right else WRONG).name, (judge_name(study, number),)) for number, is_right in told)


def at_mention(study: Study, base: MentionBase, *outcome: Filter) -> Filter:
    """Ask for the events with a counted reference mention that systems have, or have not.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions that are counted. Types are asked for by buckets, which judge the same mention as the outcome.
    *outcome : Filter
        What systems make of it, such as `right:` and `wrong:`.
    """
    types = base.types_of(study) if base.named or base.excluded else ()
    if base.asked:
        return all_of(base.holding("reference", types), *outcome)
    of_types = tuple(bucket_value(TYPE.name, name, DEFAULT_BUCKETS) for name in types)
    return all_of(*([Term(REFERENCE_BUCKET.name, of_types)] if types else []), base.events, *outcome)
