"""The library gives the numbers of the command line, in frames whose dtypes depend on nothing but the call."""

import csv
import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtWidgets import QApplication

import nerinspect as ni
from nerinspect.cli.main import run
from nerinspect.library.loading import LoadOptions
from tests.review.relation_files import PEOPLE, Sentence, write_sentences

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
FILES = [str(SAMPLE / "test.conll"), *(f"{name}={SAMPLE / name}.conll" for name in ("rich", "plain"))]
TRAINING = ["--training", str(SAMPLE / "train.conll")]

CALLS = [
    ("score", [], "scores()"),
    ("schemes", [], "schemes()"),
    (
        "schemes",
        ["--weight", "be=0.5/0.25/0.25", "--weight", "spurious=1"],
        "schemes(weights={'be': (0.5, 0.25, 0.25), 'spurious': 1})",
    ),
    ("confusion", [], "confusion()"),
    ("errors", [], "errors()"),
    ("tough", TRAINING, "tough()"),
    ("retention", TRAINING, "retention()"),
    ("retention", [*TRAINING, "--setting", "typed"], "retention(setting='typed')"),
    ("buckets", TRAINING, "buckets()"),
    ("buckets", [*TRAINING, "--attribute", "eLen", "--buckets", "3"], "buckets('eLen', buckets=3)"),
    *(("diagnose", [*TRAINING, "--kind", kind], f"diagnose({kind!r})") for kind in ("self", "model", "attribute")),
    ("diagnose", [*TRAINING, "--kind", "comparative"], "diagnose('comparative')"),
    ("compare", ["--samples", "50", "--seed", "3"], "compare(samples=50, seed=3)"),
    ("diff", [], "diff('rich', 'plain')"),
    ("diff", ["--where", "type:PER"], "diff('rich', 'plain', where='type:PER')"),
    ("events", TRAINING, "events().frame()"),
    ("events", ["--where", "-kind:tp type:PER system:plain"], "events('-kind:tp type:PER', system='plain').frame()"),
    (
        "events",
        [*TRAINING, "--pair", "plain", "rich", "--where", "kind:be,lbe"],
        "events('kind:be,lbe', pair=('plain', 'rich')).frame()",
    ),
    ("events", ["--pair", "rich", "plain", "--stretches"], "events(pair=('rich', 'plain'), stretches=True).frame()"),
    (
        "events",
        [*TRAINING, "--columns", "training_types,memory,nearest,novelty"],
        "events().frame(columns=['training_types', 'memory', 'nearest', 'novelty'])",
    ),
    ("events", ["--columns", "kind,eLen,bucket:sLen"], "events().frame(columns=['kind', 'eLen', 'bucket:sLen'])"),
]


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def written(value: Any) -> str:  # noqa: ANN401 - a cell of a frame
    """Write a cell as CSV has it."""
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    return str(value)


def assert_same(frame: pd.DataFrame, rows: Sequence[Sequence[str]]) -> None:
    head, *body = rows
    assert list(frame.columns) == list(head)
    assert len(frame) == len(body)
    for name, cells in zip(head, zip(*body, strict=True) if body else [()] * len(head), strict=True):
        if frame[name].dtype == "float64":
            numbers = [float(cell) if cell else math.nan for cell in cells]
            assert [*map(repr, frame[name].tolist())] == [*map(repr, numbers)], name
        else:
            assert [*map(written, frame[name])] == list(cells), name


@pytest.fixture(scope="module")
def study() -> ni.Study:
    return ni.load(
        SAMPLE / "test.conll",
        {"rich": SAMPLE / "rich.conll", "plain": str(SAMPLE / "plain.conll")},
        training=SAMPLE / "train.conll",
        repair="conlleval",
    )


@pytest.mark.parametrize(("command", "arguments", "call"), CALLS, ids=[call for *_, call in CALLS])
def test_each_method_gives_what_its_command_writes(
    study: ni.Study, tmp_path: Path, command: str, arguments: list[str], call: str
) -> None:
    output = tmp_path / "result.csv"
    # What is not asked about training has a column less.
    if "--training" not in arguments and command in ("events", "diff", "buckets"):
        study = ni.load(
            SAMPLE / "test.conll", {n: SAMPLE / f"{n}.conll" for n in ("rich", "plain")}, repair="conlleval"
        )
    assert run([command, *FILES, "--repair", "conlleval", *arguments, "-o", str(output)]) == 0
    frame = eval(f"study.{call}", {"study": study})
    assert_same(frame, rows_of(output))


def test_agreement_consistency_counts_and_summary(study: ni.Study, tmp_path: Path) -> None:
    names = [str(SAMPLE / f"{name}.conll") for name in ("test", "rich", "plain", "train")]
    for command, files, frame in (
        (["agreement", "--repair", "conlleval"], names[:3], study.agreement()),
        (["consistency"], names[:1], study.consistency()),
        (["count"], names[:1], study.counts()),
        (["summarize", "--repair", "conlleval"], names, study.summary()),
        (["repair"], [names[0], f"rich={names[1]}", f"plain={names[2]}"], study.repairs()),
    ):
        output = tmp_path / f"{command[0]}.csv"
        assert run([*command, *files, "-o", str(output)]) == 0
        assert_same(frame, rows_of(output))


def test_profile_and_tough_layouts(study: ni.Study, tmp_path: Path) -> None:
    profile, tough = tmp_path / "profile.csv", tmp_path / "tough.csv"
    files = [*FILES, "--repair", "conlleval", *TRAINING]
    assert run(["retention", *files, "--profile", str(profile), "-o", str(tmp_path / "retention.csv")]) == 0
    assert_same(study.profile(), rows_of(profile))
    assert run(["tough", *files, "--layout", "composition", "-o", str(tough)]) == 0
    head, *body = rows_of(tough)
    frame = study.tough("composition")
    assert list(frame.columns) == head
    assert frame.iloc[:, 1:].to_numpy().tolist() == [[float(cell) for cell in row[1:]] for row in body]
    recall: Any = study.tough("recall")
    scores: Any = study.scores()
    assert recall.loc[0, "All"] == round(100 * scores.loc[0, "recall"], 2)
    assert recall["All std"].isna().all()


def test_scores_of_mentions_and_relations_stand_in_one_row(tmp_path: Path) -> None:
    true: list[Sentence] = [("Ann met Bo", PEOPLE[:2], [(0, "Meet", 1)]), ("Cy left Di", PEOPLE[:2], [(0, "Work", 1)])]
    texts = {"true": true, "one": [true[0], (*true[1][:2], [])], "train": true[:1]}
    paths = {name: write_sentences(tmp_path / f"{name}.json", sentences) for name, sentences in texts.items()}
    study = ni.load(paths["true"], {"a": [paths["true"], paths["one"]]}, training=paths["train"])
    frame: Any = study.relation_scores("strict", layout="joint")
    row = frame.iloc[0]
    assert row[["System", "Mentions F1", "Mentions F1 std"]].tolist() == ["a", 100.0, 0.0]
    assert row[["Relations, strict Recall", "Relations, strict Recall std"]].tolist() == [75.0, 35.36]
    assert set(frame.dtypes.iloc[1:]) == {np.dtype("float64")}
    with pytest.raises(ni.NerinspectError, match="joint"):
        study.relation_scores(layout="joined")


def test_a_matrix_counts_every_mention(study: ni.Study) -> None:
    matrix, rows = study.confusion(pivot=True), study.confusion()
    assert list(matrix.columns) == [*study.types, "none"]
    assert matrix.to_numpy().sum() == rows["mentions"].sum()
    one = rows.iloc[1]
    assert matrix.loc[(one["system"], one["reference_type"]), one["predicted_type"]] == one["mentions"]


def test_sentences_add_up_to_the_scores(study: ni.Study) -> None:
    by_sentence = study.sentence_scores()
    assert len(by_sentence) == 2 * by_sentence["sentence"].max()
    sums: Any = by_sentence.groupby("system")[["correct", "reference", "predicted"]].sum()
    scores: Any = study.scores(runs="each").query("type == 'ALL'").set_index("system")
    for system in study.systems:
        assert sums.loc[system].tolist() == scores.loc[system, ["correct", "reference", "predicted"]].tolist()


def test_runs_each_and_mean(tmp_path: Path) -> None:
    runs = [SAMPLE / "rich.conll", SAMPLE / "plain.conll"]
    study = ni.load(SAMPLE / "test.conll", {"both": runs, "one": SAMPLE / "rich.conll"}, repair="conlleval")
    tables: list[Any] = [study.scores(runs="all"), study.scores(runs="each"), study.scores(runs="mean")]
    every, each, mean = tables
    assert set(every["run"]) == {"1", "2", "mean", "std"}
    assert set(each["run"]) == {"1", "2"}
    assert str(each["tp"].dtype) == "Int64"
    assert str(mean["tp"].dtype) == "float64"
    assert mean.query("type == 'ALL'")[["system", "run"]].to_numpy().tolist() == [["both", "mean"], ["one", "1"]]
    overall = mean.query("type == 'ALL'").set_index("system")["f1"]
    assert overall["both"] == each.query("type == 'ALL' and system == 'both'")["f1"].mean()


def empty_study(folder: Path) -> ni.Study:
    (folder / "none.conll").write_text("rain O\nin O\n\nOslo O\n", encoding="utf-8")
    path = folder / "none.conll"
    return ni.load(path, {"rich": path, "plain": path}, training=path)


def test_dtypes_depend_on_the_call_alone(study: ni.Study, tmp_path: Path) -> None:
    none = empty_study(tmp_path)
    calls = [call for *_, call in CALLS if "PER" not in call] + [
        "agreement()",
        "consistency()",
        "counts()",
        "profile()",
        "repairs()",
    ]
    for call in [*calls, "summary()", "sentence_scores()", "scores(runs='each')", "scores(runs='mean')"]:
        full, empty = (eval(f"study.{call}", {"study": one}) for one in (study, none))
        assert full.dtypes.to_dict() == empty.dtypes.to_dict(), call
        assert {str(dtype) for dtype in full.dtypes} <= {"str", "Int64", "float64", "bool", "object"}, call
        for name in full.columns[full.dtypes == "object"]:
            assert all(value is None or type(value) is list for value in full[name]), name
        assert len(full), call


def test_frames_say_what_they_are_made_from(study: ni.Study) -> None:
    made = study.scores().attrs["made_from"]
    assert made["call"] == "study.scores(runs='all')"
    assert made["signature"].startswith("nerinspect ")
    assert "rich 1=" in made["signature"]
    assert study.scores().query("type == 'ALL'").attrs["made_from"] == made
    assert json.loads(json.dumps(made)) == made
    listed = study.events("kind:le").frame(["kind", "text"])
    assert listed.attrs["made_from"]["call"] == "study.events('kind:le').frame(['kind', 'text'])"


def test_a_frame_of_relation_events_says_how_they_were_matched(tmp_path: Path) -> None:
    entities = [{"type": "P", "start": place, "end": place + 1} for place in (0, 1)]
    sentence = {"tokens": ["a", "b"], "entities": entities, "relations": [{"type": "met", "head": 0, "tail": 1}]}
    path = tmp_path / "a.json"
    path.write_text(json.dumps([sentence]), encoding="utf-8")
    frame = ni.load(path, {"a": path}).relations("rel:met", setting="strict", symmetric=["met"]).frame()
    call = "study.relations('rel:met', setting='strict', symmetric=['met']).frame()"
    assert frame.attrs["made_from"]["call"] == call


def test_rows_of_a_pair_show_themselves_and_say_how_they_were_made(study: ni.Study) -> None:
    rows = study.events("kind:be", pair=("rich", "plain"), stretches=True)
    assert repr(rows) == f"<{len(rows)} compared rows of test.conll>"
    assert "<th>kind_b</th>" in rows._repr_html_()
    made = rows.frame().attrs["made_from"]
    assert made["call"] == "study.events('kind:be', pair=['rich', 'plain'], stretches=True).frame()"
    assert "pair=rich,plain; stretches=True" in made["signature"]
    with pytest.raises(ValueError, match="of a system or of a pair"):
        study.events(system="rich", pair=("rich", "plain"))


def test_events_are_a_sequence(study: ni.Study, tmp_path: Path) -> None:
    errors = study.events("-kind:tp")
    assert len(errors) == len(errors.frame()) == len(list(errors))
    first = next(iter(errors))
    assert first == errors[0]
    assert (first.system, first.kind) == ("rich", errors.frame().loc[0, "kind"])
    assert errors[-1].event == errors.frame()["event"].iloc[-1]
    some = errors[2:8:2]
    assert isinstance(some, ni.Events)
    assert some.frame()["event"].tolist() == errors.frame()["event"].iloc[2:8:2].tolist()
    with pytest.raises(IndexError):
        errors[len(errors)]


@pytest.mark.parametrize("suffix", ["csv", "json", "jsonl", "md", "tex", "html"])
def test_a_saved_list_is_that_of_the_command(study: ni.Study, tmp_path: Path, suffix: str) -> None:
    saved, output = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    study.events("-kind:tp type:PER").save(str(saved))
    record = json.loads(Path(f"{saved}.json").read_text(encoding="utf-8"))
    form = {"md": "markdown", "tex": "latex"}.get(suffix, suffix)
    where = ["--where", "-kind:tp type:PER", "--table", form]
    assert run(["events", *FILES, "--repair", "conlleval", *TRAINING, *where, "-o", str(output)]) == 0
    if suffix != "html":  # which says where it was written
        assert saved.read_bytes() == output.read_bytes()
    assert record["filter"] == "-kind:tp type:PER"
    assert record["command"].startswith("nerinspect events ")


def test_a_saved_slice_says_what_it_leaves_out(study: ni.Study, tmp_path: Path) -> None:
    errors = study.events("-kind:tp")
    errors[:3].save(str(tmp_path / "three.csv"))
    record = json.loads((tmp_path / "three.csv.json").read_text(encoding="utf-8"))
    assert record["rows"] == 3
    assert f"lists all {len(errors):,} events of the filter, not the 3 selected" in record["command_differs"]


def test_a_suffix_decides(study: ni.Study, tmp_path: Path) -> None:
    with pytest.raises(ni.NerinspectError, match=r"a\.doc: the suffix decides the form; choose one of"):
        study.events().save(str(tmp_path / "a.doc"))
    assert [*tmp_path.iterdir()] == []


def test_mistakes_are_sentences(study: ni.Study, tmp_path: Path) -> None:
    test, rich = SAMPLE / "test.conll", SAMPLE / "rich.conll"
    mistakes: list[tuple[type[Exception], str, Any]] = [
        (ni.DataError, "nowhere.conll: there is no such file", lambda: ni.load("nowhere.conll")),
        (ni.NerinspectError, "no option is called “repiar”; the nearest is repair", lambda: ni.load(test, repiar="x")),  # type: ignore[call-arg]
        (ni.NerinspectError, "no repair is called “x”", lambda: ni.load(test, rich, repair="x")),
        (ni.NerinspectError, "cannot be the name of a system", lambda: ni.load(test, {"a=b": rich})),
        (ni.NerinspectError, "the system “a” has no files", lambda: ni.load(test, {"a": []})),
        (ni.NerinspectError, "reserved for the retention heuristic", lambda: ni.load(test, {"retention": rich})),
        (ni.QueryError, "no kind is called “foo”", lambda: study.events("kind:foo")),
        (ni.QueryError, "query, character 6", lambda: study.events("kind:(")),
        (ni.NerinspectError, "no system is called “poor”", lambda: study.events(system="poor")),
        (ni.NerinspectError, "no system is called “poor”", lambda: study.diff("poor", "rich")),
        (ni.NerinspectError, "there is no training data", lambda: ni.load(test, test).tough()),
        (ni.NerinspectError, "no kind is called “best”", lambda: study.diagnose("best")),  # type: ignore[arg-type]
        (ni.NerinspectError, "no attribute is called “elan”", lambda: study.buckets("elan")),
        (ni.NerinspectError, "there can be 2 to 10 buckets", lambda: study.buckets(buckets=11)),
        (ni.NerinspectError, "no column is called “knd”; the nearest is kind", lambda: study.events().frame(["knd"])),
        (TypeError, "a file is named by its path", lambda: ni.load(io.StringIO())),  # type: ignore[arg-type]
        (TypeError, "predictions are a path, a list of paths", lambda: ni.load(test, 5)),  # type: ignore[arg-type]
    ]
    for kind, words, act in mistakes:
        with pytest.raises(kind, match=words.replace("(", r"\(")) as raised:
            act()
        assert "\n" not in str(raised.value)
    assert issubclass(ni.NerinspectError, ValueError)


def test_options_are_those_of_the_command_line(tmp_path: Path) -> None:
    path, marked = tmp_path / "a=b.tsv", tmp_path / "pred.tsv"
    path.write_text("x\tOslo\tB-LOC\nx\tAnn\tB-PER\n", encoding="utf-8")
    marked.write_text("B-LOC\tOslo\tx\nO\tAnn\tx\n", encoding="utf-8")
    study = ni.load(path, [marked], token_column=1, label_column=2, for_={marked: {"label_column": 0}})
    assert study.systems == ("pred",)
    scores: Any = study.scores(runs="each")
    assert scores.loc[0, ["correct", "reference", "predicted"]].tolist() == [1, 2, 1]
    only = ni.load(path, marked, token_column=1, label_column=2, for_={marked: {"label_column": 0}}, keep_types=["PER"])
    assert only.types == ("PER",)
    both = ni.load(path, {"ann": str(marked)}, token_column=1, for_={str(marked): {"label_column": 0}}, annotators=True)
    agreement: Any = both.agreement()
    assert agreement.loc[0, ["a", "b"]].tolist() == ["a=b", "ann"]


def test_other_columns_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "test.conll"
    path.write_text("Oslo NNP B-LOC\nrain NN O\n", encoding="utf-8")
    study = ni.load(path, path)
    assert "predicted:column 1" not in set(study.buckets()["attribute"])
    frame = study.events().frame(["kind", "reference:column 1"])
    assert frame.to_numpy().tolist() == [["tp", "NNP"]]
    assert set(study.buckets("reference:column 1")["bucket"]) == {"NNP"}


def test_a_table_of_attributes_is_a_file_or_a_frame(tmp_path: Path) -> None:
    path, table = tmp_path / "test.conll", tmp_path / "genre.csv"
    path.write_text("Oslo B-LOC\n\nrain NN\n".replace("NN", "O") + "\nBonn B-LOC\n", encoding="utf-8")
    frame = pd.DataFrame({"sentence": [1, 2, 3], "genre": ["news", "web", "web"], "length": [1.5, 2, None]})
    frame.to_csv(table, index=False)
    by_file, by_frame = ni.load(path, path, attributes=table), ni.load(path, path, attributes=[frame])
    for study in (by_file, by_frame):
        buckets: Any = study.buckets("genre")
        assert buckets["bucket"].tolist() == ["news", "web"]
        listed = study.events().frame(["text", "attr:genre", "attr:length"])
        assert listed.to_numpy().tolist()[0] == ["Oslo", "news", "1.5"]
        assert listed["attr:length"].isna().tolist() == [False, True]
    assert by_file.buckets().equals(by_frame.buckets())
    with pytest.raises(ni.DataError, match="attributes: "):
        ni.load(path, attributes=pd.DataFrame({"genre": ["news"]}))


def test_a_chart_is_drawn_and_saved(qapp: QApplication, study: ni.Study, tmp_path: Path) -> None:
    for name in ("buckets", "tough", "score", "compare", "retention"):
        drawn = study.chart(name, **({"samples": 20} if name == "compare" else {}))
        assert drawn._repr_svg_().lstrip().startswith("<?xml"), name
    path, output = tmp_path / "a.svg", tmp_path / "b.svg"
    study.chart("buckets", attributes=["eLen"], systems=["plain"]).save(path, width="84mm")
    choice = ["--attribute", "eLen", "--systems", "plain", "--width", "84mm"]
    assert run(["buckets", *FILES, "--repair", "conlleval", *TRAINING, "--chart", str(output), *choice]) == 0
    assert path.read_bytes() == output.read_bytes()
    assert "--chart" in json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))["command"]
    with pytest.raises(ni.NerinspectError, match="no chart is called “pie”"):
        study.chart("pie")


def test_the_options_are_named_where_people_ask_for_help() -> None:
    assert [name for name in LoadOptions.__annotations__ if name not in (ni.load.__doc__ or "")] == []


def test_the_package_offers_what_is_public_and_nothing_else() -> None:
    public = [name for name in dir(ni) if not name.startswith("_")]
    assert "load" in public
    assert [name for name in public if isinstance(getattr(ni, name), ModuleType)] == []
    assert [name for name in dir(ni) if not hasattr(ni, name)] == []


def test_studies_and_events_name_their_file_without_its_folder() -> None:
    study = ni.load(SAMPLE / "test.conll", SAMPLE / "plain.conll")
    assert repr(study) == "<Study of test.conll: plain>"
    assert repr(study.events("kind:fp")) == "<7 events of test.conll>"


def test_events_are_chosen_by_what_pandas_finds() -> None:
    events = ni.load(SAMPLE / "test.conll", SAMPLE / "plain.conll").events("-kind:tp")
    frame = events.frame()
    mask = frame["kind"] == "le"
    for chosen in (mask, mask.to_numpy(), mask.tolist(), frame[mask].index, np.flatnonzero(mask).tolist()):
        assert events[chosen].frame()["event"].tolist() == frame["event"][mask].tolist()
    assert [event.event for event in events[[3, 0, -1]]] == [events[place].event for place in (3, 0, len(events) - 1)]
    assert len(events[[]]) == len(events[mask & ~mask]) == 0
    assert events[np.int64(2)] == events[2]
    for mistake, error in ((len(events), IndexError), ([0, -len(events) - 1], IndexError), ([True], IndexError)):
        with pytest.raises(error, match=f"{len(events)} events"):
            events[mistake]
    for nothing in (1.5, "text", ["a"], None):
        with pytest.raises(TypeError, match="a list of places, or a mask"):
            events[nothing]  # type: ignore[index]


def test_a_query_is_a_text() -> None:
    with pytest.raises(TypeError, match="not of type int"):
        ni.load(SAMPLE / "test.conll", SAMPLE / "plain.conll").events(3)  # type: ignore[arg-type]
