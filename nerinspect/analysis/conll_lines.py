"""A sentence as lines of a CoNLL file: each token with what every side says of it."""

from typing import Final

from nerinspect.analysis.sentence import Sentence, Track

_NO_SEPARATORS: Final = str.maketrans(dict.fromkeys("\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029", " "))
"""Tokens of other formats may hold what would end a field or a line here."""


def conll_lines(sentence: Sentence) -> str:
    """Write a sentence as CoNLL lines.

    Parameters
    ----------
    sentence : Sentence
        With its readings.

    Returns
    -------
    str
        A line for each token: the token and the label of each track, separated by tabs. Labels stand as written; a
        track without labels is written in BIO, and left out if its mentions overlap.
    """
    tokens = [token.translate(_NO_SEPARATORS) for token in sentence.tokens]
    labels = [_labels(track, len(tokens)) for track in sentence.tracks if track.labels or not track.has_overlaps]
    return "".join("\t".join(fields) + "\n" for fields in zip(tokens, *labels, strict=True))


def _labels(track: Track, n_tokens: int) -> list[str]:
    if track.labels:
        return list(track.labels)
    labels = ["O"] * n_tokens
    for span in track.spans:
        length = span.end - span.start
        labels[span.start : span.end] = [f"B-{span.type}", *[f"I-{span.type}"] * (length - 1)]
    return labels
