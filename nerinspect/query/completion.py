"""What a query may go on with at the cursor: fields, values, surfaces and queries used before."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import Wording
from nerinspect.query.attribute_completion import asks_of_attributes, attribute_terms
from nerinspect.query.begun import begun_part
from nerinspect.query.fields import NAMED_FIELDS
from nerinspect.query.fields.attributes import AttributeField
from nerinspect.query.fields.base import Field
from nerinspect.query.fields.decisions import VerdictField
from nerinspect.query.fields.numbers import NumberField
from nerinspect.query.fields.outcomes import GotByField
from nerinspect.query.fields.predictions import RunField
from nerinspect.query.fields.relations import ArgumentDistanceField, RelationField, RelationTypeField
from nerinspect.query.fields.sample import SAMPLE
from nerinspect.query.fields.surfaces import SURFACE
from nerinspect.query.fields.types import NONE, TypeField
from nerinspect.query.surface_index import SurfaceIndex
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.query.writer import value_text

LONGEST: Final = 50
"""So many completions are listed at most."""

_EXAMPLES: Final = {
    "kind": "be,lbe",
    "pred": NONE,
    "elen": ">=3",
    "slen": ">=40",
    "eden": "<0.1",
    "oden": ">0.2",
    "efre": "0",
    "econ": "0..0.5",
    "tfre": "0",
    "tcon": "<0.5",
    "attr": "eLen=>=3",
    "refattr": "eLen=>=3",
    "predattr": "eLen=>=3",
    "bucket": "eLen=XS",
    "refbucket": "eLen=XS",
    "predbucket": "eLen=XS",
    "correctbucket": "eLen=XS",
    "run": "2",
    "doc": "12",
    "sent": "40..60",
    "line": "881",
    "surface": '"New York"',
    "repaired": "yes",
    "nested": "yes",
    "tough": "unseen-any",
    "reftough": "unseen-type",
    "predtough": "seen",
    "seen": "no",
    "trained": "yes",
    "gotby": "0",
    "verdict": NONE,
    "correction": "accepted",
    "cause": "typo",
    "flag": "yes",
    "note": "date",
    "sample": "0<=0.01",
    "relkind": "reversed",
    "predrel": NONE,
    "part": "new",
    "adist": ">5",
}
_DEFINED: Final = {"relkind": "relation_{}", "part": "part_{}"}
"""Where the glossary defines the values of a field under other keys than themselves."""

_COMPARISONS: Final = ((">=", "at least"), ("<=", "at most"), (">", "more than"), ("<", "less than"))

_SHARES: Final = (("0.01", "one event in a hundred"), ("0.1", "one event in ten"))

_REST = re.compile(r'[^ \t\r\n,()":]*')
_REST_OF_QUOTE = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)


@dataclass(frozen=True)
class Completion:
    """One way to go on.

    Attributes
    ----------
    text : str
        What to put in the place of what was begun.
    shown : str
        What a list shows for it.
    meaning : str
        What it is, in a few words; may be empty.
    """

    text: str
    shown: str
    meaning: str = ""


@dataclass(frozen=True)
class Completions:
    """The ways to go on at a place of a query.

    Attributes
    ----------
    start, end : int
        What a completion replaces, in characters from 0, half-open.
    items : tuple of Completion
        Best first.
    """

    start: int
    end: int
    items: tuple[Completion, ...] = ()


def completions(
    text: str,
    cursor: int,
    vocabulary: Vocabulary,
    surfaces: SurfaceIndex | None = None,
    history: Sequence[str] = (),
) -> Completions:
    """Say how a query may go on.

    Parameters
    ----------
    text : str
        The query as far as it is written; need not be valid.
    cursor : int
        Where one types, in characters from 0.
    vocabulary : Vocabulary
        The names of the open files.
    surfaces : SurfaceIndex, optional
        The surfaces of the open files; none are offered without it.
    history : sequence of str
        Queries used before, offered whole where nothing is written yet.

    Returns
    -------
    Completions
        Those that begin with what is written come before those that hold it; case does not matter.
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
    if isinstance(field, RelationField) and not vocabulary.has_relations:
        return False
    return vocabulary.has_training or not field.needs_training


def _meaning_with_example(field: Field, vocabulary: Vocabulary) -> str:
    """Show a value of the field; where none is known to be telling, its first."""
    values = [_EXAMPLES[field.name]] if field.name in _EXAMPLES else map(value_text, field.choices(vocabulary)[:1])
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
    if asks_of_attributes(field):
        meanings = dict(attribute_terms(field, typed, vocabulary))
        ranked = _ranked(typed, ((value, (value, meaning)) for value, meaning in meanings.items()))
        return (Completion(_open_ended(value, is_quoted), value, meanings[value]) for value in ranked)
    if field is SAMPLE:
        seed = typed.partition("<")[0] or "0"
        offered = ((f"{seed}<={share}", words) for share, words in _SHARES if seed.isdecimal())
        return (Completion(text, text, words) for text, words in offered if text.startswith(typed))
    if isinstance(field, ArgumentDistanceField | AttributeField | GotByField | NumberField | RunField):
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
    key = _DEFINED.get(field.name, "{}").format
    names = {
        choice: (choice, _on_screen(choice, key(choice), wording)) if is_fixed else (choice,) for choice in choices
    }
    for choice in _ranked(typed, names.items(), begins):
        text = choice if is_fixed and not is_quoted else value_text(choice, is_quoted)
        meaning = _choice_meaning(choice, key(choice), wording) if is_fixed else wording.said(field.meaning)
        yield Completion(text, choice, meaning)
    if (absence := _absence(field)) and not is_quoted and _ranked(typed, [(NONE, (NONE,))], begins):
        yield Completion(NONE, NONE, absence)


def _absence(field: Field) -> str:
    """Say what `none` means as a value of a field; empty if it is none."""
    if isinstance(field, TypeField):
        return "no mention"
    if isinstance(field, RelationTypeField):
        return "no relation"
    return "not decided" if isinstance(field, VerdictField) else ""


def _on_screen(choice: str, key: str, wording: Wording) -> str:
    return wording.name(key) if key in DEFINITIONS else choice


def _choice_meaning(choice: str, key: str, wording: Wording) -> str:
    """Give the name on screen; where that is the choice itself, what it means."""
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
    return f"{count:,} mention{'' if count == 1 else 's'} in the reference" if count else "only predicted"
