"""Words, phrases and regular expressions in the sentence of the event."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, as_arrow, as_arrow_texts, mask_from_arrow
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.text import Text
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.values import Pattern, Phrase, Value, Values


@kept_with_owner
def folded_sentences(text: Text) -> pa.StringArray:
    """Join the tokens of each sentence by a blank, in the form in which upper and lower case are equal."""
    tokens = as_arrow_texts([token.casefold() for token in text.vocabulary.to_pylist()])
    return replace(text, vocabulary=tokens).sentences


class SentenceField(Field):
    """Text in the sentence; the field of values that stand without a field name."""

    is_costly = True
    takes_patterns = True

    def read(self, written: Written, names: Names) -> Value:
        """Take a word or phrase as it is; regular expressions are read before."""
        return Phrase(written.text)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Search every sentence once that has an event that matters."""
        sentence = study.event_sentence
        wanted = np.zeros(study.text.n_sentences, dtype=bool)
        wanted[sentence if among is None else sentence[among]] = True
        numbers = np.flatnonzero(wanted)
        found = np.zeros(study.text.n_sentences, dtype=bool)
        for value in values:
            found[numbers] |= _contains(study.text, numbers, value)
        return found[sentence]

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """List nothing: what can be searched for has no end."""
        return {}


def _contains(text: Text, sentences: AnyIntArray, value: Value) -> BoolArray:
    if isinstance(value, Phrase):
        folded = _taken(folded_sentences(text), sentences)
        return mask_from_arrow(pc.match_substring(folded, value.text.casefold()))
    if isinstance(value, Pattern):
        search = value.compiled.search
        lines = _taken(text.sentences, sentences).to_pylist()
        return np.fromiter((search(line) is not None for line in lines), dtype=bool, count=len(lines))
    return np.zeros(len(sentences), dtype=bool)


def _taken(sentences: pa.StringArray, numbers: AnyIntArray) -> pa.StringArray:
    return sentences if len(numbers) == len(sentences) else sentences.take(as_arrow(numbers))


SENTENCE_TEXT = SentenceField("text", "words in the sentence")
