import numpy as np

from nerinspect.corpus.mentions import Mentions, concatenated

TYPES = ("PER", "LOC", "unused")


def make_mentions(*spans: tuple[int, int, int], types: tuple[str, ...] = TYPES) -> Mentions:
    columns = np.array(spans, dtype=np.int32).reshape(-1, 3)
    return Mentions(columns[:, 0], columns[:, 1], columns[:, 2], types)


def listed(mentions: Mentions) -> list[tuple[int, int, str]]:
    columns = (mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist())
    return [(start, end, mentions.types[code]) for start, end, code in zip(*columns, strict=True)]


def test_only_types_that_occur_are_named() -> None:
    assert make_mentions((0, 1, 1), (1, 2, 0)).type_names() == {"PER", "LOC"}


def test_no_mention_names_no_type() -> None:
    assert make_mentions().type_names() == set()


def test_another_list_of_types_keeps_extents_and_types() -> None:
    mentions = make_mentions((0, 1, 1), (3, 5, 0))
    assert listed(mentions.with_types(["LOC", "ORG", "PER"])) == listed(mentions)


def test_types_may_be_changed_where_none_are_known() -> None:
    assert make_mentions(types=()).with_types(["LOC"]).types == ("LOC",)


def test_annotations_lie_behind_each_other() -> None:
    parts = [make_mentions((4, 5, 1)), make_mentions(), make_mentions((0, 2, 0))]
    assert listed(concatenated(parts, TYPES)) == [(4, 5, "LOC"), (0, 2, "PER")]


def test_no_annotations_give_no_mentions() -> None:
    assert len(concatenated([], TYPES)) == 0
