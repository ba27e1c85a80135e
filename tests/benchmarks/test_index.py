"""An index is opened, and filtered, without being read."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from nerinspect.events.study import Study
from nerinspect.io.index.building import build_index
from nerinspect.io.index.engines import Here
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.tables.buckets import buckets, diagnosis
from nerinspect.tables.scores import confusion, scores
from nerinspect.tables.tough import tough
from nerinspect.ui.desk.changing import prepare_to_show
from tests.measuring import keeps_ratio

pytestmark = pytest.mark.benchmark

SENTENCE = "Ada B-PER\nof O\nNew B-LOC\nYork I-LOC\nsaw O\nan O\nOstrey B-ORG\n\n"
N_FEW, N_MANY = 2_000, 200_000


def least(work: Callable[[], object], times: int = 5) -> float:
    seconds = []
    for _ in range(times):
        begin = process_time()
        work()
        seconds.append(process_time() - begin)
    return min(seconds)


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> tuple[LoadRequest, LoadRequest]:
    """Make an index of 6,000 events, and one of a hundred times as many."""
    folder, made = tmp_path_factory.mktemp("index"), []
    for n in (N_FEW, N_MANY):
        reference, prediction = (Path(folder / f"{name}{n}.conll") for name in ("ref", "pred"))
        reference.write_text(SENTENCE * n, encoding="utf-8")
        prediction.write_text(SENTENCE.replace("B-ORG", "B-LOC") * n, encoding="utf-8")
        request = LoadRequest(str(reference), (str(prediction),), training=str(prediction))
        build_index(request, str(folder / f"{n}.events"), Here())
        made.append(LoadRequest(str(folder / f"{n}.events")))
    return made[0], made[1]


def test_opening_does_not_grow_with_the_events(indexes: tuple[LoadRequest, LoadRequest]) -> None:
    few, many = indexes
    assert keeps_ratio(3, lambda: least(lambda: load_study(many)) / least(lambda: load_study(few)))


def test_tables_do_not_grow_with_the_events(indexes: tuple[LoadRequest, LoadRequest]) -> None:
    def tables(request: LoadRequest) -> None:
        study = load_study(request)
        for make in (scores, confusion, buckets, diagnosis, tough):
            make(study)

    few, many = indexes
    assert keeps_ratio(2, lambda: least(lambda: tables(many)) / least(lambda: tables(few)))


def test_what_the_window_needs_at_once_is_there(indexes: tuple[LoadRequest, LoadRequest]) -> None:
    few, many = (lambda request=request: prepare_to_show(load_study(request)) for request in indexes)
    assert keeps_ratio(5, lambda: least(many) / least(few))


def test_a_filter_takes_little_more_than_the_masks_it_is_made_of(indexes: tuple[LoadRequest, LoadRequest]) -> None:
    study = load_study(indexes[1])
    query = parse_query("-kind:tp type:ORG elen:<=2", Vocabulary.of(study))
    query.mask(study)  # columns are made once

    def masks(of: Study) -> None:
        events = of.events
        _ = (events.kind != 0) & (events.end - events.start <= 2) & (events.demerits > 0)

    assert keeps_ratio(10, lambda: least(lambda: query.mask(study)) / least(lambda: masks(study)))
