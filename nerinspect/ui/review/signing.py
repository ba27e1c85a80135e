"""Who decides: a name that a review puts to each decision from then on, if the user wants it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QLineEdit

from nerinspect.errors import NerinspectError

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


class Signing(QObject):
    """Asks for the name and tells what is done with it."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self._reviewing = window, window.reviews.reviewing
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        window.menus.connect_command("sign", self.ask)
        self._on_ready_changed()

    def ask(self) -> None:
        """Ask who decides from now on."""
        before = self._reviewing.signed
        name, is_wanted = QInputDialog.getText(
            self._window,
            "Sign Decisions",
            "Your name, kept with each decision from now on; nothing for no name:",
            QLineEdit.EchoMode.Normal,
            before,
        )
        name = " ".join(name.split())
        if not is_wanted or name == before:
            return
        try:
            self._reviewing.sign(name)
        except NerinspectError as mistake:
            self._reviewing.refused.emit(mistake)
            return
        signed = f"Decisions are signed “{name}” from now on." if name else "Decisions name nobody from now on."
        self._window.message.tell(signed)

    def _on_ready_changed(self) -> None:
        self._window.menus.action("sign").setEnabled(self._reviewing.is_ready)
