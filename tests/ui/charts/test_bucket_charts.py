"""Charts of buckets as values: what bars say, and that each opens exactly what it counts."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from nerinspect.charts.buckets import AttributeScores, BucketScores, count_buckets, large_chart, small_chart
from nerinspect.charts.scores import Shown
from nerinspect.charts.values import Bar, Chart, Figure, spoken
from nerinspect.events.scores import Measure
from nerinspect.events.study import Study
from nerinspect.io.writing.pictures import FigureLook
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.ui.charts.figure import DrawnFigure

MakeStudy = Callable[..., Study]
SHOWN = Shown(0, (1,), ("flair", "plain"))


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give three mentions of which flair finds one of length 1, plain all."""
    return make_study_from(
        "Ostend/B-LOC/B-LOC/B-LOC said/O/O/O Grey/B-ORG/B-ORG/B-ORG Heron/I-ORG/O/I-ORG so/O/B-PER/O",
        "Ulm/B-LOC/O/B-LOC",
        systems=("flair", "plain"),
    )


def of(scores: BucketScores, name: str) -> AttributeScores:
    return next(one for one in scores.attributes if one.name == name)


@pytest.fixture
def lengths(study: Study) -> AttributeScores:
    return of(count_buckets(study, WHOLE, 2), "eLen")


@pytest.fixture
def small(lengths: AttributeScores) -> Chart:
    return small_chart(lengths, SHOWN)


def kept(study: Study, bar: Bar, is_count: bool = False) -> list[int]:
    door = bar.count_door if is_count else bar.door
    assert door is not None
    here = study.events.prediction == 0
    return np.flatnonzero(door.mask(study)[here]).tolist()


def test_bars_are_f1_of_the_prediction_on_show_with_those_of_others_beside(small: Chart) -> None:
    assert [(bar.label, bar.length, bar.text, bar.shorter) for bar in small.bars] == [
        ("XS", pytest.approx(2 / 5), "40.00", "40.0"),
        ("XS", 1.0, "100.00", "100.0"),
        ("XL", 0.0, "0.00", "0.0"),
        ("XL", 1.0, "100.00", "100.0"),
    ]


def test_numbers_below_the_axis_count_the_reference(small: Chart) -> None:
    assert [bar.count for bar in small.bars[::2]] == ["2", "1"]


@pytest.mark.usefixtures("qapp")
def test_nothing_but_its_bold_number_marks_the_worst_bucket(small: Chart) -> None:
    plain = replace(small, bars=tuple(replace(bar, is_worst=False) for bar in small.bars))
    drawn = [DrawnFigure(Figure((chart,))).drawn("svg", FigureLook()) for chart in (small, plain)]
    assert drawn[0] != drawn[1]
    assert len({(svg.count(b"<p"), svg.count(b"<rect"), svg.count(b"<line")) for svg in drawn}) == 1


def test_the_worst_bucket_is_marked_and_said(small: Chart) -> None:
    assert [bar.is_worst for bar in small.bars] == [False, False, True, False]
    assert small.bars[2].say().endswith("; the worst bucket")


def test_where_no_bucket_is_worse_none_is_marked(lengths: AttributeScores) -> None:
    chart = small_chart(lengths, Shown(1, (), SHOWN.names))
    assert [bar.is_worst for bar in chart.bars] == [False, False]


def test_a_bar_says_what_it_holds_and_all_its_scores(small: Chart) -> None:
    assert small.bars[0].say() == (
        "flair, eLen, 1 token (XS): 2 reference mentions, 3 predicted, 1 correct; Precision 33.33, Recall 50.00, "
        "F1 40.00 (95 % interval of F1 8.72 to 82.31)"
    )


def test_a_bar_opens_its_bucket_and_the_one_below_the_reference_in_it(small: Chart) -> None:
    bar = small.bars[0]
    assert bar.count_door is not None
    assert (query_text(bar.door), query_text(bar.count_door)) == ("bucket:eLen/2=XS", "refbucket:eLen/2=XS")


@pytest.mark.parametrize("attribute", ["eLen", "sLen", "eDen", "type"])
@pytest.mark.parametrize("query", ["", "type:ORG", "doc:1 type:LOC", "-kind:tp"])
def test_bars_open_events_that_hold_what_they_count(sample_study: Study, attribute: str, query: str) -> None:
    base = MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(sample_study)))) if query else WHOLE
    scores = of(count_buckets(sample_study, base, 4), attribute)
    for place, bar in zip(scores.drawn(), small_chart(scores, Shown(0, (), ("rich", "plain"))).bars, strict=True):
        counts, door = scores.scores(0, place), parse_query(query_text(bar.door), Vocabulary.of(sample_study))
        assert door.mask(sample_study).tolist() == bar.door.mask(sample_study).tolist()
        assert bool(kept(sample_study, bar)) == bool(counts.reference + counts.predicted)
        assert len(kept(sample_study, bar, is_count=True)) <= counts.reference
        assert bool(kept(sample_study, bar, is_count=True)) == bool(counts.reference)


def test_the_large_chart_has_bars_side_by_side_with_intervals(lengths: AttributeScores) -> None:
    chart = large_chart(lengths, SHOWN, "Recall")
    assert [(bar.label, bar.text, bar.detail) for bar in chart.bars] == [
        ("XS", "50.00", "1 token"),
        ("XS", "100.00", "1 token"),
        ("XL", "0.00", "2 or more tokens"),
        ("XL", "100.00", "2 or more tokens"),
    ]
    assert all(low <= bar.length <= high for bar in chart.bars for low, high in [bar.interval])
    assert [chart.prediction_of(place) for place in range(4)] == [0, 1, 0, 1]


def test_a_chart_of_several_systems_is_said_bucket_by_bucket(lengths: AttributeScores) -> None:
    said = spoken(large_chart(lengths, SHOWN, "F1"))
    assert said == "F1 by mention length, flair, F1 of all 33.33: XS 40.00, 100.00; XL 0.00, 100.00"


@pytest.mark.parametrize(
    ("measure", "door"),
    [("F1", "bucket:eLen/2=XS"), ("Precision", "predbucket:eLen/2=XS"), ("Recall", "refbucket:eLen/2=XS")],
)
def test_a_bar_opens_what_its_measure_counts(lengths: AttributeScores, measure: Measure, door: str) -> None:
    assert query_text(large_chart(lengths, SHOWN, measure).bars[0].door) == door


def test_an_undefined_score_has_no_whisker(make_study_from: MakeStudy) -> None:
    study = make_study_from("Ulm/B-LOC/B-LOC")
    bar = large_chart(of(count_buckets(study, WHOLE, 2), "eLen"), Shown(0, (), ("flair",)), "F1").bars[1]
    assert (bar.text, bar.interval) == ("–", ())


def test_charts_leave_out_names_with_few_mentions(make_study_from: MakeStudy) -> None:
    words = " ".join(f"w{number}/B-T{number:02d}/O" for number in range(13))
    study = make_study_from(f"{words} more/B-T12/O")
    chart = small_chart(of(count_buckets(study, WHOLE, 4), "type"), Shown(0, (), ("flair",)))
    assert [bar.label for bar in chart.bars] == [f"T{number:02d}" for number in (*range(11), 12)]


def test_without_training_data_it_is_said_what_is_missing(study: Study) -> None:
    assert count_buckets(study, WHOLE, 4).missing == ("oDen", "eFre", "eCon", "tFre", "tCon")
