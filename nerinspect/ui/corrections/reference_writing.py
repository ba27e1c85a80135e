"""Write the corrected reference of a review: previewed, asked for, and written behind the window."""

import logging
import os
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.progress import Checkpoint
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.file_dialogs import ask_where_to_save
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import copy_text, told
from nerinspect.ui.lists.exporting import open_folder

if TYPE_CHECKING:
    from nerinspect.review.corrected_reference import CorrectedReference
    from nerinspect.ui.corrections.reference_dialog import ReferenceDialog, ReferencePreview
    from nerinspect.ui.deciding.reviewing import Reviewing

_log = logging.getLogger(__name__)

_NAMES: Final = ("Write Corrected Reference", "Write Adjudicated Annotation")
_PACKED: Final = ".gz"


class ReferenceWriting(QObject):
    """Shows what the corrections of a review make of the reference, and writes it."""

    def __init__(self, desk: Desk, reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._document, self._reviewing = desk, desk.document, reviewing
        self._dialog: ReferenceDialog | None = None
        self._path = ""
        self._previewing, self._writing = JobRunner(self), JobRunner(self)
        self._previewing.succeeded.connect(self._on_previewed)
        self._previewing.failed.connect(self._on_failed)
        self._writing.succeeded.connect(self._on_written)
        self._writing.failed.connect(self._on_failed)
        desk.menus.connect_command("write_reference", self.ask)
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        self._reviewing.changed.connect(self._preview)
        for changed in (self._document.study_changed, self._document.study_replaced):
            changed.connect(self._on_ready_changed)
        desk.closing.connect(self._close)
        self._on_ready_changed()

    @property
    def is_busy(self) -> bool:
        """Whether the file is being made or written."""
        return self._previewing.is_running or self._writing.is_running

    def ask(self) -> None:
        """Show what would be written."""
        if not self._is_possible:
            return
        from nerinspect.ui.corrections.reference_dialog import ReferenceDialog
        from nerinspect.ui.guide.guide_window import offer_guide  # not needed before it is asked for

        self._close()
        self._dialog = ReferenceDialog(self._name, self._desk.asker)
        offer_guide(self._dialog)
        self._dialog.write_requested.connect(self._ask_where)
        self._dialog.door_opened.connect(lambda query, prediction: self._desk.open(Door(query, prediction)))
        self._dialog.cancelled.connect(self._cancel)
        self._dialog.open()
        self._preview()

    @property
    def _name(self) -> str:
        study = self._document.study
        return _NAMES[study is not None and study.is_of_annotators]

    @property
    def _is_possible(self) -> bool:
        reviewing = self._reviewing
        is_there = reviewing.file is not None and not reviewing.is_reading and not reviewing.aside
        return is_there and self._document.study is not None and self._document.request is not None

    def _on_ready_changed(self) -> None:
        action = self._desk.menus.action("write_reference")
        action.setText(self._name.replace("Write", "Wr&ite") + "…")
        action.setEnabled(self._is_possible)
        if self._dialog is not None and self._dialog.isVisible():
            self._preview() if self._is_possible else self._close()

    def _preview(self, _events: object = None) -> None:
        study, request = self._document.study, self._document.request
        if self._dialog is None or not self._dialog.isVisible() or study is None or request is None:
            return
        self._dialog.begin("Applying the corrections")
        self._previewing.start(partial(_previewed, study, request))

    def _on_previewed(self, preview: "ReferencePreview") -> None:
        if self._dialog is not None and preview.study is self._document.study:
            self._dialog.show_preview(preview)

    def _ask_where(self) -> None:
        dialog, request = self._dialog, self._document.request
        if dialog is None or dialog.preview is None or dialog.preview.made is None or request is None:
            return
        reference = parse_named_path(request.reference).path
        suffix = "adjudicated" if self._name == _NAMES[1] else "corrected"
        path, _ = ask_where_to_save(dialog, self._name, _suggested(reference, suffix), "All files (*)")
        if not path:
            return
        self._path = path
        dialog.begin("Writing")
        made, study = dialog.preview.made, dialog.preview.study
        self._writing.start(
            partial(_written, made, study, request, self._reviewing.path, path, self._is_whole(request))
        )

    def _is_whole(self, request: LoadRequest) -> bool:
        """Tell whether the review opens the very files that are on show, as they are read here."""
        from nerinspect.io.request_changes import lasting_request
        from nerinspect.review.opening import request_of

        return self._reviewing.file is not None and request_of(self._reviewing.file) == lasting_request(request)

    def _on_written(self) -> None:
        path = self._path
        self._close()
        self._desk.message.tell(
            f"Wrote {path}. Where it came from is recorded in {os.path.basename(path)}.json beside it.",
            [("Open folder", partial(open_folder, path)), ("Copy path", partial(copy_text, path))],
        )

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NerinspectError):
            sentence = told(error)
        else:
            _log.error("writing the reference failed", exc_info=error)
            sentence = f"The file could not be written: {error!r}. This is a fault of the program, not yours."
        if self._dialog is not None:
            self._dialog.show_problem(sentence)

    def _cancel(self) -> None:
        self._previewing.cancel()
        self._writing.cancel()

    def _close(self) -> None:
        if self._dialog is not None:
            dialog, self._dialog = self._dialog, None
            dialog.reject()
            dialog.deleteLater()


def _suggested(reference: str, suffix: str) -> str:
    """Name the file as the reference is named, with the same endings."""
    name = os.path.basename(reference)
    packed = _PACKED if name.endswith(_PACKED) else ""
    stem, ending = os.path.splitext(name.removesuffix(packed))
    return f"{stem}.{suffix}{ending}{packed}"


def _previewed(study: Study, request: LoadRequest, checkpoint: Checkpoint) -> "ReferencePreview":
    from nerinspect.decisions.corrections import accepted_corrections, applicable
    from nerinspect.query.review_progress import without_effect
    from nerinspect.review.corrected_reference import changed_lines, corrected_reference
    from nerinspect.ui.corrections.reference_dialog import ReferencePreview

    checkpoint(0, 1)
    n_applied, idle = len(applicable(accepted_corrections(study))), without_effect(study)
    try:
        made = corrected_reference(study, request, checkpoint)
    except NerinspectError as mistake:
        return ReferencePreview(study, n_applied, idle, None, None, told(mistake))
    is_text = b"\0" not in made.before
    lines = changed_lines(made.before, made.data, made.has_labels, checkpoint) if is_text else None
    return ReferencePreview(study, n_applied, idle, made, lines)


def _written(
    made: "CorrectedReference",
    study: Study,
    request: LoadRequest,
    review: str,
    path: str,
    is_whole: bool,
    checkpoint: Checkpoint,
) -> None:
    from nerinspect.io.writing.export import OTHER_FILES
    from nerinspect.review.corrected_reference import reference_command

    checkpoint(0, 1)
    details = {} if is_whole else {"command_differs": f"The command line {OTHER_FILES}."}
    made.write(study, path, reference_command(review, path), details, request.files)
