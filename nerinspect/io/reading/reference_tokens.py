"""Whether a prediction annotates the reference's own tokens, and how it is brought onto them where it does not."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, IntArray, as_arrow, from_arrow
from nerinspect.corpus.mentions import Mentions, distinct_mentions, followed
from nerinspect.corpus.text import Text
from nerinspect.corpus.tokenization import BLANKS
from nerinspect.encoding.labels import LabelColumn
from nerinspect.encoding.transitions import Repair
from nerinspect.errors import LabelLinesError, NerinspectError, TokensDifferError, shown
from nerinspect.events.study import Annotation
from nerinspect.io.formats.lines import BLANK_LINE, COMMENT_LINE, DOCUMENT_LINE, TOKEN_LINE
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.request import TokenRule
from nerinspect.quantities import counted, grouped
from nerinspect.visible import codes_apart

_ANY_BLANK = f"[{BLANKS}]"
_BEFORE, _AFTER = 12, 24  # characters shown on each side of a difference between texts


@dataclass(frozen=True, eq=False)
class VisibleText:
    """The tokens of a file without their blanks, as one run of UTF-8.

    `start`: where each token begins in `data`; the last entry is `n_bytes`. Tokens of blanks alone have no extent.
    Shape (n_tokens + 1,).
    """

    path: str
    text: Text
    data: ByteArray  # their visible characters; shape (n_bytes,)
    start: npt.NDArray[np.int64]

    @staticmethod
    def of(file: RawFile) -> "VisibleText":
        import pyarrow.compute as pc

        text = file.own_text
        vocabulary = pc.replace_substring_regex(text.vocabulary.cast(pa.large_string()), _ANY_BLANK, "")
        tokens = vocabulary.take(as_arrow(text.codes))
        _, offsets, data = tokens.buffers()
        start = np.frombuffer(offsets, dtype=np.int64, count=len(tokens) + 1)
        visible = np.frombuffer(data or b"", dtype=np.uint8)[: int(start[-1])]
        return VisibleText(file.content.path, text, visible, start)

    def token_at(self, position: int) -> int:
        """Find the token that holds a byte; the last one behind the end."""
        return int(np.searchsorted(self.start, min(position, len(self.data) - 1), side="right")) - 1

    def place_of(self, token: int) -> tuple[int | None, str]:
        """Give the line of a token, and name its place with the file."""
        line = self.text.line_of(token)
        sentence = int(self.text.sentence_of(np.array([token]))[0]) + 1
        return line, f"{self.path}, sentence {grouped(sentence)}" if line is None else f"{self.path}:{line}"


def ensure_same_text(reference: VisibleText, prediction: VisibleText) -> None:
    """Check that two files hold the same visible characters in the same order.

    Raises
    ------
    TokensDifferError
        At the first difference, with both places and the characters around it.
    """
    ref, pred = reference.data, prediction.data
    if np.array_equal(ref, pred):
        return
    n_common = min(len(ref), len(pred))
    differs = ref[:n_common] != pred[:n_common]
    first = int(np.argmax(differs)) if differs.any() else n_common
    while first and first < len(ref) and ref[first] & 0xC0 == 0x80:  # back to the beginning of the character
        first -= 1
    line, _ = prediction.place_of(prediction.token_at(first))
    _, place = reference.place_of(reference.token_at(first))
    raise TokensDifferError(
        prediction.path,
        f"the text differs apart from blanks: {_around(pred, first)}, but {place} has {_around(ref, first)}",
        "predict again on the reference's own text",
        line,
    )


def holds_same_text(reference: RawFile, prediction: RawFile) -> bool:
    """Tell whether two files hold the same text, blanks aside: then mentions can be carried from one to the other."""
    return np.array_equal(VisibleText.of(reference).data, VisibleText.of(prediction).data)


def _around(data: ByteArray, place: int) -> str:
    before = bytes(data[max(0, place - 4 * _BEFORE) : place]).decode(errors="ignore")[-_BEFORE:]
    after = bytes(data[place : place + 4 * _AFTER]).decode(errors="ignore")[:_AFTER]
    return shown(before + after) + ("" if after else " and no more")


class NotProjected(NamedTuple):
    """A mention that has no place on the tokens of the reference, and why, in words.

    `line`, that of its first token, and `sentence`, from 1, are in the prediction; `surface` is its tokens with blanks
    between them.
    """

    line: int | None
    sentence: int
    surface: str
    type: str
    reason: str

    def __str__(self) -> str:
        place = f"sentence {grouped(self.sentence)}" if self.line is None else f"line {grouped(self.line)}"
        return f"{place}, {shown(self.surface)} of type {self.type}: {self.reason}"


@dataclass(frozen=True, eq=False)
class Projection:
    """Mentions of a prediction on the tokens of the reference.

    `number`: for each mention of the prediction its place among `mentions`; -1 if it has none; shape (n_before,).
    """

    mentions: Mentions  # those that have a place there; sorted by start, end, type, each once
    number: IntArray
    left_out: tuple[NotProjected, ...]
    notes: tuple[str, ...]  # what was done, each with how many and the first


def project(reference: RawFile, prediction: RawFile, mentions: Mentions) -> Projection:
    """Carry the mentions of a prediction to the tokens of a reference that holds the same text.

    Texts are the same if their visible characters are; blanks, tokens and sentences may differ. A mention has a place
    if its first and last characters begin and end tokens of one sentence of the reference.

    Raises
    ------
    TokensDifferError
        If the texts differ; names the first difference with both places.
    """
    ref, pred = VisibleText.of(reference), VisibleText.of(prediction)
    ensure_same_text(ref, pred)
    start, end = pred.start[mentions.start], pred.start[mentions.end]
    first = np.searchsorted(ref.start, start, side="right") - 1
    last = np.searchsorted(ref.start, end, side="left")
    is_whole = (start < end) & (ref.start[first] == start) & (ref.start[last] == end)
    inner_end = np.maximum(last, first + 1) - 1
    stays = is_whole & (ref.text.sentence_of(first) == ref.text.sentence_of(inner_end))
    carried, order = distinct_mentions(first[stays], last[stays], mentions.type_codes[stays], mentions.types)
    number = np.full(len(mentions), -1, dtype=np.int32)
    number[stays] = order
    left_out = tuple(_left_out(pred.text, mentions, np.flatnonzero(~stays), is_whole))
    return Projection(carried, number, left_out, tuple(_notes(ref.text, pred.text, mentions, carried, left_out)))


def _left_out(text: Text, mentions: Mentions, numbers: AnyIntArray, is_whole: BoolArray) -> Iterator[NotProjected]:
    start, end = mentions.start[numbers], mentions.end[numbers]
    surfaces, sentences = text.joined(start, end).to_pylist(), text.sentence_of(start).tolist()
    for number, first, surface, sentence in zip(numbers.tolist(), start.tolist(), surfaces, sentences, strict=True):
        reason = "it crosses the end of a sentence" if is_whole[number] else "it cuts a token"
        type_name = mentions.types[mentions.type_codes[number]]
        yield NotProjected(text.line_of(first), sentence + 1, surface, type_name, f"{reason} of the reference")


def _notes(
    ref: Text, pred: Text, mentions: Mentions, carried: Mentions, left_out: tuple[NotProjected, ...]
) -> Iterator[str]:
    yield (
        f"{counted(len(mentions) - len(left_out), 'mention')} of {grouped(len(mentions))} mapped onto the reference's"
        f" tokens ({counted(pred.n_tokens, 'token')} here, {grouped(ref.n_tokens)} there)"
    )
    if left_out:
        yield f"{counted(len(left_out), 'mention')} that do not fit there left out; the first: {left_out[0]}"
    n_twice = len(mentions) - len(left_out) - len(carried)
    if n_twice:
        yield f"{counted(n_twice, 'mention')} the same as another there, counted once"


_LINE_NAMES = {
    TOKEN_LINE: "a token",
    DOCUMENT_LINE: "-DOCSTART-",
    BLANK_LINE: "a blank line",
    COMMENT_LINE: "a comment",
}


def count_differing_tokens(reference: RawFile, prediction: RawFile, by_position: bool) -> int:
    """Compare the sentences and tokens of two files with text; give how many tokens differ.

    Only `by_position` may tokens differ, where sentence lengths agree.

    Raises
    ------
    TokensDifferError
        At the first difference, with both files, lines and tokens.
    """
    ref, pred = reference.own_text, prediction.own_text
    same_lengths = np.array_equal(ref.sentence_start, pred.sentence_start)
    codes = _codes_in(ref.vocabulary, pred)
    if same_lengths:
        n_differing = 0 if codes is ref.codes else int(np.count_nonzero(codes != ref.codes))
        if by_position or not n_differing:
            return n_differing
    _raise_first_difference(reference, prediction, codes, by_position)
    raise AssertionError("the files were found to differ, but no difference was found")


def same_tokens(reference: RawFile, prediction: RawFile) -> bool:
    ref, pred = reference.own_text, prediction.own_text
    if not np.array_equal(ref.sentence_start, pred.sentence_start):
        return False
    return np.array_equal(_codes_in(ref.vocabulary, pred), ref.codes)


def labels_by_line(reference: RawFile, labels: RawFile) -> LabelColumn:
    """Lay a file of labels alone over the tokens of a reference with lines.

    It has one label a line where the reference has a token, and one that is not read where that has a `-DOCSTART-` or
    comment line; blank lines as in the reference. Blank lines at the end of either file do not count.

    Raises
    ------
    LabelLinesError
        At the first line that does not fit.
    """
    path = labels.content.path
    if reference.line_kinds is None or labels.line_kinds is None:
        raise LabelLinesError(
            path,
            f"the file has only labels, but {reference.content.path} ({reference.format}) has no lines to go by",
            "give a prediction with tokens",
        )
    ref, own = _without_final_blanks(reference.line_kinds), _without_final_blanks(labels.line_kinds)
    n_common = min(len(ref), len(own))
    is_label = own[:n_common] != BLANK_LINE
    fits = np.where(ref[:n_common] == COMMENT_LINE, True, is_label == (ref[:n_common] != BLANK_LINE))
    if not fits.all() or len(ref) != len(own):
        line = int(np.argmin(fits)) if not fits.all() else n_common
        found = "nothing" if line >= len(own) else "a label" if own[line] != BLANK_LINE else "a blank line"
        wanted = "nothing" if line >= len(ref) else _LINE_NAMES[int(ref[line])]
        raise LabelLinesError(
            path,
            f"there is {found} where {reference.content.path}:{line + 1} has {wanted}",
            "give one label for each token line and a blank line for each blank line of the reference",
            line + 1,
        )
    at_token = (ref == TOKEN_LINE)[own != BLANK_LINE]
    column = labels.columns[0]
    return _only_used(LabelColumn(column.names, column.codes[: len(at_token)][at_token]))


def _only_used(column: LabelColumn) -> LabelColumn:
    """Drop distinct labels that stand on no token, such as those of document lines."""
    is_used = np.bincount(column.codes, minlength=len(column.names)) > 0
    place = np.cumsum(is_used) - 1
    names = tuple(name for name, used in zip(column.names, is_used, strict=True) if used)
    return LabelColumn(names, place[column.codes].astype(np.int32))


def _without_final_blanks(line_kinds: np.ndarray) -> np.ndarray:
    filled = np.flatnonzero(line_kinds != BLANK_LINE)
    return line_kinds[: int(filled[-1]) + 1 if len(filled) else 0]


def _codes_in(vocabulary: pa.StringArray, text: Text) -> IntArray:
    """Express the tokens of a text in another vocabulary, with codes beyond its end for tokens it does not have."""
    if text.vocabulary is vocabulary:  # taken over from the reference
        return text.codes
    both = pa.concat_arrays([vocabulary, text.vocabulary]).dictionary_encode()
    return from_arrow(both.indices)[len(vocabulary) :][text.codes]


def _raise_first_difference(reference: RawFile, prediction: RawFile, codes: IntArray, by_position: bool) -> None:
    ref, pred = reference.own_text, prediction.own_text
    n_common = min(ref.n_sentences, pred.n_sentences)
    starts_differ = ref.sentence_start[1 : n_common + 1] != pred.sentence_start[1 : n_common + 1]
    first_length = int(np.argmax(starts_differ)) if starts_differ.any() else n_common
    first = first_length
    if not by_position:  # up to the first sentence of another length, positions agree
        n_aligned = int(ref.sentence_start[first_length])
        differing = np.flatnonzero(codes[:n_aligned] != ref.codes[:n_aligned])
        if len(differing):
            first = int(ref.sentence_of(differing[:1])[0])
    if first >= n_common:
        _raise_missing_sentences(reference, prediction)
    ref_tokens, pred_tokens = ref.tokens_of(first), pred.tokens_of(first)
    pairs = enumerate(zip(ref_tokens, pred_tokens, strict=False))
    shorter = min(len(ref_tokens), len(pred_tokens))
    place = next((number for number, (one, other) in pairs if one != other), shorter)
    ref_place, pred_place = min(place, len(ref_tokens) - 1), min(place, len(pred_tokens) - 1)
    ref_line = ref.line_of(int(ref.sentence_start[first]) + ref_place)
    pred_line = pred.line_of(int(pred.sentence_start[first]) + pred_place)
    where = reference.content.path if ref_line is None else f"{reference.content.path}:{ref_line}"
    ref_token, pred_token = _both_shown(ref_tokens[ref_place], pred_tokens[pred_place])
    problem = f"sentence {grouped(first + 1)}: "
    if place < shorter:
        problem += f"token {pred_token}, but {where} has {ref_token}"
    elif len(pred_tokens) == shorter:
        problem += f"it ends after {pred_token}, but at {where} it continues with {ref_token}"
    else:
        problem += f"it continues with {pred_token}, but at {where} it ends after {ref_token}"
    if len(ref_tokens) != len(pred_tokens):
        problem += f" ({counted(len(pred_tokens), 'token')} here, {grouped(len(ref_tokens))} there)"
    remedy = "predict again on the reference's own tokens" + _or_carried_over(reference, prediction)
    if np.array_equal(ref.sentence_start, pred.sentence_start):
        remedy += ", or take the reference's with --tokens positions"
    raise TokensDifferError(prediction.content.path, problem, remedy, pred_line)


def _both_shown(one: str, other: str, longest: int = 60) -> tuple[str, str]:
    """Quote two tokens, with codes of what differs behind those that look alike."""
    first, second = (f" ({codes})" if codes else "" for codes in codes_apart(one, other))
    return f"{shown(one, longest)}{first}", f"{shown(other, longest)}{second}"


def _raise_missing_sentences(reference: RawFile, prediction: RawFile) -> None:
    ref, pred = reference.own_text, prediction.own_text
    longer, shorter = (reference, pred) if ref.n_sentences > pred.n_sentences else (prediction, ref)
    line = longer.own_text.line_of(int(longer.own_text.sentence_start[shorter.n_sentences]))
    place = longer.content.path if line is None else f"{longer.content.path}:{line}"
    other = reference if longer is prediction else prediction
    if other.companions and (last := shorter.line_of(shorter.n_tokens - 1)) is not None:  # which of its files ends
        place += f", and the last one there is ends at {other.content.path}:{last}"
    raise TokensDifferError(
        prediction.content.path,
        f"the file has {counted(pred.n_sentences, 'sentence')}, but {reference.content.path} has"
        f" {grouped(ref.n_sentences)}; the first extra one begins at {place}",
        "predict again on the whole reference" + _or_carried_over(reference, prediction),
    )


def _or_carried_over(reference: RawFile, prediction: RawFile) -> str:
    same_text = holds_same_text(reference, prediction)
    return ", or map its mentions with --tokens project" if same_text else ""


def with_text(file: RawFile, text: Text, column: LabelColumn, note: str) -> RawFile:
    return dataclasses.replace(file, text=text, columns=(column,), notes=(*file.notes, note))


def laid_over_reference(reference: RawFile, raw: RawFile, rule: TokenRule) -> RawFile:
    """Make sure that a prediction stands on the reference's tokens, or leave it to be projected onto them.

    Raises
    ------
    DataError
        If the tokens differ and the rule does not allow it, or labels alone do not follow the reference's lines.
    """
    if raw.text is None:
        column = labels_by_line(reference, raw)
        return with_text(raw, reference.own_text, column, "labels only: tokens taken from the reference, line by line")
    if rule == "project":
        return raw
    n_differing = count_differing_tokens(reference, raw, rule == "positions")
    note = f"{counted(n_differing, 'token')} taken from the reference instead"
    return replace(raw, notes=(*raw.notes, note)) if n_differing else raw


def projected(reference: RawFile, raw: RawFile, annotation: Annotation) -> Annotation:
    """Carry a prediction over its own tokens to those of the reference; one that has them already stays as it is.

    Labels and other columns, which stand on tokens that are not there, are left behind.

    Raises
    ------
    TokensDifferError
        If the texts differ by more than blanks.
    """
    if same_tokens(reference, raw):
        return annotation
    carried = project(reference, raw, annotation.mentions)
    nowhere = np.zeros(0, dtype=np.int32)
    repair = Repair(annotation.repair.method, annotation.repair.n_invalid, nowhere)
    relations, notes = annotation.relations, carried.notes
    if relations is not None:
        sentence = reference.own_text.sentence_of(carried.mentions.start)
        relations, more = followed(relations, carried.number, sentence)
        notes = (*notes, *more)
    source = replace(annotation.source, notes=(*annotation.source.notes, *notes))
    return Annotation(carried.mentions, source, repair, relations=relations)


MISSING: Final = -1  # in place of a sentence that only one of the files has

_MOST_MATCHED: Final = 20_000  # sentences between the first and the last difference that are still matched one by one


class DifferingSentence(NamedTuple):
    """One sentence whose tokens differ: its numbers in both files, from 1, None where there is none.

    `token`, from 1, and the lines are those of the first difference; a token is empty where its sentence has ended.
    """

    sentence: int | None
    other_sentence: int | None
    line: int | None
    other_line: int | None
    token: int
    text: str
    other_text: str

    @property
    def words(self) -> str:
        if self.sentence is None:
            return f"a sentence more, from {shown(self.other_text, 24)}"
        if self.other_sentence is None:
            return f"a sentence is missing, from {shown(self.text, 24)}"
        there, here = _both_shown(self.text, self.other_text, 24)
        there, here = there if self.text else "its end", here if self.other_text else "its end"
        return f"token {self.token}: reference {there}, file {here}"


@dataclass(frozen=True, eq=False)
class TokenComparison:
    """How the tokens of a file compare with those of the reference."""

    reference: RawFile
    other: RawFile
    pairs: AnyIntArray  # sentences, from 0, that differ, or `MISSING`; shape (n_differing, 2)
    n_tokens: int | None  # tokens that differ; None if sentences have other lengths

    def __len__(self) -> int:
        return len(self.pairs)

    @cached_property
    def text_problem(self) -> NerinspectError | None:
        """Where the visible text differs; None if only tokens and sentences do: then mentions can be carried over."""
        try:
            ensure_same_text(VisibleText.of(self.reference), VisibleText.of(self.other))
        except NerinspectError as problem:
            return problem
        return None

    def sentence(self, number: int) -> DifferingSentence:
        one, other = (int(place) for place in self.pairs[number])
        here = self.reference.own_text.tokens_of(one) if one != MISSING else []
        there = self.other.own_text.tokens_of(other) if other != MISSING else []
        shorter = min(len(here), len(there))
        first = next((place for place in range(shorter) if here[place] != there[place]), shorter)
        return DifferingSentence(
            one + 1 if one != MISSING else None,
            other + 1 if other != MISSING else None,
            _line(self.reference.own_text, one, first),
            _line(self.other.own_text, other, first),
            first + 1,
            here[first] if first < len(here) else "",
            there[first] if first < len(there) else "",
        )


def compare_tokens(reference: RawFile, other: RawFile) -> TokenComparison:
    """Find the sentences of two files with text that differ.

    Equal sentences before and after the differences are matched; in between, sentences are matched by what they hold,
    and in turn where that is too much to do.
    """
    ref, own = reference.own_text, other.own_text
    n_ref = ref.n_sentences
    merged = _behind_each_other(ref, own)
    ids = merged.sequence_ids(merged.sentence_start[:-1], merged.sentence_start[1:])
    one, two = ids[:n_ref], ids[n_ref:]
    n_tokens = None
    if np.array_equal(ref.sentence_start, own.sentence_start):
        n_tokens = int(np.count_nonzero(merged.codes[: ref.n_tokens] != merged.codes[ref.n_tokens :]))
    return TokenComparison(reference, other, _differing(one, two), n_tokens)


def _differing(one: AnyIntArray, two: AnyIntArray) -> AnyIntArray:
    n_common = min(len(one), len(two))
    equal = one[:n_common] == two[:n_common]
    if len(one) == len(two):
        places = np.flatnonzero(~equal)
        return np.stack([places, places], axis=1)
    head = n_common if equal.all() else int(np.argmin(equal))
    backwards = one[::-1][: n_common - head] == two[::-1][: n_common - head]
    tail = len(backwards) if backwards.all() else int(np.argmin(backwards))
    middle, other = one[head : len(one) - tail], two[head : len(two) - tail]
    blocks: list[Any] = [("replace", 0, len(middle), 0, len(other))]
    if max(len(middle), len(other)) <= _MOST_MATCHED:
        from difflib import SequenceMatcher  # few sentences differ

        blocks = SequenceMatcher(None, middle.tolist(), other.tolist(), autojunk=False).get_opcodes()
    pairs: list[tuple[int, int]] = []
    for verb, start, end, other_start, other_end in blocks:
        if verb != "equal":
            for place in range(max(end - start, other_end - other_start)):
                here, there = start + place, other_start + place
                pairs.append((head + here if here < end else MISSING, head + there if there < other_end else MISSING))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _behind_each_other(one: Text, other: Text) -> Text:
    merged = pa.concat_arrays([one.vocabulary, other.vocabulary]).dictionary_encode()
    place = from_arrow(merged.indices)
    n_words = len(one.vocabulary)
    starts = [one.sentence_start, other.sentence_start[1:] + np.int32(one.n_tokens)]
    return Text(
        merged.dictionary,
        np.concatenate([place[:n_words][one.codes], place[n_words:][other.codes]]),
        np.concatenate(starts),
        np.concatenate([one.sentence_line, other.sentence_line]),
        np.concatenate([one.document, other.document]),
    )


def _line(text: Text, sentence: int, place: int) -> int | None:
    if sentence == MISSING:
        return None
    start, end = (int(position) for position in text.sentence_start[sentence : sentence + 2])
    return text.line_of(min(start + place, end - 1))
