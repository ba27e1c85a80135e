"""Choose files and how to read them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.encoding.dialects import DIALECTS, REPAIR_METHODS
from nerinspect.io.interpret import AUTO
from nerinspect.io.request import LoadRequest

_REPAIR_WORDS = {
    "none": "none: an invalid transition is an error",
    "conlleval": "conlleval: the label begins a new mention",
    "discard": "discard: the label and its rest become O",
}


class OpenDialog(QDialog):
    """Ask for a reference, predictions and the choices of reading."""

    def __init__(self, paths: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("open_dialog")
        self.setWindowTitle("Open")
        self.resize(self.fontMetrics().averageCharWidth() * 100, self.sizeHint().height())
        self._build_ui()
        if paths:
            self._reference.setText(paths[0])
            self._predictions.addItems(list(paths[1:]))
        self._update_buttons()

    def request(self) -> LoadRequest:
        """Give what was asked for."""
        return LoadRequest(
            self._reference.text().strip(),
            tuple(self._predictions.item(row).text() for row in range(self._predictions.count())),
            encoding=self._encoding.currentText(),
            repair=self._repair.currentData(),
            repair_reference=self._repair_reference.currentData(),
            token_column=self._numbers(self._token_column, (0,))[0],
            label_columns=self._numbers(self._label_columns, (-1,)),
            tokens=self._tokens.currentData(),
            text_encoding=self._text_encoding.currentText().strip() or "utf-8",
        )

    def _build_ui(self) -> None:
        self._reference = QLineEdit(placeholderText="the annotation that is scored against")
        self._reference.setAccessibleName("Reference")
        browse = QPushButton("Choose…")
        browse.clicked.connect(self._on_choose_reference)
        reference = QHBoxLayout()
        reference.addWidget(self._reference, 1)
        reference.addWidget(browse)
        self._predictions = QListWidget()
        self._predictions.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self._predictions.setAccessibleName("Predictions")
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        name = QLabel("&Reference")
        name.setBuddy(self._reference)
        self._reference.setAccessibleName("Reference")
        form.addRow(name, reference)
        form.addRow("&Predictions", self._predictions)
        form.addRow("", self._prediction_buttons())
        self._add_choices(form)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._open = self._buttons.addButton("Open", QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._note = QLabel(wordWrap=True)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._note)
        layout.addWidget(self._buttons)
        self._reference.textChanged.connect(self._update_buttons)
        self._label_columns.textChanged.connect(self._update_buttons)
        self._token_column.textChanged.connect(self._update_buttons)

    def _prediction_buttons(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        for text, act in (
            ("Add…", self._on_add_predictions),
            ("Remove", self._on_remove_predictions),
            ("Make the reference", self._on_make_reference),
        ):
            button = QPushButton(text)
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch()
        return holder

    def _add_choices(self, form: QFormLayout) -> None:
        self._encoding = QComboBox()
        self._encoding.addItems([AUTO, *DIALECTS])
        self._repair, self._repair_reference = QComboBox(), QComboBox()
        for box in (self._repair, self._repair_reference):
            for method in REPAIR_METHODS:
                box.addItem(_REPAIR_WORDS[method], method)
        self._token_column, self._label_columns = QLineEdit("0"), QLineEdit("-1")
        self._label_columns.setToolTip("For a merged file: the reference's column, then one for each system, as 1,2")
        self._tokens = QComboBox()
        self._tokens.addItem("must be the same", "same")
        self._tokens.addItem("only sentence lengths must agree", "positions")
        self._text_encoding = QComboBox(editable=True)
        if written := self._text_encoding.lineEdit():
            written.setAccessibleName("Text encoding")
        self._text_encoding.addItems(["utf-8", "latin-1", "cp1252", "utf-16"])
        for label, field in (
            ("&Chunk encoding", self._encoding),
            ("Repair of predict&ions", self._repair),
            ("Repair of the r&eference", self._repair_reference),
            ("&Token column", self._token_column),
            ("&Label column", self._label_columns),
            ("To&kens", self._tokens),
            ("Te&xt encoding", self._text_encoding),
        ):
            form.addRow(label, field)

    @staticmethod
    def _numbers(field: QLineEdit, default: tuple[int, ...]) -> tuple[int, ...]:
        try:
            return tuple(int(number) for number in field.text().split(",")) or default
        except ValueError:
            return default

    def _update_buttons(self) -> None:
        n_files = self._predictions.count() + bool(self._reference.text().strip())
        self._open.setText(f"Open {n_files} files" if n_files > 1 else "Open 1 file")
        problem = ""
        for name, field in (("token", self._token_column), ("label", self._label_columns)):
            if not all(number.strip().removeprefix("-").isdecimal() for number in field.text().split(",")):
                problem = f"The {name} column is a number such as 0 or -1; a merged file has several: 1,2."
        self._note.setText(problem)
        self._note.setVisible(bool(problem))
        self._open.setEnabled(bool(self._reference.text().strip()) and not problem)
        self._open.setDefault(True)

    def _on_choose_reference(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Choose the reference")
        if path:
            self._reference.setText(path)

    def _on_add_predictions(self) -> None:
        paths, _ = QFileDialog.getOpenFileNames(self, "Add predictions")
        self._predictions.addItems(paths)
        self._update_buttons()

    def _on_remove_predictions(self) -> None:
        for item in self._predictions.selectedItems():
            self._predictions.takeItem(self._predictions.row(item))
        self._update_buttons()

    def _on_make_reference(self) -> None:
        item = self._predictions.currentItem()
        if item is not None:
            before = self._reference.text().strip()
            self._reference.setText(item.text())
            self._predictions.takeItem(self._predictions.row(item))
            if before:
                self._predictions.insertItem(0, before)
        self._update_buttons()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove predictions by the Delete key."""
        if event.key() == Qt.Key.Key_Delete and self._predictions.hasFocus():
            self._on_remove_predictions()
        else:
            super().keyPressEvent(event)
