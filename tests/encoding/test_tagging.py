from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.encoding.labels import BEGIN, INSIDE, OUTSIDE, Tagging

MakeTagging: TypeAlias = Callable[[Sequence[Sequence[str]], str], tuple[Tagging, IntArray]]

SENTENCES = [["O", "B-X", "I-X"], ["I-X", "O", "I-Y"], ["O"]]


def test_only_labelled_tokens_are_kept(make_tagging: MakeTagging) -> None:
    assert make_tagging(SENTENCES, "BIO")[0].position.tolist() == [1, 2, 3, 5]


def test_a_token_does_not_follow_the_sentence_before(make_tagging: MakeTagging) -> None:
    assert make_tagging(SENTENCES, "BIO")[0].follows.tolist() == [False, True, False, False]


def test_a_sentence_begins_as_after_o(make_tagging: MakeTagging) -> None:
    assert make_tagging(SENTENCES, "BIO")[0].previous_roles.tolist() == [OUTSIDE, BEGIN, OUTSIDE, OUTSIDE]


def test_another_type_does_not_continue_a_mention(make_tagging: MakeTagging) -> None:
    assert make_tagging([["B-X", "I-Y", "I-Y"]], "BIO")[0].continues.tolist() == [False, False, True]


def test_a_token_behind_a_dropped_one_does_not_follow(make_tagging: MakeTagging) -> None:
    tagging = make_tagging([["B-X", "I-X", "I-X"]], "BIO")[0].with_roles(np.array([BEGIN, OUTSIDE, INSIDE], np.int8))
    assert (tagging.position.tolist(), tagging.follows.tolist()) == ([0, 2], [False, False])


def test_a_text_without_mentions_has_no_tagged_tokens(make_tagging: MakeTagging) -> None:
    assert len(make_tagging([["O"], ["O", "O"]], "BIO")[0].position) == 0
