"""Studies of data in memory: equal to those of files that hold the same, and written as such files."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerinspect as ni
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.in_memory import MemoryRequest, write_data
from nerinspect.io.reading.loading import load_sides
from tests.examples import examples

TOKENS = [["Anna", "Lee", "sings"], ["in", "Oslo"]]
LABELS = [["B-PER", "I-PER", "O"], ["O", "B-LOC"]]

Lists = list[list[str]]


def told(study: ni.Study) -> tuple[Any, ...]:
    """Say all that two studies of the same data have in common, wherever the data were."""
    frame = study.events().frame().drop(columns="line")
    core = study._core
    sources = [core.reference, *(one.annotation for one in core.predictions)]
    sources += [core.training.annotation] if core.training else []
    read = [(one.source.encoding, one.source.repair, one.source.n_invalid, one.source.n_changed) for one in sources]
    names = [(one.source.role, one.source.n_sentences, one.source.n_tokens) for one in sources]
    return (
        frame.to_json(orient="values"),
        study.scores().to_json(orient="values"),
        core.text.document.tolist(),
        read,
        names,
        [warning.rpartition(": ")[2] for warning in core.warnings],
    )


def asked(study: ni.Study) -> MemoryRequest:
    """Give the request of a study in memory."""
    request = study._request
    assert isinstance(request, MemoryRequest)
    return request


def assert_opened_equal(study: ni.Study) -> ni.Study:
    """Write a study, and read it from the files: same events, same ids, same digests."""
    with TemporaryDirectory() as folder:
        request = write_data(asked(study), folder)
        again = ni.Study(load_sides(request), request)
        assert told(again) == told(study)
        digests = [[source["sha256"] for source in study_sources(one._core)] for one in (study, again)]
        assert digests[0] == digests[1]
        return again


@st.composite
def labelled(draw: st.DrawFn) -> dict[str, Any]:
    """Draw tokens, documents, a reference, systems with runs, and training data."""
    alphabet = draw(
        st.sampled_from([["O", "B-X", "I-X", "B-Y"], ["O", "I-X", "I-Y"], ["O", "S-X", "B-X", "E-X", "I-X"]])
    )
    word = st.sampled_from(["a", "b", "Zürich", "#", "\u2028", '"', "\\", "😀"])

    def sentences(n_least: int = 1) -> Lists:
        return draw(st.lists(st.lists(word, min_size=1, max_size=4), min_size=n_least, max_size=4))

    def labels(tokens: Lists) -> Lists:
        return [[draw(st.sampled_from(alphabet)) for _ in sentence] for sentence in tokens]

    tokens, learned = sentences(), sentences()
    return {
        "tokens": tokens,
        "documents": sorted(draw(st.sampled_from("de")) for _ in tokens) if draw(st.booleans()) else None,
        "reference": labels(tokens),
        "predictions": {"A": labels(tokens), "B": [labels(tokens), labels(tokens)]},
        "training": (learned, labels(learned)) if draw(st.booleans()) else None,
        "repair": draw(st.sampled_from(["conlleval", "discard"])),
        "encoding": draw(st.sampled_from(["auto", "BIO", "IOB", "BIOES", "IO"])),
    }


def write_conll(path: Path, tokens: Lists, labels: Lists, documents: Sequence[str] | None = None) -> str:
    lines: list[str] = []
    for number, (words, tags) in enumerate(zip(tokens, labels, strict=True)):
        if documents and (not number or documents[number] != documents[number - 1]):
            lines += ["-DOCSTART-\tO", ""]
        lines += [f"{word}\t{tag}" for word, tag in zip(words, tags, strict=True)] + [""]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@given(data=labelled())
@settings(max_examples=examples(60))
def test_lists_of_labels_are_read_like_the_file_that_holds_them(data: dict[str, Any]) -> None:
    tokens, documents, options = (
        data["tokens"],
        data["documents"],
        {"repair": data["repair"], "encoding": data["encoding"]},
    )
    options |= {"repair_reference": data["repair"]}
    with TemporaryDirectory() as name:
        folder = Path(name)
        systems = {
            "A": write_conll(folder / "a.conll", tokens, data["predictions"]["A"], documents),
            "B": [
                write_conll(folder / f"b{run}.conll", tokens, labels, documents)
                for run, labels in enumerate(data["predictions"]["B"])
            ],
        }
        reference = write_conll(folder / "reference.conll", tokens, data["reference"], documents)
        training = write_conll(folder / "training.conll", *data["training"]) if data["training"] else None
        from_files = outcome(lambda: ni.load(reference, systems, training=training, **options))
    given = {name: data[name] for name in ("tokens", "reference", "predictions", "training", "documents")}
    in_memory = outcome(lambda: ni.from_labels(**given, **options))
    if isinstance(from_files, ni.Study):
        assert isinstance(in_memory, ni.Study)
        assert told(in_memory) == told(from_files)
        assert assert_opened_equal(in_memory).signature == in_memory.signature
    else:
        assert type(in_memory) is type(from_files)


def outcome(make: Any) -> Any:  # noqa: ANN401 - a study, or the mistake
    try:
        return make()
    except ni.NerinspectError as mistake:
        return mistake


@st.composite
def spans_in(draw: st.DrawFn, length: int) -> list[tuple[int, int, str]]:
    """Draw spans of a sentence or text of some length; they may overlap."""
    if not length:
        return []
    ends = st.lists(st.integers(0, length), min_size=2, max_size=2, unique=True).map(sorted)
    drawn = draw(st.lists(st.tuples(ends, st.sampled_from("XY")), max_size=3))
    return [(start, end, name) for (start, end), name in drawn]


@given(data=st.data())
@settings(max_examples=examples(60))
def test_spans_of_tokens_are_read_like_the_file_that_holds_them(data: st.DataObject) -> None:
    tokens = data.draw(st.lists(st.lists(st.sampled_from(["a", "New York", "\t"]), min_size=1, max_size=4), min_size=1))
    documents = sorted(data.draw(st.sampled_from("de")) for _ in tokens) if data.draw(st.booleans()) else None
    sides = [[sorted({*data.draw(spans_in(len(sentence)))}) for sentence in tokens] for _ in range(4)]
    with TemporaryDirectory() as name:
        paths = []
        for number, side in enumerate(sides):
            entities = [[{"start": s, "end": e, "type": kind} for s, e, kind in sentence] for sentence in side]
            records: list[dict[str, Any]] = [
                {"tokens": words, "entities": own} for words, own in zip(tokens, entities, strict=True)
            ]
            for record, document in zip(records, documents or [], strict=False):
                record["document"] = document
            path = Path(name, f"{number}.json")
            path.write_text(json.dumps(records), encoding="utf-8")
            paths.append(str(path))
        from_files = ni.load(paths[0], {"A": paths[1:3]}, training=paths[3])
    reference, *runs, learned = sides
    in_memory = ni.from_spans(tokens, reference, {"A": runs}, training=(tokens, learned), documents=documents)
    assert told(in_memory) == told(from_files)
    assert_opened_equal(in_memory)


@given(data=st.data())
@settings(max_examples=examples(60))
def test_spans_of_characters_are_read_like_the_file_that_holds_them(data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.text("ab \n.é😀", min_size=1, max_size=9), min_size=1, max_size=3))
    sides = [[data.draw(spans_in(len(text))) for text in texts] for _ in range(2)]
    options: Any = {"spans": data.draw(st.sampled_from(["exact", "outward", "skip"])), "tokens": "project"}
    with TemporaryDirectory() as name:
        paths = [Path(name, f"{number}.jsonl") for number in range(2)]
        for path, side in zip(paths, sides, strict=True):
            lines = [json.dumps({"text": text, "label": own}) for text, own in zip(texts, side, strict=True)]
            path.write_text("\n".join(lines), encoding="utf-8")
        from_files = outcome(lambda: ni.load(paths[0], {"A": paths[1]}, format="jsonl-spans", **options))
    in_memory = outcome(lambda: ni.from_spans(texts, sides[0], {"A": sides[1]}, **options))
    if isinstance(from_files, ni.Study):
        assert told(in_memory) == told(from_files)
        assert_opened_equal(in_memory)
    else:
        assert type(in_memory) is type(from_files)


def test_names_of_texts_are_those_of_their_documents() -> None:
    study = ni.from_spans(["Anna sings", "Oslo"], [[(0, 4, "PER")], []], {"A": [[], []]}, documents=["x", "y"])
    assert study._core.text.document_names == ("x", "y")
    assert_opened_equal(study)


def spacy_docs(spans: Sequence[Sequence[tuple[int, int, str]]], group: str = "") -> list[Any]:
    """Make documents, the last of them with sentences and one without a token."""
    spacy = pytest.importorskip("spacy")
    nlp = spacy.blank("en")
    docs = [nlp(text) for text in ("Anna Lee sings.", "", "Oslo is far.\nAnna is in Oslo.")]
    for place, token in enumerate(docs[2]):
        token.is_sent_start = place in (0, 5)
    for doc, own in zip(docs, spans, strict=True):
        made = [doc[start:end] for start, end, _ in own]
        labelled = [spacy.tokens.Span(doc, one.start, one.end, name) for one, (*_, name) in zip(made, own, strict=True)]
        if group:
            doc.spans[group] = labelled
        else:
            doc.ents = labelled
    return docs


@pytest.mark.parametrize("group", ["", "sc"])
def test_documents_of_spacy_are_read_like_their_file(tmp_path: Path, group: str) -> None:
    reference = spacy_docs([[(0, 2, "PER")], [], [(0, 1, "LOC"), (5, 6, "PER")]], group)
    predicted = spacy_docs([[(0, 1, "PER")], [], [(0, 1, "LOC"), (3, 6, "PER")]], group)
    from spacy.tokens import DocBin

    paths = []
    for name, docs in (("reference", reference), ("predicted", predicted)):
        paths.append(str(tmp_path / f"{name}.spacy"))
        DocBin(docs=docs).to_disk(paths[-1])
    options: dict[str, Any] = {"label_field": group, "tokens": "project"}
    from_files = ni.load(paths[0], {"A": paths[1:] * 2}, training=paths[0], **options)
    in_memory = ni.from_docs(iter(reference), {"A": [predicted, iter(predicted)]}, training=reference, **options)
    assert told(in_memory) == told(from_files)
    assert_opened_equal(in_memory)


def test_data_sets_are_read_like_the_parquet_file_that_holds_them(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    names = ["O", "B-PER", "I-PER", "B-LOC"]
    labels = datasets.Sequence(datasets.ClassLabel(names=names))
    text = datasets.Value("string")
    features = datasets.Features(
        {"id": text, "tokens": datasets.Sequence(text), "ner_tags": labels, "pos": datasets.Sequence(text), "A": labels}
    )
    numbers = [[names.index(label) for label in sentence] for sentence in LABELS]
    rows = {"id": ["p", "q"], "tokens": TOKENS, "ner_tags": numbers, "pos": TOKENS, "A": [[1, 0, 0], [0, 3]]}
    dataset = datasets.Dataset.from_dict(rows, features=features)
    path = str(tmp_path / "x.parquet")
    dataset.to_parquet(path)
    other = str(tmp_path / "a.parquet")
    dataset.to_parquet(other)
    from_files = ni.load(path, {"A": other}, training=path, for_={other: {"label_field": "A"}})
    in_memory = ni.from_dataset(dataset, predictions=["A"], training=dataset)
    assert told(in_memory) == told(from_files)
    assert in_memory._core.text.sentence_names == ("p", "q")
    assert_opened_equal(in_memory)
    attributes = in_memory.buckets("reference:pos").to_json()
    assert attributes == from_files.buckets("reference:pos").to_json()
    backwards = dataset.select([1, 0])
    assert ni.from_dataset(backwards, "ner_tags", {"A": "A"})._core.text.tokens_of(0) == ["in", "Oslo"]


def test_other_columns_of_a_data_set_are_there_once_it_is_opened(tmp_path: Path) -> None:
    frame = pd.DataFrame({"words": TOKENS, "gold": LABELS, "ner_tags": [["x", "y", "z"], ["v", "w"]], "A": LABELS})
    study = ni.from_dataset(frame, "gold", "A", token_field="words")
    request = write_data(asked(study), str(tmp_path))
    again = load_sides(request, with_others=True)
    assert [column.name for column in again.reference.columns] == ["ner_tags"]
    assert_opened_equal(study)


def test_frames_have_their_documents_in_a_column() -> None:
    frame = pd.DataFrame(
        {"tokens": TOKENS, "labels": LABELS, "A": [np.array(one) for one in LABELS], "doc": ["d", "e"]}
    )
    study = ni.from_dataset(frame, "labels", {"B": ["A", "labels"]}, documents="doc")
    assert (study.systems, study._core.text.document_names) == (("B",), ("d", "e"))
    assert len(study._core.predictions) == 2


@pytest.mark.parametrize(
    "made",
    [
        lambda lists: (tuple(one) for one in lists),
        lambda lists: (iter(one) for one in lists),
        lambda lists: [np.array(one) for one in lists],
        pa.array,
        lambda lists: pa.chunked_array([pa.array(lists)]),
        pd.Series,
        lambda lists: np.array([*lists, None], dtype=object)[:-1],
    ],
)
def test_anything_that_can_be_gone_through_is_a_list(made: Any) -> None:  # noqa: ANN401
    expected = ni.from_labels(TOKENS, LABELS, {"A": LABELS, "B": [LABELS, LABELS]})
    study = ni.from_labels(made(TOKENS), made(LABELS), {"A": made(LABELS), "B": [made(LABELS), made(LABELS)]})
    assert told(study) == told(expected)


def test_numbers_stand_for_the_names_of_labels() -> None:
    names = ("O", "B-PER", "I-PER", "B-LOC")
    numbers = [np.array([names.index(label) for label in sentence]) for sentence in LABELS]
    study = ni.from_labels(TOKENS, numbers, LABELS, label_names=names)
    assert told(study) == told(ni.from_labels(TOKENS, LABELS, LABELS))
    assert_opened_equal(study)


def test_predictions_without_a_name_are_called_prediction() -> None:
    assert ni.from_labels(TOKENS, LABELS, LABELS).systems == ("prediction",)
    assert len(ni.from_spans([["a"], ["b"]], [[], []], [[[], []], [[], []]])._core.predictions) == 2
    assert len(from_spans([["a"]], [[]], [[(0.0, 1.0, "X")]])._core.predictions) == 1
    assert ni.from_labels(TOKENS, LABELS).systems == ()


def test_odd_names_of_systems_are_kept(tmp_path: Path) -> None:
    study = ni.from_labels(
        TOKENS, LABELS, {"reference": LABELS, "a/b": LABELS, "A/B": LABELS, "C#": LABELS, "é 😀": LABELS}
    )
    assert study.systems == ("reference", "a/b", "A/B", "C#", "é 😀")
    assert_opened_equal(study)
    write_data(asked(study), str(tmp_path))
    names = [path.name.casefold() for path in tmp_path.iterdir()]
    assert len({*names}) == 6


def test_annotators_in_memory_are_read_like_their_files(tmp_path: Path) -> None:
    path = write_conll(tmp_path / "reference.conll", TOKENS, LABELS)
    from_files = ni.load(path, {"B": path}, annotators=True)
    in_memory = ni.from_labels(TOKENS, LABELS, {"B": LABELS}, annotators=True)
    assert in_memory.agreement().to_json() == from_files.agreement().to_json()
    assert_opened_equal(in_memory)


def test_options_for_one_side_go_by_its_name() -> None:
    broken = [["B-PER", "I-LOC", "O"], ["O", "O"]]
    with pytest.raises(ni.DataError, match=r"^A, sentence 1: "):
        ni.from_labels(TOKENS, LABELS, {"A": broken})
    study = ni.from_labels(TOKENS, LABELS, {"A": broken}, for_={"A": {"repair": "discard"}})
    assert study._core.predictions[0].annotation.source.n_changed == 1
    assert_opened_equal(study)


def test_a_record_names_what_was_in_memory_and_holds_no_command(tmp_path: Path) -> None:
    study = ni.from_labels(TOKENS, LABELS, {"A": LABELS})
    study.events().save(str(tmp_path / "events.csv"))
    record = json.loads((tmp_path / "events.csv.json").read_text(encoding="utf-8"))
    assert [source["memory"] for source in record["sources"]] == ["reference", "A"]
    assert "command" not in record
    assert "reference, A" in record["no_command"]


def test_spans_given_twice_count_once() -> None:
    study = ni.from_spans([["a", "b"]], [[(0, 1, "X"), {"start": 0, "end": 1, "label": "X"}]], [[]])
    assert len(study._core.reference.mentions) == 1
    assert study.notices[0] == "reference reference: 1 mention given twice, counted once"


from_labels: Any = ni.from_labels
from_spans: Any = ni.from_spans
"""Called with what their types refuse, too."""

SPANS: Any = [[(0, 2, "PER")], [(1, 2, "LOC")]]
TEXTS = ["Anna Lee sings", "in Oslo"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: from_labels("Anna", LABELS),
            "tokens: each sentence needs a list of tokens, and this is the str",
        ),
        (
            lambda: from_labels(["Anna"], LABELS),
            "tokens, sentence 1: this should be a list of tokens, not the str “Anna”",
        ),
        (
            lambda: from_labels([["a"], []], LABELS),
            "tokens, sentence 2: there are no tokens; leave the sentence out",
        ),
        (lambda: from_labels([], []), "tokens: there is no sentence; give a list of tokens for each"),
        (lambda: from_labels([["a"], ["b", ""]], LABELS), "tokens, sentence 2: a token is empty"),
        (lambda: from_labels([["a"], ["b", 3]], LABELS), "tokens, sentence 2: among the tokens is an int"),
        (lambda: from_labels([[1]], [["O"]]), "tokens, sentence 1: among the tokens is an int"),
        (lambda: from_labels([["a"], [["b"]]], LABELS), "tokens, sentence 2: among the tokens is a list"),
        (lambda: from_labels([["a\ud800"]], [["O"]]), "tokens, sentence 1: a text contains half a character"),
        (lambda: from_labels(TOKENS, LABELS[:1]), "reference: there are lists for 1 sentence, but 2 sentences with"),
        (
            lambda: from_labels(TOKENS, LABELS, {"A": [["O"] * 3, ["O"]]}),
            "A, sentence 2: there are 1 label for 2 tok",
        ),
        (
            lambda: from_labels(TOKENS, LABELS, {"A": [LABELS, [["O"] * 3]]}),
            "A run 2: there are lists for 1 sentence",
        ),
        (
            lambda: from_labels(TOKENS, LABELS, {"A": [["O"] * 3, ["O", None]]}),
            "A, sentence 2: among the labels is a No",
        ),
        (
            lambda: from_labels(TOKENS, [[0, 1, 2], [0, 3]]),
            "reference, sentence 1: a label is 0, but numbers have no",
        ),
        (
            lambda: from_labels(TOKENS, [[0, 1, 0], [0, -100]], label_names=["O", "B-X"]),
            "reference, sentence 2: a label is -100, but there are 2 names, numbered from 0; name all labels in order",
        ),
        (lambda: from_labels(TOKENS, [["O"] * 3, ["PER", "O"]]), "reference, sentence 2: malformed label “PER” on"),
        (lambda: from_labels(TOKENS, LABELS, documents=["d"]), "documents: there are 1 id for 2 sentences"),
        (
            lambda: from_labels([["a"]] * 3, [["O"]] * 3, documents=["d", "e", "d"]),
            "documents, sentence 3: document “d” begins again; put the sentences of a document together",
        ),
        (lambda: from_labels(TOKENS, LABELS, training=TOKENS[:1]), "training: this is not a pair of tokens and labels"),
        (
            lambda: from_spans(TOKENS, [[(0, 4, "X")], []]),
            "reference, sentence 1: the span .* lies outside its 3 tokens",
        ),
        (lambda: from_spans(TOKENS, [[], [(0.5, 2, "X")]]), "reference, sentence 2: .* is not a span; give"),
        (lambda: from_spans(TOKENS, [[], 3]), "reference, sentence 2: this should be a list of spans, not an int"),
        (lambda: from_spans(TOKENS, SPANS, {"A": [[]]}), "A: there are lists for 1 sentence, but 2 sentences"),
        (lambda: from_spans(TEXTS, SPANS, {"A": [[]]}), "A: there are lists for 1 text, but 2 texts"),
        (
            lambda: from_spans(TEXTS, [[], [(0, 99, "X")]]),
            "reference: record 2: the span 0–99 of type X does not lie in",
        ),
        (
            lambda: from_spans(TEXTS, [[], []], documents=["d", "d"]),
            "documents: two texts are called “d”; each text is",
        ),
        (lambda: ni.from_docs(["Anna sings"]), "reference: document 1 is of type str; give Docs of spaCy"),
        (
            lambda: ni.from_dataset({"train": [], "test": []}),
            "dataset: this has several: train, test; give one of them",
        ),
        (lambda: ni.from_dataset([1]), "dataset: this is of type list; give a datasets.Dataset"),
        (
            lambda: ni.from_dataset(pd.DataFrame({"tokens": ["a"], "labels": ["O"]}), "labels"),
            "dataset: “labels” does not hold lists of only texts or only whole numbers; give the labels of a sentence",
        ),
        (
            lambda: ni.from_dataset(pd.DataFrame({"tokens": TOKENS, "labels": LABELS}), "gold"),
            "dataset: there is no column “gold”; there are tokens, labels",
        ),
        (
            lambda: ni.from_dataset(pd.DataFrame({"tokens": TOKENS, "A": [["O"], ["O", "O"]]}), "A"),
            "reference: record 1 has 3 tokens, but 1 in A; give one label for each token",
        ),
    ],
)
def test_what_does_not_fit_is_told_in_one_sentence(make: Any, message: str) -> None:  # noqa: ANN401
    with pytest.raises(ni.DataError, match=f"^{message}") as caught:
        make()
    assert "\n" not in str(caught.value)


def test_options_of_files_are_refused() -> None:
    with pytest.raises(ni.NerinspectError, match=r"^label_column says how files are read, and these data are in mem"):
        ni.from_labels(TOKENS, LABELS, label_column=2)


def test_writing_replaces_nothing_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    study = ni.from_labels(TOKENS, LABELS, {"A": LABELS})
    folder = tmp_path / "new" / "folder"
    first = write_data(asked(study), str(folder))
    assert write_data(asked(study), str(folder)) == first
    (folder / "A.jsonl").write_text("mine", encoding="utf-8")
    (folder / "reference.jsonl").unlink()
    with pytest.raises(ni.DataError, match="another file is there; choose an empty folder"):
        write_data(asked(study), str(folder))
    assert [path.name for path in folder.iterdir()] == ["A.jsonl"]
    with pytest.raises(ni.DataError, match="cannot be made"):
        write_data(asked(study), str(folder / "A.jsonl" / "x"))


def test_opening_writes_the_data_into_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("nerinspect.library.study.subprocess.Popen", lambda command, **_: started.append(command))
    monkeypatch.setattr("nerinspect.ui.platforms.working_platform", nullcontext)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    study = ni.from_labels(TOKENS, LABELS, {"A": LABELS}, repair="discard")
    folders = [study.open("kind:be"), study.open(), study.open(folder=tmp_path / "own")]
    assert len({*folders}) == 3
    for folder, command in zip(folders, started, strict=True):
        assert folder is not None
        assert {path.name for path in Path(folder).iterdir()} == {"reference.jsonl", "A.jsonl"}
        assert f"A={folder}/A.jsonl" in command
    assert started[0][-2:] == ["--where", "kind:be"]
    assert started[0][started[0].index("--repair") + 1] == "discard"


def test_a_study_of_files_is_written_nowhere(tmp_path: Path) -> None:
    path = write_conll(tmp_path / "x.conll", TOKENS, LABELS)
    with pytest.raises(ni.NerinspectError, match="folder is for data in memory"):
        ni.load(path, path).open(folder=tmp_path)


def test_frames_of_attributes_belong_to_data_in_memory_too() -> None:
    frame = pd.DataFrame({"document": ["d", "e"], "genre": ["news", "talk"]})
    study = ni.from_labels(TOKENS, LABELS, {"A": LABELS}, documents=["d", "e"], attributes=frame)
    assert study.buckets("genre")["bucket"].tolist()
