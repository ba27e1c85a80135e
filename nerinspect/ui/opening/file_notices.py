"""What the user has to know before files are opened, with what can be done about it."""

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.encoding.dialects import REPAIR_METHODS
from nerinspect.errors import CommandError, InvalidTransitionError, counted
from nerinspect.io.reading.checking import FileCheck
from nerinspect.io.request import parse_named_path, system_names
from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.kit.screen_text import TOKEN_RULE_WORDS, in_window_words, told
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.opening.file_list import Entry, FileList
from nerinspect.ui.opening.files_table import short_name
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible


@dataclass(frozen=True)
class Notice:
    """One thing to know.

    Attributes
    ----------
    subject : str
        What it is about, written in bold; perhaps empty.
    text : str
        What there is to know.
    links : tuple of (str, str)
        What can be done: words, and what is announced when they are followed.
    is_warning : bool
        Whether something is at fault.
    """

    subject: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    is_warning: bool = True

    @property
    def html(self) -> str:
        """The notice as rich text."""
        links = "".join(
            f' &nbsp;<a href="{escape(key)}">{escape(words).replace(" ", "&nbsp;")}</a>' for words, key in self.links
        )
        subject = f"<b>{escape(visible(self.subject))}</b> " if self.subject else ""
        return f"{subject}{escape(visible(self.text))}{links}"

    @property
    def plain(self) -> str:
        """The notice as plain text."""
        return f"{self.subject} {self.text}".strip()


class Notices(Styled, QFrame):
    """Show some notices below each other; hidden without any.

    Signals
    -------
    link_followed : str
        The user wants what a link says.
    """

    link_followed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._shown: tuple[Notice, ...] = ()
        self._column = QVBoxLayout(self)
        unit = self.unit
        self._column.setContentsMargins(*[round(8 * unit)] * 4)
        self._column.setSpacing(round(6 * unit))
        self.hide()

    @property
    def shown(self) -> tuple[Notice, ...]:
        """The notices on show."""
        return self._shown

    def show_notices(self, notices: tuple[Notice, ...]) -> None:
        """Show other notices."""
        if notices == self._shown:
            return
        self._shown = notices
        while self._column.count():
            item = self._column.takeAt(0)
            row = item.widget() if item else None
            if row is not None:
                row.hide()
                row.deleteLater()
        for notice in notices:
            self._column.addWidget(self._row(notice))
        self.setVisible(bool(notices))
        self._restyle()

    def _row(self, notice: Notice) -> QWidget:
        row = QWidget(self)
        sign, label = QLabel("⚠" if notice.is_warning else "·"), LinkLabel()
        sign.setObjectName("sign")
        sign.setAccessibleName("Warning" if notice.is_warning else "Note")
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        label.setText(notice.html)
        label.setAccessibleName(notice.plain)
        label.linkActivated.connect(self.link_followed)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(label, 1)
        return row

    def _restyle(self) -> None:
        theme, colours = current_theme(), self.palette()
        if colours.color(QPalette.ColorRole.Window) != theme.base:  # or it would be called for its own change
            colours.setColor(QPalette.ColorRole.Window, theme.base)
            self.setPalette(colours)
        for label in self.findChildren(QLabel):
            label.setFont(scaled_font(self.font(), DETAIL))
            if label.objectName() == "sign":
                ink = QPalette(label.palette())
                ink.setColor(QPalette.ColorRole.WindowText, theme.warning)
                label.setPalette(ink)


def notices_of(files: FileList) -> tuple[Notice, ...]:
    """Say which files are left out or cannot be opened yet, and offer to group runs."""
    first = files.reference
    other = short_name(first) if files.base.annotators and first is not None else "the reference"
    needy = [entry for entry in files.used if entry.check and isinstance(entry.check.problem, InvalidTransitionError)]
    found = (_notice(entry, place, other) for place, entry in enumerate(files.entries) if entry not in needy)
    notices = [notice for notice in found if notice is not None]
    if needy:
        notices.insert(0, _without_repair(needy, files.entries.index(needy[0])))
    for name, runs in files.runs_offered().items():
        said = f"{short_name(runs[0])} and {counted(len(runs) - 1, 'other file')} look like runs of one system."
        notices.append(Notice("", said, ((f"Group as runs of {name}", f"runs:{name}"),), is_warning=False))
    return tuple(notices)


def _without_repair(needy: list[Entry], place: int) -> Notice:
    """Say which files have invalid transitions, and offer every repair for all of them."""
    n_invalid = sum(entry.check.n_invalid for entry in needy if entry.check is not None)
    links = tuple((f"Use {method}", f"repair:{method}") for method in REPAIR_METHODS if method != "none")
    links += (("Show", f"show:{place}"),)
    has = f"{counted(n_invalid, 'invalid transition')}: choose a repair"
    if len(needy) == 1:
        return Notice(short_name(needy[0]), f"has {has}{_or_untick(needy[0])}.", links)
    return Notice(f"{len(needy)} files", f"have {has} for all of them, or untick them.", links)


def what_blocks(files: FileList) -> str:
    """Say in a few words what has to be done before files can be opened; empty if nothing has."""
    if not files.entries:
        return "Add a reference and predictions, or drop them here."
    reference = files.reference
    if reference is None or not reference.is_used:
        if files.base.annotators:
            return "Tick annotator A, or make another file annotator A."
        return "Tick a reference, or make another file the reference."
    for entry in files.used:
        if entry.check is None:
            return "Checking …"
        if isinstance(entry.check.problem, InvalidTransitionError):
            return f"Choose a repair for {short_name(entry)}{_or_untick(entry)}."
        if entry.check.problem is not None:
            remedy = _or_untick(entry, " Change them").replace(", or", " or") + "."
            return f"{short_name(entry)} can’t be read with these settings.{remedy}"
    if sum(entry.role == "training" for entry in files.used) > 1:
        return "Only one file can be the training data: untick the others."
    predictions = [entry for entry in files.used if entry.role == "prediction"]
    if predictions and reference.check is not None and reference.check.is_merged:
        return f"{short_name(reference)} holds predictions in its columns: choose one label column, or open it alone."
    are_annotators = files.base.annotators
    if are_annotators and not predictions and not (reference.check is not None and reference.check.is_merged):
        return "Agreement needs at least two annotators: add a file, or set another file’s role to Annotator."
    try:
        named = [reference, *predictions] if are_annotators and predictions else predictions
        system_names([parse_named_path(entry.argument) for entry in named])
    except CommandError as mistake:
        return told(mistake)
    return ""


def _or_untick(entry: Entry, before: str = "") -> str:
    return f"{before}, or untick it" if entry.role != "reference" else before


def _notice(entry: Entry, place: int, other: str) -> Notice | None:
    """Say what is the matter with one file, compared with another; None if it is opened as it is, or left out so."""
    check, name = entry.check, short_name(entry)
    if check is None:
        return None
    if check.problem is None and entry.is_used:
        return _whole_folder(entry.n_chosen, check, name) or _guessed(check, name, place)
    if check.problem is None:
        automatic = "already" in entry.reason
        return Notice(name, f"is left out: {entry.reason}.", (), is_warning=False) if automatic else None
    verb = "can’t be read with these settings" if entry.is_used else "is left out"
    if not check.n_differing:
        return Notice(name, f"{verb}: {_what(check)}", (("Show", f"show:{place}"),))
    first = check.comparison.sentence(0) if check.comparison is not None else None
    number = (first.sentence or first.other_sentence or 0) if first is not None else 0
    sides = first.words.replace(": reference “", f": {other.removeprefix('the ')} “", 1) if first is not None else ""
    words = f"First at sentence {number:,}, {sides}." if first is not None else ""
    differ = "sentence has" if check.n_differing == 1 else "sentences have"
    said = f"{verb}: {check.n_differing:,} {differ} other tokens than {other}. {words}"
    return Notice(name, said, (*_remedies(check), (f"Show all {check.n_differing:,}", f"show:{place}")))


def _remedies(check: FileCheck) -> tuple[tuple[str, str], ...]:
    """Offer the rules by which a file with other tokens can be opened all the same."""
    comparison = check.comparison
    if comparison is None:
        return ()
    helps = {"positions": comparison.n_tokens is not None, "project": comparison.text_problem is None}
    return tuple((words, f"tokens:{rule}") for rule, words in TOKEN_RULE_WORDS.items() if helps.get(rule))


def _whole_folder(n_chosen: int, check: FileCheck, name: str) -> Notice | None:
    """Say of a folder that more of it is opened than was chosen."""
    n_documents = check.text.n_documents if check.text is not None else 0
    if not 0 < n_chosen < n_documents:
        return None
    said = f"is opened as a whole: {n_documents:,} documents, not only the {n_chosen:,} you chose."
    return Notice(name, said, (), is_warning=False)


def _guessed(check: FileCheck, name: str, place: int) -> Notice | None:
    """Say of a file that is opened what was guessed and is not as usual."""
    codec, show = check.options.text_encoding, (("Show", f"show:{place}"),)
    if codec != "utf-8" and "text-encoding" not in check.chosen:
        return Notice(name, f"is read as {codec}: {check.reasons['text-encoding']}.", show, is_warning=False)
    if "comments" in check.reasons and "comments" not in check.chosen:
        return Notice(name, f"is read with comments: {check.reasons['comments']}.", show, is_warning=False)
    return None


def _what(check: FileCheck) -> str:
    """Tell a problem without the path, which the notice begins with."""
    problem = check.problem
    assert problem is not None, "the file has a problem"
    path = getattr(problem, "path", "")
    text = told(problem)
    if not path or not text.startswith(path):
        return text
    line = getattr(problem, "line", None)
    place = f"line {line:,}: " if line is not None else ""
    return in_window_words(f"{place}{getattr(problem, 'problem', '')}; {getattr(problem, 'remedy', '')}.")
