"""Every number of the tables opens exactly the events that hold what it counts."""

from collections.abc import Callable, Iterator

import pytest

from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, KeptScores, MentionBase, doors_to, score_kept
from nerinspect.query.selection import Selection
from nerinspect.ui.charts.demerits import segments_of
from nerinspect.ui.kit.tables.sheet import Cell, NumberTableModel, RowGroup
from nerinspect.ui.pages.overview.counting import NAME_COLUMNS, SCORE_COLUMNS, score_columns, score_groups
from nerinspect.ui.pages.overview.page import KIND_COLUMNS, kind_groups

MakeStudy = Callable[..., Study]
FILTERS = [
    "",
    "type:ORG",
    "ref:ORG pred:LOC",
    "-type:PER,ORG",
    "elen:1",
    "bucket:eLen=S",
    "doc:1..3 type:LOC,PER",
    "slen:>10 OR doc:2",
]


def base_of(study: Study, query: str) -> MentionBase:
    return MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))


def n_held(study: Study, base: MentionBase, query: str, prediction: int, side: str) -> int:
    """Count the events a query gives, or the counted mentions of a side that they hold."""
    events = study.events
    mask = parse_query(query, Vocabulary.of(study)).mask(study) & (events.prediction == prediction)
    if side == "events":
        return int(mask.sum())
    held = ((name, events.mentions(name, mask)) for name in SIDES if side in (name, "both"))
    return sum(sum(all(own[one] for own in base.passes(study, name)) for one in mentions) for name, mentions in held)


def cells_of(group: RowGroup) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    yield "", group.head.cells
    for row in group.rows:
        yield row.name, row.cells


@pytest.mark.parametrize("query", FILTERS)
def test_a_count_of_scores_opens_the_events_that_hold_its_mentions(sample_study: Study, query: str) -> None:
    base = base_of(sample_study, query)
    for prediction, group in enumerate(score_groups(sample_study, base, score_kept(sample_study, base))):
        for name, cells in cells_of(group):
            own = base._replace(named=frozenset([name])) if name else base
            for cell, side in zip(cells[5:], ("reference", "predicted", "reference"), strict=True):
                assert n_held(sample_study, own, cell.query, prediction, side) == cell.value


@pytest.mark.parametrize("query", FILTERS)
def test_a_count_of_a_kind_opens_the_events_that_hold_it(sample_study: Study, query: str) -> None:
    base = base_of(sample_study, query)
    doors = doors_to(base, base.types_of(sample_study))
    for prediction, scores in enumerate(score_kept(sample_study, base)):
        sides = ("events", "reference", "predicted", "both")
        for group, side in zip(kind_groups("flair", scores, doors), sides, strict=True):
            for cell in group.head.cells[1:]:
                if cell.door is not None:
                    assert n_held(sample_study, base, cell.query, prediction, side) == cell.value


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give LOC 1 of 1, ORG 0 of 1 with one predicted, PER never in the reference."""
    return make_study_from("Ostend/B-LOC/B-LOC said/O/O Grey/B-ORG/B-ORG Heron/I-ORG/O so/O/B-PER")


@pytest.fixture
def scores(study: Study) -> KeptScores:
    return score_kept(study)[0]


def test_scores_are_written_as_percent(study: Study, scores: KeptScores) -> None:
    head = score_groups(study, WHOLE, [scores])[0].head
    assert [cell.text for cell in head.cells] == ["flair", "33.33", "50.00", "40.00", "", "2", "3", "1"]


def test_types_stand_below_their_system(study: Study, scores: KeptScores) -> None:
    assert [row.name for row in score_groups(study, WHOLE, [scores])[0].rows] == ["LOC", "ORG", "PER"]


def test_a_score_tells_its_counts(study: Study, scores: KeptScores) -> None:
    precision = score_groups(study, WHOLE, [scores])[0].head.cells[1]
    assert precision.tooltip == "Correct mentions divided by predicted mentions.\n1 / 3"


def test_an_undefined_score_says_which_count_is_zero(study: Study, scores: KeptScores) -> None:
    recall = score_groups(study, WHOLE, [scores])[0].rows[2].cells[2]
    assert (recall.text, recall.tooltip.splitlines()[-1]) == (
        "–",
        "–: the reference has no mention, so recall is undefined.",
    )


def test_nothing_correct_is_zero_and_not_undefined(study: Study, scores: KeptScores) -> None:
    assert score_groups(study, WHOLE, [scores])[0].rows[1].cells[3].text == "0.00"


def test_runs_of_a_system_follow_their_mean(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-PER/B-PER/O b/B-PER/B-PER/B-PER", systems=("flair", "flair"))
    groups = score_groups(study, WHOLE, score_kept(study))
    assert [(group.head.name, group.head.note) for group in groups] == [
        ("flair", "mean of 2 runs"),
        ("flair run 1", ""),
        ("flair run 2", ""),
    ]
    assert groups[0].head.cells[2].text == "75.00 (35.36)"
    assert groups[0].head.cells[2].deviation == pytest.approx(0.35355339)
    assert groups[0].head.cells[2].tooltip.endswith("\nMean of 100.00; 50.00\nStandard deviation 35.36")


def test_a_mean_of_counts_has_decimals_only_where_it_is_no_whole_number(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-PER/B-PER/O b/B-PER/O/O c/B-PER/B-PER/B-PER", systems=("flair", "flair"))
    mean = score_groups(study, WHOLE, score_kept(study))[0].head
    assert [(cell.text, cell.value) for cell in mean.cells[5:]] == [("3", 3), ("1.5", 1.5), ("1.5", 1.5)]
    assert "Mean of 2; 1\n" in mean.cells[6].tooltip


def test_a_mean_is_no_door(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-PER/B-PER/O", systems=("flair", "flair"))
    mean = score_groups(study, WHOLE, score_kept(study))[0]
    assert [cell.query for cell in mean.head.cells] == [""] * len(SCORE_COLUMNS)


def test_the_sums_of_a_row_add_up(sample_study: Study) -> None:
    scores = score_kept(sample_study)[0]
    for group in kind_groups("flair", scores, doors_to(WHOLE, sample_study.types)):
        values = [cell.value for cell in group.head.cells[1:]]
        assert sum(value for value in values[:6] if isinstance(value, int)) == values[-1]


def test_a_zero_that_cannot_be_anything_else_is_no_door(scores: KeptScores, study: Study) -> None:
    reference = kind_groups("flair", scores, doors_to(WHOLE, study.types))[1].head.cells[2]
    assert (reference.text, reference.query, reference.is_dim) == ("0", "", True)
    assert reference.tooltip == "A spurious event has no reference mention."


def test_every_column_of_kinds_has_a_cell(scores: KeptScores, study: Study) -> None:
    for group in kind_groups("flair", scores, doors_to(WHOLE, study.types)):
        assert len(group.head.cells) == len(KIND_COLUMNS)


def test_bars_show_the_error_events_and_their_demerits(scores: KeptScores, study: Study) -> None:
    segments = segments_of(scores, doors_to(WHOLE, study.types))
    assert [(segment.bar, segment.kind, segment.count) for segment in segments] == [
        (0, "fp", 1),
        (0, "be", 1),
        (1, "fp", 1),
        (1, "be", 2),
    ]
    assert segments[3].words == "BE, boundary error: 2 of 3 demerits, 66.67 %"


def test_copies_of_means_have_the_deviation_in_a_column_of_its_own(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-PER/B-PER/O b/B-PER/B-PER/B-PER", systems=("flair", "flair"))
    model = NumberTableModel(score_columns(has_runs=True), NAME_COLUMNS, "Scores")
    model.set_groups(score_groups(study, WHOLE, score_kept(study)))
    table = model.as_table()
    place = table.columns.index("Recall standard deviation")
    assert table.columns[place - 1] == "Recall"
    mean, _, one_run, *_ = [row[place - 1 : place + 1] for row in table]
    assert list(mean) == [0.75, pytest.approx(0.35355339)]
    assert one_run[1] is None
