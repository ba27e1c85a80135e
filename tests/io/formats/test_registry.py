"""How formats are found."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from nerinspect.io.formats.reader import GROUP, OWN, guess_reader, reader_named, readers, readers_of_others

Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Let packages have just these entry points: what loading them gives or raises, by name."""

    def put(**loaded: object) -> None:
        def load(thing: object) -> object:
            if isinstance(thing, Exception):
                raise thing
            return thing

        points = [
            SimpleNamespace(name=name, value=f"extra:{name}", load=lambda thing=thing: load(thing))
            for name, thing in loaded.items()
        ]
        monkeypatch.setattr("nerinspect.installed._declared", lambda _folders: None)
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == GROUP else [])
        readers_of_others.cache_clear()

    yield put
    readers_of_others.cache_clear()


def test_own_formats_need_no_entry_points(install: Install) -> None:
    install()
    assert {name: reader.name for name, reader in readers().items()} == {name: name for name in sorted(OWN)}
    assert guess_reader("a.conll", b"Paris B-LOC\n")[0] is reader_named("conll")


def test_others_add_formats_and_replace_none(install: Install) -> None:
    added = SimpleNamespace(name="csv")
    install(csv=added, conll=SimpleNamespace(name="conll"), broken=ImportError("no such thing"))
    assert list(readers()) == sorted([*OWN, "csv"])
    assert [readers()[name] for name in ("csv", "conll")] == [added, reader_named("conll")]


def test_a_format_asked_for_by_name_is_the_one_that_is_found() -> None:
    assert {name: reader_named(name) for name in OWN} == {name: readers()[name] for name in OWN}


@pytest.mark.parametrize("path", ["a.conll", "a.txt", "a.ann", "a.spacy", "a.jsonl"])
@pytest.mark.parametrize(
    "head",
    [
        b"", b"Paris B-LOC\n", b"# global.columns = ID FORM NE\n", b"\n# a\n1" + b"\t_" * 9 + b"\n", b"PAR1", b"x\x9c",
        b'{"tokens": ["a"], "tags": ["O"]}\n', b'[{"tokens": ["a"], "entities": []}]', b"#FORMAT=WebAnno TSV 3.3\n",
        b'{"text": "a", "label": [[0, 1, "X"]]}', b'T = [\n["a", {"entities": [[0, 1, "X"]]}]]',
        b"T1\tLOC 0 5\tParis\n",
        b'{"data": {"text": "a"}, "annotations": []}', b'"from_name" "completed_by"', b' {"text": "long',
    ],
)  # fmt: skip
def test_a_format_that_is_not_asked_would_not_take_the_file(path: str, head: bytes) -> None:
    guesses = [(reader, reader.guess(path, head)) for reader in readers().values()]
    made = [(reader, guess) for reader, guess in guesses if guess is not None]
    assert guess_reader(path, head) == max(made, key=lambda candidate: candidate[1].certainty)


@pytest.mark.parametrize(
    ("path", "head", "expected"),
    [
        ("a.json", b"[[[", "json"),
        ("a.JSON.gz", b'{"tokens": "a"}', "json"),
        ("a.jsonl", b"[[[", "jsonl"),
        ("a.ndjson", b'{"id": 1, "mine": ["a"], "also": ["O"]}', "jsonl"),
        ("a.txt", b"[[[", "conll"),
    ],
)
def test_what_no_content_tells_is_told_by_the_ending(path: str, head: bytes, expected: str) -> None:
    assert guess_reader(path, head)[0] is reader_named(expected)
