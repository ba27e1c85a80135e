"""CoNLL04's relations between mentions of one type, swapped, beside plain loops over the file's own JSON."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from nerinspect.io.request import LoadRequest
from nerinspect.io.swap_files import SwapFile, read_predictions, read_swap, swap_file
from nerinspect.systems.swap_test import Swapped, SwapScores, swap_scores
from tests.systems.plain_swap import PlainSentence, plain_reason, plain_sentences, plain_swap

FILE = "conll04-re/conll04.sincere.json"


def read(data_folder: Path, relation_type: str) -> tuple[SwapFile, LoadRequest]:
    path = data_folder / FILE
    if not path.is_file():
        pytest.skip("CoNLL04 is not beside the checkout")
    request = LoadRequest(f"{path}#test")
    return read_swap(request, relation_type), request


def plain_test(data_folder: Path) -> list[PlainSentence]:
    found: list[PlainSentence] = []
    for sentence in json.loads((data_folder / FILE).read_text(encoding="utf-8"))["test"]:
        spans = [(entity["start"], entity["end"], entity["type"]) for entity in sentence["entities"]]
        triples = {(spans[one["head"]], one["type"], spans[one["tail"]]) for one in sentence["relations"]}
        found.append((sentence["tokens"], sorted(set(spans)), sorted(triples)))
    return found


def plain(of: Swapped) -> list[PlainSentence]:
    return plain_sentences(of.text, of.mentions, of.relations)


@pytest.mark.parametrize("relation_type", ["Kill", "Located_In"])
def test_the_same_sentences_are_swapped_as_in_plain_loops(data_folder: Path, relation_type: str) -> None:
    found = read(data_folder, relation_type)[0].swapped
    sentences = plain_test(data_folder)
    reasons = [plain_reason(sentence, relation_type) for sentence in sentences]
    assert Counter(found.n_left_out) == Counter(reason for reason in reasons if reason)
    expected = [plain_swap(one, relation_type) for one, why in zip(sentences, reasons, strict=True) if why is None]
    assert plain(found) == expected


@pytest.mark.parametrize("relation_type", ["Kill", "Located_In"])
def test_swapping_twice_gives_the_sentences_of_the_file(data_folder: Path, relation_type: str, tmp_path: Path) -> None:
    file, _ = read(data_folder, relation_type)
    once = tmp_path / "once.json"
    once.write_bytes(swap_file(file.raw, file.swapped))
    again = read_swap(LoadRequest(str(once)), relation_type)
    sentences = json.loads((data_folder / FILE).read_text(encoding="utf-8"))["test"]
    assert json.loads(swap_file(again.raw, again.swapped)) == [sentences[number] for number in file.swapped.sentence]


@pytest.mark.parametrize("relation_type", ["Kill", "Located_In"])
def test_one_who_knows_the_triples_is_told_from_one_who_reads(
    data_folder: Path, relation_type: str, tmp_path: Path
) -> None:
    file, request = read(data_folder, relation_type)
    reads, knows = tmp_path / "reads.json", tmp_path / "knows.json"
    reads.write_bytes(swap_file(file.raw, file.swapped))
    sentences = json.loads(reads.read_bytes())
    for sentence in sentences:
        for relation in sentence["relations"]:
            if relation["type"] == relation_type:
                relation["head"], relation["tail"] = relation["tail"], relation["head"]
    knows.write_text(json.dumps(sentences), encoding="utf-8")
    study = read_predictions(file, request, [str(reads), str(knows)], on_swapped=True)
    scores = swap_scores(study, relation_type, np.arange(len(file.swapped), dtype=np.int32))
    assert [f1(one) for one in scores] == [(1.0, 1.0, 0.0), (1.0, 0.0, 1.0)]


def f1(scores: SwapScores) -> tuple[float, float, float]:
    return scores.mentions.f1, scores.relations.f1, scores.reverse.f1
