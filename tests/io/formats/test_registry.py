"""How formats are found."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from nerinspect.io.formats.reader import GROUP, OWN, guess_reader, reader_named, readers

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
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == GROUP else [])
        readers.cache_clear()

    yield put
    readers.cache_clear()


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
