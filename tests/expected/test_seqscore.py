from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import pytest
from seqscore.conll import CoNLLIngester, LineSpec, ingest_conll_file
from seqscore.encoding import get_encoding
from seqscore.model import LabeledSequence
from seqscore.scoring import ClassificationScore, score_sequence_mentions

from nerinspect.events.scores import Tally, score_prediction
from nerinspect.events.study import Study

LoadData: TypeAlias = Callable[..., Study]
Counted: TypeAlias = dict[str, tuple[int, int, int]]

WNUT17 = [
    ("wnut17/emerging.test.annotated", f"wnut17/submissions/{name}")
    for name in ("arcada", "drexel_cci", "flytxt", "mic-cis.txt", "sjtu_adapt.txt", "spinningbytes.txt", "uh_ritual")
]
MASAKHANER2 = [
    (f"{data}/test.txt", f"{data}/predictions/{model}.run{run}.txt")
    for data, model in (
        ("masakhaner2-pcm", "mbert"),
        ("masakhaner2-pcm", "afroxlmr"),
        ("masakhaner2-ewe", "mbert"),
    )
    for run in (1, 4)
]


@lru_cache(maxsize=4)
def as_they_read(path: Path, column: int, repair: str | None) -> list[LabeledSequence]:
    documents = ingest_conll_file(
        path, "BIO", "utf-8", LineSpec(0, column), repair=repair, ignore_document_boundaries=True,
        allow_comment_lines=False, quiet=True,
    )  # fmt: skip
    return [sentence for document in documents for sentence in document]


def their_counts(path: Path, prediction: Path, columns: tuple[int, int], repair: str | None) -> Counted:
    """Let seqscore count reference, predicted and correct mentions by type."""
    score = ClassificationScore()
    reference, predicted = as_they_read(path, columns[0], None), as_they_read(prediction, columns[1], repair)
    for ref, pred in zip(reference, predicted, strict=True):
        score_sequence_mentions(pred.mentions, ref.mentions, score)
    return {name: (of.total_ref, of.total_pos, of.true_pos) for name, of in score.type_scores.items()}


def our_counts(tally: Tally) -> Counted:
    counts = {name: tally.of_type(name) for name in tally.types}
    return {name: (of.reference, of.predicted, of.correct) for name, of in counts.items()}


@pytest.mark.parametrize("system", ["flair", "elmo"])
def test_counts_of_a_merged_file(system: str, load_data: LoadData, data_folder: Path) -> None:
    path = data_folder / "wnut16" / f"{system}.txt"
    tally = score_prediction(load_data(f"wnut16/{system}.txt"), 0)
    assert our_counts(tally) == their_counts(path, path, (1, 2), None)


@pytest.mark.parametrize(("reference", "prediction"), WNUT17 + MASAKHANER2)
@pytest.mark.parametrize("repair", ["conlleval", "discard"])
def test_counts_after_repair(
    repair: str, reference: str, prediction: str, load_data: LoadData, data_folder: Path
) -> None:
    tokens = "positions" if prediction.endswith("mic-cis.txt") else "same"
    tally = score_prediction(load_data(reference, (prediction,), repair, tokens), 0)
    assert our_counts(tally) == their_counts(data_folder / reference, data_folder / prediction, (-1, -1), repair)


@pytest.mark.parametrize(("reference", "prediction"), WNUT17 + MASAKHANER2)
def test_invalid_transitions(reference: str, prediction: str, load_data: LoadData, data_folder: Path) -> None:
    tokens = "positions" if prediction.endswith("mic-cis.txt") else "same"
    study = load_data(reference, (prediction,), "conlleval", tokens)
    with (data_folder / prediction).open(encoding="utf-8") as file:
        documents = CoNLLIngester(get_encoding("BIO"), LineSpec(0, -1)).validate(file, prediction)
    n_theirs = sum(len(sentence) for document in documents for sentence in document)
    assert study.predictions[0].annotation.source.n_invalid == n_theirs
