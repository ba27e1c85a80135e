"""Running text: its passages as one text, spans of characters and relations between them laid on tokens."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, IntArray
from nerinspect.corpus.interning import FieldSpans, Interner
from nerinspect.corpus.mentions import Mentions, Relations, distinct_mentions, join_sentences
from nerinspect.corpus.text import Text
from nerinspect.corpus.tokenization import LINE_BREAKS, blank_mask, break_positions, tokenize
from nerinspect.errors import CharacterSpanError, NoTokensError, OffBorderError, shown
from nerinspect.io.formats.reader import SpanRule
from nerinspect.quantities import counted, grouped, word_for

_ON_ONE_LINE = str.maketrans(dict.fromkeys(LINE_BREAKS, "↵"))


MentionKey: TypeAlias = tuple[int, int, str]  # first token, end and type of a mention


def mention_keys(mentions: Mentions) -> list[MentionKey]:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return list(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


class CharacterSpan(NamedTuple):
    """A typed span of characters (code points) of its passage, half-open.

    `place` says in words where the file says so, such as `record 12` or `T3`.
    """

    start: int
    end: int
    type: str
    place: str
    line: int | None = None


class Passage(NamedTuple):
    """One document of running text.

    `tokens`: half-open character positions if the format gives tokens; None to cut the text by rule; shape (n_tokens,
    2). `sentence_start`: first of `tokens` in each sentence, if the format gives sentences; None to end them at line
    breaks.
    """

    text: str
    spans: Sequence[CharacterSpan]  # what is annotated, in any order; spans may overlap
    name: str = ""
    tokens: IntArray | None = None
    sentence_start: IntArray | None = None
    line: int = 0


class Fit(NamedTuple):
    """How spans lie on tokens.

    `first` and `last`: the tokens `[first, last)` that a span meets; none if `first` is not below `last`; shape
    (n_spans,).
    """

    first: AnyIntArray
    last: AnyIntArray
    is_exact: BoolArray  # whether it covers each of them wholly
    is_trimmed: BoolArray  # whether it does so but for blanks at its ends


class JoinedPassages:
    """All passages as one text, parted by line breaks; positions count in it."""

    def __init__(self, path: str, passages: list[Passage]) -> None:
        self.path, self.passages = path, passages
        self.text = "\n".join(passage.text for passage in passages)
        self.spans = [span for passage in passages for span in passage.spans]
        lengths = np.array([len(passage.text) for passage in passages], dtype=np.int64)
        self.passage_start = np.cumsum(lengths + 1) - lengths - 1
        self.passage_end = self.passage_start + lengths
        self._refuse_half_characters()
        offsets = np.zeros((0, 2), dtype=np.int64)
        if any(passage.tokens is None for passage in passages):
            offsets = tokenize(self.text).offsets.astype(np.int64)
        if any(passage.tokens is not None for passage in passages):
            offsets = self._with_given_tokens(offsets)
        self.start, self.end = offsets[:, 0], offsets[:, 1]
        self.passage = self._passage_at(self.start)
        self.span_passage = np.repeat(np.arange(len(passages)), [len(passage.spans) for passage in passages])

    def fit(self) -> Fit:
        """Lay the spans on the tokens.

        Raises
        ------
        CharacterSpanError
            At the first span that is empty or leaves its passage.
        """
        own = np.array([(near(span.start), near(span.end)) for span in self.spans], dtype=np.int64).reshape(-1, 2)
        start, end = (own + self.passage_start[self.span_passage][:, None]).T
        self._refuse_impossible(start, end)
        first = np.searchsorted(self.end, start, side="right")
        last = np.searchsorted(self.start, end, side="left")
        first_start = self.start[np.minimum(first, len(self.start) - 1)]
        last_end = self.end[np.maximum(last, 1) - 1]
        is_exact = (first < last) & (first_start >= start) & (last_end <= end)
        return Fit(first, last, is_exact, is_exact & ((first_start > start) | (last_end < end)))

    def sentence_beginnings(self) -> BoolArray:
        """Tell which tokens begin a sentence: where the format says so, else after a line break."""
        line = np.searchsorted(break_positions(self.text), self.start)
        begins = np.append(True, (line[1:] != line[:-1]) | (self.passage[1:] != self.passage[:-1]))[: len(line)]
        for place, passage in enumerate(self.passages):
            if passage.tokens is not None and passage.sentence_start is not None:
                first, last = np.searchsorted(self.passage, [place, place + 1])
                given = np.asarray(passage.tokens)[np.asarray(passage.sentence_start)[: len(passage.tokens)], 0]
                heads = first + np.searchsorted(self.start[first:last], self.passage_start[place] + given)
                begins[first:last] = False
                begins[[first, *heads[heads < last]]] = True
        return begins

    def types(self) -> tuple[tuple[str, ...], AnyIntArray]:
        """Name the types in order, and give each span the place of its own."""
        names = tuple(sorted({span.type for span in self.spans}))
        place = {name: code for code, name in enumerate(names)}
        return names, np.array([place[span.type] for span in self.spans], dtype=np.int32)

    def offsets(self) -> IntArray:
        """Give the tokens as they stand in their passages; two columns."""
        return (np.stack((self.start, self.end), axis=1) - self.passage_start[self.passage][:, None]).astype(np.int32)

    def as_text(self, begins: BoolArray) -> tuple[Text, IntArray]:
        """Make columns of the tokens; give the passage of each document as well."""
        encoded = np.frombuffer(self.text.encode(), dtype=np.uint8)
        byte_of = np.append(np.flatnonzero(encoded & 0xC0 != 0x80), len(encoded))
        interner = Interner()
        interner.add(encoded, FieldSpans(byte_of[self.start], byte_of[self.end]))
        vocabulary, codes = interner.result()
        gap_start = np.append(0, byte_of[self.end[:-1]])
        gaps, gap_codes = distinct_gaps(encoded, np.where(begins, byte_of[self.start], gap_start), byte_of[self.start])
        heads = np.flatnonzero(begins)
        passage = self.passage[heads]
        is_new = np.append(True, passage[1:] != passage[:-1])
        line = np.array([one.line for one in self.passages], dtype=np.int32)
        names = tuple(self.passages[place].name for place in passage[is_new].tolist())
        text = Text(
            vocabulary,
            codes,
            np.append(heads, len(codes)).astype(np.int32),
            line[passage],
            np.cumsum(is_new, dtype=np.int32),
            line[self.passage],
            names if any(names) else (),
            gap_codes=gap_codes,
            gaps=gaps,
        )
        return text, passage[is_new].astype(np.int32)

    def cut_by(self, number: int, fit: Fit) -> str:
        """Say of a span off the borders what it cuts."""
        span = self.spans[number]
        what = f"{span.place}: the span {self.span_text(number)} of type {span.type}"
        first, last = int(fit.first[number]), int(fit.last[number])
        if first >= last:
            return f"{what} covers no token"
        start = self.passage_start[self.span_passage[number]]
        ends = ((first, span.start + start > self.start[first]), (last - 1, span.end + start < self.end[last - 1]))
        cut = dict.fromkeys(self.between(token, token + 1) for token, is_cut in ends if is_cut)
        return f"{what} cuts the {word_for(len(cut), 'token')} {' and '.join(cut)}"

    def span_text(self, number: int) -> str:
        span = self.spans[number]
        return _quoted(self.passages[int(self.span_passage[number])].text[span.start : span.end])

    def between(self, first: int, last: int) -> str:
        """Quote the characters of the tokens `[first, last)`."""
        return _quoted(self.text[int(self.start[first]) : int(self.end[last - 1])])

    def _refuse_impossible(self, start: AnyIntArray, end: AnyIntArray) -> None:
        lower, upper = self.passage_start[self.span_passage], self.passage_end[self.span_passage]
        wrong = np.flatnonzero((start >= end) | (start < lower) | (end > upper))
        if not len(wrong):
            return
        number = int(wrong[0])
        span, text = self.spans[number], self.passages[int(self.span_passage[number])].text
        length, extent = counted(len(text), "character"), f"{_told(span.start)}–{_told(span.end)}"
        reason = "it is empty" if span.start >= span.end else f"the text has {length}"
        more = f" ({counted(len(wrong) - 1, 'more such span')} in this file)" if len(wrong) > 1 else ""
        raise CharacterSpanError(
            self.path,
            f"{span.place}: the span {extent} of type {span.type} does not lie in its text: {reason}{more}",
            "start and end count characters from 0, end exclusive; fix the file",
            span.line,
        )

    def _passage_name(self, place: int) -> str:
        spans = self.passages[place].spans
        return self.passages[place].name or (spans[0].place if spans else f"document {grouped(place + 1)}")

    def _passage_at(self, positions: AnyIntArray) -> AnyIntArray:
        return np.searchsorted(self.passage_start, positions, side="right") - 1

    def _refuse_half_characters(self) -> None:
        try:
            self.text.encode()
        except UnicodeEncodeError as error:
            place = int(self._passage_at(np.array([error.start]))[0])
            number = error.start - int(self.passage_start[place]) + 1
            raise CharacterSpanError(
                self.path,
                f"{self._passage_name(place)}: character {grouped(number)} is half of one",
                "write the whole \\u pair, or none",
            ) from None

    def _with_given_tokens(self, by_rule: AnyIntArray) -> AnyIntArray:
        """Take the format's own tokens where it has some; those of blanks alone are none."""
        n_visible = np.append(0, np.cumsum(~blank_mask(self.text)))
        has_own = np.array([passage.tokens is not None for passage in self.passages])
        parts = [by_rule[~has_own[self._passage_at(by_rule[:, 0])]]]
        for place in np.flatnonzero(has_own).tolist():
            given = np.asarray(self.passages[place].tokens, dtype=np.int64).reshape(-1, 2) + self.passage_start[place]
            self._refuse_impossible_tokens(place, given, n_visible)
            parts.append(given[n_visible[given[:, 1]] > n_visible[given[:, 0]]])
        offsets = np.concatenate(parts)
        return offsets[np.argsort(offsets[:, 0], kind="stable")]

    def _refuse_impossible_tokens(self, place: int, given: AnyIntArray, n_visible: AnyIntArray) -> None:
        """Refuse tokens that are out of order or leave out something visible."""
        lower, upper = self.passage_start[place], self.passage_end[place]
        borders = np.concatenate(([lower], given.ravel(), [upper]))
        if (borders[1:] < borders[:-1]).any():
            problem = "the tokens overlap, or leave the text"
        elif (left_out := np.flatnonzero(n_visible[borders[1::2]] > n_visible[borders[0::2]])).size:
            gap = self.text[borders[0::2][left_out[0]] : borders[1::2][left_out[0]]].strip()
            problem = f"no token covers {_quoted(gap)}"
        else:
            return
        raise CharacterSpanError(
            self.path, f"{self._passage_name(place)}: {problem}", "give every visible character one token, or no tokens"
        )


def distinct_gaps(encoded: ByteArray, start: AnyIntArray, end: AnyIntArray) -> tuple[tuple[str, ...], AnyIntArray]:
    """Give the distinct among the stretches `[start, end)` of UTF-8, and for each stretch its place among them.

    Nearly all are empty or one blank, so only the others are looked up.
    """
    codes = (end > start).astype(np.int32)
    others = np.flatnonzero(
        (end > start + 1) | ((end == start + 1) & (encoded[np.minimum(start, end - 1)] != ord(" ")))
    )
    interner = Interner()
    interner.add(encoded, FieldSpans(start[others], end[others]))
    distinct, places = interner.result()
    gaps = ("", " ", *distinct.to_pylist())
    codes[others] = places + 2
    return gaps, codes.astype(np.min_scalar_type(-len(gaps)))


def near(position: int) -> int:
    """Bring a position nobody can mean into the reach of an integer; it stays outside every text."""
    return min(max(position, -1), 1 << 40)


def _told(position: int) -> str:
    """Write a position; one with thousands of digits is cut."""
    digits = str(position)
    return digits if len(digits) <= 40 else f"{digits[:12]}…"


def _quoted(text: str) -> str:
    return shown(text.translate(_ON_ONE_LINE))


@dataclass(frozen=True, eq=False)
class LaidOut:
    """Passages as tokens and mentions.

    `mention_of_span`: for each span, in the order given, the number of its mention; -1 if it was left out; shape
    (n_spans,).
    """

    text: Text  # each passage with a token is a document, with its name
    offsets: IntArray  # where each token stands in the characters of its passage, half-open; shape (n_tokens, 2)
    mentions: Mentions  # sorted by start, end, type; each once
    mention_of_span: IntArray
    passage_of_document: IntArray  # for each document the place of its passage, from 0; shape (n_documents,)
    notes: tuple[str, ...]  # what was decided, each with how many and the first

    @property
    def document_names(self) -> tuple[str, ...]:
        return self.text.document_names


def lay_on_tokens(path: str, passages: Iterable[Passage], off_border: SpanRule) -> LaidOut:
    """Cut passages into tokens and lay their spans on them.

    Blanks at the ends of a span do not count. A line break inside a span ends no sentence: no mention crosses one.

    Parameters
    ----------
    off_border : str
        What becomes of a span that does not fall on token borders: `exact` (an error), `outward` (widened to whole
        tokens) or `skip` (left out). A span of blanks alone is left out by both.

    Raises
    ------
    CharacterSpanError
        If a span is empty or leaves its text, or tokens given by the format do not cover it.
    OffBorderError
        If the rule is `exact` and a span is off the borders.
    """
    page = JoinedPassages(path, list(passages))
    if not len(page.start):
        raise NoTokensError(path)
    fit = page.fit()
    off = np.flatnonzero(~fit.is_exact)
    if len(off) and off_border not in ("outward", "skip"):
        problem, can_widen = page.cut_by(int(off[0]), fit), bool((fit.first < fit.last)[off].any())
        raise OffBorderError(path, page.spans[off[0]].line, problem, len(off) - 1, can_widen)
    stays = fit.first < fit.last if off_border == "outward" else fit.is_exact
    begins = page.sentence_beginnings()
    n_joined = join_sentences(begins, fit.first[stays], fit.last[stays])
    names, codes = page.types()
    mentions, number = distinct_mentions(fit.first[stays], fit.last[stays], codes[stays], names)
    mention_of_span = np.full(len(stays), -1, dtype=np.int32)
    mention_of_span[stays] = number
    text, passage_of_document = page.as_text(begins)
    return LaidOut(
        text,
        page.offsets(),
        mentions,
        mention_of_span,
        passage_of_document,
        tuple(_notes(page, fit, stays, n_joined, len(number) - len(mentions))),
    )


def _notes(page: JoinedPassages, fit: Fit, stays: BoolArray, n_joined: int, n_twice: int) -> Iterator[str]:
    moved, dropped, trimmed = (np.flatnonzero(mask) for mask in (stays & ~fit.is_exact, ~stays, fit.is_trimmed))
    if len(moved):
        number = int(moved[0])
        whole = page.between(int(fit.first[number]), int(fit.last[number]))
        first = f"{page.cut_by(number, fit)}, widened to {whole}"
        yield f"{counted(len(moved), 'span')} widened to whole tokens; the first: {first}"
    if len(dropped):
        first = page.cut_by(int(dropped[0]), fit)
        yield f"{counted(len(dropped), 'span')} off token boundaries left out; the first: {first}"
    if len(trimmed):
        number = int(trimmed[0])
        first = f"{page.spans[number].place}, {page.span_text(number)}"
        yield f"{counted(len(trimmed), 'span')} read without the blanks at the ends; the first: {first}"
    if n_joined:
        yield f"{counted(n_joined, 'line break')} inside mentions: the sentences around them are joined"
    if n_twice:
        yield f"{counted(n_twice, 'mention')} given twice, counted once"


class SpanRelation(NamedTuple):
    """A typed, directed relation between two spans, by place among all of the file; -1 for none of them."""

    head: int
    tail: int
    type: str
    place: str


def lay_relations(laid: LaidOut, relations: Sequence[SpanRelation]) -> tuple[Relations, tuple[str, ...]]:
    """Carry relations from spans to the mentions they became, each once, in the order given.

    Those that have lost an argument, or whose arguments stand in two sentences, are left out; notes say so.
    """
    rows = np.array([(one.head, one.tail) for one in relations], dtype=np.int64).reshape(-1, 2)
    number = np.append(laid.mention_of_span, -1)
    head, tail = number[np.where(rows < 0, len(number) - 1, rows)].T
    is_whole = (head >= 0) & (tail >= 0)
    in_one = is_whole.copy()
    starts = laid.mentions.start
    in_one[is_whole] = laid.text.sentence_of(starts[head[is_whole]]) == laid.text.sentence_of(starts[tail[is_whole]])
    types = tuple(sorted({one.type for one in relations}))
    place = {name: code for code, name in enumerate(types)}
    kept = np.flatnonzero(in_one).tolist()
    triples = list(dict.fromkeys((int(head[n]), int(tail[n]), place[relations[n].type]) for n in kept))
    columns = np.array(triples, dtype=np.int32).reshape(-1, 3).T
    notes = list(_notes_on_relations(relations, is_whole, in_one))
    if len(triples) < len(kept):
        notes.append(f"{counted(len(kept) - len(triples), 'relation')} given twice, counted once")
    return Relations(columns[0].copy(), columns[1].copy(), columns[2].copy(), types), tuple(notes)


def _notes_on_relations(relations: Sequence[SpanRelation], is_whole: BoolArray, in_one: BoolArray) -> Iterator[str]:
    for mask, reason in (
        (~is_whole, "an argument is not a mention"),
        (is_whole & ~in_one, "its arguments are in two sentences"),
    ):
        numbers = np.flatnonzero(mask)
        if len(numbers):
            first = relations[numbers[0]]
            what = f"{counted(len(numbers), 'relation')} left out: {reason}"
            yield f"{what}; the first: {first.place}, {first.type}"
