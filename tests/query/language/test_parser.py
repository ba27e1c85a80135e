"""Every construct of the query language, and what is said about mistakes."""

import pytest

from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.query.filters import AnyOf, Everything, Filter, Not, Term, all_of
from nerinspect.query.language.parser import DEEPEST, parse_query, with_suggestion
from nerinspect.query.language.values import Interval, Pattern, Phrase
from nerinspect.query.language.vocabulary import Vocabulary

VOCABULARY = Vocabulary(("LOC", "ORG", "none", "a type", "-x", "/y"), ("flair", "elmo", "el mo"), has_training=True)


def words(*texts: str) -> Term:
    return Term("text", tuple(Phrase(text) for text in texts))


PARIS, FP, LE = words("Paris"), Term("kind", ("fp",)), Term("kind", ("le",))


def parsed(text: str) -> Filter:
    return parse_query(text, VOCABULARY)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("kind:be,lbe", Term("kind", ("be", "lbe"))),
        ("KIND:Fp", FP),
        ('kind:"fp"', FP),
        ("type:LOC", Term("type", ("LOC",))),
        ("ref:ORG", Term("ref", ("ORG",))),
        ("pred:none", Term("pred", (None,))),
        ("pred:None,LOC", Term("pred", (None, "LOC"))),
        ('pred:"none"', Term("pred", ("none",))),
        ('type:"a type"', Term("type", ("a type",))),
        ("type:-x,/y", Term("type", ("-x", "/y"))),
        ("shape:SPLIT", Term("shape", ("split",))),
        ("repaired:Yes", Term("repaired", ("yes",))),
        ("nested:No", Term("nested", ("no",))),
        ("system:flair", Term("system", ("flair",))),
        ('system:"el mo",elmo', Term("system", ("el mo", "elmo"))),
        ("run:2", Term("run", (2,))),
        ("doc:=12", Term("doc", (12,))),
        ("line:881", Term("line", (881,))),
        ("sent:40..60", Term("sent", (Interval(40, 60),))),
        ("sent:1,3..4", Term("sent", (1, Interval(3, 4)))),
        ("elen:>=3", Term("elen", (Interval(low=3),))),
        ("elen:>3", Term("elen", (Interval(low=3, low_open=True),))),
        ("slen:<3", Term("slen", (Interval(high=3, high_open=True),))),
        ("slen:<=3", Term("slen", (Interval(high=3),))),
        ("eden:0..0.5", Term("eden", (Interval(0, 0.5),))),
        ("eden:.5", Term("eden", (0.5,))),
        ("eden:>-1e-3", Term("eden", (Interval(low=-0.001, low_open=True),))),
        ('surface:"New York"', Term("surface", ("New York",))),
        ('surface:"say \\"no\\" \\\\ \\n"', Term("surface", ('say "no" \\ \\n',))),
        ("surface:/x/", Term("surface", ("/x/",))),
        ("Paris", PARIS),
        ("Paris,London", words("Paris", "London")),
        ('"San Jose"', words("San Jose")),
        ('"kind:fp"', words("kind:fp")),
        ('"-a","/b/"', words("-a", "/b/")),
        ("AC/DC", words("AC/DC")),
        ("or", words("or")),
        ("ORB", words("ORB")),
        ('"OR"', words("OR")),
        ("a\u00a0b", words("a\u00a0b")),
        (r"/^U\.?S/", Term("text", (Pattern(r"^U\.?S"),))),
        (r"/9\/11/i", Term("text", (Pattern("9/11", True),))),
        (r"/a b,(c):\\/,d", Term("text", (Pattern(r"a b,(c):\\"), Phrase("d")))),
    ],
)
def test_terms(text: str, term: Term) -> None:
    assert parsed(text) == term


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", Everything()),
        (" \t\n", Everything()),
        ("()", Everything()),
        ("-()", Not(Everything())),
        ("kind:fp Paris", all_of(FP, PARIS)),
        (" kind:fp\t Paris ", all_of(FP, PARIS)),
        ("kind:fp OR Paris", AnyOf((FP, PARIS))),
        ("kind:fp Paris OR kind:le", AnyOf((all_of(FP, PARIS), LE))),
        ("kind:fp (Paris OR kind:le)", all_of(FP, AnyOf((PARIS, LE)))),
        ("(kind:fp)OR(Paris)", AnyOf((FP, PARIS))),
        ("( ( kind:fp ) )", FP),
        ("-kind:fp", Not(FP)),
        ("--kind:fp", FP),
        ('-"Paris"', Not(PARIS)),
        ("-(kind:fp OR -Paris)", Not(AnyOf((FP, Not(PARIS))))),
        ("kind:fp kind:fp", FP),
    ],
)
def test_combinations(text: str, query: Filter) -> None:
    assert parsed(text) == query


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ("kind:", "a value is missing here", 5),
        ("kind: fp", "a value is missing here", 5),
        ("kind:fp, le", "a value is missing here", 8),
        (",a", "a value is missing here", 0),
        (":fp", "a field is missing before the colon", 0),
        ("a OR", "a term is missing here", 4),
        ("OR a", "a term is missing here", 0),
        ("a OR OR b", "a term is missing here", 5),
        ("( OR a)", "a term is missing here", 2),
        ("a -", "a term must follow the minus sign; put a plain minus in double quotes", 2),
        ("(-)", "a term must follow the minus sign; put a plain minus in double quotes", 1),
        ("a (b", "the parenthesis is never closed", 2),
        ("a) b", "no parenthesis is open here", 1),
        (")", "a term is missing here", 0),
        ('a "b', "the quote is never closed", 2),
        ('"b\\"', "the quote is never closed", 0),
        ('"a"b', "a blank or a comma is missing here", 3),
        ('a"b"', 'put a value that holds " in double quotes', 1),
        ("a(b)", "put a value that holds ( in double quotes", 1),
        ("surface:9:30", "put a value that holds : in double quotes", 9),
        ("a,-b", "put a word that begins with - in double quotes", 2),
        ('""', "the phrase is empty", 0),
        ("/a", "the regular expression has no end; close it with / or put the word in double quotes", 0),
        ("/a/x", "a blank or a comma is missing here", 3),
        ("b /(a/", "the regular expression cannot be read: missing ), unterminated subpattern", 3),
        ("/a{99999999999999999999}/", "the regular expression cannot be read: it is too large", 1),
        ("elen:x", "x is not a number; write 3, >=3, >3, <3, <=3, =3 or a range such as 3..5", 5),
        ("elen:3..", "3.. is not a number; write 3, >=3, >3, <3, <=3, =3 or a range such as 3..5", 5),
        ("elen:1,nan", "nan is not a number; write 3, >=3, >3, <3, <=3, =3 or a range such as 3..5", 7),
        ("elen:5..3", "the range 5..3 ends before it begins; swap its ends", 5),
        ("elen:1e999", "the number 1e999 is too large", 5),
        ("a \udcff", "this is not a character; write the query in UTF-8", 2),
    ],
)
def test_syntax_errors_tell_problem_and_position(text: str, problem: str, position: int) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        parsed(text)
    assert (str(caught.value), caught.value.position) == (f"query, character {position + 1}: {problem}", position)


@pytest.mark.parametrize(
    ("text", "message", "position", "corrected"),
    [
        ("a knd:fp", "no field is called “knd”; the nearest is kind", 2, "a kind:fp"),
        ("-(kin:fp)", "no field is called “kin”; the nearest is kind", 2, "-(kind:fp)"),
        ("foo:bar", "no field is called “foo”", 0, None),
        ("text:bar", "no field is called “text”; the nearest is type", 0, "type:bar"),
        ("kind:le,bee b", "no kind is called “bee”; the nearest is be", 8, "kind:le,be b"),
        ("kind:error", "no kind is called “error”; there are tp, fp, fn, le, be, lbe", 5, None),
        ("shape:splitt", "no shape is called “splitt”; the nearest is split", 6, "shape:split"),
        ("repaired:ye", "no answer is called “ye”; the nearest is yes", 9, "repaired:yes"),
        ("system:Flair", "no system is called “Flair”; the nearest is flair", 7, "system:flair"),
        ('system:"el  mo" a', "no system is called “el  mo”; the nearest is el mo", 7, 'system:"el mo" a'),
        ("ref:loc", "no type is called “loc”; the nearest is LOC", 4, "ref:LOC"),
        ("type:atype", "no type is called “atype”; the nearest is a type", 5, 'type:"a type"'),
        ('pred:"nonne"', "no type is called “nonne”; the nearest is none", 5, 'pred:"none"'),
        ("pred:nonne", "no type is called “nonne”; the nearest is none", 5, "pred:none"),
    ],
)
def test_unknown_names_are_told_with_the_nearest(text: str, message: str, position: int, corrected: str | None) -> None:
    with pytest.raises(UnknownNameError) as caught:
        parsed(text)
    error = caught.value
    assert (str(error), error.position, with_suggestion(text, error)) == (message, position, corrected)


def test_a_saved_filter_only_tells_of_unknown_types() -> None:
    told: list[UnknownNameError] = []
    query = parse_query("ref:PER,LOC pred:GPE", VOCABULARY, told.append)
    assert query == all_of(Term("ref", ("PER", "LOC")), Term("pred", ("GPE",)))
    assert [error.name for error in told] == ["PER", "GPE"]


def test_parentheses_nest_up_to_a_limit() -> None:
    assert parsed("(" * DEEPEST + "Paris" + ")" * DEEPEST) == PARIS
    with pytest.raises(QuerySyntaxError, match=f"more than {DEEPEST} nested parentheses") as caught:
        parsed("(" * 100_000)
    assert caught.value.position == DEEPEST


@pytest.mark.parametrize(
    ("text", "query"), [("-" * 100_000, PARIS), ("Paris " * 10_000, PARIS), ("kind:fp OR " * 9_999, AnyOf((FP, PARIS)))]
)
def test_long_queries_are_read(text: str, query: Filter) -> None:
    assert parsed(text + "Paris") == query


def test_an_open_quote_with_many_backslashes_is_refused_at_once() -> None:
    with pytest.raises(QuerySyntaxError, match="never closed"):
        parsed('"' + "\\" * 100_000)
