"""An index holds what a single run would have read, wherever the files are cut."""

import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.cli.main import run
from nerinspect.encoding.labels import RepairMethod
from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study
from nerinspect.io.index.building import build_index
from nerinspect.io.index.engines import Here, Pool, engine
from nerinspect.io.index.opening import INDEX
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from tests.io.index.dying import die, die_once

_NOT_COMPARED = {"attributes", "decisions", "relation_decisions"}


def differences(one: Any, other: Any, name: str = "study") -> Iterator[str]:  # noqa: ANN401 - any part of a study
    """Name what two studies do not share, down to the last array."""
    if type(one) is not type(other):
        yield f"{name}: {one!r} and {other!r}"
    elif is_dataclass(one) and not isinstance(one, type):
        for field in fields(one):
            if field.name not in _NOT_COMPARED:
                yield from differences(getattr(one, field.name), getattr(other, field.name), f"{name}.{field.name}")
    elif isinstance(one, np.ndarray):
        if one.dtype != other.dtype or not np.array_equal(one, other):
            yield name
    elif isinstance(one, pa.Array):
        if not one.equals(other):
            yield name
    elif isinstance(one, tuple) and len(one) == len(other):
        for number, (mine, yours) in enumerate(zip(one, other, strict=True)):
            yield from differences(mine, yours, f"{name}.{number}")
    elif one != other:
        yield f"{name}: {one!r} and {other!r}"


def indexed(request: LoadRequest, folder: str, shard_tokens: int) -> Study:
    build_index(request, folder, Here(), shard_tokens)
    return load_study(LoadRequest(folder), with_others=True)


def made_or_mistake(make: Callable[[], Study]) -> Study | str:
    try:
        return make()
    except NerinspectError as mistake:
        return str(mistake)


_WORDS = st.sampled_from(
    ("Ada", "of", "the", "Löwe", "#", "#tag", "-DOCSTART-", "a\rb", "\ufeffx", "B", "longer than eight")
)
_LABELS = st.sampled_from(("O", "O", "B-PER", "I-PER", "B-LOC", "I-LOC"))


@st.composite
def corpora(draw: st.DrawFn) -> tuple[bytes, bytes, bytes, dict[str, Any]]:
    """Make a reference, a prediction and training data as their files have them, and how they are read."""
    separator = draw(st.sampled_from((" ", "\t")))
    line_end = draw(st.sampled_from(("\n", "\r\n")))
    comments = draw(st.booleans())
    sentences = draw(st.lists(st.lists(_WORDS, min_size=1, max_size=4), min_size=1, max_size=8))

    def written(sentences: Sequence[Sequence[str]], separators: Callable[[], str]) -> bytes:
        lines = [*(["-DOCSTART- O", ""] if draw(st.booleans()) else [])]
        for sentence in sentences:
            lines += ["# text"] if comments and draw(st.booleans()) else []
            lines += [separators().join((word.replace(" ", "_"), "NN", draw(_LABELS))) for word in sentence]
            lines += draw(st.sampled_from(([""], [""], ["", ""], [" \t"], ["", "-DOCSTART- O", ""])))
        return line_end.join(lines).encode() + draw(st.sampled_from((b"", line_end.encode())))

    def mixed() -> str:
        return draw(st.sampled_from((separator, separator, " ")))

    files = written(sentences, mixed), written(sentences, mixed), written(sentences[::-1], lambda: separator)
    return *files, {"comments": comments}


@given(corpora(), st.integers(1, 12), st.sampled_from(("none", "conlleval", "discard")), st.booleans())
def test_any_cut_gives_the_study_of_a_single_run(
    corpus: tuple[bytes, bytes, bytes, dict[str, Any]], shard_tokens: int, repair: RepairMethod, with_training: bool
) -> None:
    *files, options = corpus
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("gold.conll", "pred.conll", "train.conll")]
        for path, data in zip(paths, files, strict=True):
            Path(path).write_bytes(data)
        training: dict[str, Any] = {"training": paths[2], "retention": True} if with_training else {}
        request = LoadRequest(
            paths[0], (paths[1],), repair=repair, repair_reference=repair, encoding="BIO", **options, **training
        )
        whole = made_or_mistake(lambda: load_study(request, with_others=True))
        cut = made_or_mistake(lambda: indexed(request, os.path.join(folder, "corpus.events"), shard_tokens))
        assert [*differences(cut, whole)] == []


SENTENCES = ["Ada B-PER\nof O\nLondon B-LOC\n", "the O\nAda I-PER\n", "Löwe B-ORG\nLtd I-ORG\n", "no O\nname O\n"]


@pytest.fixture
def request_of_files(tmp_path: Path) -> LoadRequest:
    """Write a reference and two predictions of 80 sentences."""
    gold = "\n".join(SENTENCES * 20)
    for name, data in (("gold", gold), ("one", gold.replace("B-LOC", "O")), ("two", gold.replace("B-ORG", "B-PER"))):
        (tmp_path / f"{name}.conll").write_text(data, encoding="utf-8")
    one, two = (str(tmp_path / f"{name}.conll") for name in ("one", "two"))
    return LoadRequest(str(tmp_path / "gold.conll"), (one, two), repair="conlleval", repair_reference="conlleval")


def test_work_that_was_stopped_goes_on(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder = str(tmp_path / "corpus.events")

    def stop(done: int, total: int) -> None:
        if 2 * done > total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_index(request_of_files, folder, Here(), 20, stop)
    with pytest.raises(NerinspectError, match="unfinished; run the same nerinspect index again"):
        load_study(LoadRequest(folder))
    made = build_index(request_of_files, folder, Here(), 20)
    assert 0 < made.n_kept < made.n_shards
    assert [
        *differences(load_study(LoadRequest(folder), with_others=True), load_study(request_of_files, with_others=True))
    ] == []


def test_other_files_or_options_are_refused(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder = str(tmp_path / "corpus.events")
    build_index(request_of_files, folder, Here(), 20)
    before = (tmp_path / "corpus.events" / INDEX).read_bytes()
    with open(request_of_files.predictions[0], "ab") as file:
        file.write(b"\nmore O\n")
    with pytest.raises(NerinspectError, match="an index of other files, or with other options"):
        build_index(request_of_files, folder, Here(), 20)
    assert (tmp_path / "corpus.events" / INDEX).read_bytes() == before


def test_a_folder_with_something_else_stays_as_it_is(request_of_files: LoadRequest, tmp_path: Path) -> None:
    with pytest.raises(NerinspectError, match="holds something else; choose a folder that is new or empty"):
        build_index(request_of_files, str(tmp_path), Here())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gold.conll", "one.conll", "two.conll"]


def test_a_mistake_names_the_line_of_the_whole_file(request_of_files: LoadRequest, tmp_path: Path) -> None:
    path = Path(request_of_files.predictions[0])
    path.write_text(path.read_text(encoding="utf-8").replace("no O\n", "no\n", 12), encoding="utf-8")
    for runs in (Here(), Pool(2)):
        with pytest.raises(NerinspectError) as found:
            build_index(request_of_files, str(tmp_path / f"{type(runs).__name__}.events"), runs, 20)
        with pytest.raises(NerinspectError) as whole:
            load_study(request_of_files)
        assert str(found.value) == str(whole.value)


def test_the_events_are_those_of_the_command(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder = tmp_path / "corpus.events"
    build_index(request_of_files, str(folder), Here(), 20)
    expected = str(tmp_path / "events.parquet")
    files = [request_of_files.reference, *request_of_files.predictions]
    assert (
        run(["events", *files, "--repair", "conlleval", "--repair-reference", "conlleval", "-o", expected, "-q"]) == 0
    )
    found, whole = pq.read_table(folder / "events"), pq.read_table(expected)
    shared = [name for name in whole.column_names if name not in ("left", "right")]
    assert [*found.column_names][: len(shared)] == shared
    assert found.select(shared).equals(whole.select(shared))


@pytest.mark.parametrize("library", ["pandas", "duckdb", "polars"])
def test_other_programs_read_the_events(library: str, request_of_files: LoadRequest, tmp_path: Path) -> None:
    module = pytest.importorskip(library)
    folder = tmp_path / "corpus.events"
    made = build_index(request_of_files, str(folder), Here(), 20)
    files = f"{folder}/events/*.parquet"
    read: dict[str, Callable[[], int]] = {
        "pandas": lambda: len(module.read_parquet(folder / "events")),
        "duckdb": lambda: module.sql(f"select count(*) from '{files}'").fetchall()[0][0],
        "polars": lambda: module.scan_parquet(files).collect().height,
    }
    assert read[library]() == made.n_events > 0


def test_what_was_changed_in_an_index_is_noticed(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder = tmp_path / "corpus.events"
    build_index(request_of_files, str(folder), Here(), 20)
    said = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    (folder / INDEX).write_text(json.dumps({**said, "layout": 0}), encoding="utf-8")
    with pytest.raises(NerinspectError, match="another version of nerinspect made this index"):
        load_study(LoadRequest(str(folder)))
    (folder / INDEX).write_text(json.dumps(said), encoding="utf-8")
    next((folder / "columns").glob("*.arrow")).unlink()
    with pytest.raises(NerinspectError, match="missing or damaged"):
        load_study(LoadRequest(str(folder)))


def test_dask_makes_the_same_though_a_worker_dies(request_of_files: LoadRequest, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    folder, scheduler = str(tmp_path / "corpus.events"), str(tmp_path / "scheduler.json")
    with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster:
        victim = next(iter(cluster.workers.values()))
        Path(scheduler).write_text(json.dumps({"address": cluster.scheduler_address}), encoding="utf-8")

        def kill(done: int, total: int) -> None:
            if victim.pid is not None and victim.status == distributed.Status.running:
                os.kill(victim.pid, signal.SIGKILL)

        with engine(None, scheduler_file=scheduler) as runs:
            build_index(request_of_files, folder, runs, 20, kill)
    whole = load_study(request_of_files, with_others=True)
    assert [*differences(load_study(LoadRequest(folder), with_others=True), whole)] == []


def test_a_process_that_dies_costs_its_task_only(tmp_path: Path) -> None:
    places = [str(tmp_path / str(number)) for number in range(3)]
    assert sorted(Pool(2).run(die_once, places)) == [(0, "done"), (1, "done"), (2, "done")]
    with pytest.raises(NerinspectError, match="ended by the system again and again"):
        list(Pool(1).run(die, places[:1]))
