import inspect

import pytest

from nerinspect import errors
from nerinspect.errors import (
    AmbiguousEncodingError,
    BinaryFileError,
    CommandError,
    DataError,
    EmptyTokenError,
    FileChangedError,
    ForeignFileError,
    InvalidTransitionError,
    MalformedLabelError,
    NerinspectError,
    NoTokensError,
    QuerySyntaxError,
    TooFewColumnsError,
    UndecodableBytesError,
    UnknownNameError,
    nearest_name,
    shown,
)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (DataError("p", "it is odd", "fix it"), "p: it is odd; fix it"),
        (DataError("p", "it is odd", "fix it", 3), "p:3: it is odd; fix it"),
        (DataError("\udcff", "no \ud800", "fix it"), "\\udcff: no \\ud800; fix it"),
        (
            BinaryFileError("p", 1),
            "p:1: this is not a text file: it contains a NUL byte; choose another file, or name its text encoding with"
            " --text-encoding (such as utf-16)",
        ),
        (
            UndecodableBytesError("p", 7, 0xE9, "UTF-8"),
            "p:7: byte 0xE9 is not valid UTF-8; name the file's text encoding with --text-encoding"
            " (such as latin-1 or utf-16)",
        ),
        (
            ForeignFileError("p", "a PNG picture", "choose another"),
            "p: this is not a text file but seems to be a PNG picture; choose another",
        ),
        (NoTokensError("p"), "p: the file has no tokens; choose a file with one token and its label per line"),
        (
            TooFewColumnsError("p", 2, 1, (0, -1)),
            "p:2: the line has 1 field, too few for columns 0 and -1; fix the line, or choose other columns with"
            " --token-column and --label-column",
        ),
        (
            TooFewColumnsError("p", 2, 2, (0, 1, 5)),
            "p:2: the line has 2 fields, too few for columns 0, 1 and 5; fix the line, or choose other columns with"
            " --token-column and --label-column",
        ),
        (EmptyTokenError("p", 4), "p:4: the token is empty; write a token before the label"),
        (
            MalformedLabelError("p", (5, 2), "Oslo", "LOC", "it is neither O nor STATE-TYPE"),
            "p:5: malformed label “LOC” on token “Oslo”: it is neither O nor STATE-TYPE;"
            " fix the label, or choose another --label-column or --encoding",
        ),
        (
            MalformedLabelError("p", (5, 2), "Oslo", "LOC", "why", 1200, "do that"),
            "p:5: malformed label “LOC” on token “Oslo”: why (1,200 more malformed labels in this file); do that",
        ),
        (
            InvalidTransitionError("p", (5, 2), "I-X cannot follow O in BIO", 1, "--repair", ["conlleval", "discard"]),
            "p:5: I-X cannot follow O in BIO (1 invalid transition in this file);"
            " choose a repair with --repair (conlleval or discard), or fix the file",
        ),
        (
            InvalidTransitionError("p", (5, 2), "the sentence ends inside a mention", 2, "--repair", []),
            "p:5: the sentence ends inside a mention (2 invalid transitions in this file); fix the file",
        ),
        (
            MalformedLabelError("p", (None, 1200), "Oslo", "LOC", "why", 0, "do that"),
            "p, sentence 1,200: malformed label “LOC” on token “Oslo”: why; do that",
        ),
        (FileChangedError("p"), "p: the file has changed since it was read; open it again"),
        (
            AmbiguousEncodingError("p", ["BIO", "IOB"], (9, 2)),
            "p: the labels can be read as BIO or IOB, which give different mentions, first at line 9;"
            " choose one with --encoding",
        ),
        (
            AmbiguousEncodingError("p", ["BIO", "IOB"], (None, 2)),
            "p: the labels can be read as BIO or IOB, which give different mentions, first in sentence 2;"
            " choose one with --encoding",
        ),
        (UnknownNameError("kind", "fnn", ["fn", "tp"]), "no kind is called “fnn”; the nearest is fn"),
        (UnknownNameError("kind", "zzz", ["fn", "tp"]), "no kind is called “zzz”; there are fn, tp"),
        (UnknownNameError("kind", "zzz", ["fn"]), "no kind is called “zzz”; there is fn"),
        (UnknownNameError("kind", "zzz", map(str, range(10))), "no kind is called “zzz”"),
        (QuerySyntaxError("close the quote", 4), "query, character 5: close the quote"),
    ],
)
def test_each_mistake_builds_its_sentence(error: NerinspectError, sentence: str) -> None:
    assert str(error) == sentence


@pytest.mark.parametrize(
    "kind", [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, NerinspectError)]
)
def test_a_mistake_is_of_the_data_or_of_the_command_line(kind: type[NerinspectError]) -> None:
    assert kind.exit_status == (2 if issubclass(kind, CommandError) else 1)


def test_a_mistake_carries_its_place() -> None:
    error = EmptyTokenError("x.conll", 4)
    assert (error.path, error.line, error.problem) == ("x.conll", 4, "the token is empty")


@pytest.mark.parametrize(
    ("name", "known", "nearest"),
    [
        ("LOK", ["LOC", "PER"], "LOC"),
        ("loc", ["LOC", "PER"], "LOC"),
        ("xyz", ["LOC", "PER"], None),
        ("unseen", [], None),
        ("", ["LOC"], None),
        ("unseen", ["seen", "unseen-type", "unseen-any"], "unseen-any"),
        ("conf", ["score", "confusion"], "confusion"),
    ],
)
def test_the_nearest_name_is_found_whatever_its_case(name: str, known: list[str], nearest: str | None) -> None:
    assert nearest_name(name, known) == nearest


def test_a_value_is_shown_in_quotes() -> None:
    assert shown("New York") == "“New York”"


def test_a_long_value_is_shortened_in_the_middle() -> None:
    value = shown("a" * 500 + "b" * 500)
    assert value.startswith("“aaa")
    assert value.endswith("bbb (1,000 characters)”")
    assert len(value) < 80
