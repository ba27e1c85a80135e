from collections.abc import Callable

import pytest

from nerinspect.corpus.types import TypeChanges
from nerinspect.errors import CommandError, NerinspectError
from nerinspect.io.reading.interpreting import read_type_changes, read_type_map

MakeFile = Callable[..., str]


def test_a_map_gives_each_old_name_its_new_one(make_file: MakeFile) -> None:
    path = make_file('\ufeff{"PER": ["person", "Ärzte"], "LOC": ["gpe"], "X": []}')
    assert read_type_map(path) == (("person", "PER"), ("Ärzte", "PER"), ("gpe", "LOC"))


def test_types_are_taken_as_they_are_named(make_file: MakeFile) -> None:
    changes = read_type_changes(("PER", " LOC", "PER"), ("MISC",), make_file('{"PER": ["person"]}'))
    assert changes == TypeChanges(("PER", "LOC"), ("MISC",), (("person", "PER"),))


def test_nothing_named_changes_nothing() -> None:
    assert not read_type_changes((), ())


@pytest.mark.parametrize(
    ("keep", "remove", "message"),
    [
        (("PER", "LOC"), ("LOC",), "type “LOC” is both kept and left out; name it once"),
        (("",), (), "--keep-types: “” is not the name of a type; name types such as PER,LOC"),
        (("PER", " "), (), "--keep-types: “” is not the name"),
        ((), ("O",), "--remove-types: “O” is not the name"),
    ],
)
def test_a_mistake_in_the_names_is_one_of_the_command_line(
    keep: tuple[str, ...], remove: tuple[str, ...], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        read_type_changes(keep, remove)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"PER":\n ["person",]}', "map.json:2: this is not valid JSON"),
        ("", "map.json: the file is empty"),
        ("[" * 100_000, "map.json: lists are nested too deep"),
        ('{"PER": ' + "9" * 5_000 + "}", "map.json: it contains too long a number; write an object of lists"),
        ('["PER"]', "map.json: the type map is not an object; write an object of lists, such as"),
        ("null", "the type map is not an object"),
        ('{"PER": "person"}', "“PER” has no list of types after it"),
        ('{"PER": {"person": []}}', "“PER” has no list of types after it"),
        ('{"PER": [null]}', "“null” is not the name of a type"),
        ('{"PER": [["person"]]}', "is not the name of a type"),
        ('{"": ["person"]}', "“” is not the name of a type; name a type, such as PER"),
        ('{"O": ["person"]}', "“O” is not the name of a type"),
        ('{"PER": [""]}', "“” is not the name of a type"),
        ('{"PER": ["p"], "LOC": ["q", "p"]}', "type “p” becomes both “PER” and “LOC”; keep one of them"),
    ],
)
def test_a_map_that_says_something_else_is_refused(make_file: MakeFile, content: str, message: str) -> None:
    path = make_file(content, "map.json")
    with pytest.raises(NerinspectError) as caught:
        read_type_map(path)
    assert message in str(caught.value).replace(path, "map.json")
    assert caught.value.exit_status == 1


def test_the_same_new_name_twice_is_read_as_one_list(make_file: MakeFile) -> None:
    assert read_type_map(make_file('{"P": ["a"], "P": ["b", "a"]}')) == (("a", "P"), ("b", "P"))


def test_a_missing_map_is_told(make_file: MakeFile) -> None:
    with pytest.raises(NerinspectError, match="there is no such file"):
        read_type_changes((), (), make_file("{}") + "x")


def test_a_map_does_not_come_from_standard_input() -> None:
    with pytest.raises(CommandError, match="a type map cannot come from standard input"):
        read_type_changes((), (), "-")
