import json
from pathlib import Path

import pytest

from nerinspect.errors import CommandError, NoRelationsError
from nerinspect.io.request import LoadRequest
from nerinspect.io.swap_files import read_swaps, swap_command, write_swapped

PEOPLE = [{"type": "Per", "start": 0, "end": 1}, {"type": "Per", "start": 1, "end": 2}]


def test_the_command_says_how_files_are_read() -> None:
    choices = (("a.json", "spans", "skip"), ("b.json", "format", "json"), ("t.json", "format", "json"))
    request = LoadRequest("a.json#test", ("old.json",), training="t.json", tokens="positions", choices=choices)
    command = swap_command(request, "Live In", {"original": (), "swapped": ("x=b.json",)}, report="r.csv")
    assert command == (
        "nerinspect swap 'a.json#test' --tokens positions --for a.json spans=skip --for b.json format=json"
        " --type 'Live In' --swapped x=b.json --report r.csv"
    )
    assert swap_command(LoadRequest("a.json"), "Kill", output="o") == "nerinspect swap a.json --type Kill --output o"


def test_types_without_a_sentence_are_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    both = [{"type": "Meet", "head": 0, "tail": 1}, {"type": "Kill", "head": 0, "tail": 1}]
    twice = {"type": "Kill", "head": 1, "tail": 0}
    path.write_text(json.dumps([{"tokens": ["a", "b"], "entities": PEOPLE, "relations": [*both, twice]}]))
    found = read_swaps(LoadRequest(str(path)))
    assert {name: len(file.swapped) for name, file in found.items()} == {"Kill": 0, "Meet": 1}
    with pytest.raises(CommandError, match="one of the files read"):
        write_swapped(found["Meet"], str(path), "")


def test_a_file_must_have_relations(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"tokens": ["a", "b"], "entities": PEOPLE}]))
    with pytest.raises(NoRelationsError, match="the file has no relations"):
        read_swaps(LoadRequest(str(path)))
