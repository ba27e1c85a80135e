"""Test sentences that stand in the training data too."""

import numpy as np
import pyarrow.compute as pc

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, mask_from_arrow
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.matching import over_one_vocabulary
from nerinspect.corpus.sequences import as_sequences


@kept_with_owner
def sentences_in_training(study: Study) -> BoolArray:
    """Tell which sentences of the test text stand in the training text too: the same tokens, as written, no others.

    Parameters
    ----------
    study : Study
        With or without training data.

    Returns
    -------
    ndarray of bool, shape (n_sentences,)
        All false without training data.
    """
    if study.training is None:
        return np.zeros(study.text.n_sentences, dtype=bool)
    text, training = over_one_vocabulary(study.text, study.training.text)
    known = as_sequences(training.codes, training.sentence_start)
    return mask_from_arrow(pc.is_in(as_sequences(text.codes, text.sentence_start), known))
