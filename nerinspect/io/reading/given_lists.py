"""Lists that a Python program holds, as seqeval takes them: checked and turned into columns."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, Final, NoReturn

import numpy as np

from nerinspect.corpus.arrays import IntArray, as_arrow_texts
from nerinspect.corpus.mentions import Mentions, distinct_mentions
from nerinspect.corpus.text import Text, documents_of
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import DataError, shown
from nerinspect.io.formats.jsonl_spans import read_item
from nerinspect.io.formats.passages import near
from nerinspect.progress import collecting_later
from nerinspect.quantities import counted

_LEAVES: Final = frozenset((str, int, float, bool, bytes, type(None)))


def plain_lists(value: Any) -> Any:  # noqa: ANN401 - whatever a user holds
    """Make lists of everything that can be gone through, once, at any depth: arrays, columns, generators."""
    if type(value) not in (list, tuple):
        if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
            return value.item() if isinstance(value, np.generic) else value
        to_list = getattr(value, "tolist", None) or getattr(value, "to_pylist", None)
        value = to_list() if to_list else list(value)
    if not isinstance(value, list | tuple) or (value and type(value[0]) is str):  # what else is in it is told later
        return value
    if _LEAVES.issuperset(map(type, value)):
        return value
    return [plain_lists(one) for one in value]


def runs_in(value: Any, depth: int) -> list[Any]:  # noqa: ANN401 - lists of lists
    """Give the runs among plain lists: those that are there, or the one if the lists are less deep.

    Parameters
    ----------
    depth : int
        How deep the lists of one run are: 2 for sentences of labels or spans.
    """
    return list(value) if _depth(value)[0] > depth else [value]


def _depth(value: Any) -> tuple[int, bool]:  # noqa: ANN401
    """Count how deep lists are, and tell whether something that is no list was met; a span is none."""
    is_span = isinstance(value, list | tuple) and len(value) > 2 and type(value[0]) is int and type(value[2]) is str
    if is_span or not isinstance(value, list | tuple):
        return 0, True
    deepest = 0
    for one in value:
        depth, is_whole = _depth(one)
        deepest = max(deepest, depth)
        if is_whole:
            return depth + 1, True
    return deepest + 1, False


@dataclass(frozen=True, eq=False)
class CodedLists:
    """The values of many lists behind each other."""

    distinct: tuple[Any, ...]  # each value once, in order of first occurrence
    codes: IntArray  # for each value its place among them; shape (n_values,)
    lengths: IntArray  # values of each list; shape (n_lists,)

    def sentence_of(self, code: int) -> int:
        """Find the list, from 1, in which a value first occurs."""
        first = int(np.argmax(self.codes == code))
        return int(np.searchsorted(np.cumsum(self.lengths), first, side="right")) + 1


def coded_lists(name: str, lists: Any, what: str) -> CodedLists:  # noqa: ANN401 - not checked yet
    """Code the values of plain lists, one for each sentence, all texts or all whole numbers.

    `what` are the values in words, such as `tokens`.

    Raises
    ------
    DataError
        At the first sentence that is no list, or the first value that is none of them.
    """
    _check_lists(name, lists, what)
    place: defaultdict[Any, int] = defaultdict()
    place.default_factory = place.__len__  # a value that was not met before has the next number
    with collecting_later():
        lengths = np.fromiter(map(len, lists), np.int32, len(lists))
        try:
            codes = np.fromiter(map(place.__getitem__, chain.from_iterable(lists)), np.int32, lengths.sum())
        except TypeError:
            _refuse_unhashable(name, lists, what)
    coded = CodedLists(
        tuple(value.item() if isinstance(value, np.generic) else value for value in place), codes, lengths
    )
    kinds = [str if isinstance(value, str) else type(value) for value in coded.distinct]
    for code, kind in enumerate(kinds):
        if kind not in (str, int) or kind is not kinds[0]:
            _refuse_value(name, coded.sentence_of(code), coded.distinct[code], what)
    return coded


def _check_lists(name: str, lists: Any, what: str) -> None:  # noqa: ANN401
    if not isinstance(lists, list | tuple):
        raise DataError(name, f"each sentence needs a list of {what}, and this is {_kind(lists)}", f"give {_LISTS}")
    if {list, tuple}.issuperset(map(type, lists)):
        return
    for number, one in enumerate(lists, 1):
        if not isinstance(one, list | tuple):
            problem = f"this should be a list of {what}, not {_kind(one)}"
            raise DataError(name, problem, f"give {_LISTS}", sentence=number)


_LISTS: Final = "one list for each sentence"


def _kind(value: object) -> str:
    kind = type(value).__qualname__
    return f"the str {shown(value)}" if isinstance(value, str) else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _refuse_unhashable(name: str, lists: Sequence[Sequence[Any]], what: str) -> NoReturn:
    for number, one in enumerate(lists, 1):
        for value in one:
            if isinstance(value, list | tuple | Mapping | Set):
                _refuse_value(name, number, value, what)
    raise DataError(name, f"the {what} are neither texts nor numbers", "give a str for each token")


def _refuse_value(name: str, sentence: int, value: object, what: str) -> NoReturn:
    problem = f"among the {what} is {_kind(value)}"
    raise DataError(
        name, problem, f"give a str for each token{' or an int' if what == 'labels' else ''}", sentence=sentence
    )


def text_of(name: str, tokens: Any, documents: Any = None) -> Text:  # noqa: ANN401 - not checked yet
    """Make a text of plain lists of tokens, and of one document id for each sentence if there are some.

    Raises
    ------
    DataError
        If a sentence has no tokens, or a token is no text or empty; if sentences of a document stand apart.
    """
    coded = coded_lists(name, tokens, "tokens")
    empty = np.flatnonzero(coded.lengths == 0)
    if len(empty):
        raise DataError(name, "there are no tokens", "leave the sentence out of all lists", sentence=int(empty[0]) + 1)
    if not len(coded.lengths):
        raise DataError(name, "there is no sentence", "give a list of tokens for each")
    if not isinstance(coded.distinct[0], str):
        _refuse_value(name, 1, coded.distinct[0], "tokens")
    if "" in coded.distinct:
        sentence = coded.sentence_of(coded.distinct.index(""))
        raise DataError(name, "a token is empty", "leave it out, with its labels", sentence=sentence)
    start = np.append(0, np.cumsum(coded.lengths)).astype(np.int32)
    number, names = _documents(name, documents, len(coded.lengths))
    return Text(
        as_arrow_texts(encodable(name, coded)),
        coded.codes,
        start,
        np.zeros(len(start) - 1, dtype=np.int32),
        number,
        document_names=names,
    )


def encodable(name: str, coded: CodedLists) -> tuple[str, ...]:
    """Give the distinct texts; none holds half a character, or a `DataError` names its sentence."""
    try:
        "".join(coded.distinct).encode()
    except UnicodeEncodeError as error:
        ends = np.cumsum([len(text) for text in coded.distinct])
        sentence = coded.sentence_of(int(np.searchsorted(ends, error.start, side="right")))
        raise DataError(name, "a text contains half a character", "write the whole one", sentence=sentence) from None
    return coded.distinct


def _documents(name: str, documents: Any, n_sentences: int) -> tuple[IntArray, tuple[str, ...]]:  # noqa: ANN401
    if documents is None:
        return np.ones(n_sentences, dtype=np.int32), ()
    if not isinstance(documents, list | tuple):
        raise DataError("documents", f"this is {_kind(documents)}", "give one id for each sentence")
    if len(documents) != n_sentences:
        problem = f"there are {counted(len(documents), 'id')} for {counted(n_sentences, 'sentence')}"
        raise DataError("documents", problem, "give one id for each sentence")
    for number, one in enumerate(documents, 1):
        if type(one) is not int and not (isinstance(one, str) and one):
            raise DataError("documents", f"an id is {_kind(one)}", "give a str or an int", sentence=number)
    found = documents_of(documents)
    if found.notes:
        known = dict.fromkeys(documents[:1])
        for number, (before, one) in enumerate(pairwise(documents), 2):
            if one != before and one in known:
                problem = f"document {shown(str(one))} begins again"
                raise DataError("documents", problem, "put the sentences of a document together", sentence=number)
            known[one] = None
    return found.number, found.names


def labels_of(name: str, labels: Any, text: Text, names: Sequence[str]) -> LabelColumn:  # noqa: ANN401
    """Make a column of plain lists of labels, one for each token; numbers stand for names.

    Raises
    ------
    DataError
        If a sentence has more or fewer labels than tokens, or a label is no text and no number with a name.
    """
    coded = coded_lists(name, labels, "labels")
    lengths = np.diff(text.sentence_start)
    check_number(name, len(coded.lengths), text)
    differing = np.flatnonzero(coded.lengths != lengths)
    if len(differing):
        first = int(differing[0])
        problem = f"there are {counted(int(coded.lengths[first]), 'label')} for {counted(int(lengths[first]), 'token')}"
        raise DataError(name, problem, "give one label for each token", sentence=first + 1)
    if isinstance(coded.distinct[0], str):
        return LabelColumn(encodable(name, coded), coded.codes)
    for code, number in enumerate(coded.distinct):
        if not 0 <= number < len(names):
            known = f"there are {counted(len(names), 'name')}, numbered from 0" if names else "numbers have no names"
            remedy = "name all labels in order with label_names"
            raise DataError(name, f"a label is {number}, but {known}", remedy, sentence=coded.sentence_of(code))
    texts = [names[number] for number in coded.distinct]
    place = {one: code for code, one in enumerate(dict.fromkeys(texts))}
    return LabelColumn(tuple(place), np.array([place[one] for one in texts], dtype=np.int32)[coded.codes])


def check_number(name: str, n_given: int, text: Text, noun: str = "sentence") -> None:
    """Make sure that there is one list for each sentence of the text."""
    if n_given != text.n_sentences:
        problem = f"there are lists for {counted(n_given, noun)}, but {counted(text.n_sentences, noun)} with tokens"
        raise DataError(name, problem, "give one list for each sentence")


Span = tuple[int, int, str]


def spans_of(name: str, lists: Any) -> list[list[Span]]:  # noqa: ANN401 - not checked yet
    """Read plain lists of spans, one list for each sentence: `(start, end, type)`, or what JSON files call these.

    Raises
    ------
    DataError
        At the first sentence that is no list, or the first element that is no span.
    """
    _check_lists(name, lists, "spans")
    found: list[list[Span]] = []
    for number, given in enumerate(lists, 1):
        own: list[Span] = []
        for one in given:
            item = read_item(list(one) if isinstance(one, tuple) else one)
            if item is None:
                problem = f"{shown(repr(one))} is not a span"
                raise DataError(name, problem, "give (start, end, type) with whole numbers", sentence=number)
            own += [(item.start, item.end, type_name) for type_name in item.types]
        found.append(own)
    return found


def mentions_of(name: str, spans: list[list[Span]], text: Text) -> tuple[Mentions, tuple[str, ...]]:
    """Lay spans of tokens, counted in their sentences, on a text; equal ones count once, which a note says.

    Raises
    ------
    DataError
        At the first span that is none of its sentence.
    """
    check_number(name, len(spans), text)
    n_spans = np.fromiter(map(len, spans), np.int64, len(spans))
    flat = list(chain.from_iterable(spans))
    types = tuple(sorted({span[2] for span in flat}))
    code = {type_name: place for place, type_name in enumerate(types)}
    start = np.array([near(span[0]) for span in flat], dtype=np.int64)
    end = np.array([near(span[1]) for span in flat], dtype=np.int64)
    sentence = np.repeat(np.arange(len(spans)), n_spans)
    n_tokens = np.diff(text.sentence_start)[sentence]
    wrong = np.flatnonzero((start < 0) | (start >= end) | (end > n_tokens))
    if len(wrong):
        number = int(wrong[0])
        problem = f"the span {shown(repr(flat[number]))} lies outside its {counted(int(n_tokens[number]), 'token')}"
        remedy = "start and end count tokens from 0, end exclusive"
        raise DataError(name, problem, remedy, sentence=int(sentence[number]) + 1)
    first = text.sentence_start[sentence]
    codes = np.array([code[span[2]] for span in flat], dtype=np.int32)
    mentions, _ = distinct_mentions(first + start, first + end, codes, types)
    n_twice = len(flat) - len(mentions)
    return mentions, (f"{counted(n_twice, 'mention')} given twice, counted once",) if n_twice else ()
