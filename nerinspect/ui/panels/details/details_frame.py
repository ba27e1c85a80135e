"""What the details of events and of relation events have in common: parts below each other, in the study's colours."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.io.colours import assign_slots
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.type_colours import type_styles

_MARGIN, _GAP = 14, 4  # at a font of 13 pixels; texts of tables stand a padding inside the tables


class DetailsFrame(QWidget):
    """Hold the parts that explain one event, and scroll them; what takes its time is gathered in the background."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._styled: tuple[Study | None, CellStyle] | None = None  # kept: styles of many types take their time
        self._gathering = JobRunner(self)
        self._inner, self._area = QWidget(), QScrollArea()
        self._column = QVBoxLayout(self._inner)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._gathering.shutdown()

    def _turn_to(self, study: Study | None) -> None:
        """Hide all parts while there is nothing to explain; leave off what is gathered for another event."""
        self._study = study
        self._inner.setVisible(study is not None)
        self._gathering.cancel()

    def _style(self) -> CellStyle:
        if self._styled is None or self._styled[0] is not self._study:
            theme, types = current_theme(), self._study.types if self._study is not None else ()
            training = self._study.training if self._study is not None else None
            known = training.annotation.mentions.types if training is not None else ()
            styles = type_styles(tuple(dict.fromkeys((*types, *known))), theme, assign_slots(types))
            self._styled = self._study, CellStyle(theme, styles, self.font())
        return self._styled[1]

    def _restyle(self) -> None:
        """Set distances, which follow the widget's font."""
        style = self._style()
        margin, above = round(_MARGIN * style.unit) - round(style.padding), round(10 * style.unit)
        self._column.setContentsMargins(margin, above, margin, above)
        self._column.setSpacing(round(_GAP * style.unit))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_column"):
            self._styled = None
            self._restyle()
