"""Test sentences that stand in the training data too."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from pyarrow._compute import SetLookupOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, from_arrow, kept_with_owner, mask_from_arrow
from nerinspect.corpus.text import as_sequences, over_one_vocabulary
from nerinspect.events.kept_counts import kept_column
from nerinspect.events.study import Study


@dataclass(frozen=True, eq=False)
class RepeatedSentences:
    """The distinct test sentences that stand in training too: most frequent in the test first, then in training.

    Among equals they stand in text order.

    `number`: for each sentence of the test its place among the distinct ones; -1 if training does not have it; shape
    (n_sentences,). `members`: sentences of the test (from 0): those of the first distinct one, ascending, then those of
    the second, and so on; shape (n_repeated,). `first`: where those of each distinct one begin in `members`; the last
    entry is its length; shape (n_distinct + 1,).
    """

    number: IntArray
    members: AnyIntArray
    first: AnyIntArray
    n_training: AnyIntArray  # how often each stands in training; shape (n_distinct,)
    first_training: AnyIntArray  # the first sentence of training (from 0) that it is; shape (n_distinct,)

    def __len__(self) -> int:
        return len(self.n_training)

    @cached_property
    def n_test(self) -> AnyIntArray:
        """How often each distinct sentence stands in the test; shape (n_distinct,)."""
        return np.diff(self.first)

    def places(self, place: int) -> AnyIntArray:
        """Give the sentences of the test (from 0) that are one of the distinct ones."""
        return self.members[self.first[place] : self.first[place + 1]]


@kept_column("repeated sentences")
def repeated_sentences(study: Study) -> RepeatedSentences:
    """Find the test sentences that stand in the training text, if any, too: the same tokens, as written, no others."""
    distinct, n_training, first_training = _matched(study)
    n_test = np.bincount(distinct, minlength=len(n_training))
    repeated = np.flatnonzero(n_training)
    order = repeated[np.lexsort((-n_training[repeated], -n_test[repeated]))]  # both sorts keep the text order
    place = np.full(len(n_training), -1, dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    number = place[distinct]
    by_place = np.argsort(number, kind="stable")
    first = np.append(0, np.cumsum(n_test[order]))
    return RepeatedSentences(
        number, by_place[len(number) - first[-1] :], first, n_training[order], first_training[order]
    )


@kept_with_owner
def sentences_in_training(study: Study) -> BoolArray:
    """Tell which sentences of the test text stand in the training text too, as `repeated_sentences` has it."""
    return repeated_sentences(study).number >= 0


def _matched(study: Study) -> tuple[IntArray, AnyIntArray, AnyIntArray]:
    """Give the distinct test sentences numbers in text order; count each in training, and find it there first."""
    if study.training is None:
        nothing = np.zeros(study.text.n_sentences, dtype=np.int32)
        return nothing, np.zeros(1, dtype=np.intp), np.zeros(1, dtype=np.intp)
    text, training = over_one_vocabulary(study.text, study.training.text)
    sentences = call_function("dictionary_encode", [as_sequences(text.codes, text.sentence_start)])
    all_learned = as_sequences(training.codes, training.sentence_start)
    learned = call_function("index_in", [all_learned], SetLookupOptions(sentences.dictionary))
    in_test = np.flatnonzero(mask_from_arrow(call_function("is_valid", [learned])))
    number, n_distinct = from_arrow(call_function("drop_null", [learned])), len(sentences.dictionary)
    first_training = np.zeros(n_distinct, dtype=np.intp)
    first_training[number[::-1]] = in_test[::-1]  # the last that is written stays: the first in training
    return from_arrow(sentences.indices), np.bincount(number, minlength=n_distinct), first_training
