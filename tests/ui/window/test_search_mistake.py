from hypothesis import given
from hypothesis import strategies as st

from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.window.search_field import find_mistake

VOCABULARY = Vocabulary(("LOC", "none"), ("flair",))
PIECES = [
    '"',
    "/",
    "\\",
    "-",
    "(",
    ")",
    ",",
    ":",
    " ",
    "OR",
    "knd",
    "kind:",
    "be",
    "bx",
    "type:",
    "elen:",
    "é",
    "\ud800",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_a_mistake_lies_in_the_text(text: str) -> None:
    mistake = find_mistake(text, VOCABULARY)
    assert mistake is None or 0 <= mistake.start <= mistake.end <= len(text)


def test_a_query_that_can_be_read_has_none() -> None:
    assert find_mistake("kind:be (type:LOC OR Paris)", VOCABULARY) is None


def test_an_unknown_name_in_quotes_is_refused_whole() -> None:
    mistake = find_mistake('Paris type:"NEW ONE" x', VOCABULARY)
    assert mistake is not None
    assert (mistake.start, mistake.end, mistake.is_unknown_name) == (11, 20, True)
