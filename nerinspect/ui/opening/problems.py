"""What is wrong with files: mistakes of one kind at a time, what each repair would change, and what to do first."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from nerinspect.checking.repair_effects import RepairEffects, repair_effects
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.labels import REPAIR_METHODS
from nerinspect.errors import CommandError, InvalidTransitionError, NerinspectError, UndecodableBytesError
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.reading.checking import FileCheck, LabelCheck
from nerinspect.io.reading.guessing import undecodable_lines
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.reading.preview import Preview
from nerinspect.io.reading.reference_tokens import TokenComparison
from nerinspect.io.request import LoadRequest, parse_named_path, system_names
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.kit.layout import fill, stack
from nerinspect.ui.kit.screen_text import TOKEN_RULE_WORDS, in_window_words, told
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.kit.tables.places import PlaceCell, PlaceColumn, Places, PlaceTable
from nerinspect.ui.opening.file_list import Entry, FileList, Work
from nerinspect.ui.opening.files_table import Head, short_name
from nerinspect.ui.pages.repair.affected_places import invalid_places
from nerinspect.ui.pages.repair.choices import TITLE, ChoicesTable
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_LINE: Final = PlaceColumn("Line", "Physical line in the file.", "999,999", is_number=True)
_PROBLEM: Final = PlaceColumn("Problem", "The problem found.", is_stretched=True)
_MALFORMED: Final = (
    _LINE,
    PlaceColumn("Token", "", "Authority Board"),
    PlaceColumn("Label", "The label as in the file.", "B-location,B-group", is_label=True),
    _PROBLEM,
)
_DIFFERING: Final = (
    _LINE,
    PlaceColumn("Sent", "Sentence of the reference, from 1.", "99,999", is_number=True),
    PlaceColumn("Ref. line", "Physical line in the reference.", "999,999", is_number=True),
    PlaceColumn("First difference", "The first token that differs.", is_stretched=True),
)
_PLAIN: Final = (_LINE, _PROBLEM)

DIFFERENT_TOKENS: Final = "Sentences whose tokens differ"


Finding = tuple[str, Places]  # what mistakes of one kind are, and the list of them; one leads to a row of the preview


def findings_of(check: FileCheck, preview: Preview) -> list[Finding]:
    """List what is wrong with a file, what matters most first."""
    found = []
    if (written := next((labels.written for labels in check.labels if labels.n_invalid), None)) is not None:
        invalid = invalid_places(written)
        position = invalid.position
        invalid = replace(invalid, position=lambda row: preview.row_of_position(position(row)))
        found.append(("Invalid transitions", invalid))
    if isinstance(check.problem, UndecodableBytesError) and check.bytes is not None:
        lines, not_so = undecodable_lines(check.bytes.data, check.options.text_encoding), check.options.text_encoding
        found.append(("Invalid bytes", _plain(lines, lambda _: f"not {not_so}", preview)))
    if (faulty := check.faulty_lines) is not None:
        found.append(("Lines that cannot be read", _plain(faulty.line, faulty.problem, preview)))
    if check.comparison is not None and len(check.comparison):
        found.append((DIFFERENT_TOKENS, _differing(check, check.comparison, preview)))
    malformed = [labels for labels in check.labels if len(labels.malformed)]
    return found + [("Malformed labels", _malformed(labels, preview)) for labels in malformed]


def _plain(lines: AnyIntArray, problem: Callable[[int], str], preview: Preview) -> Places:
    return Places(
        _PLAIN,
        len(lines),
        lambda row: (PlaceCell(grouped(int(lines[row]))), PlaceCell(problem(row))),
        lambda row: preview.row_of_line(int(lines[row])),
    )


def _malformed(labels: LabelCheck, preview: Preview) -> Places:
    def write(row: int) -> tuple[PlaceCell, ...]:
        position = int(labels.malformed[row])
        code, line = int(labels.column.codes[position]), labels.text.line_of(position)
        return (
            PlaceCell("–" if line is None else grouped(line)),
            PlaceCell(labels.text.token(position)),
            PlaceCell(labels.column.names[code]),
            PlaceCell(labels.malformations[code] or ""),
        )

    malformed = labels.malformed
    return Places(_MALFORMED, len(malformed), write, lambda row: preview.row_of_position(int(malformed[row])))


def _differing(check: FileCheck, comparison: TokenComparison, preview: Preview) -> Places:
    def write(row: int) -> tuple[PlaceCell, ...]:
        found = comparison.sentence(row)
        numbers = (found.other_line, found.sentence, found.line)
        return *(PlaceCell("–" if number is None else grouped(number)) for number in numbers), PlaceCell(found.words)

    def row_of(row: int) -> int:
        sentence = int(comparison.pairs[row][1])
        start = check.text.sentence_start if check.text is not None else None
        if sentence < 0 or start is None:
            sentence = max(0, int(comparison.pairs[row][0]) - 1)
        place = int(start[min(sentence, len(start) - 2)]) if start is not None else 0
        return preview.row_of_position(place + (comparison.sentence(row).token - 1 if sentence >= 0 else 0))

    return Places(_DIFFERING, len(comparison), write, row_of)


class ProblemsPanel(Styled, QWidget):
    """List the mistakes of a file; a row of the table leads to the row of the preview that it stands in."""

    def __init__(self) -> None:
        super().__init__()
        self._findings: list[Finding] = []
        self._name = ""
        self.head, self._tabs = Head(), QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName("Kinds of problems")
        self.table = PlaceTable("Problems", Places(_PLAIN))
        self.table.setFrameShape(QFrame.Shape.StyledPanel)
        self._nothing = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._pages = QStackedWidget()
        for page in (self._nothing, self.table):
            self._pages.addWidget(page)
        self.head.insert(self._tabs)
        fill(QVBoxLayout(self), self.head, self._pages, gap=round(4 * self.unit), stretched=self._pages)
        self._tabs.currentChanged.connect(self._on_tab_chosen)

    @property
    def kinds(self) -> list[str]:
        return [title for title, _ in self._findings]

    def show_check(self, name: str, check: FileCheck | None, preview: Preview | None) -> None:
        """Show what is wrong with a file; None while that is not known."""
        before = self.kinds[self._tabs.currentIndex()] if self.kinds and self._tabs.currentIndex() >= 0 else ""
        row = self.table.currentIndex().row() if self.kinds and name == self._name else -1
        self._name = name
        self._findings = findings_of(check, preview) if check is not None and preview is not None else []
        self._fill_tabs(before)
        if not self._findings:
            self._say_nothing(name, check)
            return
        self._on_tab_chosen(self._tabs.currentIndex())
        self.table.choose_row(row if 0 <= row < self.table.places.n_rows else 0)

    def show_kind(self, title: str) -> None:
        if title in self.kinds:
            self._tabs.setCurrentIndex(self.kinds.index(title))
            self.table.choose_row(0)
            self.table.setFocus()

    def _fill_tabs(self, before: str) -> None:
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        for title, places in self._findings:
            self._tabs.addTab(f"{title} {grouped(places.n_rows)}")
        if before in self.kinds:
            self._tabs.setCurrentIndex(self.kinds.index(before))
        self._tabs.blockSignals(False)
        self._tabs.setVisible(len(self.kinds) > 1)

    def _say_nothing(self, name: str, check: FileCheck | None) -> None:
        self.head.set_title("Problems")
        self.head.set_note("")
        if check is None:
            said = "Checking …" if name else ""
        elif check.problem is not None:
            said = told(check.problem)
        else:
            said = f"No problems found in {name}."
        self._nothing.setText(visible(said))
        self._show_findings("Problems", Places(_PLAIN))
        self._pages.setCurrentWidget(self._nothing)

    def _on_tab_chosen(self, place: int) -> None:
        title, places = self._findings[place]
        self._show_findings(title, places)
        self._pages.setCurrentWidget(self.table)
        self.head.set_title(title if len(self._findings) == 1 else "")
        self.head.set_note(f"{grouped(places.n_rows)} in {self._name}; a row shows its place in the preview")

    def _show_findings(self, title: str, places: Places) -> None:
        self.table.setAccessibleName(title)
        self.table.show_places(places)

    def _restyle(self) -> None:
        self._tabs.setFont(scaled_font(self.font(), DETAIL))


class RepairsPart(QWidget):
    """Show the table of repairs for a file with invalid transitions; hidden for others."""

    def __init__(self) -> None:
        super().__init__()
        self.head, self.table = Head(TITLE), ChoicesTable()
        framed = QFrame(frameShape=QFrame.Shape.StyledPanel)
        framed.setAutoFillBackground(True)
        framed.setBackgroundRole(QPalette.ColorRole.Base)
        stack(framed, self.table).setContentsMargins(1, 1, 1, 1)
        fill(QVBoxLayout(self), self.head, framed, gap=round(4 * unit_of(self.font())))
        self.hide()

    def show_effects(self, effects: RepairEffects | None, in_use: str, name: str, wording: Wording = JUDGED) -> None:
        """Show what each repair would do, in words for a reference or for annotators; None hides the table."""
        self.table.show_effects(effects, in_use, name, has_doors=False, wording=wording)
        is_scored = effects is not None and any(choice.tally is not None for choice in effects.choices)
        against = "" if is_scored else "; there is nothing to compare it with"
        self.head.set_note(f"every number counted on this file{against}; nothing is changed on disk")
        self.setVisible(effects is not None)


def effects_work(check: FileCheck, other: FileCheck | None, base: LoadRequest) -> Work | None:
    """Give the work of trying every repair of a file; None if there is nothing to repair.

    It is scored against another file: the reference, or a prediction for the reference. The base holds the changes of
    types.
    """
    labels = next((one for one in check.labels if one.n_invalid), None)
    if labels is None or labels.written is None:
        return None
    written, against = labels.written, None
    if len(check.labels) > 1:
        against = next((one.mentions for one in check.labels if one is not labels), None)
    elif other is not None and other.mentions and not check.n_differing and not other.n_differing:
        is_certain = not (other.n_invalid and other.options.repair == "none")
        against = other.mentions[0] if is_certain else None
    is_reference = check.role == "reference" and labels is check.labels[0]

    def work(checkpoint: Checkpoint) -> RepairEffects:
        changes = _changes(base)
        side = changes.apply(against)[0] if against is not None else None
        return repair_effects(written, side, is_reference, changes, checkpoint)

    return work


def _changes(base: LoadRequest) -> TypeChanges:
    try:
        return read_type_changes(base.keep_types, base.remove_types, base.map_types)
    except NerinspectError:  # told where the types are chosen
        return TypeChanges()


@dataclass(frozen=True)
class Notice:
    """One thing to know; its links say what can be done, and what is announced when they are followed."""

    subject: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    is_warning: bool = True

    @property
    def html(self) -> str:
        links = "".join(
            f' &nbsp;<a href="{escape(key)}">{escape(words).replace(" ", "&nbsp;")}</a>' for words, key in self.links
        )
        subject = f"<b>{escape(visible(self.subject))}</b> " if self.subject else ""
        return f"{subject}{escape(visible(self.text))}{links}"

    @property
    def plain(self) -> str:
        return f"{self.subject} {self.text}".strip()


class Notices(Styled, QFrame):
    """Show some notices below each other; hidden without any."""

    link_followed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.shown: tuple[Notice, ...] = ()
        self._column = fill(QVBoxLayout(self), gap=round(6 * self.unit))
        self._column.setContentsMargins(*[round(8 * self.unit)] * 4)
        self.hide()

    def show_notices(self, notices: tuple[Notice, ...]) -> None:
        if notices == self.shown:
            return
        self.shown = notices
        while (item := self._column.takeAt(0)) is not None:
            if (row := item.widget()) is not None:
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
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        label.setText(notice.html)
        label.setAccessibleName(notice.plain)
        label.linkActivated.connect(self.link_followed)
        fill(QHBoxLayout(row), sign, label, stretched=label).setAlignment(sign, Qt.AlignmentFlag.AlignTop)
        return row

    def _restyle(self) -> None:
        for label in self.findChildren(QLabel):
            label.setFont(scaled_font(self.font(), DETAIL))
            if label.objectName() == "sign":
                set_ink(label, current_theme().warning)


def notices_of(files: FileList) -> tuple[Notice, ...]:
    """Say which files are left out or cannot be opened yet, and offer to group runs."""
    first = files.reference
    other = short_name(first) if files.base.annotators and first is not None else "the reference"
    needy = files.needy
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
    return Notice(f"{counted(len(needy), 'file')}", f"have {has} for all of them, or untick them.", links)


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
    is_merged = reference.check is not None and reference.check.is_merged
    if predictions and is_merged:
        return f"{short_name(reference)} holds predictions in its columns: choose one label column, or open it alone."
    are_annotators = files.base.annotators
    if are_annotators and not predictions and not is_merged:
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
    comparison = check.comparison
    if comparison is None or not check.n_differing:
        return Notice(name, f"{verb}: {_what(check)}", (("Show", f"show:{place}"),))
    first = comparison.sentence(0)
    sides = first.words.replace(": reference “", f": {other.removeprefix('the ')} “", 1)
    words = f"First at sentence {grouped(first.sentence or first.other_sentence or 0)}, {sides}."
    differ = counted(check.n_differing, "sentence has", "sentences have")
    said = f"{verb}: {differ} different tokens from {other}. {words}"
    show_all = (f"Show all {grouped(check.n_differing)}", f"show:{place}")
    return Notice(name, said, (*_remedies(comparison), show_all))


def _remedies(comparison: TokenComparison) -> tuple[tuple[str, str], ...]:
    """Offer the rules by which a file with other tokens can be opened all the same."""
    helps = {"positions": comparison.n_tokens is not None, "project": comparison.text_problem is None}
    return tuple((words, f"tokens:{rule}") for rule, words in TOKEN_RULE_WORDS.items() if helps.get(rule))


def _whole_folder(n_chosen: int, check: FileCheck, name: str) -> Notice | None:
    """Say of a folder that more of it is opened than was chosen."""
    n_documents = check.text.n_documents if check.text is not None else 0
    if not 0 < n_chosen < n_documents:
        return None
    said = f"is opened as a whole: {counted(n_documents, 'document')}, not only the {grouped(n_chosen)} you chose."
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
    place = f"line {grouped(line)}: " if line is not None else ""
    return in_window_words(f"{place}{getattr(problem, 'problem', '')}; {getattr(problem, 'remedy', '')}.")
