"""What a query may go on with at the cursor: fields, values, surfaces and queries used before."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.attributes.built_in import distinct_values
from nerinspect.corpus.arrays import IntArray, as_arrow, as_arrow_texts, from_arrow, mask_from_arrow
from nerinspect.events.study import BUCKET_RANGE, Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import Wording
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted
from nerinspect.query.fields.attributes import BucketField, NamedValueField, bucket_value
from nerinspect.query.fields.base import Field, ReadsNumbers
from nerinspect.query.fields.decisions import SAMPLE
from nerinspect.query.fields.kinds import NONE
from nerinspect.query.fields.table import NAMED_FIELDS
from nerinspect.query.fields.texts import SURFACE
from nerinspect.query.language.parser import value_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import bucket_words


def attribute_terms(field: Field, typed: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Offer values of such a field: attributes with an equals sign, as long as none is named.

    Then its buckets, for which these are computed, or its values, if they are names.
    """
    name, equals, _ = typed.partition("=")
    if not equals:
        yield from ((f"{one.name}=", one.meaning) for one in vocabulary.attributes)
        return
    name, _, wanted = name.partition("/")
    attribute, n_wanted = vocabulary.attribute(name), int(wanted) if wanted.isdecimal() else vocabulary.n_buckets
    if vocabulary.study is None or attribute not in vocabulary.attributes or attribute is None:
        return
    if isinstance(field, NamedValueField):
        is_named = attribute.scale == "name"
        names = distinct_values(vocabulary.study, attribute).names if is_named else ()
        yield from ((f"{attribute.name}={one}", "") for one in names)
    elif BUCKET_RANGE[0] <= n_wanted <= BUCKET_RANGE[1] and (own := vocabulary.buckets(attribute, n_wanted)):
        for place, bucket in enumerate(own.names):
            yield bucket_value(attribute.name, bucket, n_wanted), bucket_words(own, place)


_PIECE = re.compile(
    r"""(?P<gap>[ \t\r\n()]+) | (?P<comma>,) | (?P<name>[^ \t\r\n,()":]*:)
    | "(?:[^"\\]|\\.)*(?P<quote>"?) | [^ \t\r\n,()":]+""",
    re.VERBOSE | re.DOTALL,
)
_PATTERN = re.compile(r"/(?:\\.|[^/\\])*(?:/i?|\\?$)", re.DOTALL)


class Begun(NamedTuple):
    """The part of a term that the cursor stands in; without a field where there is no colon yet.

    `values`: the values before it in the term, as they are written. `is_open`: whether the part can be completed at
    all: not a regular expression, not behind a closing quote.
    """

    field: str | None
    start: int
    values: tuple[str, ...]
    is_open: bool


def begun_part(before: str) -> Begun:
    """Go through what stands before the cursor, forgiving every mistake."""
    field: str | None = None
    place = start = 0
    values: tuple[str, ...] = ()
    is_open = True
    while place < len(before):
        at_start, is_open = place == start, True
        if at_start and field is None and before[place] == "-":
            place = start = place + 1
            continue
        if at_start and before[place] == "/" and (field is None or _takes_patterns(field)):
            found = _PATTERN.match(before, place)
            is_open = False
        else:
            found = _PIECE.match(before, place)
        assert found is not None  # the pieces cover every character
        place = found.end()
        kind = found.lastgroup if is_open else None
        if kind == "gap":
            field, start, values = None, place, ()
        elif kind == "comma":
            values, start = (*values, before[start : place - 1]), place
        elif kind == "name" and field is None and at_start:
            field, start = found[0][:-1], place
        elif kind == "quote":
            is_open = not found["quote"] and at_start
    return Begun(field, start, values, is_open)


def _takes_patterns(name: str) -> bool:
    field = NAMED_FIELDS.get(name.casefold())
    return field is not None and field.takes_patterns


_FIRST_BLOCK = 50_000

_LOOKED_INSIDE = 150_000
"""So many surfaces are searched for a text inside them: the rarest are found by their beginning alone."""


@dataclass(frozen=True, eq=False)
class SurfaceIndex:
    """Surfaces, each once and also case-folded, by falling number of mentions on both sides."""

    surfaces: pa.StringArray
    folded: pa.StringArray
    n_reference: IntArray

    def starting_with(self, text: str, limit: int) -> list[tuple[str, int]]:
        """List the most frequent surfaces that begin with a text, whatever its case, then those that hold it.

        Beside each stands the number of its reference mentions.
        """
        import pyarrow.compute as pc

        folded = text.casefold()
        places = self._places(pc.starts_with, folded, limit, len(self.folded))
        if len(places) < limit:
            inside = self._places(pc.match_substring, folded, limit, min(len(self.folded), _LOOKED_INSIDE))
            places = list(dict.fromkeys(places + inside))[:limit]
        return [(str(self.surfaces[place].as_py()), int(self.n_reference[place])) for place in places]

    def _places(
        self, matches: Callable[[pa.StringArray, str], pa.BooleanArray], text: str, limit: int, n_searched: int
    ) -> list[int]:
        """Find the first places that match: most often they are among the most frequent surfaces."""
        found: list[int] = []
        first, stop = 0, min(_FIRST_BLOCK, n_searched)
        while first < stop and len(found) < limit:
            mask = mask_from_arrow(matches(self.folded.slice(first, stop - first), text))
            found += (np.flatnonzero(mask) + first)[: limit - len(found)].tolist()
            first, stop = stop, n_searched
        return found


def index_surfaces(study: Study, checkpoint: Checkpoint = no_checkpoint) -> SurfaceIndex:
    """Write out and count the surfaces of all mentions; of equal number they go by the text, the reference first."""
    sides = (study.reference.mentions, study.predicted)
    start = np.concatenate([side.start for side in sides])
    end = np.concatenate([side.end for side in sides])
    encoded = study.text.joined(start, end).dictionary_encode()
    checkpoint(1, 3)
    codes, n_distinct = from_arrow(encoded.indices), len(encoded.dictionary)
    n_reference = np.bincount(codes[: len(sides[0])], minlength=n_distinct)
    example = np.full(n_distinct, len(codes), dtype=np.int64)
    np.minimum.at(example, codes, np.arange(len(codes)))
    order = np.argsort(-np.bincount(codes, minlength=n_distinct), kind="stable")
    checkpoint(2, 3)
    tokens = as_arrow_texts([token.casefold() for token in study.text.vocabulary.to_pylist()])
    folded = replace(study.text, vocabulary=tokens).joined(start[example[order]], end[example[order]])
    surfaces = encoded.dictionary.take(as_arrow(order.astype(np.int32)))
    return SurfaceIndex(surfaces, folded, n_reference[order].astype(np.int32))


LONGEST: Final = 50  # so many completions are listed at most

_COMPARISONS: Final = ((">=", "at least"), ("<=", "at most"), (">", "more than"), ("<", "less than"))

_SHARES: Final = (("0.01", "one event in a hundred"), ("0.1", "one event in ten"))

_REST = re.compile(r'[^ \t\r\n,()":]*')
_REST_OF_QUOTE = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)


class Completion(NamedTuple):
    """One way to go on: its text, what a list shows for it, and what it means in a few words, if anything."""

    text: str
    shown: str
    meaning: str = ""


class Completions(NamedTuple):
    """The ways to go on at a place of a query, best first, and what they replace (half-open)."""

    start: int
    end: int
    items: tuple[Completion, ...] = ()


def completions(
    text: str, cursor: int, vocabulary: Vocabulary, surfaces: SurfaceIndex | None = None, history: Sequence[str] = ()
) -> Completions:
    """Say how a query, which need not be valid, may go on where one types.

    Those that begin with what is written come before those that hold it; case does not matter. `surfaces`: the surfaces
    of the open files; none are offered without it. `history`: queries used before, offered whole where nothing is
    written yet.
    """
    if not text.strip():
        used = (Completion(query, query, "used before") for query in history)
        return Completions(0, len(text), (*used, *_field_names("", vocabulary)))
    begun = begun_part(text[:cursor])
    if not begun.is_open:
        return Completions(cursor, cursor)
    written = text[begun.start : cursor]
    is_quoted = written.startswith('"')
    rest = (_REST_OF_QUOTE if is_quoted else _REST).match(text, cursor)
    end = rest.end() if rest else cursor
    if begun.field is None:
        items = [] if is_quoted else _names_and_values(written, vocabulary)
        return Completions(begun.start, end + (text[end : end + 1] == ":"), tuple(items[:LONGEST]))
    field = NAMED_FIELDS.get(begun.field.casefold())
    if field is None or not _can_ask(field.name, vocabulary):
        return Completions(cursor, cursor)
    typed = re.sub(r'\\(["\\])', r"\1", written[1:]) if is_quoted else written
    found = _values(field, typed, is_quoted, vocabulary, surfaces)
    return Completions(begun.start, end, tuple(item for item in found if item.text not in begun.values)[:LONGEST])


def _field_names(written: str, vocabulary: Vocabulary) -> list[Completion]:
    names = _ranked(written, ((name, (name,)) for name in NAMED_FIELDS if _can_ask(name, vocabulary)))
    return [Completion(f"{name}:", f"{name}:", _meaning_with_example(NAMED_FIELDS[name], vocabulary)) for name in names]


def _can_ask(name: str, vocabulary: Vocabulary) -> bool:
    field = NAMED_FIELDS[name]
    if field.about == "relations" and not vocabulary.has_relations:
        return False
    return vocabulary.has_training or not field.needs_training


def _meaning_with_example(field: Field, vocabulary: Vocabulary) -> str:
    """Show a value of the field; where none is known to be telling, its first."""
    values = [field.example] if field.example else map(value_text, field.choices(vocabulary)[:1])
    return ", such as ".join([vocabulary.wording.said(field.meaning), *(f"{field.name}:{value}" for value in values)])


def _names_and_values(written: str, vocabulary: Vocabulary) -> list[Completion]:
    """Complete a word without a colon: to the name of a field, or to a term whose value begins so."""
    if written == "OR":
        return []
    found = _field_names(written, vocabulary)
    if len(written) > 1:
        for field in (field for name, field in NAMED_FIELDS.items() if _can_ask(name, vocabulary)):
            found += [
                Completion(f"{field.name}:{item.text}", f"{field.name}:{item.text}", item.meaning)
                for item in _choices(field, written, False, vocabulary, begins=True)
            ]
    return found


def _values(
    field: Field, typed: str, is_quoted: bool, vocabulary: Vocabulary, surfaces: SurfaceIndex | None
) -> Iterable[Completion]:
    if field is SURFACE:
        found = surfaces.starting_with(typed, LONGEST) if surfaces and typed else ()
        return (Completion(value_text(text, is_quoted), text, _mentions(count)) for text, count in found)
    if isinstance(field, BucketField | NamedValueField):
        meanings = dict(attribute_terms(field, typed, vocabulary))
        ranked = _ranked(typed, ((value, (value, meaning)) for value, meaning in meanings.items()))
        return (Completion(_open_ended(value, is_quoted), value, meanings[value]) for value in ranked)
    if field is SAMPLE:
        seed = typed.partition("<")[0] or "0"
        offered = ((f"{seed}<={share}", words) for share, words in _SHARES if seed.isdecimal())
        return (Completion(text, text, words) for text, words in offered if text.startswith(typed))
    if isinstance(field, ReadsNumbers):
        return (Completion(sign, sign, words) for sign, words in _COMPARISONS if not typed)
    return _choices(field, typed, is_quoted, vocabulary)


def _open_ended(value: str, is_quoted: bool) -> str:
    """Write a value; after the name of an attribute the quote stays open, since a value is still to come."""
    text = value_text(value, is_quoted)
    return text.removesuffix('"') if value.endswith("=") else text


def _choices(
    field: Field, typed: str, is_quoted: bool, vocabulary: Vocabulary, begins: bool = False
) -> Iterator[Completion]:
    """Offer the values of a field that are names, found by the name or by what it is called on screen."""
    is_fixed = bool(field.choices(Vocabulary()))
    choices = field.choices(vocabulary)
    wording = vocabulary.wording
    key = field.glossary_key.format
    names = {
        choice: (choice, _on_screen(choice, key(choice), wording)) if is_fixed else (choice,) for choice in choices
    }
    for choice in _ranked(typed, names.items(), begins):
        text = choice if is_fixed and not is_quoted else value_text(choice, is_quoted)
        meaning = _choice_meaning(choice, key(choice), wording) if is_fixed else wording.said(field.meaning)
        yield Completion(text, choice, meaning)
    if field.absence and not is_quoted and _ranked(typed, [(NONE, (NONE,))], begins):
        yield Completion(NONE, NONE, field.absence)


def _on_screen(choice: str, key: str, wording: Wording) -> str:
    return wording.name(key) if key in DEFINITIONS else choice


def _choice_meaning(choice: str, key: str, wording: Wording) -> str:
    name = _on_screen(choice, key, wording)
    if name.casefold() != choice.casefold():
        return name
    return wording.meaning(key) if key in DEFINITIONS else ""


def _ranked(typed: str, names: Iterable[tuple[str, Sequence[str]]], begins: bool = False) -> list[str]:
    """Keep what is called a name that begins so, then what holds the text itself or has a later word that begins so."""
    folded = typed.casefold()
    first: list[str] = []
    later: list[str] = []
    for key, called in names:
        if any(name.casefold().startswith(folded) for name in called):
            first.append(key)
        elif not begins and (folded in key.casefold() or any(f" {folded}" in name.casefold() for name in called)):
            later.append(key)
    return first + later


def _mentions(count: int) -> str:
    return f"{counted(count, 'mention')} in the reference" if count else "only predicted"
