"""Verdicts stand by system, and between annotators by annotator."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from nerinspect.events.decision import Decisions
from nerinspect.events.study import Study
from nerinspect.query.filters import Everything
from nerinspect.query.review_progress import review_progress
from nerinspect.ui.pages.review.verdicts_and_causes import MENTION_TITLES, ProgressParts, ProgressRows


@pytest.mark.parametrize(("annotator", "title"), [("", "Verdicts by system"), ("anna", "Verdicts by annotator")])
def test_one_table_has_a_row_for_each(
    qapp: QApplication, make_study_from: Callable[..., Study], annotator: str, title: str
) -> None:
    study = replace(make_study_from("Harwick/B-ORG/B-LOC"), decisions=Decisions(), annotator=annotator)
    progress = review_progress(study, 0)
    progress = replace(progress, by_prediction=np.repeat(progress.by_prediction, 2, axis=0))
    shown = ProgressParts("Progress", MENTION_TITLES)
    shown.show_progress(ProgressRows(progress, study.wording, Everything()), ["ben", "cleo"])
    assert [part.title for part in shown.parts if not part.isHidden()] == ["Progress", title]
    (table,) = next(part for part in shown.parts if part.title == title).tables
    assert [row.name for row in table.numbers.rows_shown] == ["ben", "cleo"]
    shown.show_progress(ProgressRows(progress, study.wording, Everything()), ["ben"])
    assert [part.title for part in shown.parts if not part.isHidden()] == ["Progress"]
