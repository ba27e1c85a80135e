from collections.abc import Callable

import numpy as np
import pytest

from nerinspect.checking.repair_effects import RepairEffects, repair_effects
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.encoding.labels import DIALECTS, LabelColumn
from nerinspect.encoding.transitions import WrittenLabels
from nerinspect.lists.table import Table
from nerinspect.tables.annotation import differences_table, effects_table, transitions_table

MakeText = Callable[..., Text]
MakeEffects = Callable[..., RepairEffects]


@pytest.fixture
def make_effects(make_text: MakeText) -> MakeEffects:
    """Repair `Port/B-LOC of/I-ORG` against reference mentions."""

    def make(
        sentence: str, reference: list[tuple[int, int, str]] | None, is_reference: bool = False, encoding: str = "BIO"
    ) -> RepairEffects:
        pairs = [word.split("/") for word in sentence.split()]
        names = tuple(dict.fromkeys(label for _, label in pairs))
        codes = np.array([names.index(label) for _, label in pairs], dtype=np.int32)
        text = make_text([[token for token, _ in pairs]])
        written = WrittenLabels(text, LabelColumn(names, codes), DIALECTS[encoding])
        if reference is None:
            return repair_effects(written, None, is_reference)
        types = tuple(sorted({name for _, _, name in reference}))
        rows = [(start, end, types.index(name)) for start, end, name in reference]
        start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T.copy()
        return repair_effects(written, Mentions(start, end, codes, types), is_reference)

    return make


def rows(table: Table) -> list[dict[str, object]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table]


def test_an_undefined_choice_is_empty(make_effects: MakeEffects) -> None:
    none = rows(effects_table(make_effects("Ulm/I-LOC", [(0, 1, "LOC")])))[0]
    assert none.pop("repair") == "none"
    assert set(none.values()) == {None}


def test_choices_stand_side_by_side(make_effects: MakeEffects) -> None:
    _, conlleval, discard = rows(effects_table(make_effects("Ulm/I-LOC now/O", [(0, 1, "LOC")])))
    assert [conlleval[name] for name in ("labels_changed", "predicted", "correct", "tp", "fn")] == [1, 1, 1, 1, 0]
    assert [discard[name] for name in ("labels_changed", "predicted", "correct", "tp", "fn")] == [1, 0, 0, 0, 1]


def test_without_the_other_side_mentions_are_counted(make_effects: MakeEffects) -> None:
    conlleval = rows(effects_table(make_effects("Ulm/I-LOC", None)))[1]
    assert (conlleval["predicted"], conlleval["reference"], conlleval["f1"]) == (1, None, None)


def test_transitions_stand_with_what_each_repair_makes_of_them(make_effects: MakeEffects) -> None:
    written = make_effects("Port/B-LOC Ulm/I-ORG", None).written
    assert rows(transitions_table(written)) == [
        {
            "line": 2, "document": 1, "sentence": 1, "token": "Ulm", "previous": "B-LOC", "label": "I-ORG",
            "conlleval": "B-ORG", "discard": "O", "problem": "I-ORG cannot follow B-LOC in BIO",
        }
    ]  # fmt: skip


def test_differing_events_read_was_and_becomes(make_effects: MakeEffects) -> None:
    found = rows(differences_table(make_effects("Port/B-LOC of/I-LOC Ulm/I-ORG", [(0, 3, "LOC")])))
    assert found == [
        {
            "line": 1, "document": 1, "sentence": 1, "segment": "Port of Ulm", "reference": "[LOC Port of Ulm]",
            "conlleval_kinds": "lbe", "conlleval_mentions": "[LOC Port of] [ORG Ulm]", "conlleval_demerits": 3,
            "discard_kinds": "be", "discard_mentions": "[LOC Port of]", "discard_demerits": 2,
        }
    ]  # fmt: skip


def test_for_a_repaired_reference_the_prediction_is_what_stays(make_effects: MakeEffects) -> None:
    found = rows(differences_table(make_effects("Ulm/I-LOC", [(0, 1, "LOC")], is_reference=True)))
    assert [found[0][name] for name in ("prediction", "conlleval_mentions", "discard_mentions")] == [
        "[LOC Ulm]",
        "[LOC Ulm]",
        "",
    ]
    assert (found[0]["conlleval_kinds"], found[0]["discard_kinds"]) == ("tp", "fp")


def test_a_single_repair_has_no_differences(make_effects: MakeEffects) -> None:
    assert rows(differences_table(make_effects("Ulm/B-LOC", [(0, 1, "LOC")], encoding="IOB"))) == []


def test_only_some_differences_can_be_listed(make_effects: MakeEffects) -> None:
    effects = make_effects("Ulm/I-LOC now/O Elin/I-PER", [(0, 1, "LOC")])
    assert [row["segment"] for row in rows(differences_table(effects, [1]))] == ["Elin"]
