"""The commands about signatures: copy that of what is on show, compare it with another one."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.io.provenance import study_sources
from nerinspect.io.signature import signature
from nerinspect.ui.clipboard import copy_text

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow

_NOTHING = "Nothing is open yet, so there is no signature."


def signature_on_show(window: "MainWindow") -> str:
    """Write the signature of the events or relation events on show, as a file of them has it; empty if none are."""
    study = window.document.study
    if study is None:
        return ""
    matching = {"matching": study.matching} if study.training is not None else {}
    if window.workspace.pages.relations_on_show is not None:
        choice = study.relation_choice
        said = {"table": "relation events", "setting": choice.setting, "symmetric": list(choice.symmetric)}
        return signature(study_sources(study), {**said, "filter": window.document.export_query, **matching})
    return signature(study_sources(study), {"table": "events", "filter": _query(window), **matching})


def _query(window: "MainWindow") -> str:
    comparison = window.workspace.comparison
    rows = comparison.comparing.panel.rows_on_show() if comparison.is_on else None
    if rows is None:
        return window.document.export_query
    from nerinspect.ui.comparison.row_export import query_on_show  # there is a comparison

    return query_on_show(rows)


class SignatureWiring(QObject):
    """Connects the commands about signatures with what a window shows."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        window.menus.connect_command("copy_signature", self.copy)
        window.menus.connect_command("compare_signature", self.compare)

    def copy(self) -> None:
        """Put the signature of what is on show on the clipboard."""
        if line := self._window.signature():
            copy_text(line)
            self._window.message.tell("The signature is on the clipboard.")
        else:
            self._window.message.tell(_NOTHING)

    def compare(self) -> None:
        """Compare the signature of what is on show with another one."""
        from nerinspect.ui.guide_window import offer_guide  # not needed before a dialog is
        from nerinspect.ui.signature_dialog import SignatureDialog

        dialog = SignatureDialog(self._window.signature(), self._window)
        offer_guide(dialog)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
