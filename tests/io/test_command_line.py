import shlex
from typing import Any

import pytest

from nerinspect.io.provenance import command_line, load_arguments
from nerinspect.io.request import LoadRequest


def test_defaults_are_left_out() -> None:
    assert load_arguments(LoadRequest("r.conll", ("a.conll", "s=b.conll"))) == ["r.conll", "a.conll", "s=b.conll"]


@pytest.mark.parametrize(
    ("changed", "arguments"),
    [
        ({"encoding": "BIOES"}, ["--encoding", "BIOES"]),
        (
            {"repair": "conlleval", "repair_reference": "discard"},
            ["--repair", "conlleval", "--repair-reference", "discard"],
        ),
        ({"label_columns": (1, -1)}, ["--label-column", "1,-1"]),
        ({"comments": True}, ["--comments"]),
        ({"attribute_tables": ("a.csv", "b.csv")}, ["--attributes", "a.csv", "--attributes", "b.csv"]),
        ({"text_encoding": "latin-1", "tokens": "positions"}, ["--tokens", "positions", "--text-encoding", "latin-1"]),
    ],
)
def test_choices_become_options(changed: dict[str, Any], arguments: list[str]) -> None:
    assert load_arguments(LoadRequest("r", **changed)) == ["r", *arguments]


def test_a_shell_reads_the_arguments_back() -> None:
    query = 'kind:be "San Jose" /it\'s/ $(x)'
    line = command_line("events", LoadRequest("my file.conll"), ["--where", query])
    assert shlex.split(line) == ["nerinspect", "events", "my file.conll", "--where", query]
