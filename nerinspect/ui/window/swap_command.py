"""The command that opens the swap test of a window's reference."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.events.study import Study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.ui.desk.desk import Desk

if TYPE_CHECKING:
    from nerinspect.ui.pages.swap.swap_window import SwapWindow


class SwapWiring(QObject):
    """Connects the swap test with the menus and the document of a window."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.test: SwapWindow | None = None
        desk.menus.connect_command("swap_test", self._open)
        desk.document.study_changed.connect(self._close)
        desk.closing.connect(self._close)

    def _open(self) -> None:
        """Show the test of the reference on show, or bring it to the front."""
        document = self._desk.document
        if self.test is not None:
            self.test.activateWindow()
            return
        if document.study is None or document.request is None:
            return
        if STANDARD_INPUT in document.request.paths[:1]:
            self._desk.message.tell("A reference from standard input cannot be read again; open it from a file.")
            return
        from nerinspect.ui.guide.guide_window import offer_guide  # not needed before it is asked for
        from nerinspect.ui.pages.swap.swap_testing import SwapTesting
        from nerinspect.ui.pages.swap.swap_window import SwapWindow

        predictions = predictions_with_relations(document.study, document.request)
        testing = SwapTesting(document.request, document.study.reference.source.sha256, predictions)
        self.test = SwapWindow(testing, self._desk.asker)
        offer_guide(self.test)
        self.test.destroyed.connect(self._forget)
        self.test.show()

    def _close(self) -> None:
        if self.test is not None:
            self.test.close()
        self._forget()

    def _forget(self) -> None:
        self.test = None


def predictions_with_relations(study: Study, request: LoadRequest) -> tuple[str, ...]:
    """List the predictions of a request, as they were named, whose files have relations."""
    paths = {one.annotation.source.path for one in study.predictions if one.annotation.relations is not None}
    return tuple(argument for argument in request.predictions if parse_named_path(argument).path in paths)
