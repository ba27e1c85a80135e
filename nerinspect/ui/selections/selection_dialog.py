"""The dialog in which a filter gets a name."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.selections.kept_selections import KeptSelections
from nerinspect.visible import visible


class SelectionDialog(QDialog):
    """Ask for the name and the query of a selection, and say what would be wrong with them.

    Parameters
    ----------
    title : str
        Of the dialog.
    kept : KeptSelections
        Those there are.
    name, query : str
        To begin with; a selection that is to be changed has a name.
    """

    def __init__(self, title: str, kept: KeptSelections, name: str, query: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selection_dialog")
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._kept, self._own_name = kept, name
        self._name, self._query, self._words = QLineEdit(name), QLineEdit(query), QLabel(wordWrap=True)
        self._query.setPlaceholderText("all events")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        buttons = QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        self._buttons = QDialogButtonBox(buttons)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Name", self._name)
        form.addRow("&Query", self._query)
        rows = QVBoxLayout(self)
        rows.addLayout(form)
        rows.addWidget(self._words)
        rows.addWidget(self._buttons)
        for edit in (self._name, self._query):
            edit.textChanged.connect(self._judge)
        self.setMinimumWidth(round(520 * font_size(self.font()) / 13))
        self._judge()

    @property
    def name(self) -> str:
        """The name, without blanks around it."""
        return self._name.text().strip()

    @property
    def query(self) -> str:
        """The query, without blanks around it."""
        return self._query.text().strip()

    @property
    def words(self) -> str:
        """What it says about name and query; empty if there is nothing to say."""
        return self._words.text()

    def _judge(self) -> None:
        """Say what would be wrong, or what would happen to what is there."""
        saved = self._kept.read(self.name, self.query)
        is_taken = self.name != self._own_name and self._kept.query(self.name) is not None
        is_in_the_way = is_taken and bool(self._own_name)
        save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(bool(self.name) and saved.filter is not None and not is_in_the_way)
        save.setText("&Replace" if is_taken and not is_in_the_way else "&Save")
        taken = f"There is a selection called “{self.name}” already" if is_taken else ""
        taken += "" if not taken else ": choose another name." if is_in_the_way else ": it is replaced."
        warning = f"{saved.warning[:1].upper()}{saved.warning[1:]}." if saved.warning else ""
        self._words.setText(visible("\n".join(filter(None, (taken, warning)))))
