import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from nerinspect.corpus.text import MATCHINGS
from nerinspect.errors import CommandError, OutputError
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import PAIRS, BucketsOrigin, ComparisonOrigin, DiagnosisOrigin, ScoresOrigin
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection

MakeFile = Callable[..., str]
Loaded = tuple[Study, LoadRequest]


@pytest.fixture
def loaded(make_file: MakeFile) -> Loaded:
    reference = make_file("Ulm B-LOC\nGrey B-ORG\nHeron I-ORG\n", "ref.conll")
    prediction = make_file("Ulm B-LOC\nGrey B-ORG\nHeron O\n", "pred.conll")
    request = LoadRequest(reference, (f"flair={prediction}",))
    return load_study(request), request


def origin_of(loaded: Loaded, query: str | None = None) -> ScoresOrigin:
    """Count the whole test set, or what a query keeps."""
    study, request = loaded
    if query is None:
        return ScoresOrigin(study, request)
    return ScoresOrigin(study, request, Selection.from_filter(parse_query(query, Vocabulary.of(study))))


@pytest.mark.parametrize(
    ("query", "counted"),
    [
        (None, "the whole test set"),
        ("kind:fn", "the whole test set; kind:fn changes no score"),
        ("type:ORG", "mentions of ORG"),
        ("-type:ORG doc:1", "mentions of LOC in events that match doc:1"),
        (
            "slen:1..9 kind:fn system:flair",
            "mentions in events that match slen:1..9; kind:fn system:flair change no score",
        ),
    ],
)
def test_what_is_counted_is_said(loaded: Loaded, query: str | None, counted: str) -> None:
    assert origin_of(loaded, query).counted == counted


def test_the_record_names_filter_base_and_systems(loaded: Loaded) -> None:
    record = origin_of(loaded, "type:ORG doc:1 kind:be").record("Scores", "csv", ["flair"], has_command=True)
    named = ("shows", "form", "systems", "filter", "counted_types", "counted_events")
    assert [record[name] for name in named] == [
        "Scores", "csv", ["flair"], "type:ORG doc:1 kind:be", ["ORG"], "doc:1",
    ]  # fmt: skip
    assert [source["role"] for source in record["sources"]] == ["reference", "prediction"]


def test_the_command_loads_the_same_files(loaded: Loaded) -> None:
    _, request = loaded
    command = origin_of(loaded).record("Scores", "json", ["flair"], has_command=True)["command"]
    assert shlex.split(command) == (["nerinspect", "score", request.reference, *request.predictions, "--table", "csv"])


@pytest.mark.parametrize(
    ("query", "has_command", "said"),
    [
        (None, True, "gives the same scores, for every system and type and with its own column names."),
        ("kind:be", True, "gives the same scores, for every system and type and with its own column names."),
        (None, False, "; how mentions lie in events of each kind (“Scores”) is in the window alone."),
        ("type:ORG kind:be", True, "The command line counts the whole test set, not mentions of ORG."),
    ],
)
def test_what_the_command_gives_instead_is_said(
    loaded: Loaded, query: str | None, has_command: bool, said: str
) -> None:
    record = origin_of(loaded, query).record("Scores", "csv", ["flair"], has_command)
    assert record["command_differs"].endswith(said)


def test_a_description_is_one_line_of_data_systems_base_and_filter(loaded: Loaded) -> None:
    _, request = loaded
    assert origin_of(loaded, "type:ORG kind:be").description(["flair", "elmo"]) == (
        f"Reference {request.reference}; systems flair, elmo; counted: mentions of ORG; kind:be changes no score;"
        " filter: type:ORG kind:be"
    )


def test_a_file_stands_beside_its_record(loaded: Loaded, tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    origin_of(loaded).write(str(output), lambda file: file.write(b"x\n"), "Scores", "csv", ["flair"])
    assert output.read_text() == "x\n"
    assert json.loads(Path(f"{output}.json").read_text(encoding="utf-8"))["counted"] == "the whole test set"


def test_a_source_is_never_replaced(loaded: Loaded) -> None:
    _, request = loaded
    before = Path(request.reference).read_bytes()
    with pytest.raises(CommandError, match="is one of the files read; choose another file"):
        origin_of(loaded).write(request.reference, lambda file: file.write(b"x"), "Scores", "csv", ["flair"])
    assert Path(request.reference).read_bytes() == before


def test_what_cannot_be_written_leaves_nothing(loaded: Loaded, tmp_path: Path) -> None:
    (tmp_path / "out.csv.json").mkdir()
    with pytest.raises(OutputError):
        origin_of(loaded).write(str(tmp_path / "out.csv"), lambda file: file.write(b"x"), "Scores", "csv", ["flair"])
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("shown", "subcommand"),
    [
        ("Scores", "score"),
        ("Tough mentions", "tough"),
        ("Tough mentions, recall", "tough"),
        ("Seen and unseen", "retention"),
    ],
)
def test_the_command_is_the_one_with_the_numbers_of_the_table(loaded: Loaded, shown: str, subcommand: str) -> None:
    command = shlex.split(origin_of(loaded).record(shown, "csv", ["flair"], True)["command"])
    assert command[1] == subcommand
    assert ("--layout" in command) == ("," in shown)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("Seen and unseen", "those of types are in the window alone."),
        ("Tough mentions", "what is missed is what is not recalled."),
        ("Other ways to count", "differences are between its F1."),
        ("Scores", "with its own column names."),
    ],
)
def test_what_the_command_does_not_give_is_said(loaded: Loaded, shown: str, said: str) -> None:
    assert origin_of(loaded).record(shown, "csv", ["flair"], True)["command_differs"].endswith(said)


def test_the_schemes_of_a_table_stand_in_its_signature(loaded: Loaded) -> None:
    origin = ScoresOrigin(*loaded)
    signatures = [origin.record(shown, "csv", ["a"], True)["signature"] for shown in ("Scores", "Other ways to count")]
    assert "; scheme=exact; " in signatures[0]
    assert "; scheme=traditional,strict,exact,partial,type,fair,weighted,ace; " in signatures[1]


def test_what_was_chosen_of_buckets_stands_in_the_signature(loaded: Loaded) -> None:
    def signature(attribute: str, n_wanted: int) -> str:
        origin = BucketsOrigin(*loaded, attributes=(attribute,) if attribute else (), n_wanted=n_wanted)
        return str(origin.record("F1 by bucket", "svg", ["flair"], True)["signature"])

    assert "; attribute=eLen; m=5; " in signature("eLen", 5)
    assert len({signature(attribute, n_wanted) for attribute in ("", "eLen") for n_wanted in (4, 5)}) == 4


def test_what_was_chosen_of_a_diagnosis_and_of_pairs_stands_in_the_signature(loaded: Loaded) -> None:
    diagnosis = DiagnosisOrigin(*loaded, n_wanted=6, attributes=("eLen", "type")).record("Attributes", "csv", [], True)
    assert "; attributes=eLen,type; m=6; " in diagnosis["signature"]
    pairs = ComparisonOrigin(*loaded).record(PAIRS, "csv", ["flair"], True)
    assert "; samples=1000; seed=0; " in pairs["signature"]


def test_how_surfaces_are_compared_stands_in_the_signature(loaded: Loaded, make_file: MakeFile) -> None:
    training = make_file("Ulm B-LOC\n", "train.conll")
    signatures = set()
    for matching in MATCHINGS:
        request = replace(loaded[1], training=training, matching=matching)
        record = ScoresOrigin(load_study(request), request).record("Seen and unseen", "csv", ["flair"], True)
        assert record["matching"] == matching
        signatures.add(record["signature"])
    assert len(signatures) == len(MATCHINGS)
