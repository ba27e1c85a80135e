import gc
import threading
from collections.abc import Iterator

import pytest

from nerinspect import progress
from nerinspect.progress import collecting_later


@pytest.fixture
def all_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let all be looked through for one test, as in a process that has just begun."""
    gc.unfreeze()
    monkeypatch.setattr(progress, "_stays_frozen", False)
    yield
    gc.freeze()  # the tests themselves, as before


def test_cycles_are_collected_again_once_the_last_thread_is_done() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def work() -> None:
        with collecting_later(all_stays=True):
            begun.set()
            may_end.wait()

    other = threading.Thread(target=work)
    with collecting_later():
        other.start()
        begun.wait()
    is_on_between = gc.isenabled()
    may_end.set()
    other.join()
    assert (is_on_between, gc.isenabled()) == (False, True)


def test_collecting_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with collecting_later(), collecting_later():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.usefixtures("all_is_looked_through")
def test_what_was_made_is_not_looked_through_at_once() -> None:
    with collecting_later():
        made: list[object] = [[] for _ in range(3)]
    assert any(one is made for one in gc.get_objects(generation=2))
    assert not gc.get_freeze_count()


@pytest.mark.usefixtures("all_is_looked_through")
def test_what_stays_is_looked_through_no_more() -> None:
    stays: list[object] = []
    with collecting_later(all_stays=True):
        stays.append([])
    with collecting_later():
        pass
    assert gc.get_freeze_count()
    assert all(one is not stays for one in gc.get_objects())
