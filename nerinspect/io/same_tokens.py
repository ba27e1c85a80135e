"""Make sure that a prediction annotates the reference's own tokens."""

import dataclasses

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import IntArray, from_arrow
from nerinspect.corpus.text import Text
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import LabelLinesError, TokensDifferError, counted, shown
from nerinspect.io.formats.conll_lines import BLANK_LINE, COMMENT_LINE, DOCUMENT_LINE, TOKEN_LINE
from nerinspect.io.raw import RawFile
from nerinspect.io.visible_text import holds_same_text

_LINE_NAMES = {
    TOKEN_LINE: "a token",
    DOCUMENT_LINE: "-DOCSTART-",
    BLANK_LINE: "a blank line",
    COMMENT_LINE: "a comment",
}


def count_differing_tokens(reference: RawFile, prediction: RawFile, by_position: bool) -> int:
    """Compare the sentences and tokens of two files.

    Parameters
    ----------
    reference, prediction : RawFile
        Both with text.
    by_position : bool
        Whether tokens may differ where sentence lengths agree.

    Returns
    -------
    int
        Tokens that differ; 0 unless `by_position`.

    Raises
    ------
    TokensDifferError
        At the first difference, with both files, lines and tokens.
    """
    ref, pred = _text_of(reference), _text_of(prediction)
    same_lengths = np.array_equal(ref.sentence_start, pred.sentence_start)
    codes = _codes_in(ref.vocabulary, pred)
    if same_lengths:
        n_differing = int(np.count_nonzero(codes != ref.codes))
        if by_position or not n_differing:
            return n_differing
    _raise_first_difference(reference, prediction, codes, by_position)
    raise AssertionError("the files were found to differ, but no difference was found")


def same_tokens(reference: RawFile, prediction: RawFile) -> bool:
    """Tell whether two files hold the same sentences of the same tokens."""
    ref, pred = _text_of(reference), _text_of(prediction)
    if not np.array_equal(ref.sentence_start, pred.sentence_start):
        return False
    return np.array_equal(_codes_in(ref.vocabulary, pred), ref.codes)


def labels_by_line(reference: RawFile, labels: RawFile) -> LabelColumn:
    """Lay a file of labels alone over the lines of the reference.

    Parameters
    ----------
    reference : RawFile
        A file with lines.
    labels : RawFile
        One label a line: where the reference has a token, and one that is not read where it has a `-DOCSTART-` or
        comment line; blank lines as in the reference. Blank lines at the end of either file do not count.

    Returns
    -------
    LabelColumn
        One label for each token of the reference.

    Raises
    ------
    LabelLinesError
        At the first line that does not fit.
    """
    path = labels.content.path
    if reference.line_kinds is None or labels.line_kinds is None:
        raise LabelLinesError(
            path,
            f"the file holds labels alone, but {reference.content.path} ({reference.format}) has no lines to go by",
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
    both = pa.concat_arrays([vocabulary, text.vocabulary]).dictionary_encode()
    return from_arrow(both.indices)[len(vocabulary) :][text.codes]


def _raise_first_difference(reference: RawFile, prediction: RawFile, codes: IntArray, by_position: bool) -> None:
    ref, pred = _text_of(reference), _text_of(prediction)
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
    ref_token, pred_token = shown(ref_tokens[ref_place]), shown(pred_tokens[pred_place])
    problem = f"sentence {first + 1:,}: "
    if place < shorter:
        problem += f"token {pred_token}, but {where} has {ref_token}"
    elif len(pred_tokens) == shorter:
        problem += f"it ends after {pred_token}, but at {where} it goes on with {ref_token}"
    else:
        problem += f"it goes on with {pred_token}, but at {where} it ends after {ref_token}"
    if len(ref_tokens) != len(pred_tokens):
        problem += f" ({counted(len(pred_tokens), 'token')} here, {len(ref_tokens):,} there)"
    remedy = "predict again on the reference's own tokens" + _or_carried_over(reference, prediction)
    if np.array_equal(ref.sentence_start, pred.sentence_start):
        remedy += ", or take the reference's with --tokens positions"
    raise TokensDifferError(prediction.content.path, problem, remedy, pred_line)


def _raise_missing_sentences(reference: RawFile, prediction: RawFile) -> None:
    ref, pred = _text_of(reference), _text_of(prediction)
    longer, shorter = (reference, pred) if ref.n_sentences > pred.n_sentences else (prediction, ref)
    line = _text_of(longer).line_of(int(_text_of(longer).sentence_start[shorter.n_sentences]))
    place = longer.content.path if line is None else f"{longer.content.path}:{line}"
    raise TokensDifferError(
        prediction.content.path,
        f"the file has {counted(pred.n_sentences, 'sentence')}, but {reference.content.path} has {ref.n_sentences:,};"
        f" the first one too many begins at {place}",
        "predict again on the whole reference" + _or_carried_over(reference, prediction),
    )


def _or_carried_over(reference: RawFile, prediction: RawFile) -> str:
    same_text = holds_same_text(reference, prediction)
    return ", or carry its mentions over with --tokens project" if same_text else ""


def _text_of(file: RawFile) -> Text:
    assert file.text is not None, "labels alone are laid over the reference before"
    return file.text


def with_text(file: RawFile, text: Text, column: LabelColumn, note: str) -> RawFile:
    """Give labels alone the tokens of the reference."""
    return dataclasses.replace(file, text=text, columns=(column,), notes=(*file.notes, note))
