"""Every repair of one source side by side, and the numbers of a study that was loaded with it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.checking.repair_effects import repair_effects, written_labels
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.labels import DIALECTS, LabelColumn
from nerinspect.encoding.transitions import WrittenLabels
from nerinspect.events.scores import Tally, score_prediction
from nerinspect.events.segment_events import KINDS
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Cancelled

MakeText = Callable[..., Text]
MakeMentions = Callable[..., Mentions]


def written(make_text: MakeText, *sentences: str, encoding: str = "BIO") -> WrittenLabels:
    """Read the labels of sentences, such as `O I-ORG`."""
    labels = [label for sentence in sentences for label in sentence.split()]
    names = tuple(dict.fromkeys(labels))
    codes = np.array([names.index(label) for label in labels], dtype=np.int32)
    text = make_text([["w"] * len(sentence.split()) for sentence in sentences])
    return WrittenLabels(text, LabelColumn(names, codes), DIALECTS[encoding])


def spans(mentions: Mentions | None) -> list[tuple[int, int, str]]:
    assert mentions is not None
    names = [mentions.types[code] for code in mentions.type_codes]
    return list(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def test_each_repair_reads_other_mentions(make_text: MakeText) -> None:
    effects = repair_effects(written(make_text, "B-LOC I-ORG I-ORG"))
    none, conlleval, discard = effects.choices
    assert (none.method, none.mentions, none.repair.n_changed) == ("none", None, 0)
    assert (conlleval.repair.n_changed, spans(conlleval.mentions)) == (1, [(0, 1, "LOC"), (1, 3, "ORG")])
    assert (discard.repair.n_changed, spans(discard.mentions)) == (2, [(0, 1, "LOC")])


def test_valid_labels_need_no_choice(make_text: MakeText, make_mentions: MakeMentions) -> None:
    effects = repair_effects(written(make_text, "B-LOC O"), make_mentions([(0, 1, "LOC")]))
    tallies = [choice.tally for choice in effects.choices]
    assert [tally and tally.overall.correct for tally in tallies] == [1, 1, 1]
    assert effects.differences is not None
    assert len(effects.differences) == 0


def test_scores_and_events_stand_side_by_side(make_text: MakeText, make_mentions: MakeMentions) -> None:
    effects = repair_effects(
        written(make_text, "B-LOC I-ORG O", "I-PER"), make_mentions([(1, 2, "ORG"), (3, 4, "LOC")])
    )
    _, conlleval, discard = effects.choices
    assert conlleval.tally is not None
    assert discard.tally is not None
    assert dict(zip(KINDS, conlleval.tally.kinds.tolist(), strict=True)) == {
        "tp": 1, "fp": 1, "fn": 0, "le": 1, "be": 0, "lbe": 0,
    }  # fmt: skip
    assert dict(zip(KINDS, discard.tally.kinds.tolist(), strict=True)) == {
        "tp": 0, "fp": 1, "fn": 2, "le": 0, "be": 0, "lbe": 0,
    }  # fmt: skip
    assert (conlleval.tally.overall.predicted, discard.tally.overall.predicted) == (3, 1)
    assert effects.differences is not None
    assert (effects.differences.start.tolist(), effects.differences.end.tolist()) == ([1, 3], [2, 4])


def test_repairing_the_reference_changes_its_mentions(make_text: MakeText, make_mentions: MakeMentions) -> None:
    effects = repair_effects(written(make_text, "I-LOC O"), make_mentions([(0, 1, "LOC")]), is_reference=True)
    _, conlleval, discard = effects.choices
    assert conlleval.tally is not None
    assert discard.tally is not None
    assert (conlleval.tally.overall.reference, discard.tally.overall.reference) == (1, 0)
    assert discard.tally.n_events("fp") == 1


def test_types_are_changed_as_in_the_study(make_text: MakeText, make_mentions: MakeMentions) -> None:
    changes = TypeChanges(remove=("PER",), mapping=(("FAC", "LOC"),))
    found = written(make_text, "I-FAC O I-PER")
    effects = repair_effects(found, make_mentions([(0, 1, "LOC")]), changes=changes)
    assert effects.compared is not None
    assert [spans(choice.mentions) for choice in effects.compared] == [[(0, 1, "LOC")], []]
    assert effects.compared[0].tally is not None
    assert effects.compared[0].tally.overall.correct == 1


def test_a_repair_lists_the_labels_it_changes(make_text: MakeText) -> None:
    repair = repair_effects(written(make_text, "O I-X I-X I-Y")).choices[1].repair
    assert (repair.n_invalid, repair.position.tolist()) == (2, [1, 3])
    assert (repair.before, repair.after) == (("I-X", "I-Y"), ("B-X", "B-Y"))


def test_a_single_repair_is_compared_with_nothing(make_text: MakeText, make_mentions: MakeMentions) -> None:
    effects = repair_effects(written(make_text, "O B-LOC", encoding="IOB"), make_mentions([]))
    assert [choice.method for choice in effects.choices] == ["none", "conlleval"]
    assert effects.compared is None
    assert effects.differences is None
    assert effects.choice("discard") is None


def test_without_the_other_side_mentions_are_counted(make_text: MakeText) -> None:
    effects = repair_effects(written(make_text, "I-LOC O"))
    assert [choice.tally for choice in effects.choices] == [None, None, None]
    assert effects.differences is None


def test_the_work_can_be_cancelled(make_text: MakeText) -> None:
    def cancel(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        repair_effects(written(make_text, "O"), checkpoint=cancel)


@given(labels=st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"]), min_size=1, max_size=9))
def test_the_number_of_predicted_mentions_differs_by_what_groups_say(make_text: MakeText, labels: list[str]) -> None:
    found = written(make_text, " ".join(labels))
    none = np.zeros(0, dtype=np.int32)
    effects = repair_effects(found, Mentions(none, none, none, ()))
    if effects.differences is None:
        return
    found_one, found_other = effects.differences.one.events, effects.differences.other.events
    one = len(found_one.rows(effects.differences.one_events).mentions("predicted"))
    other = len(found_other.rows(effects.differences.other_events).mentions("predicted"))
    assert effects.choices[1].mentions is not None
    assert effects.choices[2].mentions is not None
    assert other - one == len(effects.choices[2].mentions) - len(effects.choices[1].mentions)


# Real files

FILES = {
    "wnut17/submissions/mic-cis.txt": "wnut17/emerging.test.annotated",
    "wnut17/submissions/spinningbytes.txt": "wnut17/emerging.test.annotated",
    "masakhaner2-pcm/predictions/mbert.run1.txt": "masakhaner2-pcm/test.txt",
    "masakhaner2-ewe/predictions/mbert.run1.txt": "masakhaner2-ewe/test.txt",
}


def counted(tally: Tally | None) -> list[int]:
    assert tally is not None
    overall = tally.overall
    return [*tally.kinds.tolist(), overall.reference, overall.predicted, overall.correct, tally.demerits, tally.tn]


@pytest.mark.parametrize("predicted", FILES)
def test_counts_of_a_choice_are_those_of_a_file_loaded_with_it(data_folder: Path, predicted: str) -> None:
    request = LoadRequest(str(data_folder / FILES[predicted]), (str(data_folder / predicted),), tokens="positions")
    studies = {method: load_study(replace(request, repair=method)) for method in ("conlleval", "discard")}
    read = studies["conlleval"]
    found = written_labels(read.text, read.predictions[0].annotation)
    assert found is not None
    effects = repair_effects(found, read.reference.mentions)
    for method, study in studies.items():
        choice = effects.choice(method)
        assert choice is not None
        assert counted(choice.tally) == counted(score_prediction(study, 0))
        assert choice.repair.n_changed == study.predictions[0].annotation.repair.n_changed
