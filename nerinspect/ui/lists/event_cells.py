"""What the cells of one event say; built for the cells asked for, never for all events."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, Literal, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.text import right_to_left_sentences, spelled
from nerinspect.decisions.adjudication import to_decide
from nerinspect.events.decision import Decisions
from nerinspect.events.explanation import Span, predicted_spans, reference_spans, surface_of
from nerinspect.events.segment_events import KINDS, SHAPES, SIDES, TP
from nerinspect.events.study import Study
from nerinspect.quantities import grouped
from nerinspect.ui.lists.event_rows import Surfaces, surfaces_of

NO_VALUE: Final = "–"  # stands where there is nothing to write
CONTEXT_TOKENS: Final = 40  # tokens of context a row shows at most on each side; more do not fit
_ONE_LINE: Final = str.maketrans(dict.fromkeys("\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029", " "))


class TypedRange(NamedTuple):
    """A mention inside a segment's text, at half-open character positions."""

    start: int
    end: int
    type: str


class SegmentCell(NamedTuple):
    """A segment, its tokens joined by a blank, with the mentions of each side inside it.

    `compared` are those of the prediction that `predicted` is compared with; None without a comparison.
    """

    text: str
    reference: tuple[TypedRange, ...]
    predicted: tuple[TypedRange, ...]
    is_right_to_left: bool
    compared: tuple[TypedRange, ...] | None = None


_MOST_KEPT: Final = 1_000


class EventCells:
    """Texts of single events of a study, or of other rows that stand at a place of its text.

    Attributes
    ----------
    study : Study
        What the rows belong to.
    start, end : ndarray of int32, shape (n_rows,)
        Half-open token positions of the segments in the whole text.
    sentence_number : ndarray of int32, shape (n_rows,)
        Their sentences, from 0.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        self.start, self.end, self.sentence_number = study.events.start, study.events.end, study.event_sentence
        self._known_tokens: dict[int, str] = {}
        self._written: dict[tuple[int, int], str] = {}  # the stretches that were written last
        self._segments: dict[int, SegmentCell] = {}  # likewise
        self._spans: tuple[int, list[Span], list[Span]] = (-1, [], [])

    def __len__(self) -> int:
        """Count all rows, listed or not."""
        return len(self.start)

    def anew(self) -> "EventCells":
        """Give the same texts to another thread: nothing of what is kept is shared."""
        return EventCells(self.study)

    def events(self, rows: IntArray) -> IntArray:
        """Give the events that some rows stand for, each once."""
        return rows

    def event_of(self, row: int) -> int:
        return row

    def rows_of(self, event: int) -> Sequence[int]:
        return (event,)

    @property
    def decisions(self) -> Decisions:
        return self.study.decisions

    @property
    def head_colours(self) -> Mapping[str, int | None]:
        """The numbers of the colours of systems that columns are about, by the key of the column."""
        return {}

    def lacks_correction(self, event: int) -> bool:
        """Tell whether the reference is said to be wrong, but not what is right."""
        return self.decisions[event].lacks_correction

    def is_error(self, event: int) -> bool:
        return bool(self.study.events.kind[event] != TP)

    def are_undecided(self) -> BoolArray:
        """Tell which rows stand for an event without a verdict; agreement may want none. Shape (n_rows,)."""
        study = self.study
        is_undecided = to_decide(study) if study.is_of_annotators else np.ones(len(study.events), dtype=bool)
        is_undecided[study.decisions.with_verdict()] = False
        return is_undecided

    def surfaces(self) -> Surfaces:
        return surfaces_of(self.study.text, self.start, self.end)

    def kind(self, event: int) -> str:
        return KINDS[int(self.study.events.kind[event])]

    def words(self, start: int, stop: int) -> str:
        """Give the tokens between two positions in the whole text as the file writes them."""
        return self._joined(start, stop)

    def segment_text(self, event: int) -> str:
        return self._joined(int(self.start[event]), int(self.end[event]))

    def segment(self, event: int) -> SegmentCell:
        if event not in self._segments:
            if len(self._segments) == _MOST_KEPT:
                self._segments.clear()
            self._segments[event] = self._segment(event, *self._readings(event))
        return self._segments[event]

    def before(self, event: int) -> str:
        """Give the words before the segment; `CONTEXT_TOKENS` at most."""
        start = int(self.start[event])
        first = int(self.study.text.sentence_start[self.sentence_number[event]])
        words = self._joined(max(first, start - CONTEXT_TOKENS), start)
        return f"… {words}" if first < start - CONTEXT_TOKENS else words

    def after(self, event: int) -> str:
        """Give the words behind the segment; `CONTEXT_TOKENS` at most."""
        end = int(self.end[event])
        last = int(self.study.text.sentence_start[self.sentence_number[event] + 1])
        words = self._joined(end, min(last, end + CONTEXT_TOKENS))
        return f"{words} …" if last > end + CONTEXT_TOKENS else words

    def at_left(self, event: int) -> str:
        """Give the words that stand on the left of the segment on screen."""
        return self.after(event) if self.is_right_to_left(event) else self.before(event)

    def at_right(self, event: int) -> str:
        """Give the words that stand on the right of the segment on screen."""
        return self.before(event) if self.is_right_to_left(event) else self.after(event)

    def reference_types(self, event: int) -> list[str]:
        return [span.type for span in self._readings(event)[0]]

    def predicted_types(self, event: int) -> list[str]:
        return [span.type for span in self._readings(event)[1]]

    def place(self, event: int) -> str:
        """Give the numbers of document and sentence, from 1."""
        sentence = int(self.sentence_number[event])
        return f"{grouped(self.study.text.document[sentence])} · {grouped(sentence + 1)}"

    def place_in_words(self, event: int) -> str:
        """Name document, sentence and, where the format has lines, line."""
        sentence, line = int(self.sentence_number[event]), self.line(event)
        words = f"Document {grouped(self.study.text.document[sentence])}, sentence {grouped(sentence + 1)}"
        return words if line == NO_VALUE else f"{words}, line {line}"

    def document(self, event: int) -> str:
        return grouped(self.study.text.document[self.sentence_number[event]])

    def sentence(self, event: int) -> str:
        """Write the number of the sentence in the whole file, from 1."""
        return grouped(self.sentence_number[event] + 1)

    def sentence_text(self, event: int) -> str:
        return self._joined(*self._sentence_bounds(event))

    def mention_length(self, event: int) -> str:
        """Write the tokens of each reference mention; of each predicted one if there is none."""
        reference, predicted = self._readings(event)
        return " ".join(grouped(span.end - span.start) for span in reference or predicted)

    def sentence_length(self, event: int) -> str:
        first, stop = self._sentence_bounds(event)
        return grouped(stop - first)

    def density(self, event: int) -> str:
        """Write the reference mentions by token of the sentence."""
        first, stop = self._sentence_bounds(event)
        from_, to = np.searchsorted(self.study.reference.mentions.start, np.array([first, stop], dtype=np.int32))
        return grouped((to - from_) / (stop - first), 2)

    def surface(self, event: int) -> str:
        """Give the surface of the first reference mention; of the first predicted one if there is none."""
        reference, predicted = self._readings(event)
        first = (reference or predicted)[0]
        return surface_of(self.study, first.start, first.end)

    def reading(self, event: int, side: Literal["reference", "predicted"]) -> str:
        types = self.reference_types(event) if side == "reference" else self.predicted_types(event)
        return " and ".join(types) or "none"

    def system(self, event: int) -> str:
        return str(self.study.predictions[self.study.events.prediction[event]].system)

    def run(self, event: int) -> str:
        """Write the number of the system's run, from 1."""
        return grouped(self.study.predictions[self.study.events.prediction[event]].run)

    def shape(self, event: int) -> str:
        """Name the shape of a boundary error; empty for the other kinds."""
        return SHAPES[self.study.events.shape[event]]

    def demerits(self, event: int) -> str:
        return grouped(self.study.events.demerits[event])

    def line(self, event: int) -> str:
        """Write the line of the first token; a dash where the format has no lines."""
        line = self.study.text.line_of(int(self.start[event]))
        return NO_VALUE if line is None else grouped(line)

    def sentence_for_reader(self, event: int) -> str:
        wording = self.study.wording
        reference, predicted = (f"{wording.said(side)} {self.reading(event, side)}" for side in SIDES)
        return f"{wording.name(self.kind(event))}: {self.segment_text(event)}, {reference}, {predicted}"

    def is_right_to_left(self, event: int) -> bool:
        """Tell whether the event's sentence runs from right to left: its first letter decides, as in Qt."""
        return bool(self.runs_right_to_left[self.sentence_number[event]])

    @cached_property
    def runs_right_to_left(self) -> BoolArray:
        """Sentences that run from right to left. Shape (n_sentences,)."""
        return right_to_left_sentences(self.study.text)

    def _segment(self, event: int, *readings: list[Span]) -> SegmentCell:
        """Place the mentions of the reference, of the prediction, and of one it is compared with."""
        start, end = int(self.start[event]), int(self.end[event])
        tokens = self._tokens(start, end)
        gaps = self.study.text.gaps_in(start, end)
        blanks = [bool(gap) for gap in gaps[1:] or " " * (len(tokens) - 1)] + [False]  # behind each token
        at = list(accumulate((len(token) + blank for token, blank in zip(tokens, blanks, strict=True)), initial=0))
        reference, predicted, *compared = (
            tuple(TypedRange(at[s.start - start], at[s.end - start] - blanks[s.end - start - 1], s.type) for s in spans)
            for spans in readings
        )
        is_rtl = self.is_right_to_left(event)
        return SegmentCell(spelled(tokens, gaps), reference, predicted, is_rtl, *compared)

    def _sentence_bounds(self, event: int) -> tuple[int, int]:
        sentence = int(self.sentence_number[event])
        first, stop = self.study.text.sentence_start[sentence : sentence + 2].tolist()
        return first, stop

    def _readings(self, event: int) -> tuple[list[Span], list[Span]]:
        """Give the mentions of both sides; those of the last event are kept: a row asks for them again and again."""
        if self._spans[0] != event:
            self._spans = (event, reference_spans(self.study, event), predicted_spans(self.study, event))
        return self._spans[1], self._spans[2]

    def _joined(self, start: int, stop: int) -> str:
        """Write a stretch of the text; the last ones are kept, for rows on screen are painted again and again."""
        words = self._written.get((start, stop))
        if words is None:
            if len(self._written) == _MOST_KEPT:
                self._written.clear()
            words = spelled(self._tokens(start, stop), self.study.text.gaps_in(start, stop))
            self._written[start, stop] = words
        return words

    def _tokens(self, start: int, stop: int) -> list[str]:
        return [self._token(code) for code in self.study.text.codes[start:stop].tolist()]

    def _token(self, code: int) -> str:
        """Give a distinct token as one line; only those that were on screen are kept as strings."""
        token = self._known_tokens.get(code)
        if token is None:
            token = one_line(str(self.study.text.vocabulary[code].as_py()))
            self._known_tokens[code] = token
        return token


def one_line(text: str) -> str:
    """Write a text from a file so that it breaks no row: with blanks for tabs and for what ends lines."""
    return text.translate(_ONE_LINE)
