import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nerinspect import __version__
from nerinspect.errors import CommandError, DataError
from nerinspect.io.signature import find_signature, read_signature, signature, signature_differences

REFERENCE = {
    "role": "reference",
    "path": "gold.conll",
    "sha256": "0123456789abcdef",
    "encoding": "BIO",
    "types": ["PER"],
}
FLAIR = {
    "role": "prediction", "system": "flair", "run": 2, "sha256": "fedcba9876543210", "encoding": "BIOES",
    "repair": "conlleval", "labels_changed": 3, "label_column": 1, "types": ["LOC"],
}  # fmt: skip
SOURCES: list[dict[str, Any]] = [REFERENCE, FLAIR]


def test_it_is_one_line_that_can_be_read() -> None:
    assert signature(SOURCES, {"table": "score", "filter": "-kind:tp type:LOC", "rows": 9}) == (
        f"nerinspect {__version__}; table=score; scheme=exact; filter=-kind:tp type:LOC; types=LOC,PER;"
        " reference=0123456789ab BIO; flair 2=fedcba987654@1 BIOES conlleval:3"
    )


def test_the_place_of_a_file_and_the_number_of_rows_make_no_difference() -> None:
    elsewhere = [{**source, "path": "/else/where"} for source in SOURCES]
    assert signature(SOURCES, {"rows": 1}) == signature(elsewhere, {"rows": 2})


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"sha256": "9" * 64}, "flair 2"),
        ({"encoding": "BIO"}, "flair 2"),
        ({"labels_changed": 4}, "flair 2"),
        ({"notes": ["type MISC removed: 2 mentions"]}, "flair 2"),
        ({"types": ["LOC", "MISC"]}, "types"),
    ],
)
def test_what_changes_numbers_makes_a_difference(changed: dict[str, Any], part: str) -> None:
    other = signature([REFERENCE, {**FLAIR, **changed}], {})
    assert [name for name, _, _ in signature_differences(signature(SOURCES, {}), other)] == [part]


def test_a_difference_shows_both_values_and_what_is_missing() -> None:
    one, other = signature([REFERENCE], {"filter": "type:LOC"}), signature(SOURCES, {"seed": 1})
    assert signature_differences(one, other) == [
        ("filter", "type:LOC", ""),
        ("types", "PER", "LOC,PER"),
        ("seed", "", "1"),
        ("flair 2", "", "fedcba987654@1 BIOES conlleval:3"),
    ]


def test_a_seed_of_nought_is_said_and_an_empty_list_is_not() -> None:
    read = read_signature(signature([REFERENCE], {"seed": 0, "attributes": []}))
    assert (read["seed"], "attributes" in read) == ("0", False)


@example(system=" a  b ", query='  "x  y" ')
@given(system=st.text(min_size=1), query=st.text())
def test_any_name_and_filter_come_back(system: str, query: str) -> None:
    line = signature([REFERENCE, {**FLAIR, "system": system}], {"filter": query})
    assert "\n" not in line
    read = read_signature(line)
    assert read["filter"] == query
    assert f"{system} 2" in read


def test_a_lone_surrogate_in_a_name_comes_back() -> None:
    assert "\udcff 2" in read_signature(signature([{**FLAIR, "system": "\udcff"}], {}))


def test_a_line_with_words_before_it_and_wrapped_is_read() -> None:
    line = signature(SOURCES, {"filter": "type:LOC"})
    assert read_signature("% signature: " + line.replace("; ", ";\n  ")) == read_signature(line)


@pytest.mark.parametrize("text", ["", "nerinspect", "nerinspect 0.1.0", "nerinspect 1; table", "F1 = 3; x=2"])
def test_another_line_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match="is not a signature"):
        read_signature(text)


def test_it_is_found_beside_a_result_in_its_provenance_and_in_itself(tmp_path: Path) -> None:
    line = signature(SOURCES, {})
    (tmp_path / "scores.csv").write_text("system\n")
    (tmp_path / "scores.csv.json").write_text(json.dumps({"signature": line}))
    for result in (str(tmp_path / "scores.csv"), str(tmp_path / "scores.csv.json"), line):
        assert find_signature(result) == line


@pytest.mark.parametrize("content", ["system\n", "{}", "[]", "3", '{"signature": 3}', "[" * 100_000])
def test_a_file_without_is_told(content: str, tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text(content)
    with pytest.raises(DataError, match="no signature"):
        find_signature(str(tmp_path / "scores.csv"))


def test_a_name_that_is_too_long_for_a_file_is_told() -> None:
    with pytest.raises(DataError, match="too long"):
        find_signature("x" * 300)


def test_files_of_several_data_sets_are_told_apart() -> None:
    sources: list[dict[str, object]] = [
        {"role": "reference", "sha256": 64 * "a", "data": name, "types": []} for name in ("pcm", "ewe")
    ]
    assert list(read_signature(signature(sources, {})))[-2:] == ["pcm reference", "ewe reference"]


def test_tables_of_different_systems_of_the_same_files_differ() -> None:
    signed = [signature([], {"shows": "What F1 hides", "systems": [name]}) for name in ("rich", "poor")]
    assert signature_differences(*signed) == [("systems", "rich", "poor")]
