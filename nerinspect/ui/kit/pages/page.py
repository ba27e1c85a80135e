"""A page of parts below each other, computed behind it once it is looked at."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.lists.table import Table
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import fill, lay_out_now, scrolled, stack
from nerinspect.ui.kit.pages.choice import Counted, PageHead, filter_pieces
from nerinspect.ui.kit.pages.parts import Awaited, AwaitedPart, PageGrid, Part
from nerinspect.ui.kit.pages.take_away import Takeable, TakeAway
from nerinspect.ui.kit.strips import ProgressStrip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.theme.fonts import font_size
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_PATIENCE_MS: Final = 200  # what is done sooner shows no progress


class Ground(QWidget):
    """A page in the colour of tables; its palette stays that of a window, which gives boxes on it their edges."""

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), current_theme().base)


_MARGIN: Final = 1.85  # of the size of the font


class GridPage(Styled, Takeable):
    """Fills the window with parts in columns, under a head; they can be taken away.

    Attributes
    ----------
    tables : dict of str to NumberTable
        Those that can be taken away, by title.
    focused : str
        The title of that which had the focus last; empty for none.
    awaited : sequence of Awaited
        What will stand on it, which it says where a prediction is lacking.
    """

    name = ""
    awaited: ClassVar[Sequence[Awaited]] = ()

    def __init__(self, desk: Desk, head: PageHead) -> None:
        super().__init__()
        self.desk, self.head = desk, head
        self.tables: dict[str, NumberTable] = {}
        self.focused = ""
        self.setObjectName(f"{self.name.lower()}_panel")
        self.setAccessibleName(self.name)
        self._parts: dict[str, Part] = {}  # where each table stands
        self._added: list[QWidget] = []
        self._empty, self._progress = QLabel(wordWrap=True), ProgressStrip()
        self._lack, self._add = QWidget(), QPushButton()
        self._coming: AwaitedPart | None = None
        self._awaiting: list[Awaited] = []
        self._add.clicked.connect(desk.menus.action("add_predictions").trigger)
        lacking = fill(QVBoxLayout(self._lack), self._empty, gap=round(12 * self.unit))
        lacking.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        self._lack.hide()
        self.take_away = TakeAway(self, head, desk.message)
        ground, self.grid = Ground(), PageGrid()
        self.grid.add_part(head, is_wide=True)
        self.grid.add_part(self._lack)
        self._whole = QVBoxLayout(ground)
        self._whole.addLayout(self.grid)
        self._whole.addStretch(1)
        self.area = scrolled(ground)
        stack(self, self._progress, self.area).setStretch(1, 1)

    # what each page says

    def open_number(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        """Open what a number counts, of a prediction or of the one on show, beside another one or none."""
        self.desk.open(Door(query, prediction, beside))

    def table(self, title: str) -> Table:
        return self.tables[title].numbers.as_table()

    # what all pages do

    def add(
        self,
        part: QWidget,
        is_wide: bool = False,
        charts: Sequence[str] = (),
        drawn: Sequence[str] = (),
        opens: Callable[[str, int, int], None] | None = None,
        fills: bool = False,
    ) -> None:
        """Add a part behind the others, hidden until it has something to show; what is in it can be taken away.

        Parameters
        ----------
        is_wide : bool
            Whether it spans all columns.
        charts : sequence of str
            Titles of charts in it.
        drawn : sequence of str
            Titles of what is taken away as a table, besides its tables.
        opens : callable, optional
            Opens the numbers of its tables, in the place of `open_number`.
        fills : bool
            Whether it takes the height that is left of the window, as one in which users walk through a list.
        """
        self.grid.add_part(part, is_wide, fills)
        self._added.append(part)
        part.hide()
        if fills:
            self._whole.setStretch(0, 1)
            self._whole.setStretch(1, 0)
        found = part.findChildren(Part)
        for one in [part, *found] if isinstance(part, Part) else found:
            for table in one.tables:
                self.add_table(table, one, opens)
            titles = [*(table.numbers.title for table in one.tables), *drawn]
            own = [title for title in charts if title in titles or len(found) < 2]
            if titles or own:
                self._offer(one, titles, own)

    def _offer(self, part: Part, titles: Sequence[str], charts: Sequence[str]) -> None:
        """Let what is in a part be copied and saved."""
        part.offer(self.take_away.menu_of(titles, charts, part))

    def add_table(self, table: NumberTable, part: Part, opens: Callable[[str, int, int], None] | None = None) -> None:
        """Let a table be taken away, and open its doors."""
        title = table.numbers.title
        self.tables[title], self._parts[title] = table, part
        table.door_opened.connect(opens or self.open_number)
        table.copy_requested.connect(lambda: self.take_away.copy_rows(title))
        table.installEventFilter(self)

    def show_parts(self, are_shown: bool) -> None:
        """Show all parts, or none while there are no numbers."""
        for part in self._added:
            part.setVisible(are_shown)

    def say(self, words: str, wants_prediction: bool = False) -> None:
        """Say why there is nothing to show, with a button if a prediction would help; nothing if there are no words."""
        self._empty.setText(visible(words))
        self._add.setText(self.desk.menus.action("add_predictions").text())
        self._add.setVisible(wants_prediction)
        self._lack.setVisible(bool(words))
        is_empty = bool(words) and wants_prediction
        self.head.offer_all(not is_empty)
        self.show_awaited(is_empty)

    def show_awaited(self, is_shown: bool, is_neutral: bool = False) -> None:
        """Say what will stand here, between annotators without what judges; or no more."""
        awaited = [one for one in self.awaited if is_shown and not (one.judges and is_neutral)]
        if awaited == self._awaiting:
            return
        self._awaiting = awaited
        if self._coming is not None:
            self.grid.removeWidget(self._coming)
            self._coming.deleteLater()
            self._coming = None
        if awaited:
            self._coming = AwaitedPart(awaited)
            self.grid.add_part(self._coming)

    @property
    def empty_words(self) -> str:
        """Why there is nothing to show; empty if there is."""
        return self._empty.text()

    @property
    def titles(self) -> Sequence[str]:
        shown = [title for title, part in self._parts.items() if part.isVisibleTo(self)]
        return sorted(shown, key=lambda title: title != self.focused)

    def _restyle(self) -> None:
        margin = round(_MARGIN * font_size(self.font()))
        self._whole.setContentsMargins(margin, margin // 2, margin, margin)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table; were it a focus proxy, Tab would leave out what stands above it."""
        first = next((table for table in self.tables.values() if table.isVisibleTo(self)), None)
        if first is not None:
            first.setFocus(event.reason())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.focused = next((title for title, table in self.tables.items() if table is watched), "")
        return False


class Page(GridPage):
    """Shows what the window looks at; every number is a door.

    Nothing is computed while it is hidden, nor for a look that differs only in what the page does not look at. A page
    makes its parts and adds them, says in `refresh` what is to be derived from a look, and shows it once it is made.

    Attributes
    ----------
    doing : str
        What it does while it computes, such as `Comparing`.
    looks_at : frozenset of str
        The attributes of a `Look` on which its numbers depend, besides study and request; what is selected only while
        the head says that only what the filter keeps is counted.
    look : Look or None
        What it looks at; None before there is a study.

    Signals
    -------
    choice_changed : object
        What is to be remembered.
    """

    doing = "Counting"
    looks_at: ClassVar[frozenset[str]] = frozenset()

    choice_changed = Signal(object)

    def __init__(self, desk: Desk, head: PageHead) -> None:
        super().__init__(desk, head)
        self.look: Look | None = None
        self._seen: tuple[object, ...] | None = None  # what the parts show, or will once it is made
        self._works: list[Derived[Any]] = []
        self._is_new = True  # until its frame is painted
        self._offers: list[Callable[[], None]] = []  # menus of parts, made once it is
        self._painted = QTimer(self, singleShot=True, interval=0)  # a posted call would come before painting
        self._painted.timeout.connect(self._go_on)
        self._steps: list[Callable[[], None]] = []  # what is to be shown yet, from the top to the bottom
        self._wish: Callable[[], None] | None = None  # what the user wants of numbers that are still to come
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._progress.begin(self.doing))
        self._progress.cancelled.connect(self._on_cancelled)
        head.door_opened.connect(self.open_number)
        if head.choice is not None:
            head.choice.chosen.connect(lambda _: self.look_again())

    # what each page says

    def refresh(self, look: Look) -> None:
        """Ask for what is to be shown, or show it."""
        raise NotImplementedError

    def forget(self) -> None:
        """Forget more of a study than what was derived from it: another one is to follow."""

    def on_cancelled(self) -> None:
        """Say what is missing, once the user has ended the work."""

    @property
    def is_complete(self) -> bool:
        """Whether all numbers are on show."""
        return self._seen is not None and not self._steps and not any(work.is_running for work in self._works)

    def choose(self, choice: Any) -> None:  # noqa: ANN401 - what the page remembers
        """Show what was chosen before."""

    # what all pages do

    @property
    def regions(self) -> list[QWidget]:
        return [self]

    def look_at(self, look: Look) -> None:
        """Show what the window looks at now, at once or when the page is next shown."""
        before, self.look = self.look, look
        if before is None or before.study is not look.study or before.request != look.request:
            self._seen, self._steps, self._wish = None, [], None
            self.forget()
            for work in self.findChildren(Derived):
                work.forget()
            self.head.show_summary(())
            self.show_parts(False)
        self._follow()

    def look_again(self) -> None:
        """Show the same anew, for it is to be shown in another way."""
        self._seen = None
        self._follow()

    @property
    def kept(self) -> Selection | None:
        """What is selected, if only what it keeps is counted."""
        choice = self.head.choice
        counts_kept = isinstance(choice, Counted) and choice.is_kept
        return self.look.selection if self.look is not None and counts_kept else None

    @property
    def base(self) -> MentionBase:
        return WHOLE if self.kept is None else MentionBase.of(self.kept)

    def derive(self, work: Derived[Any], unit: str = "tokens") -> None:
        """Show how far some work is, in a unit, and let the user end it."""
        self._works.append(work)
        work.begun.connect(self._patience.start)
        work.ended.connect(self._on_ended)
        work.progressed.connect(lambda done, total: self._progress.show_progress(done, total, unit))
        work.failed.connect(self.desk.message.say)

    def _follow(self) -> None:
        """Show what is looked at, if the page is visible and shows something else."""
        look = self.look
        if look is None or not self.isVisible():
            return
        seen = (*(getattr(look, name) for name in sorted(self.looks_at)), self.kept)
        if seen != self._seen:
            self._seen, self._steps = seen, []
            self.head.show_filter(() if self.kept is None else filter_pieces(self.kept))
            self.refresh(look)

    def _offer(self, part: Part, titles: Sequence[str], charts: Sequence[str]) -> None:
        offer = partial(super()._offer, part, titles, charts)
        if self._is_new:
            self._offers.append(offer)
        else:
            offer()

    def show_in_turns(self, is_first: bool, *steps: Callable[[], None]) -> None:
        """Show parts from the top to the bottom; the first time, each once those above it are painted."""
        self._steps = [*steps]
        self._painted.start()
        if not is_first:
            self.show_rest()

    def show_rest(self) -> None:
        """Show at once what was to be shown in turn."""
        while self._steps:
            self._steps.pop(0)()

    def await_numbers(self, act: Callable[[], None]) -> None:
        """Do something once all numbers are on show, if some are still to come and the page is not left before."""
        self._wish = None if self.is_complete else act

    def _go_on(self) -> None:
        """Show what comes next, then do what was wanted of it; the focus goes on to what is there first."""
        if self._is_new:
            self._is_new = False
            for offer in self._offers:
                offer()
            self._follow()
        elif self._steps:
            self._steps.pop(0)()
        lay_out_now()
        if self.hasFocus():
            self.focusInEvent(QFocusEvent(QEvent.Type.FocusIn))
        if self._steps:
            self._painted.start()
        elif (wish := self._wish) is not None and self.is_complete:
            self._wish = None
            wish()

    def _on_ended(self) -> None:
        self._painted.start()  # what was made is told after this
        if not any(work.is_running for work in self._works):
            self._patience.stop()
            self._progress.hide()

    def _on_cancelled(self) -> None:
        for work in self._works:
            work.cancel()
        self._seen = self._wish = None  # shown again, the page begins anew
        self.on_cancelled()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._wish = None

    def showEvent(self, event: QShowEvent) -> None:
        """Compute what was put off: at once, but for a page that was just made, whose frame is painted first."""
        super().showEvent(event)
        if self._is_new:
            self._painted.start()
        else:
            self._follow()
