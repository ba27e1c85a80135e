"""An index holds what a single run would have read, wherever the files are cut."""

import csv
import errno
import gzip
import io
import json
import os
import pkgutil
import re
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from nerinspect.attributes.built_in import BUILT_IN, attributes_of
from nerinspect.cli.main import run
from nerinspect.encoding.labels import RepairMethod
from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study
from nerinspect.io.index.building import build_index
from nerinspect.io.index.columns import Columns
from nerinspect.io.index.engines import Here, Pool, engine
from nerinspect.io.index.opening import INDEX, made_with
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.columns import BUILT_IN_COLUMNS
from nerinspect.query.counts.buckets import f1_tables, rank_documents
from nerinspect.query.counts.training import count_training
from nerinspect.query.fields.attributes import attribute_column
from nerinspect.query.fields.tough import main_subsets, trained_events
from nerinspect.systems.schemes import tally_schemes
from nerinspect.tables.buckets import diagnosis_table, table_of_diagnosis
from nerinspect.training.index import token_numbers, training_index
from nerinspect.training.surfaces import novelty, surface_ids
from nerinspect.training.tough import packed_subsets, repeated_sentences
from tests.examples import examples
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
    elif isinstance(one, dict):
        yield from differences(tuple(one.items()), tuple(other.items()), name)
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


FORMATS = ("conllu", "jsonl", "parquet", "conll")


def written_as(form: str, sentences: Sequence[Sequence[tuple[str, str]]], said: Sequence[tuple[str, Any]]) -> bytes:
    """Write sentences of tokens and labels, each with a name and what is said of its document."""
    if form == "conll":
        return b"\n".join("".join(f"{token} {label}\n" for token, label in one).encode() for one in sentences)
    if form == "conllu":
        lines = ["# global.columns = ID FORM UPOS NER"]
        for (name, document), sentence in zip(said, sentences, strict=True):
            upos = "_" if name else "X"
            lines += [f"# newdoc id = {document}"] if document else []
            lines += [f"# sent_id = {name}"] if name else ["1-2\t_\t_\t_"]
            lines += [f"{place}\t{token}\t{upos}\t{label}" for place, (token, label) in enumerate(sentence)]
            lines += [""] if name else ["", ""]
        return "\n".join(lines).encode()
    records: list[dict[str, Any]] = [
        {"tokens": [token for token, _ in one], "ner_tags": [label for _, label in one], "id": name, "document": place}
        for (name, place), one in zip(said, sentences, strict=True)
    ]
    for number, record in enumerate(records):
        if not number or record["id"]:
            record |= {"places": [*range(len(record["tokens"]))], "upos": ["X"] * (len(record["tokens"]) + number // 4)}
    if form == "jsonl":
        return "\n".join(map(json.dumps, records)).encode()
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(records), file, row_group_size=2)
    return file.getvalue()


_SAID = st.tuples(st.sampled_from(("", "s1", "s2")), st.sampled_from((None, "one", "two")))


@settings(max_examples=examples(50))
@given(
    st.lists(st.lists(st.tuples(_WORDS, _LABELS), min_size=1, max_size=4), min_size=2, max_size=9),
    st.lists(_SAID, min_size=9, max_size=9),
    st.lists(st.sampled_from(FORMATS), min_size=4, max_size=4),
    st.integers(1, 12),
)
def test_any_cut_of_any_format_gives_the_study_of_a_single_run(
    sentences: list[list[tuple[str, str]]], said: list[tuple[str, Any]], forms: list[str], shard_tokens: int
) -> None:
    sentences = [[(re.sub(r"[ \r]", "_", token), label) for token, label in one] for one in sentences]
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{number}.{form}") for number, form in enumerate(forms)]
        for number, (path, form) in enumerate(zip(paths, forms, strict=True)):
            turned = [[(token, "O" if number == 1 else label) for token, label in one] for one in sentences]
            Path(path).write_bytes(written_as(form, turned, said[: len(sentences)]))
        request = LoadRequest(
            paths[0],
            (paths[1], paths[2]),
            training=paths[3],
            encoding="BIO",
            repair="conlleval",
            repair_reference="conlleval",
            choices=tuple((path, "format", form) for path, form in zip(paths, forms, strict=True)),
        )
        whole = made_or_mistake(lambda: load_study(request, with_others=True))
        cut = made_or_mistake(lambda: indexed(request, os.path.join(folder, "corpus.events"), shard_tokens))
        assert [*differences(cut, whole)] == []


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("conllu", b"5\tRome\tX", b"5\tRome"),
        ("conllu", b"5\tRome", b"five\tRome"),
        ("jsonl", b'"Rome"', b'""'),
        ("jsonl", b'"Rome"', b"1"),
        ("jsonl", b'"Rome"]', b'"Rome", "is"]'),
        ("jsonl", b'"Rome"]', b'"Rome"'),
        ("jsonl", b'"document": null}', b'"document": null'),
        ("parquet", b"Rome", b"\xff\xff\xff\xff"),
    ],
)
def test_a_mistake_in_a_part_is_told_as_that_of_the_whole(
    tmp_path: Path, form: str, right: bytes, wrong: bytes
) -> None:
    sentences = [[("Ada", "O")] * 5 + [("Rome" if number == 5 else "x", "O")] for number in range(9)]
    path = tmp_path / f"gold.{form}"
    before, behind = written_as(form, sentences, [("", None)] * 9).split(right, maxsplit=1)
    path.write_bytes(before + wrong + behind)
    request = LoadRequest(str(path), (str(path),))
    whole = made_or_mistake(lambda: load_study(request))
    assert isinstance(whole, str)
    assert made_or_mistake(lambda: indexed(request, str(tmp_path / "corpus.events"), 2)) == whole


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
    with pytest.raises(NerinspectError, match="has other files in it; choose a folder that is new or empty"):
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


def test_attributes_beside_the_events_are_those_of_the_command(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder, listed = tmp_path / "corpus.events", tmp_path / "events.csv"
    request = replace(request_of_files, training=request_of_files.predictions[0])
    build_index(request, str(folder), Here(), 20)
    found = pq.read_table(folder / "events")
    assert run(["events", str(folder), "--columns", ",".join(BUILT_IN_COLUMNS), "-o", str(listed), "-q"]) == 0
    with open(listed, encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    for name in BUILT_IN_COLUMNS:
        expected = [float(row[name].split()[0]) if row[name] else None for row in rows]
        assert found.column(name).to_pylist() == expected, name
        assert len({*expected}) > 1 or name not in ("eLen", "eCon")


def test_an_index_leads_to_no_file_outside_it(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder = tmp_path / "corpus.events"
    build_index(request_of_files, str(folder), Here(), 20)
    text = (folder / "study.json").read_text(encoding="utf-8")
    column = next(iter((folder / "text").glob("study.text.*"))).stem
    shutil.copy(folder / "text" / f"{column}.arrow", tmp_path / "outside.arrow")
    (folder / "study.json").write_text(text.replace(f'"{column}"', '"../../outside"'), encoding="utf-8")
    with pytest.raises(NerinspectError, match="missing or damaged"):
        load_study(LoadRequest(str(folder)))


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
    assert read[library]() == len(made.study.events) > 0


def test_what_was_changed_in_an_index_is_noticed(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder = tmp_path / "corpus.events"
    build_index(request_of_files, str(folder), Here(), 20)
    said = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    (folder / INDEX).write_text(json.dumps({**said, "layout": 0}), encoding="utf-8")
    with pytest.raises(NerinspectError, match="another version of nerinspect made this index"):
        load_study(LoadRequest(str(folder)))
    (folder / INDEX).write_text(json.dumps(said), encoding="utf-8")
    next((folder / "text").glob("*.arrow")).unlink()
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
                with suppress(ProcessLookupError):  # it was killed a moment ago
                    os.kill(victim.pid, signal.SIGKILL)

        with engine(None, scheduler_file=scheduler) as runs:
            build_index(request_of_files, folder, runs, 20, kill)
    whole = load_study(request_of_files, with_others=True)
    assert [*differences(load_study(LoadRequest(folder), with_others=True), whole)] == []


def test_a_process_that_dies_costs_its_task_only(tmp_path: Path) -> None:
    places = [str(tmp_path / str(number)) for number in range(3)]
    assert sorted(Pool(2).run(die_once, places)) == [(0, "done"), (1, "done"), (2, "done")]
    with pytest.raises(NerinspectError, match="the system kept ending the processes"):
        list(Pool(1).run(die, places[:1]))


def split(data: bytes, folder: Path, borders: Sequence[int]) -> list[int]:
    """Write the sentences of a file into several, cut behind some blank lines; tell how many lines stand before each.

    No file begins with what it alone would be a mark of, or is without tokens.
    """
    parts = [b""]
    for part in re.findall(rb"(?:[^\r\n][^\n]*\n)+(?:\r?\n)*", data if data.endswith(b"\n") else data + b"\n"):
        lines = [line for line in part.split(b"\n") if line.strip() and line.strip() != b"# text"]
        parts[-1] += part
        if any(line.split()[0] != b"-DOCSTART-" for line in lines):
            parts.append(b"")
    *parts, rest = parts
    parts[-1] += rest
    folder.mkdir()
    ends = sorted({1 + border % len(parts) for border in borders} | {len(parts)})
    files = [b"".join(parts[start:stop]) for start, stop in pairwise([0, *ends])]
    for number, file in enumerate(files):
        (folder / f"part-{number:03}.conll").write_bytes(file)
    return [0, *accumulate(file.count(b"\n") for file in files[:-1])]


@example((b"# NN O\n\nAda NN O\n",) * 3 + ({"comments": False},), 1, [[0], [0], []])  # its first file shows no column
@settings(max_examples=examples(50))
@given(corpora(), st.integers(1, 12), st.lists(st.lists(st.integers(0, 9)), min_size=2, max_size=3))
def test_files_that_are_split_give_the_study_of_the_whole(
    corpus: tuple[bytes, bytes, bytes, dict[str, Any]], shard_tokens: int, borders: list[list[int]]
) -> None:
    """Two borders are those of files without training data."""
    *files, options = corpus
    files = [data.replace(b"a\rb", b"ab").replace("\ufeff".encode(), b"") for data in files]
    with tempfile.TemporaryDirectory() as folder:
        gold, pred, train = paths = [os.path.join(folder, role) for role in ("gold", "pred", "train")]
        for path, data in zip(paths, files, strict=True):
            Path(f"{path}.conll").write_bytes(data)
        options |= {"encoding": "BIO", "repair": "conlleval", "repair_reference": "conlleval"}
        of_training = train if len(borders) == 3 else None
        training = of_training and f"{of_training}.conll"
        request = LoadRequest(f"{gold}.conll", (f"{pred}.conll",), training=training, **options)
        whole = made_or_mistake(lambda: load_study(request, with_others=True))
        if isinstance(whole, str):
            reject()
        n_before = [split(data, Path(path), own) for path, data, own in zip(paths, files, borders, strict=False)]
        several = replace(request, reference=gold, predictions=(f"{pred}/*.conll",), training=of_training)
        cut = indexed(several, os.path.join(folder, "corpus.events"), shard_tokens)
        own = (".sentence_line", ".files", ".source.", ".warnings.")  # what names files and their lines
        assert [one for one in differences(cut, whole) if not any(name in one for name in own)] == []
        lines = whole.text.sentence_line
        assert cut.text.sentence_line.tolist() == [
            line - max(before for before in n_before[0] if before < line) for line in lines.tolist()
        ]
        n_files_before = [sum(before < line for before in n_before[0]) - 1 for line in lines.tolist()]
        assert [cut.text.file_of(number) for number in range(len(lines))] == [
            os.path.join(gold, f"part-{file:03}.conll") for file in n_files_before
        ]
        assert [cut.reference.source.path, cut.predictions[0].annotation.source.path] == [gold, f"{pred}/*.conll"]


@pytest.fixture
def request_of_folders(tmp_path: Path) -> LoadRequest:
    """Write a reference of two files and a prediction of three, with the same four sentences."""
    for name, files in (
        ("gold", ("Ada B-PER\n\nof O\n", "in O\nRome B-LOC\n\n\nAda B-PER\nLovelace I-PER\n")),
        ("pred", ("Ada B-PER\n", "of O\n\nin O\nRome O\n", "Ada B-PER\nLovelace I-PER\n")),
    ):
        (tmp_path / name).mkdir()
        for number, data in enumerate(files):
            (tmp_path / name / f"{number}.conll").write_text(data, encoding="utf-8")
    return LoadRequest(str(tmp_path / "gold"), (str(tmp_path / "pred" / "*.conll"),))


def test_files_are_matched_by_sentences(request_of_folders: LoadRequest, tmp_path: Path) -> None:
    (tmp_path / "gold" / "_SUCCESS").touch()
    study = indexed(request_of_folders, str(tmp_path / "corpus.events"), 2)
    assert study.text.sentence_line.tolist() == [1, 3, 1, 5]
    assert [one.system for one in study.predictions] == ["pred"]
    source = study.reference.source
    assert [path for path, _, _ in source.companions] == [
        str(tmp_path / "gold" / f"{number}.conll") for number in (0, 1)
    ]
    assert source.size == sum(size for _, size, _ in source.companions) > 0


@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        (
            "2",
            "Ada B-PER\nlovelace I-PER\n",
            "{pred}/2.conll:2: sentence 4: token “lovelace”, but {gold}/1.conll:6",
        ),
        ("2", "Ada B-PER\nLovelace X\n", "{pred}/2.conll:2: malformed label “X”"),
        ("2", "Ada I-PER\nLovelace I-PER\n", "{pred}/2.conll:1: I-PER cannot begin a sentence"),
        ("1", "of O\n", "{pred}/2.conll:1: sentence 3: token “Ada”, but {gold}/1.conll:1 has “in”"),
        (
            "3",
            "one O\n\nmore O\n",
            "the file has 6 sentences, but {gold} has 4; the first extra one begins at {pred}/3.conll:1,"
            " and the last one there is ends at {gold}/1.conll:6",
        ),
        ("3", "\n\n", "{pred}/3.conll: the file has no tokens"),
        ("3", '{"tokens": ["a"], "labels": ["O"]}', "{pred}/3.conll: files that are read as one must have one format"),
        ("3", '[{"a": 1}]', "{pred}/3.conll: files that are read as one must be CoNLL lines, CoNLL-U, JSON lines or"),
    ],
)
def test_a_mistake_names_the_file_and_its_line(
    request_of_folders: LoadRequest, tmp_path: Path, file: str, data: str, message: str
) -> None:
    (tmp_path / "pred" / f"{file}.conll").write_text(data, encoding="utf-8")
    with pytest.raises(NerinspectError) as found:
        build_index(request_of_folders, str(tmp_path / "corpus.events"), Here(), 2)
    assert message.format(gold=tmp_path / "gold", pred=tmp_path / "pred") in str(found.value)


def split_as(form: str, data: bytes, folder: Path, n_files: int) -> None:
    """Write the sentences of a file that `written_as` wrote into several."""
    folder.mkdir()
    head, end = (b"# global.columns = ID FORM UPOS NER\n", b"\n\n") if form == "conllu" else (b"", b"\n")
    table = pq.read_table(pa.BufferReader(data)) if form == "parquet" else None
    sentences = [*range(len(table))] if table else data.removeprefix(head).strip(b"\n").split(end)
    for number in range(n_files):
        places = range(len(sentences) * number // n_files, len(sentences) * (number + 1) // n_files)
        if table and places:
            pq.write_table(table.take([*places]), folder / f"{number}.parquet", row_group_size=2)
        elif places:
            (folder / f"{number}.{form}").write_bytes(
                head + end.join(sentences[place].strip(b"\n") for place in places)
            )


@settings(max_examples=examples(50))
@given(
    st.lists(st.lists(st.tuples(_WORDS, _LABELS), min_size=1, max_size=4), min_size=2, max_size=9),
    st.lists(_SAID, min_size=9, max_size=9),
    st.lists(st.tuples(st.sampled_from(FORMATS[:3]), st.integers(1, 3)), min_size=2, max_size=3),
    st.integers(1, 12),
)
def test_files_of_any_format_that_are_split_give_the_study_of_the_whole(
    sentences: list[list[tuple[str, str]]], said: list[tuple[str, Any]], forms: list[tuple[str, int]], shard_tokens: int
) -> None:
    sentences = [[(re.sub(r"[ \r]", "_", token), label) for token, label in one] for one in sentences]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.{form}" for number, (form, _) in enumerate(forms)]
        for path, (form, n_files) in zip(paths, forms, strict=True):
            path.write_bytes(written_as(form, sentences, said[: len(sentences)]))
            split_as(form, path.read_bytes(), Path(folder) / path.stem, n_files)
        options: dict[str, Any] = {"encoding": "BIO", "repair": "conlleval", "repair_reference": "conlleval"}
        one, two, *training = map(str, paths)
        request = LoadRequest(one, (f"pred={two}",), training=training[0] if training else None, **options)
        whole = made_or_mistake(lambda: load_study(request, with_others=True))
        if isinstance(whole, str):
            reject()
        one, two, *training = (str(path.with_suffix("")) for path in paths)
        several = LoadRequest(one, (f"pred={two}/*",), training=training[0] if training else None, **options)
        cut = indexed(several, os.path.join(folder, "corpus.events"), shard_tokens)
        own = (".sentence_line", ".token_line", ".files", ".source.", ".warnings.")  # what names files and their lines
        assert [one for one in differences(cut, whole) if not any(name in one for name in own)] == []
        alone = [load_study(LoadRequest(path, **options)).text for _, path in cut.text.files]
        for name in ("sentence_line", "token_line"):
            lines = [getattr(text, name) for text in alone]
            if getattr(cut.text, name) is not None and all(one is not None for one in lines):
                assert getattr(cut.text, name).tolist() == np.concatenate(lines).tolist()
        starts = [0, *accumulate(text.n_sentences for text in alone)]
        assert [first for first, _ in cut.text.files] == starts[:-1]


@pytest.mark.parametrize(
    ("form", "label", "token"),
    [
        ("conllu", "1.conllu:6: malformed", "1.conllu:6: the token is empty"),
        ("jsonl", "1.jsonl:2: malformed", "1.jsonl:2: the token is empty"),
        ("parquet", "1.parquet, sentence 4: malformed", "1.parquet, record 2: the token is empty"),
    ],
)
def test_a_mistake_in_one_of_several_files_of_any_format_names_it(
    tmp_path: Path, form: str, label: str, token: str
) -> None:
    for number, (last, message) in enumerate(((("Ltd", "X"), label), (("", "O"), token))):
        sentences, folder = [[("Ada", "O")], [("of", "O")], [("in", "O")], [last]], tmp_path / f"gold{number}"
        split_as(form, written_as(form, sentences, [("s", None)] * 4), folder, 2)
        found = made_or_mistake(lambda at=folder: indexed(LoadRequest(str(at)), f"{at}.events", 1))  # type: ignore[misc]
        assert f"{folder}{os.sep}{message}" in str(found)


@pytest.mark.parametrize(("form", "old", "new"), [("conllu", b"UPOS", b"XPOS"), ("parquet", b"upos", b"xpos")])
def test_files_with_other_columns_are_not_read_as_one(tmp_path: Path, form: str, old: bytes, new: bytes) -> None:
    split_as(form, written_as(form, [[("Ada", "O")]] * 4, [("s", None)] * 4), tmp_path / "gold", 2)
    path = tmp_path / "gold" / f"1.{form}"
    path.write_bytes(path.read_bytes().replace(old, new))
    with pytest.raises(NerinspectError, match=rf"1\.{form}: "):
        build_index(LoadRequest(str(tmp_path / "gold")), str(tmp_path / "corpus.events"), Here(), 1)


def test_what_may_not_be_read_or_written_is_named(
    request_of_folders: LoadRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    folder = str(tmp_path / "corpus.events")
    for refused, message in (
        ("nerinspect.io.index.sides.os.listdir", "gold: there is no permission to read this folder; ask its owner"),
        ("builtins.open", r"0\.conll: there is no permission to read this file; ask its owner"),
        ("pathlib.Path.mkdir", r"corpus\.events: there is no permission to write there; choose another place"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(refused, refuse)
            found = made_or_mistake(lambda: build_index(request_of_folders, folder, Here()).study)
        assert re.search(message, str(found))


def test_a_pattern_without_files_is_a_mistake(request_of_folders: LoadRequest, tmp_path: Path) -> None:
    request = replace(request_of_folders, predictions=(str(tmp_path / "pred" / "*.txt"),))
    with pytest.raises(NerinspectError, match=r"\*\.txt: no file has such a name; check the path"):
        build_index(request, str(tmp_path / "corpus.events"), Here())
    assert not (tmp_path / "corpus.events").exists()


def test_packed_files_are_read_as_others(request_of_files: LoadRequest, tmp_path: Path) -> None:
    for path in (request_of_files.reference, request_of_files.predictions[0]):
        Path(f"{path}.gz").write_bytes(gzip.compress(Path(path).read_bytes()))
    request = replace(
        request_of_files,
        reference=f"{request_of_files.reference}.gz",
        predictions=(f"{request_of_files.predictions[0]}.gz", request_of_files.predictions[1]),
    )
    whole = load_study(request, with_others=True)
    assert [*differences(indexed(request, str(tmp_path / "corpus.events"), 20), whole)] == []
    damaged = Path(request.reference)
    damaged.write_bytes(damaged.read_bytes()[:-9])
    with pytest.raises(NerinspectError, match=r"gold\.conll\.gz: this gzip file is incomplete"):
        build_index(request, str(tmp_path / "other.events"), Here())


def test_a_long_column_is_written_and_not_mapped_while_it_is_made(tmp_path: Path) -> None:
    """A map of room that a full disk does not have takes the process down."""
    columns, sizes = Columns(tmp_path), []

    def pieces() -> Iterator[np.ndarray]:
        for number in range(3):
            yield np.full(1 << 16, number)
            sizes.append((tmp_path / "codes.room").stat().st_size)

    made = columns.fill("codes", np.int32, pieces())
    assert sizes == [n << 18 for n in (1, 2, 3)]
    assert made.dtype == np.int32
    assert made.tolist() == np.repeat(range(3), 1 << 16).tolist()
    assert columns.fill("none", np.int32, iter(())).tolist() == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["codes.arrow", "none.arrow"]


@pytest.mark.parametrize("written", ["nerinspect.io.index.shards.np.savez", "nerinspect.io.index.columns.pa.OSFile"])
def test_a_full_disk_is_told_and_the_same_goes_on(
    request_of_files: LoadRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    folder, left = str(tmp_path / "corpus.events"), iter(range(3))
    module, _, name = written.rpartition(".")
    real = pkgutil.resolve_name(f"{module.replace('.np', ':np').replace('.pa', ':pa')}.{name}")

    def write(*arguments: Any, **more: Any) -> Any:  # noqa: ANN401 - what the real one takes
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments, **more)

    monkeypatch.setattr(written, write)
    with pytest.raises(NerinspectError, match="the disk is full; what was read is kept for the next run; make room"):
        build_index(request_of_files, folder, Here(), 20)
    monkeypatch.undo()
    assert build_index(request_of_files, folder, Here(), 20).n_kept > 0
    whole = load_study(request_of_files, with_others=True)
    assert [*differences(load_study(LoadRequest(folder), with_others=True), whole)] == []


def test_attributes_and_what_training_knows_stand_beside_the_events_of_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = Path(__file__).parents[3] / "resources" / "sample"
    reference, *predictions, training = (str(sample / f"{name}.conll") for name in ("test", "plain", "rich", "train"))
    request = LoadRequest(reference, tuple(predictions), training=training, repair="conlleval")
    monkeypatch.setattr("nerinspect.io.index.counts.TOKENS_OF_PIECE", 100)
    opened, whole = indexed(request, str(tmp_path / "corpus.events"), 300), load_study(request)
    assert len(whole.events) > 200
    expected = [attribute_column(whole, attribute) for attribute in BUILT_IN]
    assert len(expected[0].more)
    assert not opened.predicted.start.flags.owndata  # mapped
    assert [*differences(opened.predicted, whole.predicted)] == []
    known = (main_subsets, trained_events, surface_ids, novelty, packed_subsets, repeated_sentences, token_numbers)
    of_training = [(make, make(whole)) for make in (*known, training_index, count_training)]
    rankings = [rank_documents(whole, [number]) for number in (0, 1)]
    tallies = [tally_schemes(whole, number) for number in (0, 1)]
    diagnosed = diagnosis_table(whole, "attribute").rows
    by_heart = count_training(load_study(replace(request, retention=True)))
    made = [
        *("query.fields.attributes.value_column", "training.index._indexed", "training.index.numbered"),
        *("training.surfaces.numbered_surfaces", "training.tough._matched"),
        *("systems.schemes._count_pairs", "systems.schemes._count_errors"),
        "query.counts.buckets.kept_mentions",
        "query.counts.training.kept_mentions",
    ]
    for name in made:
        monkeypatch.setattr(f"nerinspect.{name}", lambda *_: pytest.fail("made anew"))
    for make, column in of_training:
        assert [*differences(make(opened), column)] == []
    for number, ranking, tally in zip((0, 1), rankings, tallies, strict=True):
        assert [*differences(rank_documents(opened, [number]), ranking)] == []
        assert [*differences(tally_schemes(opened, number), tally)] == []
    with_heuristic = load_study(LoadRequest(str(tmp_path / "corpus.events"), retention=True))
    assert [*differences(count_training(with_heuristic), by_heart)] == []
    for study in (opened, with_heuristic):
        systems = f1_tables(study, attributes_of(study), with_retention=False)
        assert table_of_diagnosis(whole.systems, "attribute", systems).rows == diagnosed
    for attribute, column in zip(BUILT_IN, expected, strict=True):
        own = attribute_column(opened, attribute)
        for name in ("first", "more_event", "more"):
            np.testing.assert_array_equal(getattr(own, name), getattr(column, name), strict=True)


def test_who_has_an_index_open_keeps_it_while_it_is_made_again(request_of_files: LoadRequest, tmp_path: Path) -> None:
    folder = tmp_path / "corpus.events"
    opened = indexed(request_of_files, str(folder), 20)
    mapped = (folder / "text" / "file0.tokens.arrow").stat().st_ino
    build_index(request_of_files, str(folder), Here(), 20)
    assert (folder / "text" / "file0.tokens.arrow").stat().st_ino != mapped
    assert opened.text.tokens_of(0) == ["Ada", "of", "London"]
    assert made_with(LoadRequest(str(folder))) == request_of_files
