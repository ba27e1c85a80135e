"""The mentions that a query within a value chooses: `scheme:"fair-actual among type:LOC"`."""

from functools import lru_cache

from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.events.study import Study
from nerinspect.query.counts.schemes import events_counted, events_counted_otherwise
from nerinspect.query.fields.base import Names, Written
from nerinspect.query.fields.schemes import DIFFERENCE, SCHEME, Within
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.writer import query_text
from nerinspect.query.rates import MENTION_FIELDS, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.systems.schemes import Scheme


def read_among(text: str, written: Written, names: Names) -> str:
    """Bring a query within a value, with which the value ends, into its own form.

    Raises
    ------
    QuerySyntaxError
        If it cannot be read, names what is not known, or asks for anything but which mentions they are.
    """
    start = written.position + written.is_quoted + len(written.text) - len(text)
    try:
        found = parse_query(" " * start + text, names.vocabulary, names.on_unknown_type)
    except UnknownNameError as error:
        raise QuerySyntaxError(str(error), error.position) from None
    if others := sorted(found.fields - MENTION_FIELDS):
        problem = f"“among” takes what chooses mentions, such as type:LOC; put {others[0]}: outside the quotes"
        raise QuerySyntaxError(problem, start)
    return query_text(found)


@lru_cache(maxsize=256)
def base_among(text: str) -> MentionBase:
    """Choose the mentions that a query means; names that a study does not have choose none."""
    anything = Vocabulary(has_training=True)
    return MentionBase.of(Selection.from_filter(parse_query(text, anything, lambda _error: None)))


def counted_among(study: Study, scheme: Scheme, count: str, text: str) -> BoolArray:
    """Find the events in which a scheme counts something (or anything) among the mentions that a query means."""
    if count == DIFFERENCE:
        return events_counted_otherwise(study, scheme, base_among(text))
    return events_counted(study, scheme, count, base_among(text))


SCHEME.within = Within(read_among, counted_among)
