"""Bring a prediction onto the tokens of the reference, by the rule the user chose."""

from dataclasses import replace

import numpy as np

from nerinspect.analysis.study import Annotation
from nerinspect.corpus.relations import followed
from nerinspect.encoding.repair import Repair
from nerinspect.errors import counted
from nerinspect.io.projection import project
from nerinspect.io.raw import RawFile
from nerinspect.io.request import TokenRule
from nerinspect.io.same_tokens import count_differing_tokens, labels_by_line, same_tokens, with_text


def laid_over_reference(reference: RawFile, raw: RawFile, rule: TokenRule) -> RawFile:
    """Make sure that a prediction stands on the reference's tokens, or leave it to be projected onto them.

    Raises
    ------
    DataError
        If the tokens differ and the rule does not allow it, or labels alone do not follow the reference's lines.
    """
    if raw.text is None:
        assert reference.text is not None, "a reference is never of labels alone"
        column = labels_by_line(reference, raw)
        return with_text(raw, reference.text, column, "labels alone: tokens taken from the reference, line by line")
    if rule == "project":
        return raw
    n_differing = count_differing_tokens(reference, raw, rule == "positions")
    note = f"{counted(n_differing, 'token')} taken from the reference in place of other ones"
    return replace(raw, notes=(*raw.notes, note)) if n_differing else raw


def projected(reference: RawFile, raw: RawFile, annotation: Annotation) -> Annotation:
    """Carry a prediction over its own tokens to those of the reference; one that has them already stays as it is.

    Parameters
    ----------
    reference, raw : RawFile
        Both with text.
    annotation : Annotation
        That of `raw`.

    Returns
    -------
    Annotation
        What was carried over; labels and other columns, which stand on tokens that are not there, are left behind.

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
        assert reference.text is not None, "predictions are carried to a text"
        sentence = reference.text.sentence_of(carried.mentions.start)
        relations, more = followed(relations, carried.number, sentence)
        notes = (*notes, *more)
    source = replace(annotation.source, notes=(*annotation.source.notes, *notes))
    return Annotation(carried.mentions, source, repair, relations=relations)
