"""Queries: from their text, character by character, to a filter, and back to a text that reads the same."""

import re
from typing import Final, assert_never

from nerinspect.errors import NoTrainingError, QuerySyntaxError, UnknownNameError
from nerinspect.query.fields.base import Complaint, Field, Names, Written, refuse
from nerinspect.query.fields.kinds import NONE
from nerinspect.query.fields.table import FIELDS, NAMED_FIELDS, TEXT
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term, all_of, any_of, negated
from nerinspect.query.language.values import Interval, Pattern, Phrase, Value, number_text
from nerinspect.query.language.vocabulary import Vocabulary

BLANKS = " \t\r\n"  # what parts terms; other blanks of Unicode belong to words, as they do to tokens

_WORD = re.compile(r'[^ \t\r\n,()":]*')
_FIELD_NAME = re.compile(r'([^ \t\r\n,()":]*):')
_OR = re.compile(r"OR(?=[ \t\r\n()]|$)")


def unescaped(text: str) -> str:
    """Read what stands between the quotes of a value: a backslash escapes a quote or a backslash."""
    return re.sub(r'\\(["\\])', r"\1", text)


class Scanner:
    """A place in the text of a query.

    Raises
    ------
    QuerySyntaxError
        If the text holds half a character, such as an undecodable byte of the command line.
    """

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise QuerySyntaxError("this is not a character; write the query in UTF-8", error.start) from None

    def skip_blanks(self) -> None:
        while self.next() and self.next() in BLANKS:
            self.place += 1

    def next(self) -> str:
        """Give the character at the place; empty at the end."""
        return self.text[self.place : self.place + 1]

    def take(self, sign: str) -> bool:
        """Go past a sign if it is the next character."""
        is_next = self.next() == sign
        self.place += is_next
        return is_next

    def is_at_or(self) -> bool:
        return _OR.match(self.text, self.place) is not None

    def field_name(self) -> Written | None:
        """Go past a name and its colon; None if what is next has no colon, or is a regular expression."""
        if self.next() == "/":
            return None
        found = _FIELD_NAME.match(self.text, self.place)
        if not found:
            return None
        self.place = found.end()
        return Written(found[1], found.start())

    def value(self) -> Written:
        start = self.place
        if self.next() == '"':
            written = Written(self._quoted(), start, is_quoted=True)
        else:
            word = _WORD.match(self.text, start)
            written = Written(word[0] if word else "", start)
            self.place += len(written.text)
        self._expect_end_of_value(written)
        return written

    def pattern(self) -> Pattern:
        """Go past a regular expression between slashes, with or without an `i` behind it."""
        start = self.place
        found = re.compile(r"/((?:\\.|[^/\\])*)/", re.DOTALL).match(self.text, start)
        if not found:
            raise QuerySyntaxError(
                "the regular expression has no end; close it with / or put the word in double quotes", start
            )
        self.place = found.end()
        ignores_case = self.take("i")
        self._expect_end_of_value(Written("", start, is_quoted=True))
        try:
            return Pattern(found[1], ignores_case)
        except re.error as error:
            place = start + 1 + min(error.pos or 0, len(found[1]))
            raise QuerySyntaxError(f"the regular expression cannot be read: {error.msg}", place) from None

    def _quoted(self) -> str:
        start = self.place
        found = re.compile(r'"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"', re.DOTALL).match(self.text, start)
        if not found:
            raise QuerySyntaxError("the quote is never closed", start)
        self.place = found.end()
        return unescaped(found[1])

    def _expect_end_of_value(self, written: Written) -> None:
        """Refuse a sign that would run into the value unnoticed."""
        sign = self.next()
        if not written.text and not written.is_quoted and sign not in ('"', "(", ":"):
            raise QuerySyntaxError("a value is missing here", self.place)
        if not sign or sign in BLANKS or sign in ",)":
            return
        if written.is_quoted:
            raise QuerySyntaxError("a blank or a comma is missing here", self.place)
        raise QuerySyntaxError(f"put a value that holds {sign} in double quotes", self.place)


DEEPEST: Final = 100  # how many parentheses may stand in one another


def parse_query(text: str, vocabulary: Vocabulary, on_unknown_type: Complaint = refuse) -> Filter:
    """Read a query; an empty one asks for everything.

    `on_unknown_type`: told of each type that no loaded file has. As it stands this is an error; a saved filter only
    warns, and such a type matches nothing.

    Raises
    ------
    UnknownNameError
        If a field or a value is not known.
    NoTrainingError
        If a field asks about training data and none are open. All tell the position.
    """
    parser = _Parser(Scanner(text), Names(vocabulary, on_unknown_type))
    return parser.query()


def with_suggestion(text: str, error: UnknownNameError) -> str | None:
    """Put the nearest known name, if any is near, in the place of an unknown one of a query that was refused."""
    if error.nearest is None:
        return None
    scanner = Scanner(text)
    scanner.place = error.position
    if error.what == "field":
        end, name = error.position + len(error.name), error.nearest
    else:
        is_quoted = scanner.value().is_quoted
        is_no_type = error.nearest == NONE and not is_quoted
        end, name = scanner.place, value_text(None if is_no_type else error.nearest, is_quoted)
    return text[: error.position] + name + text[end:]


class _Parser:
    """Recursive descent: alternatives, each of conditions, each of which may be negated or in parentheses."""

    def __init__(self, scanner: Scanner, names: Names) -> None:
        self._scanner, self._names, self._depth = scanner, names, 0

    def query(self) -> Filter:
        self._scanner.skip_blanks()
        if not self._scanner.next():
            return Everything()
        found = self._alternatives()
        if self._scanner.next():
            raise QuerySyntaxError("no parenthesis is open here", self._scanner.place)
        return found

    def _alternatives(self) -> Filter:
        parts = [self._conditions()]
        while self._scanner.is_at_or():
            self._scanner.place += len("OR")
            parts.append(self._conditions())
        return any_of(*parts)

    def _conditions(self) -> Filter:
        parts: list[Filter] = []
        self._scanner.skip_blanks()
        while self._scanner.next() not in ("", ")") and not self._scanner.is_at_or():
            parts.append(self._condition())
            self._scanner.skip_blanks()
        if not parts:
            raise QuerySyntaxError("a term is missing here", self._scanner.place)
        return all_of(*parts)

    def _condition(self) -> Filter:
        start, n_minus = self._scanner.place, 0
        while self._scanner.take("-"):
            n_minus += 1
        if n_minus and (self._scanner.next() in f"{BLANKS})" or self._scanner.is_at_or()):
            raise QuerySyntaxError("a term must follow the minus sign; put a plain minus in double quotes", start)
        found = self._group() if self._scanner.next() == "(" else self._term()
        return negated(found) if n_minus % 2 else found

    def _group(self) -> Filter:
        start = self._scanner.place
        self._scanner.take("(")
        self._depth += 1
        if self._depth > DEEPEST:
            raise QuerySyntaxError(f"more than {DEEPEST} nested parentheses; use fewer", start)
        self._scanner.skip_blanks()
        found: Filter = Everything() if self._scanner.next() == ")" else self._alternatives()
        if not self._scanner.take(")"):
            raise QuerySyntaxError("the parenthesis is never closed", start)
        self._depth -= 1
        return found

    def _term(self) -> Filter:
        name = self._scanner.field_name()
        if name is None:
            return Term(TEXT, self._values(FIELDS[TEXT]))
        if not name.text:
            raise QuerySyntaxError("a field is missing before the colon", name.position)
        field = NAMED_FIELDS.get(name.text.casefold())
        if field is None:
            raise UnknownNameError("field", name.text, NAMED_FIELDS, name.position)
        if field.needs_training and not self._names.vocabulary.has_training:
            raise NoTrainingError(field.name, name.position)
        return Term(field.name, self._values(field))

    def _values(self, field: Field) -> tuple[Value, ...]:
        values = [self._value(field)]
        while self._scanner.take(","):
            values.append(self._value(field))
        return tuple(values)

    def _value(self, field: Field) -> Value:
        sign, start = self._scanner.next(), self._scanner.place
        if field.takes_patterns and sign == "/":
            return self._scanner.pattern()
        if field.takes_patterns and sign == "-":
            raise QuerySyntaxError("put a word that begins with - in double quotes", start)
        written = self._scanner.value()
        if field.takes_patterns and not written.text:
            raise QuerySyntaxError("the phrase is empty", start)
        return field.read(written, self._names)


_PLAIN = re.compile(r'[^-/\s,:"()\\][^\s,:"()\\]*')


def query_text(query: Filter) -> str:
    """Write a filter in the query language; `parse_query` gives the same filter back."""
    if isinstance(query, Term):
        name = "" if query.field == TEXT else f"{query.field}:"
        return name + ",".join(value_text(value) for value in query.values)
    if isinstance(query, Everything):
        return ""
    if isinstance(query, AnyOf):
        return " OR ".join(query_text(part) for part in query.filters)
    if isinstance(query, All):
        return " ".join(_grouped(part) if isinstance(part, AnyOf) else query_text(part) for part in query.filters)
    if isinstance(query, Not):
        return f"-{query_text(query.inner) if isinstance(query.inner, Term) else _grouped(query.inner)}"
    raise TypeError(f"a filter of a class that has no text: {type(query).__name__}")


def value_text(value: Value, is_quoted: bool = False) -> str:
    """Write one value of a term; a name may be quoted even where it need not be."""
    if value is None:
        return NONE
    if isinstance(value, str):
        return quoted(value) if is_quoted or value.casefold() == NONE else _quoted_if_needed(value)
    if isinstance(value, Phrase):
        return quoted(value.text) if value.text == "OR" else _quoted_if_needed(value.text)
    if isinstance(value, Pattern | Interval):
        return str(value)
    if isinstance(value, int | float):
        return number_text(value)
    assert_never(value)


def _grouped(query: Filter) -> str:
    return f"({query_text(query)})"


def _quoted_if_needed(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """Write a value in quotes, those inside it with a backslash before them."""
    escaped = re.sub(r'(["\\])', r"\\\1", text)
    return f'"{escaped}"'
