from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_sides, load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.pages.swap.swap_testing import ORIGINAL
from nerinspect.ui.pages.swap.swap_window import SwapWindow
from nerinspect.ui.window.window import MainWindow


def swap_window(window: MainWindow) -> SwapWindow:
    found = window.findChild(SwapWindow)
    assert isinstance(found, SwapWindow)
    return found


def open_test(window: MainWindow, qtbot: QtBot, request: LoadRequest) -> SwapWindow:
    window.opener.show(load_study(request), request, "")
    window.menus.action("swap_test").trigger()
    found = swap_window(window)
    with qtbot.waitSignal(found.testing.files_read):
        pass
    return found


def test_without_relations_there_is_nothing_to_swap(window: MainWindow) -> None:
    assert not window.menus.action("swap_test").isEnabled()
    window.menus.action("swap_test").trigger()
    assert window.findChild(SwapWindow) is None


def test_nothing_is_offered_before_a_file_is_open(empty_window: MainWindow) -> None:
    assert not empty_window.menus.action("swap_test").isEnabled()


def test_the_reference_on_show_is_swapped(
    empty_window: MainWindow, qtbot: QtBot, reference: str, on_swapped: dict[str, str]
) -> None:
    request = LoadRequest(reference, (f"spert={reference}",))
    found = open_test(empty_window, qtbot, request)
    assert found.types.chosen == "Kill"
    assert found.testing.predictions[ORIGINAL] == (f"spert={reference}",)


def test_the_window_is_opened_once_and_goes_with_its_file(
    empty_window: MainWindow, qtbot: QtBot, reference: str
) -> None:
    request = LoadRequest(reference)
    found = open_test(empty_window, qtbot, request)
    empty_window.menus.action("swap_test").trigger()
    assert empty_window.findChildren(SwapWindow) == [found]
    with qtbot.waitSignal(found.destroyed):
        empty_window.opener.show(load_study(request), request, "")
    empty_window.menus.action("swap_test").trigger()
    assert swap_window(empty_window).isVisible()


def test_annotators_have_no_reference_to_swap(empty_window: MainWindow, reference: str) -> None:
    request = LoadRequest(f"ann={reference}", (f"bo={reference}",), annotators=True)
    empty_window.opener.show(load_sides(request), request, "")
    assert not empty_window.menus.action("swap_test").isEnabled()


def test_standard_input_is_not_read_again(empty_window: MainWindow, reference: str) -> None:
    empty_window.opener.show(load_study(LoadRequest(reference)), LoadRequest("-"), "")
    empty_window.menus.action("swap_test").trigger()
    assert "cannot be read again" in empty_window.message.text
    assert empty_window.findChild(SwapWindow) is None
