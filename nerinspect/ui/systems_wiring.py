"""The systems of a window: what is on show as A and as B, in the toolbar and in the menus."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.errors import CommandError
from nerinspect.io.annotators import names_in
from nerinspect.query.selection import ONLY_ERRORS, Selection
from nerinspect.results.systems import systems_of
from nerinspect.ui.views import JUDGING

if TYPE_CHECKING:
    from nerinspect.ui.dialogs.systems_dialog import SystemsDialog
    from nerinspect.ui.main_window import MainWindow


class SystemsWiring(QObject):
    """Connects the choosers of systems with the document of a window."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._wanted: tuple[str, int, str] | None = None  # the annotator that is to be A, prediction and query
        self._document, self._menus, self._chooser = window.document, window.menus, window.toolbar.systems
        document = self._document
        window.toolbar.prediction_chosen.connect(document.show_prediction)
        window.toolbar.compared_chosen.connect(self._compare)
        self._chooser.all_chosen.connect(self._compare_with_all)
        window.menus.connect_command("compare_with", self._chooser.ask_compared)
        window.toolbar.annotators.first_chosen.connect(self._put_first)
        window.toolbar.annotators.second_chosen.connect(self._put_second)
        window.menus.connect_command("swap", self._exchange)
        window.workspace.pages.pair_requested.connect(self._open_pair)
        window.opener.predictions.changed.connect(self._on_changed)
        window.menus.connect_command("systems", self._ask)
        for changed in (document.study_changed, document.study_replaced):
            changed.connect(self._show_systems)
        for changed in (document.prediction_changed, document.compared_changed):
            changed.connect(self._show_choice)
        self._show_commands()

    def _show_systems(self) -> None:
        assert self._document.study is not None, "its systems are offered"
        self._chooser.show_systems(systems_of(self._document.study))
        self._window.toolbar.speak_of_annotators(self._document.study.is_of_annotators)
        self._menus.speak(self._document.study.wording)
        self._show_choice()

    def _show_choice(self) -> None:
        if self._document.study is not None and self._document.study.predictions:
            self._chooser.offer_all(self._document.has_others)
            against_all = self._document.against_all
            self._chooser.choose(self._document.prediction, self._document.compared, is_against_all=against_all)
            if self._document.study.is_of_annotators:
                self._window.toolbar.annotators.show_annotators(
                    names_in(self._document.study), self._document.prediction + 1
                )
        self._show_commands()

    def _exchange(self) -> None:
        if self._document.study is not None and self._document.study.is_of_annotators:
            self._put_first(self._document.prediction + 1)
        else:
            self._document.exchange()

    def _put_first(self, annotator: int) -> None:
        """Let an annotator be A, and its events with B be listed."""
        if annotator:
            self._window.opener.predictions.put_first(annotator - 1)
            self._show_choice()  # as it is until the work is done

    def _open_pair(self, first: int, prediction: int, query: str) -> None:
        """Let an annotator be A, then open what a number counts that it has with another one."""
        assert self._document.study is not None, "a number of it was clicked"
        self._wanted = (names_in(self._document.study)[first], prediction, query)
        self._put_first(first)

    def _on_changed(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self._document.study is not None and self._document.study.annotator == wanted[0]:
            self._document.show_prediction(wanted[1])
            self._window.workspace.open_door(wanted[2])

    def _put_second(self, annotator: int) -> None:
        """Let an annotator be B; if it is A, the two change places."""
        if annotator:
            self._document.show_prediction(annotator - 1)
        else:
            self._exchange()

    def _compare(self, prediction: int | None) -> None:
        """Compare with another system; what new files are shown with, every error, would hide what only A has."""
        if self._document.compared is None and prediction is not None and self._document.selection == ONLY_ERRORS:
            self._document.select(Selection())
        self._document.compare_with(prediction)

    def _compare_with_all(self) -> None:
        """Hold the system on show against all others, under all outcomes where new files show every error."""
        if self._document.compared is None and self._document.selection == ONLY_ERRORS:
            self._document.select(Selection())
        self._document.compare_with_all()

    def _ask(self) -> None:
        """Let systems be renamed, moved, grouped and removed."""
        from nerinspect.ui.dialogs.systems_dialog import SystemsDialog  # not needed before it is asked for
        from nerinspect.ui.guide_window import offer_guide

        if self._window.opener.predictions.is_busy:
            self._window.message.tell("The systems are changing; they can be arranged once they are there.")
            return
        assert self._document.study is not None, "its systems are listed"
        dialog = SystemsDialog(self._document.study, self._window)
        offer_guide(dialog)
        dialog.accepted.connect(partial(self._apply, dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _apply(self, dialog: "SystemsDialog") -> None:
        try:
            self._window.opener.predictions.arrange(dialog.arranged())
        except CommandError as mistake:
            self._window.message.say(f"The systems stay as they are: {mistake}.")

    def _show_commands(self) -> None:
        study = self._document.study
        n_predictions = len(study.predictions) if study is not None else 0
        are_annotators = study is not None and study.is_of_annotators
        for view in JUDGING:
            self._menus.action(view.casefold()).setEnabled(not are_annotators)
        self._menus.action("systems").setEnabled(n_predictions > 0 and not are_annotators)
        self._menus.action("compare_with").setEnabled(n_predictions > 1 and not are_annotators)
        self._menus.action("swap").setEnabled(self._document.compared is not None or are_annotators)
