"""How one file is read: what was guessed, why, and every choice to correct it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from nerinspect.encoding.dialects import DIALECTS
from nerinspect.errors import CommandError
from nerinspect.io.checking import COLUMNED, FileCheck
from nerinspect.io.content import text_codec
from nerinspect.io.formats.registry import readers
from nerinspect.io.read_options import DISCONTINUOUS_RULES, SPAN_RULES
from nerinspect.io.text_encoding_guess import TEXT_ENCODINGS
from nerinspect.ui.dialogs.opening.file_list import Entry
from nerinspect.ui.dialogs.opening.files_model import short_name, usual_name
from nerinspect.ui.dialogs.opening.head import Head
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.elided_label import ElidedLabel

_SPAN_WORDS: Final = {"exact": "must fall on tokens", "outward": "widen to whole tokens", "skip": "leave others out"}
_TITLES: Final = {"cp1252": "Windows-1252", "latin-1": "Latin-1", "cp1250": "Windows-1250", "cp1251": "Windows-1251"}
_PIECE_WORDS: Final = {"error": "stop the opening", "skip": "are left out"}


class ReadingForm(QWidget):
    """Show the choices for one file, each with its reason.

    Signals
    -------
    choice_made : str, str
        A choice by its name in `FILE_CHOICES` and its value; an empty value leaves it to the guess.
    name_chosen : str
        The system is called otherwise.
    list_chosen : str
        Another list of the file is to be read.
    """

    choice_made = Signal(str, str)
    name_chosen = Signal(str)
    list_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._check: FileCheck | None = None
        self._is_showing = False
        self.head = Head(note="guessed, change what is wrong")
        self._grid = QGridLayout(self)
        self._rows: dict[str, tuple[QLabel, QWidget, ElidedLabel]] = {}
        self._build_ui()
        self._restyle()
        self.show_entry(None)

    def show_entry(self, entry: Entry | None, n_run: int = 1, systems: Sequence[str] = ()) -> None:
        """Show how a file is read; None for no file.

        Parameters
        ----------
        entry : Entry or None
            The file.
        n_run : int
            Which run of its system it is.
        systems : sequence of str
            Names of the systems there are.
        """
        self._is_showing = True
        check = entry.check if entry is not None else None
        if check is None and entry is not None and self._check is not None:
            check = self._check if self._check.file.path == entry.file.path else None
        self._check = check
        self.head.set_title(f"Read {short_name(entry)} as" if entry is not None else "How files are read")
        self.head.set_note("guessed, change what is wrong" if entry is not None else "")
        if entry is not None:
            self._show_system(entry, n_run, systems)
        if check is not None:
            self._show_choices(check)
        self._show_rows(entry, check)
        self._is_showing = False

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(round(4 * unit))
        self._grid.setHorizontalSpacing(round(8 * unit))
        self._grid.addWidget(self.head, 0, 0, 1, 3)
        self._grid.setColumnStretch(2, 1)
        self._system = QComboBox(editable=True)
        self._system.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._system.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._system.activated.connect(self._on_name_edited)
        if field := self._system.lineEdit():
            field.setAccessibleName("System")
            field.editingFinished.connect(self._on_name_edited)
        self._format = self._combo("format")
        self._format.addItem("by content", "")
        for reader in readers().values():
            self._format.addItem(reader.title, reader.name)
        self._list = QComboBox()
        self._list.activated.connect(self._on_list_chosen)
        self._token, self._label = self._combo("token-column"), self._combo("label-column")
        columns = QWidget()
        pair = QHBoxLayout(columns)
        pair.setContentsMargins(0, 0, 0, 0)
        for box, name in ((self._token, "Token column"), (self._label, "Label column")):
            box.setAccessibleName(name)
            pair.addWidget(box, 1)
        self._token_field, self._label_field = (
            self._field("token-field", "tokens"),
            self._field("label-field", "labels"),
        )
        fields = QWidget()
        pair = QHBoxLayout(fields)
        pair.setContentsMargins(0, 0, 0, 0)
        for edit, name in ((self._token_field, "Token field"), (self._label_field, "Label field")):
            edit.setAccessibleName(name)
            pair.addWidget(edit, 1)
        self._label_names = self._field("label-names", "O,B-PER,I-PER")
        self._comments = QCheckBox("lines that begin with #")
        self._comments.clicked.connect(lambda on: self.choice_made.emit("comments", "yes" if on else "no"))
        self._spans, self._pieces = self._combo("spans"), self._combo("discontinuous")
        for rule in SPAN_RULES:
            self._spans.addItem(_SPAN_WORDS[rule], rule)
        for choice in DISCONTINUOUS_RULES:
            self._pieces.addItem(_PIECE_WORDS[choice], choice)
        self._encoding = self._combo("encoding")
        self._encoding.addItem("", "")
        for name in DIALECTS:
            self._encoding.addItem(name, name)
        self._text_encoding = self._combo("text-encoding")
        self._text_encoding.setEditable(True)
        for name in TEXT_ENCODINGS:
            self._text_encoding.addItem(_TITLES.get(name, name.upper()), name)
        if field := self._text_encoding.lineEdit():
            field.setAccessibleName("Text encoding")
            field.editingFinished.connect(self._on_text_encoding_edited)
        for name, widget in (
            ("&System, run", self._system),
            ("Forma&t", self._format),
            ("L&ist", self._list),
            ("Col&umns", columns),
            ("Fi&elds", fields),
            ("Label na&mes", self._label_names),
            ("Comments", self._comments),
            ("Spa&ns", self._spans),
            ("Mentions in pieces", self._pieces),
            ("Chunk encodin&g", self._encoding),
            ("Te&xt encoding", self._text_encoding),
        ):
            self._add_row(name, widget)

    def _add_row(self, text: str, widget: QWidget) -> None:
        name, label, reason = text.replace("&", ""), QLabel(text), ElidedLabel(Qt.TextElideMode.ElideRight)
        label.setBuddy(widget.findChild(QComboBox) or widget if type(widget) is QWidget else widget)
        if type(widget) is not QWidget:
            widget.setAccessibleName(name)
        row = len(self._rows) + 1
        for column, part in enumerate((label, widget, reason)):
            self._grid.addWidget(part, row, column)
        self._rows[name] = (label, widget, reason)

    def _combo(self, name: str) -> QComboBox:
        box = QComboBox()
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(7)
        box.activated.connect(partial(self._on_chosen, name, box))
        return box

    def _field(self, name: str, placeholder: str) -> QLineEdit:
        edit = QLineEdit(placeholderText=placeholder)
        edit.editingFinished.connect(lambda: self._on_field_edited(name, edit))
        return edit

    def _show_system(self, entry: Entry, n_run: int, systems: Sequence[str]) -> None:
        usual = usual_name(entry)
        self._system.clear()
        self._system.addItems(list(dict.fromkeys([entry.name or usual, usual, *systems])))
        self._system.setCurrentText(entry.name or usual)
        is_merged = entry.role == "reference"
        self._because(
            "System, run",
            "one for each further column"
            if is_merged
            else f"run {n_run}{'' if entry.name else ', called after its file'}",
        )

    def _show_choices(self, check: FileCheck) -> None:
        options, reading = check.options, check.options.reading
        self._format.setCurrentIndex(max(self._format.findData(options.format or ""), 0))
        guessed = check.reader.title if check.reader is not None else "by content"
        self._format.setItemText(0, guessed if options.format is None else "guess again")
        self._fill_columns(check)
        self._token_field.setText(reading.token_field)
        self._label_field.setText(reading.label_field)
        self._label_names.setText(",".join(reading.label_names))
        self._comments.setChecked(reading.comments)
        self._spans.setCurrentIndex(self._spans.findData(reading.spans))
        self._pieces.setCurrentIndex(self._pieces.findData(reading.discontinuous))
        is_chosen = "encoding" in check.chosen
        found = check.labels[0].encoding if check.labels else ""
        self._encoding.setItemText(0, "guess again" if is_chosen else found or "not known")
        self._encoding.setCurrentIndex(self._encoding.findData(options.encoding) if is_chosen else 0)
        self._text_encoding.setCurrentText(_title(options.text_encoding))
        self._list.clear()
        self._list.addItems(check.lists if check.file.key else ["choose one", *check.lists])
        self._list.setCurrentText(check.file.key or "choose one")
        for row, name in (
            *(("Format", "format"), ("Columns", "label-column"), ("Chunk encoding", "encoding")),
            ("Comments", "comments"),
            ("Text encoding", "text-encoding"),
        ):
            self._because(row, check.reasons.get(name, ""))

    def _fill_columns(self, check: FileCheck) -> None:
        """Offer every column there is, and those that are asked for."""
        reading, profiles = check.options.reading, check.columns.columns if check.columns else ()
        for box, asked, word in (
            (self._token, (str(reading.token_column),), "token"),
            (self._label, (",".join(map(str, reading.label_columns)),), "label"),
        ):
            offered = [str(profile.number) for profile in profiles]
            if word == "label":
                merged = check.columns.labels if check.columns and len(check.columns.labels) > 1 else ()
                offered = ["-1", *offered, *([",".join(map(str, merged))] if merged else [])]
            box.clear()
            for value in dict.fromkeys([*offered, *asked]):
                box.addItem(f"{word} {value.replace('-', '−')}", value)
                number = int(value) if "," not in value else None
                if number is not None and -len(profiles) <= number < len(profiles):
                    samples = ", ".join(profiles[number].samples)
                    box.setItemData(box.count() - 1, tooltip(f"such as {samples}"), Qt.ItemDataRole.ToolTipRole)
            box.setCurrentIndex(box.findData(asked[0]))

    def _show_rows(self, entry: Entry | None, check: FileCheck | None) -> None:
        reader = check.reader.name if check is not None and check.reader is not None else ""
        has_spans = check is not None and check.raw is not None and check.raw.mentions is not None
        is_text = check is None or check.reader is None or check.reader.takes != "bytes"
        shown = {
            "System, run": entry is not None
            and (entry.role == "prediction" or bool(check is not None and check.is_merged)),
            "List": check is not None and bool(check.lists),
            "Columns": reader in ("", COLUMNED),
            "Comments": reader == COLUMNED and check is not None and bool(check.columns and check.columns.has_comments),
            "Fields": reader not in ("", COLUMNED),
            "Label names": reader not in ("", COLUMNED) and not has_spans,
            "Spans": reader not in ("", COLUMNED),
            "Mentions in pieces": reader not in ("", COLUMNED),
            "Chunk encoding": not has_spans,
            "Text encoding": is_text,
        }
        for name, (label, widget, reason) in self._rows.items():
            for part in (label, widget, reason):
                part.setVisible(entry is not None and shown.get(name, True))
                part.setEnabled(check is not None or name == "System, run")

    def _because(self, row: str, reason: str) -> None:
        self._rows[row][2].show_text(reason)

    def _on_chosen(self, name: str, box: QComboBox, _place: int = 0) -> None:
        value = box.currentData()
        if value is None:
            value = box.currentText()
        if name in ("token-column", "label-column"):  # one chosen column fixes the other, or it would be guessed anew
            self._tell(self.choice_made, "token-column", str(self._token.currentData()))
            name, value = "label-column", str(self._label.currentData())
        self._tell(self.choice_made, name, str(value))

    def _on_list_chosen(self) -> None:
        if self._check is not None and self._list.currentText() in self._check.lists:
            self._tell(self.list_chosen, self._list.currentText())

    def _on_text_encoding_edited(self) -> None:
        written = self._text_encoding.currentText().strip()
        place = self._text_encoding.findText(written)
        written = self._text_encoding.itemData(place) if place >= 0 else written
        if self._check is not None and written and written != _codec(self._check.options.text_encoding):
            self._tell(self.choice_made, "text-encoding", written)

    def _on_field_edited(self, name: str, edit: QLineEdit) -> None:
        reading = self._check.options.reading if self._check is not None else None
        names = ",".join(reading.label_names) if reading else ""
        before = {"token-field": reading.token_field, "label-field": reading.label_field} if reading else {}
        if edit.text().strip() != before.get(name, names):
            self._tell(self.choice_made, name, edit.text().strip())

    def _on_name_edited(self) -> None:
        written = self._system.currentText().strip()
        self._tell(self.name_chosen, written)

    def _tell(self, signal: object, *values: str) -> None:
        if not self._is_showing:
            signal.emit(*values)  # type: ignore[attr-defined]

    def _restyle(self) -> None:
        for label, widget, reason in self._rows.values():
            label.setFont(scaled_font(self.font(), DETAIL))
            reason.setFont(scaled_font(self.font(), DETAIL))
            widget.setFont(scaled_font(self.font(), DETAIL))
            widget.setMinimumWidth(round(180 * font_size(self.font()) / 13))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_text_encoding"):
            self._restyle()


def _title(name: str) -> str:
    """Write a text encoding as people do."""
    return _TITLES.get(_codec(name), name.upper())


def _codec(name: str) -> str:
    """Write a text encoding as it is offered."""
    try:
        canonical = text_codec(name)
    except CommandError:
        return name
    return next((one for one in TEXT_ENCODINGS if text_codec(one) == canonical), name)
