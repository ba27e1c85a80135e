"""What is taken away from a page: tables to the clipboard, tables and charts to files with their provenance."""

import os
import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, BinaryIO, Final, NamedTuple, Protocol, TextIO

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.errors import NerinspectError
from nerinspect.io.writing.export import write_as_text
from nerinspect.io.writing.forms import Form, Holds, forms_for
from nerinspect.io.writing.origins import TableOrigin
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.ui.kit.file_dialogs import ask_where_to_save
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.pages.copying import TableCopier, as_shown, called, form_called, table_text, watched, write_table
from nerinspect.ui.kit.pages.head import PageHead
from nerinspect.ui.kit.pages.top_row import TopRow
from nerinspect.ui.kit.screen_text import plain_text
from nerinspect.ui.kit.strips import MessageStrip

_PICTURE_FORMS: Final = {"SVG (*.svg)": "svg", "PNG, 300 dots an inch (*.png)": "png"}


def table_forms() -> dict[str, str]:
    """Give the suffixes of the forms in which tables are saved, by the words of a dialog for files."""
    return {form.file_words: form.suffix for form in forms_for(Holds.RESULTS)}


def form_of(path: str) -> Form | None:
    """Find the form of a table by the suffix of its file; None for no such form."""
    return next((form for form in forms_for(Holds.RESULTS) if form.suffix == suffix_of(path)), None)


def suffix_of(path: str) -> str:
    """Give the suffix of a file without its dot, in small letters."""
    return PurePath(path).suffix.lower().removeprefix(".")


class FileSaver(QObject):
    """Write one table or chart at a time.

    Parameters
    ----------
    window : QWidget
        Below its dialogs.
    window_alone : collection of str
        Titles of what shows numbers that the command line has no columns for.

    Signals
    -------
    saved : str
        What was written, or is being written.
    failed : str
        Why nothing was.
    """

    saved = Signal(str)
    failed = Signal(str)

    def __init__(self, window: QWidget, window_alone: Collection[str] = ()) -> None:
        super().__init__(window)
        self._window_alone = window_alone
        self._window, self._jobs = window, JobRunner(self)
        self._jobs.succeeded.connect(self.saved.emit)
        self._jobs.failed.connect(self._on_failed)

    def save_table(
        self, table: Table, title: str, origin: TableOrigin, systems: Sequence[str], is_long: bool = False
    ) -> None:
        """Ask for a path and write a table.

        Parameters
        ----------
        table : Table
            All its rows.
        title : str
            What it shows.
        origin : TableOrigin
            Where its numbers come from.
        systems : sequence of str
            The systems in it.
        is_long : bool
            Whether it is written in the background.
        """
        if (path := self._ask(title, origin, table_forms())) and (form := form_of(path)):

            def write(described: Table, file: TextIO) -> None:
                write_table(file, described, form, title, origin, systems)

            def save(checkpoint: Checkpoint) -> str:
                content = partial(write_as_text, table=watched(table, checkpoint), write=write)
                return self._write(path, content, form.name, "table", title, origin, systems)

            if not is_long:
                self._save_now(save)
            elif self._jobs.is_running:
                self.failed.emit("Another table is still being written; save this one when that is done.")
            else:
                self.saved.emit(f"The table “{title}” is being written to {path}.")
                self._jobs.start(save)

    def save_chart(self, picture: QWidget, title: str, origin: TableOrigin, systems: Sequence[str]) -> None:
        """Ask for a path and write a picture, which is deleted afterwards; the parameters are those of `save_table`."""
        from nerinspect.ui.kit.pages.pictures import picture_bytes

        if path := self._ask(title, origin, _PICTURE_FORMS):
            form = suffix_of(path)
            content = picture_bytes(picture, form, title, origin.description(systems))
            self._save_now(
                lambda _: self._write(path, lambda file: file.write(content), form, "chart", title, origin, systems)
            )
        picture.deleteLater()

    def _ask(self, title: str, origin: TableOrigin, forms: dict[str, str]) -> str:
        """Ask for a path, which ends as a form does; empty if there is to be no file."""
        words = re.sub(r"\W+", "-", title.lower()).strip("-")
        suggested = f"{origin.data_name}-{words}.{next(iter(forms.values()))}"
        path, chosen = ask_where_to_save(self._window, f"Save “{title}”", suggested, ";;".join(forms))
        if not path or suffix_of(path) in forms.values():
            return path
        path += f".{forms.get(chosen, next(iter(forms.values())))}"
        if os.path.lexists(path):  # the dialog asked about another name
            self.failed.emit(f"{path} is there already; to replace it, choose it by its whole name.")
            return ""
        return path

    def _save_now(self, save: Callable[[Checkpoint], str]) -> None:
        try:
            said = save(no_checkpoint)
        except NerinspectError as error:
            self._on_failed(error)
        else:
            self.saved.emit(said)

    def _write(
        self,
        path: str,
        write: Callable[[BinaryIO], Any],
        form: str,
        noun: str,
        title: str,
        origin: TableOrigin,
        systems: Sequence[str],
    ) -> str:
        """Write a file, and say so."""
        origin.write(path, write, title, form, systems, title not in self._window_alone)
        return f"The {noun} “{title}” was written to {path}; where it came from stands in {path}.json."

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"{error}." if isinstance(error, NerinspectError) else f"Nothing was written: {error!r}.")


class Source(NamedTuple):
    """Where the numbers of a table or a chart come from, and which systems they are of."""

    origin: TableOrigin
    systems: Sequence[str]
    is_long: bool = False
    """Whether writing it out takes a while."""


class Takeable(Protocol):
    """A page from which tables and charts are taken."""

    @property
    def titles(self) -> Sequence[str]:
        """The tables on show, that which had the focus last before the others."""

    @property
    def charts(self) -> Sequence[str]:
        """The charts there are."""

    def table(self, title: str) -> Table:
        """Give all rows of a table."""

    def table_for_programs(self, title: str) -> Table:
        """Give all rows of a table as files have them, and copies for programs."""

    def picture(self, title: str) -> QWidget | None:
        """Draw a chart for print; None while there is nothing to draw."""

    def source(self, title: str) -> Source | None:
        """Tell where the numbers of a table or chart come from; None while nothing is on show."""


class TakeAway(QObject):
    """Copies and saves what is on a page, and fills the menus that offer it.

    Parameters
    ----------
    page : Takeable
        The page.
    head : PageHead
        With its two menus.
    message : MessageStrip
        Says what was done.
    window : QWidget
        Dialogs lie over it.
    window_alone : collection of str
        Titles of what shows numbers that the command line has no columns for.
    """

    def __init__(
        self, page: Takeable, head: PageHead, message: MessageStrip, window: QWidget, window_alone: Collection[str] = ()
    ) -> None:
        super().__init__(window)
        self._page, self._head, self._message, self._window = page, head, message, window
        self._saver, self._copier = FileSaver(window, window_alone), TableCopier(self)
        self._forms: dict[str, QMenu] = {}  # of each table
        self._is_signed = False
        for worker in (self._saver, self._copier):
            worker.failed.connect(message.say)
        self._saver.saved.connect(message.tell)
        self._copier.told.connect(message.tell)
        head.copying.aboutToShow.connect(self._offer_copies)
        head.saving.aboutToShow.connect(self._offer_files)

    def _offer_copies(self) -> None:
        menu = self._head.copying
        menu.clear()
        for title in self._page.titles:
            menu.addMenu(self._forms_of(title))
        menu.addSeparator()
        self._add_signature(menu)

    def _offer_files(self) -> None:
        menu = self._head.saving
        menu.clear()
        for title in self._page.titles:
            menu.addAction(plain_text(f"Table “{title}”…"), partial(self.save, title))
        menu.addSeparator()
        for name in self._page.charts:
            menu.addAction(plain_text(f"Chart “{name}”…"), partial(self.save_chart, name))

    def menu_of(self, titles: Sequence[str], charts: Sequence[str], parent: QWidget) -> QMenu:
        """Make the menu of a part: its tables to copy and to save, its charts to save."""
        menu = QMenu(parent)
        for title in titles:
            menu.addSection(plain_text("Copy" if len(titles) == 1 else f"Copy “{title}”"))
            self._add_forms(menu, title)
        menu.addSection("Save")
        for title in titles:
            menu.addAction("Table…" if len(titles) == 1 else plain_text(f"Table “{title}”…"), partial(self.save, title))
        for name in charts:
            menu.addAction("Chart…", partial(self.save_chart, name))
        menu.aboutToShow.connect(partial(self._enable, menu, (*titles, *charts)))
        return menu

    def _enable(self, menu: QMenu, titles: Sequence[str]) -> None:
        """Let a part that shows no numbers yet offer nothing."""
        has_numbers = any(self._page.source(title) is not None for title in titles)
        for action in menu.actions():
            action.setEnabled(has_numbers)

    def copy(self, title: str, form: Form) -> None:
        """Put a table on the clipboard."""
        if source := self._page.source(title):
            write = partial(
                table_text,
                form=form,
                title=title,
                origin=source.origin,
                systems=source.systems,
                is_signed=self._is_signed,
            )
            table = (self._page.table if form.is_for_people else self._page.table_for_programs)(title)
            self._copier.copy(table, write, title, called(form, self._is_signed), source.is_long)

    def copy_rows(self, title: str) -> None:
        """Put the rows of a long table on the clipboard, as they are shown."""
        self._copier.copy(self._page.table(title), as_shown, title, is_long=True)

    def save(self, title: str) -> None:
        """Ask where a table is to be written, and write it."""
        if source := self._page.source(title):
            table = self._page.table_for_programs(title)
            self._saver.save_table(table, title, source.origin, source.systems, source.is_long)

    def save_chart(self, title: str) -> None:
        """Ask where a chart is to be written, and write it."""
        source, picture = self._page.source(title), self._page.picture(title)
        if source is not None and picture is not None:
            self._saver.save_chart(picture, title, source.origin, source.systems)

    def _forms_of(self, title: str) -> QMenu:
        if title not in self._forms:
            self._forms[title] = QMenu(plain_text(title), self._window)
            self._add_forms(self._forms[title], title)
        return self._forms[title]

    def _add_forms(self, menu: QMenu, title: str) -> None:
        for form in forms_for(Holds.COPIES):
            menu.addAction(form.words, partial(self.copy, title, form))

    def _add_signature(self, menu: QMenu) -> None:
        with_signature = [form.words for form in forms_for(Holds.COPIES) if form.comment]
        signed = menu.addAction(f"Signature in {' and '.join(with_signature)}", self._turn_signed)
        signed.setCheckable(True)
        signed.setChecked(self._is_signed)

    def _turn_signed(self) -> None:
        self._is_signed = not self._is_signed


class Taken(NamedTuple):
    """A table that is taken away.

    Attributes
    ----------
    table : Table
        All its rows.
    origin : TableOrigin
        Where its numbers come from.
    systems : sequence of str
        The systems in it.
    is_long : bool
        Whether writing it out takes a while.
    """

    table: Table
    origin: TableOrigin
    systems: Sequence[str]
    is_long: bool = False


class TableTaker(QObject):
    """Copies and saves the tables that are asked for.

    Parameters
    ----------
    top : TopRow
        Where they are offered.
    take : callable
        Gives the table of a title; None while nothing is on show.
    window : QWidget
        Below its dialogs.
    window_alone : collection of str
        Titles of what shows numbers that the command line has no columns for.

    Attributes
    ----------
    saver : FileSaver
        Writes files; for charts too.
    copier : TableCopier
        Writes to the clipboard.

    Signals
    -------
    told : str
        What was copied or saved.
    failed : str
        Why nothing was.
    """

    told = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        top: TopRow,
        take: Callable[[str], Taken | None],
        window: QWidget,
        window_alone: Collection[str] = (),
    ) -> None:
        super().__init__(window)
        self._take = take
        self.saver, self.copier = FileSaver(window, window_alone), TableCopier(self)
        for worker in (self.saver, self.copier):
            worker.failed.connect(self.failed)
        self.saver.saved.connect(self.told)
        self.copier.told.connect(self.told)
        top.copy_requested.connect(self._on_copy_requested)
        top.table_requested.connect(self._on_table_requested)

    def _on_copy_requested(self, title: str, form: str) -> None:
        if taken := self._take(title):
            chosen, signed = form_called(form)
            origin, systems = taken.origin, taken.systems
            write = partial(table_text, form=chosen, title=title, origin=origin, systems=systems, is_signed=signed)
            self.copier.copy(taken.table, write, title, form, taken.is_long)

    def _on_table_requested(self, title: str) -> None:
        if taken := self._take(title):
            self.saver.save_table(taken.table, title, taken.origin, taken.systems, taken.is_long)
