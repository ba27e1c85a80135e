from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.errors import NerinspectError
from nerinspect.progress import Checkpoint
from nerinspect.ui.kit.jobs import Derived, end_work

Make = Callable[..., Derived[str]]


class Maker:
    """Says what it is asked, and where it was."""

    def __init__(self) -> None:
        self.made: list[tuple[object, ...]] = []
        self.are_behind: list[bool] = []

    def __call__(self, *asked: object) -> str:
        *question, checkpoint = asked
        checkpoint(0, 1)  # type: ignore[operator]
        self.made.append((*question,))
        self.are_behind.append(QThread.currentThread() is not QApplication.instance().thread())  # type: ignore[union-attr]
        return " ".join(map(str, question))


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def derive(qapp: QApplication, maker: Maker, told: list[str]) -> Iterator[Make]:
    made: list[Derived[str]] = []

    def make(make: Callable[..., str] = maker, **options: object) -> Derived[str]:
        derived: Derived[str] = Derived(make, qapp, **options)  # type: ignore[arg-type]
        derived.made.connect(told.append)
        made.append(derived)
        return derived

    yield make
    for derived in made:
        end_work(derived)
        derived.deleteLater()


def test_what_is_small_is_made_at_once_and_the_rest_behind(
    derive: Make, maker: Maker, told: list[str], qtbot: QtBot
) -> None:
    derived = derive(size=len, at_once=3)
    derived.ask("abc")
    assert told == ["abc"]
    assert not derived.is_running
    with qtbot.waitSignals([derived.begun, derived.ended, derived.made], order="strict"):
        derived.ask("abcd")
        assert derived.is_running
        assert told == ["abc"]
    assert told == ["abc", "abcd"]
    assert maker.are_behind == [False, True]


def test_nothing_is_made_at_once_where_no_size_is_known(derive: Make, maker: Maker, qtbot: QtBot) -> None:
    derived = derive()
    with qtbot.waitSignal(derived.made):
        derived.ask("a", 1)
    assert derived.value == "a 1"
    assert maker.are_behind == [True]


def test_a_kept_value_is_told_again_and_not_made_again(derive: Make, maker: Maker, told: list[str]) -> None:
    derived = derive(size=len, keeps=2)
    for question in ("a", "b", "a", "c", "a", "b"):
        derived.ask(question)
    assert told == ["a", "b", "a", "c", "a", "b"]
    assert maker.made == [("a",), ("b",), ("c",), ("b",)]
    assert derived.kept == ["b", "a"]


def test_where_answers_change_every_question_is_answered_anew(
    derive: Make, maker: Maker, told: list[str], qtbot: QtBot
) -> None:
    derived = derive(keeps=0)
    derived.ask("a")
    with qtbot.waitSignal(derived.made):
        derived.ask("a")
    with qtbot.waitSignal(derived.made):
        derived.ask("a")
    assert told == ["a", "a"]
    assert derived.kept == []


def test_the_newest_question_wins(derive: Make, told: list[str], qtbot: QtBot) -> None:
    derived = derive(size=len, at_once=1)
    derived.ask("behind")
    derived.ask("b")
    derived.ask("later")
    with qtbot.waitSignal(derived.made):
        derived.ask("last")
    assert told == ["b", "last"]
    assert derived.asked == ("last",)


def test_a_question_that_is_asked_again_meanwhile_is_not_begun_again(derive: Make, maker: Maker, qtbot: QtBot) -> None:
    derived = derive()
    derived.ask("a")
    with qtbot.assertNotEmitted(derived.begun), qtbot.waitSignal(derived.made):
        derived.ask("a")
    assert maker.made == [("a",)]


def test_a_cancelled_question_is_dropped_and_the_value_before_stays(
    derive: Make, told: list[str], qtbot: QtBot
) -> None:
    derived = derive(size=len, at_once=1)
    derived.ask("a")
    derived.ask("behind")
    with qtbot.waitSignal(derived.ended):
        derived.cancel()
    assert (derived.asked, derived.value, derived.is_running) == (None, "a", False)
    derived.ask("a")
    assert told == ["a", "a"]


def test_all_is_forgotten_with_the_study(derive: Make, maker: Maker) -> None:
    derived = derive(size=len)
    derived.ask("a")
    derived.forget()
    assert (derived.asked, derived.value, derived.kept) == (None, None, [])
    derived.ask("a")
    assert maker.made == [("a",), ("a",)]


@pytest.mark.parametrize("at_once", [0, 9])
def test_a_mistake_is_told_in_a_sentence(derive: Make, told: list[str], qtbot: QtBot, at_once: int) -> None:
    def refuse(name: str, checkpoint: Checkpoint) -> str:
        raise NerinspectError(f"there is no {name}")

    derived = derive(refuse, what="The letter could not be read", size=len, at_once=at_once)
    with qtbot.waitSignal(derived.failed) as caught:
        derived.ask("a")
    assert caught.args == ["The letter could not be read: there is no a."]
    assert (told, derived.asked) == ([], None)


@pytest.mark.parametrize("at_once", [0, 9])
def test_a_fault_is_told_too(derive: Make, qtbot: QtBot, at_once: int) -> None:
    def broken(_name: str, _checkpoint: Checkpoint) -> str:
        raise MemoryError

    derived = derive(broken, what="The letter could not be read", size=len, at_once=at_once)
    with qtbot.waitSignal(derived.failed) as caught:
        derived.ask("a")
    assert caught.args == ["The letter could not be read: MemoryError()."]


def test_a_fault_without_words_is_raised(derive: Make, qtbot: QtBot) -> None:
    def broken(_name: str, _checkpoint: Checkpoint) -> str:
        raise MemoryError

    derived = derive(broken)
    with qtbot.captureExceptions() as caught, qtbot.waitSignal(derived.ended):
        derived.ask("a")
    assert [type(error) for _, error, _ in caught] == [MemoryError]
