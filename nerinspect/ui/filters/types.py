"""The types as a filter: reference against prediction."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.glossary.wording import Wording
from nerinspect.query.filters import Term, all_of
from nerinspect.query.language.writer import query_text
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.matrix import MatrixStyle, MatrixView, TypeMatrixModel
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.theme.themes import current_theme

_MARGIN, _GAP = 12, 4  # at a font of 13 pixels


class TypesPanel(FilterPanel):
    """Show how many events there are of each reference and predicted type and let the user pick some.

    Signals
    -------
    types_picked(object, object, object)
        Lists of reference and of predicted types, None for no mention, and a `Click`; one list may be empty.
    with_correct_changed(bool)
        The user wants correct events counted or left out.
    """

    types_picked = Signal(object, object, object)
    with_correct_changed = Signal(bool)
    view: MatrixView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = TypeMatrixModel()
        self._body = QWidget()
        view = MatrixView(self._model, "Types, reference by prediction")
        super().__init__("Types", "type_matrix", view, self._body, parent)
        self.setObjectName("types_panel")
        self._with_correct = QCheckBox("Count correct events")
        self._rows = QVBoxLayout(self._body)
        self._rows.addWidget(self.view)
        self._rows.addWidget(self._with_correct)
        self._say_what_counts()
        self._with_correct.toggled.connect(self._on_with_correct_toggled)

    @property
    def with_correct(self) -> bool:
        """Whether correct events are to be counted."""
        return self._with_correct.isChecked()

    def set_with_correct(self, with_correct: bool) -> None:
        """Tick the box as it was left, without announcing it."""
        with QSignalBlocker(self._with_correct):
            self._with_correct.setChecked(with_correct)
        self._say_what_counts()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        if wording == self._model.wording:
            return
        super().speak(wording)
        self._model.wording = wording
        self.view.setAccessibleName("Types, A by B" if wording.is_neutral else "Types, reference by prediction")
        self._with_correct.setText(wording.said("Count correct events"))
        self.view.show_corner("A ↓ B →" if wording.is_neutral else "ref ↓ pred →")
        self._say_what_counts()

    def show_matrix(
        self,
        types: Sequence[str],
        counts: AnyIntArray,
        picked: BoolArray | None = None,
    ) -> None:
        """Show the counts under the other filters, as `TypeMatrixModel.set_matrix` has them."""
        self._model.set_matrix(types, counts, picked, self.with_correct)
        self.view.fit()
        self._place_scroll_bar()
        if not self.view.currentIndex().isValid() and len(types):
            self.view.setCurrentIndex(self._model.index(0, 0))

    def give_way(self) -> int:
        """Be as low as possible, and tell what all rows would take besides, in device-independent pixels."""
        missing = self.view.give_way()
        self.tell_height()
        return 0 if self.section.is_folded else missing

    def take(self, height: int) -> None:
        """Use what is left over, in device-independent pixels, for more rows."""
        self.view.take(height)
        self.tell_height()

    def _place_scroll_bar(self) -> None:
        """Let the scroll bar stand in the margin, so that it takes no room from the columns."""
        self._rows.setContentsMargins(self._margin, 0, max(self._margin - self.view.scroll_bar_width, 0), 0)

    def tell_height(self) -> None:
        """Tell all that hold the counts at once, the scroll bar in its place."""
        self._place_scroll_bar()
        super().tell_height()

    def _connect_view(self) -> None:
        self.view.types_picked.connect(self.types_picked)
        self.view.types_menu_requested.connect(self._on_types_menu_requested)

    def _on_types_menu_requested(
        self, both: Sequence[Sequence[str | None]], text: str, explanation: str, place: QPoint
    ) -> None:
        reference, predicted = both
        door = all_of(
            *(Term(field, tuple(types)) for field, types in (("ref", reference), ("pred", predicted)) if types)
        )
        if reference and predicted:
            door = Selection().pick_cell(reference[0], predicted[0], self._model.with_correct).filter
        self._menu_of(text, query_text(all_of(self._other_filters(), door)), explanation).popup(place)

    def _restyle(self) -> None:
        super()._restyle()
        style = MatrixStyle(current_theme(), self.font())
        self._with_correct.setFont(style.count_font)
        margin, gap = round(_MARGIN * style.unit), round(_GAP * style.unit)
        self._margin = margin
        self._place_scroll_bar()
        self._rows.setSpacing(gap)

    def _say_what_counts(self) -> None:
        said = self._model.wording.said("correct")
        self.section.set_summary(f"events, {said} counted" if self.with_correct else f"events, {said} not counted")

    def _on_with_correct_toggled(self, with_correct: bool) -> None:
        self._say_what_counts()
        self.with_correct_changed.emit(with_correct)
