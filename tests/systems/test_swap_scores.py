from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.scores import Counts
from nerinspect.events.study import Annotation, Study
from nerinspect.systems.swap_test import SWAP_PATTERNS, SwapScores, swap_scores
from tests.events.relation_studies import Sentence, relation_sentences, relation_study
from tests.systems.plain_swap import Span, Triple, plain_sentences
from tests.training.trained_studies import BuildStudy

BOTH = [(0, 1, "Per"), (2, 3, "Per")]
KILL, DEEK = (0, "Kill", 1), (1, "Kill", 0)


def scored(
    build_study: BuildStudy, *predicted: tuple[list[tuple[int, int, str]], list[tuple[int, str, int]]]
) -> SwapScores:
    """Score what a system says of sentences such as “Ann shot Bo”."""
    sentences: list[Sentence] = [(["Ann", "shot", "Bo"], (BOTH, [KILL]), [said]) for said in predicted]
    [scores] = swap_scores(relation_study(build_study, sentences), "Kill", np.arange(len(sentences), dtype=np.int32))
    return scores


def test_each_pattern_has_its_sentence(build_study: BuildStudy) -> None:
    found = scored(build_study, (BOTH, [KILL]), (BOTH, [DEEK]), (BOTH, [KILL, DEEK]), (BOTH, []))
    assert [SWAP_PATTERNS[place] for place in found.patterns] == ["swapped", "original", "both", "none"]
    assert (found.relations, found.reverse) == (Counts(4, 4, 2), Counts(4, 4, 2))


def test_only_relations_of_the_type_count(build_study: BuildStudy) -> None:
    found = scored(build_study, (BOTH, [KILL, (0, "Meet", 1)]), (BOTH, [(0, "Meet", 1)]))
    assert found.relations == Counts(2, 1, 1)


@pytest.mark.parametrize("head", [(0, 1, "Loc"), (0, 2, "Per")])
def test_arguments_are_judged_strictly_and_mentions_of_all_types(
    build_study: BuildStudy, head: tuple[int, int, str]
) -> None:
    found = scored(build_study, ([head, (2, 3, "Per")], [KILL]))
    assert (found.mentions, found.relations, found.reverse) == (Counts(2, 2, 1), Counts(1, 1, 0), Counts(1, 1, 0))


def test_other_sentences_do_not_count(build_study: BuildStudy) -> None:
    right: Sentence = (["Ann", "shot", "Bo"], (BOTH, [KILL]), [(BOTH, [KILL])])
    study = relation_study(build_study, [right, (["Ann"], ([], []), [([(0, 1, "Per")], [(0, "Kill", 0)])]), right])
    [found] = swap_scores(study, "Kill", np.array([2], dtype=np.int32))
    assert (found.mentions, found.relations, found.finds.tolist()) == (Counts(2, 2, 2), Counts(1, 1, 1), [True])


def test_the_choice_for_relations_is_not_looked_at(build_study: BuildStudy) -> None:
    """A symmetric type would make both directions right."""
    study = relation_study(build_study, [(["Ann", "shot", "Bo"], (BOTH, [KILL]), [(BOTH, [DEEK])])])
    symmetric = replace(study, relation_choice=replace(study.relation_choice, symmetric=("Kill",)))
    [found] = swap_scores(symmetric, "Kill", np.array([0], dtype=np.int32))
    assert (found.relations.correct, found.reverse.correct) == (0, 1)


@given(st.data())
def test_scores_agree_with_plain_sets(build_study: BuildStudy, data: st.DataObject) -> None:
    drawn = data.draw(relation_sentences(0, 2))
    sure: Sentence = (["Ann", "shot", "Bo"], (BOTH, [KILL]), [(BOTH, [DEEK, KILL]), (BOTH, [DEEK])])
    study = relation_study(build_study, [sure, *drawn], [("one", 1), ("two", 1)])
    reference = sides(study)[0]
    single = [number for number, triples in enumerate(reference) if len(triples) == 1]
    found = swap_scores(study, "Kill", np.array(single, dtype=np.int32))
    for scores, predicted in zip(found, sides(study)[1:], strict=True):
        turned = [{(tail, name, head) for head, name, tail in triples} for triples in reference]
        for counts, expected in ((scores.relations, reference), (scores.reverse, turned)):
            right = sum(len(expected[number] & predicted[number]) for number in single)
            assert counts == Counts(len(single), sum(len(predicted[number]) for number in single), right)
    mentions = [spans_in(study, annotation) for annotation in annotations(study)]
    for scores, own in zip(found, mentions[1:], strict=True):
        each = [(mentions[0][number], own[number]) for number in single]
        assert scores.mentions == Counts(
            sum(len(truth) for truth, _ in each), sum(len(said) for _, said in each), sum(len(a & b) for a, b in each)
        )


def sides(study: Study) -> list[list[set[Triple]]]:
    """List the relations of the type in each sentence, for the reference and each prediction."""
    found = []
    for annotation in annotations(study):
        assert annotation.relations is not None
        sentences = plain_sentences(study.text, annotation.mentions, annotation.relations)
        found.append([{one for one in triples if one[1] == "Kill"} for _, _, triples in sentences])
    return found


def annotations(study: Study) -> list[Annotation]:
    return [study.reference, *(one.annotation for one in study.predictions)]


def spans_in(study: Study, annotation: Annotation) -> list[set[Span]]:
    assert annotation.relations is not None
    return [set(spans) for _, spans, _ in plain_sentences(study.text, annotation.mentions, annotation.relations)]
