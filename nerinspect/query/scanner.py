"""The characters of a query: blanks, words, quoted values and regular expressions."""

import re

from nerinspect.errors import QuerySyntaxError
from nerinspect.query.fields.base import Written
from nerinspect.query.values import Pattern

BLANKS = " \t\r\n"
"""What parts terms; other blanks of Unicode belong to words, as they do to tokens."""

_WORD = re.compile(r'[^ \t\r\n,()":]*')
_FIELD_NAME = re.compile(r'([^ \t\r\n,()":]*):')
_OR = re.compile(r"OR(?=[ \t\r\n()]|$)")


def unescaped(text: str) -> str:
    """Read what stands between the quotes of a value: a backslash escapes a quote or a backslash."""
    return re.sub(r'\\(["\\])', r"\1", text)


class Scanner:
    """A place in the text of a query.

    Parameters
    ----------
    text : str
        The query.

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
            raise QuerySyntaxError("this is no character; write the query in UTF-8", error.start) from None

    def skip_blanks(self) -> None:
        """Go to the next character that is no blank."""
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
        """Tell whether the word OR is next."""
        return _OR.match(self.text, self.place) is not None

    def take_or(self) -> bool:
        """Go past the word OR if it is next."""
        is_next = self.is_at_or()
        self.place += 2 * is_next
        return is_next

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
        """Go past one value, quoted or not.

        Raises
        ------
        QuerySyntaxError
            If there is none, or it needs quotes.
        """
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
        """Go past a regular expression between slashes, with or without an `i` behind it.

        Raises
        ------
        QuerySyntaxError
            If it has no end or does not compile.
        """
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
        """Go past a quoted value."""
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
