"""What the papers print, made of public data by just the commands that the guide gives for it.

Of what they print these data hold: CoNLL-2002 Dutch of TMR, WNUT-2016 of InterpretEval, CoNLL04 of Separating Retention
from Extraction, and the examples. MasakhaNER here is its second version, with other models than SeqScore's.
"""

import csv
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from nerinspect.cli.main import run
from tests.guide.papers import commands_for, with_files

Row: TypeAlias = dict[str, str]
Printed: TypeAlias = Callable[..., str]


GROUPS: Final = ("Mentions", "Relations, boundaries", "Relations, strict")


@pytest.fixture
def printed(
    data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Printed:
    """Run the commands of a row of the guide, with files in the place of those it names; give what they print."""
    monkeypatch.chdir(tmp_path)

    def make(page: str, item: str, *more: str, **files: str) -> str:
        names = {name.replace("_", "."): path for name, path in files.items()}
        for command in commands_for(page, item):
            arguments = with_files(command, names)
            assert run([*arguments, *more, "--quiet"]) == 0, arguments
        return capfd.readouterr().out

    return make


def rows_of(text: str) -> list[Row]:
    return list(csv.DictReader(StringIO(text)))


def columns_of(rows: list[Row], key: str) -> dict[str, Row]:
    return {row[key]: row for row in rows}


def percent(share: str, digits: int = 0) -> str:
    return f"{100 * float(share):.{digits}f}"


DUTCH = """
    Unseen-Any    36.8 52.2 72.6 51.2 54.6
    Unseen-Tokens 36.8 52.1 72.5 50.9 54.4
    Unseen-Type    0.0  0.1  0.1  0.3  0.2
    TCM-All        0.1  0.0  0.2  0.3  0.2
    TCM-Seen       0.1  0.0  0.1  0.0  0.1
    TCM-Unseen     0.0  0.0  0.1  0.3  0.1
    All            774  882 1098 1187 3941
"""
"""LOC, ORG, PER, MISC, ALL as in Table 4."""

DIFFERS = {("Unseen-Tokens", "ORG"): "52.0"}
"""459 of 882 mentions are 52.04 %, not 52.1; the print has the difference of its rounded rows, 52.2 - 0.1."""

LABELS = {
    "Table 1": (
        "O I-ORG I-ORG I-ORG O O B-MISC I-ORG",
        "O B-ORG I-ORG I-ORG O O B-MISC B-ORG",
        "O O O O O O B-MISC O",
    ),
    "Table 2": ("O I-ORG I-ORG O B-PER I-PER", "O B-ORG I-ORG O B-PER I-PER", "O O O O B-PER I-PER"),
    "Table 3": ("O B-ORG I-ORG I-LOC O", "O B-ORG I-ORG B-LOC O", "O B-ORG I-ORG O O"),
    "Table 4": ("O B-LOC I-ORG I-ORG O", "O B-LOC B-ORG I-ORG O", "O B-LOC O O O"),
}
"""As a system wrote them, by begin repair, and by discard."""


class TestToughMentions:
    """Tu & Lignos 2021."""

    def test_table_4(self, printed: Printed, data_folder: Path) -> None:
        folder = data_folder / "conll02-nl"
        files = {"test_conll": str(folder / "ned.testb"), "train_conll": str(folder / "ned.train")}
        found = columns_of(rows_of(printed("papers", "Tables 2–4", **files)), "subset")
        found["All"] = found.pop("All (count)")
        for line in DUTCH.split("\n")[1:-1]:
            subset, *numbers = line.split()
            for type_name, number in zip(("LOC", "ORG", "PER", "MISC", "ALL"), numbers, strict=True):
                expected = DIFFERS.get((subset, type_name), number)
                assert found[subset][type_name] == expected, (subset, type_name)

    def test_table_1(self, printed: Printed, tmp_path: Path) -> None:
        """One mention is seen, one has another type in training, one has tokens that no mention there has."""
        training, test = "Ys B-LOC\nin O\nUz B-LOC\n", "Xo B-PER\nWy I-PER\n, O\nYs B-ORG\nof O\nUz B-LOC\n"
        (tmp_path / "train.conll").write_text(training, encoding="utf-8")
        (tmp_path / "test.conll").write_text(test, encoding="utf-8")
        (tmp_path / "pred.conll").write_text(test, encoding="utf-8")
        found = {row["text"]: {*row["tough"].split()} - {"all"} for row in rows_of(printed("papers", "Table 1:"))}
        assert found == {"Xo Wy": {"unseen-any", "unseen-tokens"}, "Ys": {"unseen-any", "unseen-type"}, "Uz": {"seen"}}


class TestRepairs:
    """Palen-Michel, Holley & Lignos 2021."""

    @pytest.mark.parametrize("table", LABELS)
    def test_tables_1_to_4(self, table: str, printed: Printed, tmp_path: Path) -> None:
        """The encoding must be named: IOB would explain the labels of Table 1 with fewer invalid transitions."""
        raw, *repaired = LABELS[table]
        (tmp_path / "raw.conll").write_text("".join(f"w {label}\n" for label in raw.split()), encoding="utf-8")
        printed("papers", "Tables 1–4: invalid")
        for name, labels in zip(("begin", "discard"), repaired, strict=True):
            lines = (tmp_path / f"{name}.conll").read_text(encoding="utf-8").split("\n")
            assert [line.split()[-1] for line in lines if line] == labels.split()

    @pytest.mark.parametrize(
        ("training", "test"),
        [
            ("conll02-nl/ned.train", "conll02-nl/ned.testb"),
            ("wnut17/wnut17train.conll", "wnut17/emerging.test.annotated"),
        ],
    )
    def test_references_without_invalid_transitions(
        self, training: str, test: str, printed: Printed, data_folder: Path
    ) -> None:
        """Note 5 names those of CoNLL-2002 Dutch and W-NUT 2017."""
        files = {"train_conll": str(data_folder / training), "test_conll": str(data_folder / test)}
        assert rows_of(printed("papers", "Section 3.4", **files)) == []


class TestWhatF1Hides:
    """Manning 2006."""

    def test_an_event_with_four_demerits(self, printed: Printed, tmp_path: Path) -> None:
        """Three go to precision and one to recall where one mention is taken for three of which one has its type."""
        reference, predicted = ["B-ORG", "I-ORG", "I-ORG", "I-ORG", "I-ORG"], ["B-PERS", "O", "B-PERS", "O", "B-ORG"]
        for name, labels in (("test", reference), ("pred", predicted)):
            (tmp_path / f"{name}.conll").write_text("".join(f"w {label}\n" for label in labels), encoding="utf-8")
        row = rows_of(printed("papers", "counts of the seven"))[0]
        assert (row["demerits"], row["false_positives"], row["false_negatives"]) == ("4", "3", "1")


class TestBuckets:
    """Fu, Liu & Neubig 2020."""

    def test_table_1_of_wnut_2016(self, printed: Printed, data_folder: Path) -> None:
        folder = data_folder / "wnut16"
        files = {name: str(folder / f"{path}.txt") for name, path in (("test_conll", "test"), ("run1_conll", "flair"))}
        text = printed("papers-buckets", "Table 1: F1 of systems, here", pred_conll=str(folder / "elmo.txt"), **files)
        assert {row["System"]: row["F1"] for row in rows_of(text)} == {"A": "45.96", "B": "45.33"}


class TestRelations:
    """Taillé et al. 2021: what they print of CoNLL04."""

    @pytest.fixture
    def files(self, data_folder: Path) -> dict[str, str]:
        path = data_folder / "conll04-re" / "conll04.sincere.json"
        return {f"{name}_json": f"{path}#{name}" for name in ("train", "dev", "test")}

    def test_table_1_the_heuristic_on_mentions(self, printed: Printed, files: dict[str, str]) -> None:
        text = printed("papers-relations", "Table 1: F1 of mentions", "--digits", "1", **_without_systems(files))
        [row] = rows_of(text)
        assert (row["Typed Seen"], row["Typed All"]) == ("86.0", "59.7")
        assert shares_in(printed, "Table 1: F1 of mentions", files) == ["50", "50", "50", "50"]

    def test_table_1_the_heuristic_on_relations(self, printed: Printed, files: dict[str, str]) -> None:
        text = printed("papers-relations", "Table 1: F1 of relations,", "--digits", "1", **_without_systems(files))
        [row] = rows_of(text)
        for setting in ("Boundaries", "Strict"):
            assert (row[f"{setting} Exact"], row[f"{setting} All"]) == ("90.9", "35.5")
        assert shares_in(printed, "Table 1: F1 of relations,", files) == ["23", "34", "43"]

    def test_table_4(self, printed: Printed, files: dict[str, str]) -> None:
        rows = [row for row in rows_of(printed("papers-relations", "Table 4", **files)) if row["type"] == "ALL"]
        assert [row["sentences"] for row in rows] == ["922", "231", "288"]
        assert [row["mentions"] for row in rows] == ["3377", "893", "1079"]
        assert [row["relations"] for row in rows] == ["1283", "343", "422"]

    def test_table_5(self, printed: Printed, files: dict[str, str], tmp_path: Path) -> None:
        """Some averages are others than in print.

        It has 1.5 for the length of mentions, though its 3.8 for the two arguments of a relation, which is met, is more
        than twice that; rCon 21 and rCon* 91 are of pairs of surfaces that it does not define, see `relation_profile`.
        """
        for item in ("Table 5: averages of mentions", "Table 5: averages of relations"):
            printed("papers-relations", item, **files)
        [mentions], [relations] = (
            rows_of((tmp_path / f"{name}.csv").read_text(encoding="utf-8")) for name in ("mentions", "relations")
        )
        assert [percent(mentions[name]) for name in ("eCon*", "eLex")] == ["98", "50"]
        assert [percent(relations[name]) for name in ("rLex", "aCon")] == ["23", "29"]
        assert [f"{float(relations[name]):.1f}" for name in ("aLen", "aDist")] == ["3.8", "5.8"]
        assert percent(mentions["eCon"]) == "49"
        differing = [percent(relations["rCon"]), percent(relations["rCon*"]), f"{float(mentions['eLen']):.1f}"]
        assert differing == ["22", "96", "1.9"], "21, 91 and 1.5 in print"

    def test_table_6_the_heuristic(self, printed: Printed, files: dict[str, str]) -> None:
        text = printed("papers-relations", "Table 6", "--digits", "1", **_without_systems(files))
        [row] = rows_of(text)
        found = {head: [row[f"{head} {name}"] for name in ("Precision", "Recall", "F1")] for head in GROUPS}
        mentions, *relations = found.values()
        assert (mentions, relations) == (["75.9", "49.2", "59.7"], [["84.1", "22.5", "35.5"]] * 2)

    def test_table_7(self, printed: Printed, files: dict[str, str]) -> None:
        """Four types of mentions, five of relations."""
        mentions = {row["type"] for row in rows_of(printed("papers-relations", "Table 4", **files))}
        chosen = _without_systems(files)
        relations = {row["type"] for row in rows_of(printed("papers-relations", "Table 7", **chosen))}
        assert (len(mentions - {"ALL"}), len(relations - {"ALL"})) == (4, 5)

    def test_table_2_who_did_it_to_whom_is_exchanged(self, printed: Printed, tmp_path: Path) -> None:
        sentence = (
            '[{"tokens": ["Ann", "taught", "Bo", "Cy"], "relations": [{"type": "Teach", "head": 0, "tail": 1}], '
            '"entities": [{"type": "Peop", "start": 0, "end": 1}, {"type": "Peop", "start": 2, "end": 4}]}]'
        )
        (tmp_path / "test.json").write_text(sentence, encoding="utf-8")
        printed("papers-relations", "Table 2")
        assert '["Bo", "Cy", "taught", "Ann"]' in (tmp_path / "swapped.json").read_text(encoding="utf-8")


def _without_systems(files: dict[str, str]) -> dict[str, str]:
    return files | {"run1_json": "", "run2_json": ""}


def shares_in(printed: Printed, item: str, files: dict[str, str]) -> list[str]:
    """Find the shares of the parts in the caption, rounded to whole percent."""
    text = printed("papers-relations", item, "--table", "latex", **_without_systems(files))
    [caption] = re.findall(r"\\caption\{(.*)\}", text)
    return [f"{float(share):.0f}" for share in re.findall(r"(?:seen|exact|partial|new) ([\d.]+)", caption)]
