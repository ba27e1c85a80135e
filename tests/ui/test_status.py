from collections.abc import Callable
from dataclasses import replace

import pytest

from nerinspect.analysis.reconciliation import Reconciliation
from nerinspect.analysis.study import Annotation, Study
from nerinspect.ui.status import reconciliation_text, source_text

MakeStudy = Callable[..., Study]


def read_so(study: Study, **facts: object) -> Study:
    """Let the reference have been read in another way."""
    annotation = study.reference
    source = replace(annotation.source, **facts)  # type: ignore[arg-type]
    return replace(study, reference=Annotation(annotation.mentions, source, annotation.repair))


def test_the_size_of_the_text_is_told(make_study_from: MakeStudy) -> None:
    assert source_text(make_study_from("a/O/O b/O/O", "c/O/O"), 0) == "2 sentences, 3 tokens"


@pytest.mark.parametrize(("n_changed", "said"), [(1, "1 label repaired"), (1234, "1,234 labels repaired")])
def test_repairs_are_told(make_study_from: MakeStudy, n_changed: int, said: str) -> None:
    study = read_so(make_study_from("a/O/O"), n_changed=n_changed, repair="discard", path="/data/ref.conll")
    assert f"{said} in ref.conll (discard)" in source_text(study, 0)


def test_notes_are_told(make_study_from: MakeStudy) -> None:
    study = read_so(make_study_from("a/O/O"), notes=("labels alone",), path="/data/ref.conll")
    assert "ref.conll: labels alone" in source_text(study, 0)


def test_the_prediction_on_show_is_described(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/O/O/O", systems=("flair", "spacy"))
    flair, spacy = study.predictions
    noted = Annotation(spacy.mentions, replace(spacy.annotation.source, notes=("labels alone",)))
    study = replace(study, predictions=(flair, replace(spacy, annotation=noted)))
    assert "labels alone" in source_text(study, 1)
    assert "labels alone" not in source_text(study, 0)


def test_mentions_of_both_sides_add_up() -> None:
    text = reconciliation_text(Reconciliation((1000, 0, 30, 2, 3, 4), (1000, 50, 0, 2, 5, 6)))
    assert "reference <b>1,039</b> = 1,000 TP + 30 FN + 2 LE + 3 BE + 4 LBE" in text
    assert "predicted <b>1,063</b> = 1,000 TP + 50 FP + 2 LE + 5 BE + 6 LBE" in text


def test_without_a_prediction_nothing_adds_up() -> None:
    assert reconciliation_text(None) == ""
