from collections.abc import Sequence

from nerinspect.io.formats.passages import CharacterSpan, LaidOut, Passage, SpanRelation, lay_on_tokens, lay_relations


def laid(text: str, *extents: tuple[int, int]) -> LaidOut:
    spans = [CharacterSpan(start, end, "X", "record 1") for start, end in extents]
    return lay_on_tokens("x", [Passage(text, spans)], "skip")


def relation(head: int, tail: int, name: str = "r") -> SpanRelation:
    return SpanRelation(head, tail, name, f"R{head}")


def rows(of: LaidOut, relations: Sequence[SpanRelation]) -> tuple[list[tuple[int, int, str]], tuple[str, ...]]:
    found, notes = lay_relations(of, relations)
    ends = zip(found.head.tolist(), found.tail.tolist(), found.type_codes.tolist(), strict=True)
    return [(head, tail, found.types[code]) for head, tail, code in ends], notes


def test_relations_join_the_mentions_of_their_spans() -> None:
    of = laid("a b c", (4, 5), (0, 1), (2, 3))
    assert rows(of, [relation(0, 1, "s"), relation(1, 2)]) == ([(2, 0, "s"), (0, 1, "r")], ())


def test_a_relation_that_lost_an_argument_is_told() -> None:
    of = laid("abc d", (0, 1), (4, 5))
    told = ("2 relations left out: an argument is not a mention; the first: R0, r",)
    assert rows(of, [relation(0, 1), relation(1, -1), relation(1, 1)]) == ([(0, 0, "r")], told)


def test_a_relation_between_sentences_is_told() -> None:
    of = laid("a\nb", (0, 1), (2, 3))
    assert rows(of, [relation(0, 1)]) == (
        [],
        ("1 relation left out: its arguments are in two sentences; the first: R0, r",),
    )


def test_equal_relations_count_once() -> None:
    of = laid("a b", (0, 1), (2, 3), (0, 1))
    assert rows(of, [relation(0, 1), relation(2, 1)]) == ([(0, 1, "r")], ("1 relation given twice, counted once",))


def test_there_may_be_no_relation_and_no_span() -> None:
    assert rows(laid("a"), []) == ([], ())
    assert rows(laid("a"), [relation(-1, -1)])[0] == []
