"""Relation events as numbered examples: what each reading says, and what stands beneath."""

import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListForm
from nerinspect.io.writing.forms import EXAMPLES
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.table import Of

COLUMNS = ("system", "sentence", "kind", "left", "text", "right", "verdict", "note")


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """Build a study in which a relation is missed, one is of another type, and a mention stands to itself."""
    tokens = ["Ann", "Lee", "&", "Bo", "met", "Cy"]
    mentions = [{"type": "Per_1", "start": start, "end": end} for start, end in ((0, 2), (3, 4), (5, 6))]
    sides = {
        "ref": [(0, "Meet", 2), (2, "Kill", 1)],
        "pred": [(0, "Kill", 2), (1, "Meet", 1)],
    }
    for name, relations in sides.items():
        listed = [{"head": head, "type": kind, "tail": tail} for head, kind, tail in relations]
        sentence = {"tokens": tokens, "entities": mentions, "relations": listed}
        (tmp_path / f"{name}.json").write_text(json.dumps([sentence]))
    return load_study(LoadRequest(str(tmp_path / "ref.json"), (f"pred={tmp_path / 'pred.json'}",)))


def examples(study: Study, *columns: str, is_empty: bool = False) -> str:
    form = ListForm(RELATIONS, EXAMPLES, columns or COLUMNS, more=(Of.DECISIONS,))
    order = np.arange(0 if is_empty else len(relation_events(study)))
    file = io.StringIO(newline="")
    form.writer(study, len(order), {})(form.table(study, order), file)
    return file.getvalue()


def test_each_reading_names_its_relation_and_labels_its_arguments(study: Study) -> None:
    written = examples(study)
    assert written.startswith("% 3 relation events\n")
    assert (
        "\\item\n"
        "\\begin{enumerate}\n"
        "\\item \\textsc{reference}: Meet\\quad"
        " [Ann Lee]\\textsubscript{head, Per\\_1} \\& Bo met [Cy]\\textsubscript{tail, Per\\_1}\n"
        "\\item \\textsc{prediction} (pred): Kill\\quad"
        " [Ann Lee]\\textsubscript{head, Per\\_1} \\& Bo met [Cy]\\textsubscript{tail, Per\\_1}\n"
        "\\end{enumerate}\n"
        "{\\small Wrong type, sentence 1.\\par}\n"
    ) in written


def test_a_tail_may_stand_before_its_head(study: Study) -> None:
    assert (
        "\\item \\textsc{reference}: Kill\\quad"
        " Ann Lee \\& [Bo]\\textsubscript{tail, Per\\_1} met [Cy]\\textsubscript{head, Per\\_1}\n"
    ) in examples(study)


def test_a_side_without_the_relation_says_so(study: Study) -> None:
    assert "\\item \\textsc{prediction} (pred): no relation\\quad Ann Lee \\& Bo met Cy\n" in examples(study)


def test_a_mention_that_stands_to_itself_is_head_and_tail(study: Study) -> None:
    assert "[[Bo]\\textsubscript{head, Per\\_1}]\\textsubscript{tail, Per\\_1}" in examples(study)


def test_what_was_decided_stands_beneath(study: Study) -> None:
    study.relation_decisions.decide(0, Decision("reference-wrong", note="see 3_a"))
    assert "sentence 1. Reference wrong. \\emph{see 3\\_a}\\par}\n" in examples(study)


def test_columns_that_are_not_asked_for_are_not_told(study: Study) -> None:
    written = examples(study, "text")
    assert "small" not in written
    assert "(pred)" not in written


def test_other_columns_are_named(study: Study) -> None:
    assert "{\\small Setting boundaries, distance 3.\\par}" in examples(study, "setting", "distance", "reference_head")


def test_without_events_there_is_still_an_item(study: Study) -> None:
    assert "\\item no event\n" in examples(study, is_empty=True)


def test_between_annotators_nobody_is_the_reference(study: Study) -> None:
    written = examples(replace(study, annotator="Ann_1"))
    assert "\\textsc{A} (Ann\\_1): Meet\\quad" in written
    assert "\\textsc{B} (pred): Kill\\quad" in written
    assert "reference" not in written
