"""The pages beside the events, such as the overview, each made when it is first shown."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS, REVIEW, VIEWS
from nerinspect.ui.lists.column_choice import KeptColumns
from nerinspect.ui.theme.marks import thin_scroll_bars

if TYPE_CHECKING:
    from nerinspect.ui.deciding.reviewing import Reviewing
    from nerinspect.ui.kit.pages.page import Page
    from nerinspect.ui.pages.relations import RelationsPanel


class Pages(QObject):
    """Makes the pages, and lets those that are made look at what the document looks at.

    Signals
    -------
    relations_made : RelationsPanel
        The page of relations is there from now on.
    choice_changed : str, object
        What is to be remembered of a view changed.
    """

    relations_made = Signal(object)
    choice_changed = Signal(str, object)

    def __init__(self, desk: Desk, stack: QStackedWidget) -> None:
        super().__init__(stack)
        self._desk, self._document, self._stack = desk, desk.document, stack
        self._made: dict[str, Any] = {}
        self._choices: dict[str, object] = {}  # what views remember, until they are made
        self.relation_columns = KeptColumns()
        self._reviewing: Reviewing | None = None
        document = desk.document
        for changed in (
            document.study_changed,
            document.study_replaced,
            document.prediction_changed,
            document.compared_changed,
            document.analysis_changed,
            document.events_changed,
        ):
            changed.connect(self._look)

    def page(self, name: str) -> Any:  # noqa: ANN401 - of the class that the view names
        """Give the page of a view; it is made when it is first asked for."""
        if name not in self._made:
            self._made[name] = page = VIEWS[name].load()(self._desk)
            self._stack.addWidget(page)
            thin_scroll_bars(page)
            if name == RELATIONS:
                self.relation_columns.join(page.table.columns)
                self.relations_made.emit(page)
                return page
            if name in self._choices:
                page.choose(self._choices[name])
            page.choice_changed.connect(lambda choice: self.choice_changed.emit(name, choice))
            if name == REVIEW and self._reviewing is not None:
                page.follow(self._reviewing)
            self._look_at(page)
        return self._made[name]

    def choose(self, name: str, choice: object) -> None:
        """Let a view show what was chosen before, now or when it is made."""
        self._choices[name] = choice
        if name in self._made:
            self._made[name].choose(choice)

    @property
    def relations_on_show(self) -> "RelationsPanel | None":
        """The page of relations, while it is the one on show."""
        page: RelationsPanel | None = self._made.get(RELATIONS)
        return page if page is not None and page is self._stack.currentWidget() else None

    def follow_review(self, reviewing: "Reviewing") -> None:
        """Let the page of the review show that of the window, now or when it is made."""
        self._reviewing = reviewing
        if REVIEW in self._made:
            self._made[REVIEW].follow(reviewing)

    @property
    def regions(self) -> list[QWidget]:
        """The parts of the pages that can have the focus, in its order."""
        pages = [self._made[name] for name in VIEWS if name in self._made]
        return [region for page in pages for region in page.regions]

    def _look(self) -> None:
        for name, page in self._made.items():
            if name not in (EVENTS_VIEW, RELATIONS):  # the page of relations follows the document itself
                self._look_at(page)

    def _look_at(self, page: "Page") -> None:
        if (look := self._document.look) is not None:
            page.look_at(look)
