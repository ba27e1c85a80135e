"""How files are read: what was guessed of one, why, and every choice to correct it; and what holds for all."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.encoding.labels import DIALECTS
from nerinspect.errors import CommandError, NerinspectError
from nerinspect.io.content import text_codec
from nerinspect.io.formats.reader import DISCONTINUOUS_RULES, SPAN_RULES, readers
from nerinspect.io.reading.checking import COLUMNED, FileCheck
from nerinspect.io.reading.guessing import TEXT_ENCODINGS, ColumnProfile
from nerinspect.io.reading.interpreting import read_type_map
from nerinspect.io.request import TOKEN_RULES, LoadRequest, TokenRule
from nerinspect.quantities import counted, with_minus
from nerinspect.ui.kit.file_dialogs import ask_for_file
from nerinspect.ui.kit.layout import dialog_buttons, fill
from nerinspect.ui.kit.screen_text import TOKEN_RULE_WORDS, NameDelegate, plain_text, told, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.opening.file_list import Entry, FileList
from nerinspect.ui.opening.files_table import Head, short_name, usual_name
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.visible import visible


class ColumnBoxes(QWidget):
    """Offer every column of a file for the token and for the label; one that is chosen fixes the other."""

    def __init__(self, choose: Callable[..., object]) -> None:
        super().__init__()
        self._choose = choose
        self.token, self._label = QComboBox(), QComboBox()
        row = fill(QHBoxLayout(self))
        for box, name in ((self.token, "Token column"), (self._label, "Label column")):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(7)
            box.activated.connect(self._on_activated)
            row.addWidget(box, 1)

    def show_columns(self, check: FileCheck) -> None:
        reading, guess = check.options.reading, check.columns
        profiles = guess.columns if guess is not None else ()
        numbers = [str(profile.number) for profile in profiles]
        merged = [_written(guess.labels)] if guess is not None and len(guess.labels) > 1 else []
        _fill(self.token, "token", numbers, str(reading.token_column), profiles)
        _fill(self._label, "label", ["-1", *numbers, *merged], _written(reading.label_columns), profiles)

    def _on_activated(self) -> None:
        self._choose(token_column=str(self.token.currentData()), label_column=str(self._label.currentData()))


def _fill(box: QComboBox, word: str, offered: Iterable[str], in_use: str, profiles: tuple[ColumnProfile, ...]) -> None:
    box.clear()
    for value in dict.fromkeys([*offered, in_use]):
        box.addItem(f"{word} {','.join(map(with_minus, value.split(',')))}", value)
        number = int(value) if "," not in value else None
        if number is not None and -len(profiles) <= number < len(profiles):
            samples = tooltip(f"such as {', '.join(profiles[number].samples)}")
            box.setItemData(box.count() - 1, samples, Qt.ItemDataRole.ToolTipRole)
    box.setCurrentIndex(box.findData(in_use))


def _written(columns: Iterable[int]) -> str:
    return ",".join(map(str, columns))


_TITLES: Final = {"cp1252": "Windows-1252", "latin-1": "Latin-1", "cp1250": "Windows-1250", "cp1251": "Windows-1251"}


def _title(codec: str) -> str:
    return _TITLES.get(codec, codec.upper())


def _offered(codec: str) -> str:
    """Give the name under which a text encoding is offered."""
    try:
        canonical = text_codec(codec)
    except CommandError:
        return codec
    return next((one for one in TEXT_ENCODINGS if text_codec(one) == canonical), codec)


def _open_box(name: str, on_edited: Callable[[], object]) -> QComboBox:
    box = QComboBox(editable=True)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.activated.connect(lambda _: on_edited())
    if field := box.lineEdit():
        field.setAccessibleName(name)
        field.editingFinished.connect(on_edited)
    return box


_SPAN_WORDS: Final = {"exact": "must fall on tokens", "outward": "widen to whole tokens", "skip": "leave others out"}
_LEAST_LETTERS: Final = 7  # of a box
_LEAST_WIDTH: Final = 180  # of a choice, at a font of 13 pixels
_LEAST_REASON: Final = 136  # the same
_PIECE_WORDS: Final = {"error": "refuse the file", "skip": "are left out"}


class ReadingForm(Styled, QWidget):
    """Show the choices for one of some files, each with its reason, and make them; annotators have no runs."""

    def __init__(self, files: FileList) -> None:
        super().__init__()
        self._files = files
        self._entry: Entry | None = None
        self._check: FileCheck | None = None
        self._is_showing, self._codec = False, ""
        self.head = Head(note="guessed, change what is wrong")
        self._grid = QGridLayout(self)
        self._rows: dict[str, tuple[QLabel, QWidget, QLabel]] = {}
        self._build_ui()
        self.show_entry(None)

    def show_entry(self, entry: Entry | None) -> None:
        """Show how a file is read; None for no file."""
        self._is_showing, self._entry = True, entry
        check = entry.check if entry is not None else None
        if check is None and entry is not None and self._check is not None:
            check = self._check if self._check.file.path == entry.file.path else None
        self._check = check
        self.head.set_title(plain_text(f"Read {short_name(entry)} as") if entry is not None else "How files are read")
        self.head.set_note("guessed, change what is wrong" if entry is not None else "")
        if entry is not None:
            self._show_system(entry)
        if check is not None:
            self._show_choices(check)
        self._show_rows(entry, check)
        self._is_showing = False

    def rename(self, name: str) -> None:
        """Call the system of the file so; a file without a name of its own keeps none while it is called as usual."""
        if not self._is_showing and (entry := self._entry) is not None:
            is_usual = not entry.name and name == usual_name(entry, self._are_annotators)
            self._files.rename(entry, "" if is_usual else name)

    @property
    def _are_annotators(self) -> bool:
        return self._files.base.annotators

    def _choose(self, **choices: str) -> None:
        if not self._is_showing and self._entry is not None:
            self._files.choose(self._entry, **choices)

    def _build_ui(self) -> None:
        unit = self.unit
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(round(4 * unit))
        self._grid.setHorizontalSpacing(round(8 * unit))
        self._grid.addWidget(self.head, 0, 0, 1, 3)
        self._grid.setColumnStretch(1, 3)
        self._grid.setColumnStretch(2, 2)
        self._make_choices()
        fields = QWidget()
        pair = fill(QHBoxLayout(fields))
        for edit, name in ((self._token_field, "Token field"), (self._label_field, "Label field")):
            edit.setAccessibleName(name)
            pair.addWidget(edit, 1)
        for name, widget in (  # as messages name them
            ("&System, run", self._system),
            ("Forma&t", self._format),
            ("L&ist", self._list),
            ("Col&umns", self._columns),
            ("Fi&elds", fields),
            ("Label na&mes", self._label_names),
            ("Comments", self._comments),
            ("Spa&ns", self._spans),
            ("Discontinuous mentions", self._pieces),
            ("Chunk encodin&g", self._encoding),
            ("Te&xt encoding", self._text_encoding),
        ):
            self._add_row(name, widget)

    def _make_choices(self) -> None:
        self._system = _open_box("System", lambda: self.rename(self._system.currentText().strip()))
        self._system.setItemDelegate(NameDelegate(self._system))
        formats = {reader.name: reader.title for reader in readers().values()}
        self._format = self._combo("format", {"": "by content", **formats})
        self._list, self._columns = QComboBox(), ColumnBoxes(self._choose)
        self._list.activated.connect(self._on_list_chosen)
        self._token_field = self._field("token_field", "tokens")
        self._label_field = self._field("label_field", "labels")
        self._label_names = self._field("label_names", "O,B-PER,I-PER")
        self._comments = QCheckBox("lines that begin with #")
        self._comments.clicked.connect(lambda on: self._choose(comments="yes" if on else "no"))
        self._spans = self._combo("spans", {rule: _SPAN_WORDS[rule] for rule in SPAN_RULES})
        self._pieces = self._combo("discontinuous", {rule: _PIECE_WORDS[rule] for rule in DISCONTINUOUS_RULES})
        self._encoding = self._combo("encoding", {"": "", **{name: name for name in DIALECTS}})
        self._text_encoding = _open_box("Text encoding", self._on_codec_edited)
        for name in TEXT_ENCODINGS:
            self._text_encoding.addItem(_title(name), name)

    def _add_row(self, text: str, widget: QWidget) -> None:
        name, label, reason = text.replace("&", ""), QLabel(text), QLabel(wordWrap=True)
        widget.setAccessibleName(name)
        label.setBuddy(self._columns.token if widget is self._columns else widget.findChild(QLineEdit) or widget)
        row = len(self._rows) + 1
        for column, part in enumerate((label, widget, reason)):
            self._grid.addWidget(part, row, column)
        self._rows[name] = (label, widget, reason)

    def _combo(self, name: str, offered: Mapping[str, str]) -> QComboBox:
        box = QComboBox()
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(_LEAST_LETTERS)
        for value, words in offered.items():
            box.addItem(words, value)
        box.activated.connect(lambda _: self._choose(**{name: str(box.currentData())}))
        return box

    def _field(self, name: str, placeholder: str) -> QLineEdit:
        edit = QLineEdit(placeholderText=placeholder)
        edit.editingFinished.connect(lambda: self._on_field_edited(name, edit))
        return edit

    def _show_system(self, entry: Entry) -> None:
        usual, systems = usual_name(entry, self._are_annotators), [one.name for one in self._files.entries if one.name]
        runs = [one for one in self._files.entries if one.name and one.name == entry.name]
        self._system.clear()
        self._system.addItems(list(dict.fromkeys([entry.name or usual, usual, *systems])))
        self._system.setCurrentText(entry.name or usual)
        is_merged = bool(entry.check is not None and entry.check.is_merged)
        run = [] if self._are_annotators else [f"run {runs.index(entry) + 1 if entry in runs else 1}"]
        said = ", ".join([*run, *([] if entry.name else ["named after its file"])])
        columns = f"one for each{'' if self._are_annotators else ' further'} column"
        self._because("System, run", columns if is_merged else said)
        name = "Annotator" if self._are_annotators else "System, run"
        self._rows["System, run"][0].setText(name)
        self._system.setAccessibleName(name)
        if field := self._system.lineEdit():
            field.setAccessibleName(name.partition(",")[0])

    def _show_choices(self, check: FileCheck) -> None:
        options, reading = check.options, check.options.reading
        self._format.setCurrentIndex(max(self._format.findData(options.format or ""), 0))
        guessed = check.reader.title if check.reader is not None else "by content"
        self._format.setItemText(0, guessed if options.format is None else "guess again")
        self._fit_format()
        self._columns.show_columns(check)
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
        self._codec = _offered(options.text_encoding)
        self._text_encoding.setCurrentText(_title(self._codec))
        self._list.clear()
        self._list.addItems(check.lists if check.file.key else ["choose one", *check.lists])
        self._list.setCurrentText(check.file.key or "choose one")
        for row, name in (
            *(("Format", "format"), ("Columns", "label-column"), ("Chunk encoding", "encoding")),
            ("Comments", "comments"),
            ("Text encoding", "text-encoding"),
        ):
            self._because(row, check.reasons.get(name, ""))

    def _fit_format(self) -> None:
        """Leave room for the whole name of the chosen format."""
        fonts = self._format.fontMetrics()
        around = self._format.sizeHint().width() - _LEAST_LETTERS * fonts.horizontalAdvance("X")
        self._format.setMinimumWidth(
            max(self._least_width, fonts.horizontalAdvance(self._format.currentText()) + around)
        )

    @property
    def _least_width(self) -> int:
        return round(_LEAST_WIDTH * self.unit)

    def _show_rows(self, entry: Entry | None, check: FileCheck | None) -> None:
        reader = check.reader.name if check is not None and check.reader is not None else ""
        has_fields = reader not in ("", COLUMNED)
        has_spans = check is not None and check.raw is not None and check.raw.mentions is not None
        is_text = check is None or check.reader is None or check.reader.takes != "bytes"
        shown = {
            "System, run": entry is not None
            and (entry.role == "prediction" or self._are_annotators or bool(check is not None and check.is_merged)),
            "List": check is not None and bool(check.lists),
            "Columns": not has_fields,
            "Comments": reader == COLUMNED and check is not None and bool(check.columns and check.columns.has_comments),
            "Fields": has_fields,
            "Label names": has_fields and not has_spans,
            "Spans": has_fields,
            "Discontinuous mentions": has_fields,
            "Chunk encoding": not has_spans,
            "Text encoding": is_text,
        }
        for name, (label, widget, reason) in self._rows.items():
            for part in (label, widget, reason):
                part.setVisible(entry is not None and shown.get(name, True))
                part.setEnabled(check is not None or name == "System, run")

    def _because(self, row: str, reason: str) -> None:
        self._rows[row][2].setText(visible(reason))

    def _on_codec_edited(self) -> None:
        written = self._text_encoding.currentText().strip()
        place = self._text_encoding.findText(written)
        name = str(self._text_encoding.itemData(place)) if place >= 0 else written
        if name and name != self._codec:
            self._codec = name
            self._choose(text_encoding=name)

    def _on_list_chosen(self) -> None:
        if self._entry is not None and self._check is not None and self._list.currentText() in self._check.lists:
            self._files.set_list(self._entry, self._list.currentText())

    def _on_field_edited(self, name: str, edit: QLineEdit) -> None:
        before = getattr(self._check.options.reading, name) if self._check is not None else ""
        if edit.text().strip() != (before if isinstance(before, str) else ",".join(before)):
            self._choose(**{name: edit.text().strip()})

    def _restyle(self) -> None:
        for label, widget, reason in self._rows.values():
            label.setFont(scaled_font(self.font(), DETAIL))
            reason.setFont(scaled_font(self.font(), DETAIL))
            widget.setFont(scaled_font(self.font(), DETAIL))
            widget.setMinimumWidth(self._least_width)
        self._grid.setColumnMinimumWidth(2, round(_LEAST_REASON * self.unit))
        self._fit_format()


def renamed_counts(counts: Mapping[str, int], map_types: str) -> dict[str, int]:
    """Count mentions by type after renaming; as they are if the file cannot be read."""
    try:
        new_names = dict(read_type_map(map_types)) if map_types else {}
    except NerinspectError:
        new_names = {}
    renamed = Counter[str]()
    for name, count in counts.items():
        renamed[new_names.get(name, name)] += count
    return renamed


def kept_types(counts: Mapping[str, int], base: LoadRequest) -> list[str]:
    names = sorted(renamed_counts(counts, base.map_types))
    return [
        name for name in names if (not base.keep_types or name in base.keep_types) and name not in base.remove_types
    ]


def types_words(counts: Mapping[str, int], base: LoadRequest) -> str:
    names, kept = sorted(renamed_counts(counts, base.map_types)), kept_types(counts, base)
    renamed = f", renamed by {PurePath(base.map_types).name}" if base.map_types else ""
    if len(kept) == len(names):
        return (f"all {len(names)}" if len(names) > 1 else counted(len(names), "type")) + renamed
    return f"{len(kept)} of {len(names)}: {', '.join(kept) or 'none'}{renamed}"


class TypesDialog(QDialog):
    """Tick the types to keep; a JSON file renames them first."""

    def __init__(self, counts: Mapping[str, int], base: LoadRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Entity types")
        self._counts, self._base = counts, base
        self._list = QListWidget()
        self._list.setAccessibleName("Entity types")
        self._map, self._note = QLabel(wordWrap=True), QLabel(wordWrap=True)
        choose, self._forget = QPushButton("&Rename by a file…"), QPushButton("&Keep the names")
        choose.clicked.connect(self._on_choose)
        self._forget.clicked.connect(lambda: self._rename(""))
        buttons, self._use = dialog_buttons(self, "&Use these types")
        self._list.itemChanged.connect(self._update)
        for button in (choose, self._forget):
            button.setAutoDefault(False)
        said, row = QLabel("Mentions of types that are not ticked are left out of every file."), QHBoxLayout()
        fill(row, choose, self._forget, None)
        rows = (said, self._list, row, self._map, self._note, buttons)
        fill(QVBoxLayout(self), *rows, stretched=self._list, has_margins=True)
        self._fill(kept_types(counts, base))

    def base(self) -> LoadRequest:
        ticked = self._ticked()
        keep = () if len(ticked) == self._list.count() else tuple(ticked)
        return replace(self._base, keep_types=keep, remove_types=())

    def _ticked(self) -> list[str]:
        items = [self._list.item(row) for row in range(self._list.count())]
        return [item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() == Qt.CheckState.Checked]

    def _fill(self, ticked: list[str]) -> None:
        self._list.blockSignals(True)
        self._list.clear()
        for name, count in sorted(renamed_counts(self._counts, self._base.map_types).items()):
            item = QListWidgetItem(f"{visible(name)}: {counted(count, 'mention')}", self._list)
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
        self._list.blockSignals(False)
        self._update()

    def _update(self) -> None:
        path = self._base.map_types
        self._map.setText(
            visible(f"Renamed by {path}") if path else 'A file to rename types has {"MISC": ["EVENT", "WORK_OF_ART"]}'
        )
        self._forget.setEnabled(bool(path))
        n_ticked = len(self._ticked())
        self._use.setEnabled(n_ticked > 0)
        self._note.setText("" if n_ticked else "Tick at least one type.")
        self._note.setVisible(bool(self._note.text()))

    def _on_choose(self) -> None:
        if path := ask_for_file(self, "Choose a file that renames types", "JSON (*.json);;All files (*)"):
            self._rename(path)

    def _rename(self, path: str) -> None:
        try:
            if path:
                read_type_map(path)
        except NerinspectError as mistake:
            self._note.setText(visible(told(mistake)))
            self._note.show()
            return
        self._base = replace(self._base, map_types=path)
        self._fill(sorted(renamed_counts(self._counts, path)))


class ForAllFiles(Styled, QWidget):
    """Choose types and the rule for tokens; the rule shows where tokens differ."""

    def __init__(self, files: FileList) -> None:
        super().__init__()
        self._files, self._counts = files, Counter[str]()
        self._annotators = QCheckBox("&Annotators, without a reference")
        self._annotators.setToolTip(
            tooltip("Files of people who annotated the same text: none of them is the reference.")
        )
        self._annotators.toggled.connect(self._on_annotators_toggled)
        self._types_label, self._types = QLabel(), QPushButton("C&hange…")
        self._types.setAutoDefault(False)
        self._types.setAccessibleName("Change entity types")
        self._types.clicked.connect(self._on_change_types)
        self._tokens_label, self._tokens, self._effect = QLabel("To&kens"), QComboBox(), QLabel()
        for rule in TOKEN_RULES:
            self._tokens.addItem(TOKEN_RULE_WORDS[rule], rule)
        self._tokens.activated.connect(self._on_rule_chosen)
        self._tokens.setAccessibleName("Tokens")
        self._tokens_label.setBuddy(self._tokens)
        unit = self.unit
        row = fill(QHBoxLayout(self), self._annotators, gap=round(8 * unit))
        row.addSpacing(round(24 * unit))
        row.addWidget(self._types_label)
        row.addWidget(self._types)
        row.addSpacing(round(24 * unit))
        for part in (self._tokens_label, self._tokens, self._effect):
            row.addWidget(part)
        row.addStretch(1)

    def show_base(self) -> None:
        """Show what was chosen, mentions by type over the files in use, and what the rule makes of predictions."""
        base, counts = self._files.base, Counter[str]()
        for entry in self._files.used:
            counts.update(entry.check.type_counts if entry.check is not None else {})
        self._counts = counts
        with QSignalBlocker(self._annotators):
            self._annotators.setChecked(base.annotators)
        self._types_label.setText(visible(f"Types: {types_words(counts, base)}"))
        self._types_label.setVisible(bool(counts))
        self._types.setVisible(bool(counts))
        checks = [entry.check for entry in self._files.entries if entry.check is not None]
        differing = [check for check in checks if check.role == "prediction" and check.n_differing]
        self._tokens.setCurrentIndex(TOKEN_RULES.index(base.tokens))
        self._effect.setText(visible(rule_effect(base.tokens, differing)))
        for part in (self._tokens_label, self._tokens, self._effect):
            part.setVisible(bool(differing) or base.tokens != "same")

    def _on_change_types(self) -> None:
        dialog = TypesDialog(self._counts, self._files.base, self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._files.set_base(dialog.base())

    def _on_annotators_toggled(self, are_annotators: bool) -> None:
        self._files.set_base(replace(self._files.base, annotators=are_annotators))

    def _on_rule_chosen(self) -> None:
        self._files.set_base(replace(self._files.base, tokens=self._tokens.currentData()))

    def _restyle(self) -> None:
        for part in (self._annotators, self._types_label, self._types, self._tokens_label, self._tokens, self._effect):
            part.setFont(scaled_font(self.font(), DETAIL))


def rule_effect(rule: TokenRule, differing: Sequence[FileCheck]) -> str:
    """Say what a rule makes of predictions whose tokens differ."""
    compared = [check.comparison for check in differing if check.comparison is not None]
    if not compared:
        return ""
    if rule == "positions":
        n_tokens = sum(one.n_tokens or 0 for one in compared)
        n_other = sum(one.n_tokens is None for one in compared)
        taken = f"{counted(n_tokens, 'token')} taken from the reference" if n_tokens else ""
        refused = f"{n_other} with different sentence lengths left out" if n_other else ""
        return "; ".join(filter(None, (taken, refused)))
    if rule == "project":
        n_other = sum(one.text_problem is not None for one in compared)
        carried = len(compared) - n_other
        said = f"mentions of {counted(carried, 'file')} mapped onto the reference's tokens" if carried else ""
        return "; ".join(filter(None, (said, f"{n_other} with different text left out" if n_other else "")))
    return f"{counted(len(compared), 'file')} with different tokens left out"
