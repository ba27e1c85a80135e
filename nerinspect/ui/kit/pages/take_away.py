"""What is taken away from a page: tables to the clipboard, tables and charts to files with their provenance."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import PurePath
from typing import IO, Any, ClassVar, Final, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.errors import NerinspectError
from nerinspect.io.writing.forms import Form, Holds, forms_for
from nerinspect.io.writing.origins import TableOrigin
from nerinspect.io.writing.pictures import PICTURE_FORMS, ChartChoice, FigureLook
from nerinspect.lists.table import PaperTable, Row, Table
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.ui.kit.file_dialogs import ask_where_to_save, ways_to
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.pages.choice import PageHead
from nerinspect.ui.kit.pages.pictures import ChartDialog, Drawable
from nerinspect.ui.kit.screen_text import copy_text, plain_text
from nerinspect.ui.kit.strips import MessageStrip
from nerinspect.ui.kit.tables.sheet import as_shown


def table_forms() -> dict[str, str]:
    """Give the suffixes of the forms in which tables are saved, by the words of a dialog for files."""
    return {form.file_words: form.suffix for form in forms_for(Holds.RESULTS)}


def form_of(path: str) -> Form | None:
    """Find the form of a table by the suffix of its file; None for no such form."""
    return next((form for form in forms_for(Holds.RESULTS) if form.suffix == suffix_of(path)), None)


def suffix_of(path: str) -> str:
    """Give the suffix of a file without its dot, in small letters."""
    return PurePath(path).suffix.lower().removeprefix(".")


_SIGNED: Final = " with signature"


def caption(title: str, origin: TableOrigin, systems: Sequence[str]) -> str:
    """Say in one line what a table shows, of which systems, and what was counted."""
    query = "" if origin.kept is None else origin.kept.text
    words = f"{title}: {', '.join(systems)}; counted: {origin.counted}{f'; filter: {query}' if query else ''}"
    return " ".join(words.split())


def called(form: Form, is_signed: bool) -> str:
    """Name a form for the user, with a signature if it is to carry one and can."""
    return f"{form.words}{_SIGNED}" if is_signed and form.comment else form.words


def write_table(
    file: IO[Any],
    table: Table,
    form: Form,
    title: str,
    origin: TableOrigin,
    systems: Sequence[str],
    is_signed: bool = False,
) -> None:
    """Write a table that tells all by itself, and names the system in every row.

    One for a paper says so in its own caption, where its form has one; with no column of a filter.
    What people read begins with the `caption` and ends with what was left out, and with the signature as a comment if
    it is signed; what programs read has a column with the filter if only what one keeps was counted. The file is one of
    text, or of bytes, as the form is.
    """
    if not form.is_for_people:
        if origin.kept is not None:
            query = origin.kept.text
            table = replace(table, columns=(*table.columns, "Filter"), rows=((*row, query) for row in table))
        form.write(table, file)
        return
    is_captioned = isinstance(table, PaperTable) and bool(form.comment)
    if not is_captioned:
        file.write(form.above.format(form.escaped(caption(title, origin, systems))))
    form.write(table, file)
    if (note := origin.note(title)) and not is_captioned:
        file.write(form.below.format(form.escaped(f"{note[0].upper()}{note[1:]}.")))
    if is_signed:
        line = origin.record(title, form.name, systems, True)["signature"]
        file.write(form.comment.format(line.replace("--", "-%2D") if "<!--" in form.comment else line))


def table_text(
    table: Table, form: Form, title: str, origin: TableOrigin, systems: Sequence[str], is_signed: bool = False
) -> str:
    text = StringIO()
    write_table(text, table, form, title, origin, systems, is_signed)
    return text.getvalue()


_ROWS_AT_ONCE: Final = 1_000


class TableCopier(QObject):
    """Write out one table at a time; a newer one takes the place of one that is still written."""

    def __init__(self, message: MessageStrip) -> None:
        super().__init__(message)
        self._message, self._done = message, ""
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_written)
        self._jobs.failed.connect(self._on_failed)

    def copy(
        self, table: Table, write: Callable[[Table], str], name: str, form: str = "", is_long: bool = False
    ) -> None:
        """Put a table on the clipboard.

        Parameters
        ----------
        table : Table
            Its rows; those of a long one are made in the background too.
        form : str
            The name of the form; empty for plain columns.
        """
        self._done = f"The table “{name}” is on the clipboard{f' as {form}' if form else ''}."
        if is_long:
            self._message.tell(f"The table “{name}” is being copied.")
            self._jobs.start(partial(_written, table, write))
        else:
            self._jobs.cancel()
            self._on_written(write(table))

    def _on_written(self, text: object) -> None:
        assert isinstance(text, str), "what the work returns"
        copy_text(text)
        self._message.tell(self._done)

    def _on_failed(self, error: Exception) -> None:
        self._message.say(f"The table could not be copied: {error!r}.")


def watched(table: Table, checkpoint: Checkpoint) -> Table:
    """Give a table whose rows can be cancelled while they are read."""

    def rows() -> Iterator[Row]:
        for number, row in enumerate(table):
            if number % _ROWS_AT_ONCE == 0:
                checkpoint(number, 0)
            yield row

    return replace(table, rows=rows())


def _written(table: Table, write: Callable[[Table], str], checkpoint: Checkpoint) -> str:
    return write(watched(table, checkpoint))


class FileSaver(QObject):
    """Write one table or chart at a time."""

    def __init__(self, page: "Takeable", message: MessageStrip) -> None:
        super().__init__(page)
        self._page, self._message, self._jobs = page, message, JobRunner(self)
        self._jobs.succeeded.connect(self._on_written)
        self._jobs.failed.connect(self._on_failed)

    def save_table(self, table: Table, title: str, source: "Source") -> None:
        """Ask for a path and write a table, in the background if that takes a while."""
        origin, systems, is_long = source
        if (path := self._ask(title, origin, table_forms())) and (form := form_of(path)):

            def write(described: Table, file: IO[Any]) -> None:
                write_table(file, described, form, title, origin, systems)

            def save(checkpoint: Checkpoint) -> tuple[str, str]:
                content = partial(form.in_bytes(write), watched(table, checkpoint))
                origin.write(path, content, title, form.name, systems, title not in self._page.window_alone)
                return f"The table “{title}”", path

            if not is_long:
                self._save_now(save)
            elif self._jobs.is_running:
                self._message.say("Another table is still being written; save this one when that is done.")
            else:
                self._message.tell(f"The table “{title}” is being written to {path}.")
                self._jobs.start(save)

    def save_chart(
        self, picture: Drawable, look: FigureLook, title: str, origin: TableOrigin, systems: Sequence[str]
    ) -> None:
        """Ask for a path and write a picture; the other parameters are those of `save_table`."""
        if path := self._ask(title, origin, {words: form for form, words in PICTURE_FORMS.items()}):
            choice = ChartChoice(path, look, tuple(picture.systems))
            draw = partial(picture.drawn, suffix_of(path), look)

            def save(_: Checkpoint) -> tuple[str, str]:
                origin.write_figure(path, draw, title, choice, systems, picture.facts)
                return f"The chart “{title}”", path

            self._save_now(save)

    def _ask(self, title: str, origin: TableOrigin, forms: dict[str, str]) -> str:
        """Ask for a path, which ends as a form does; empty if there is to be no file."""
        words = re.sub(r"\W+", "-", title.lower()).strip("-")
        suggested = f"{origin.data_name}-{words}.{next(iter(forms.values()))}"
        path, chosen = ask_where_to_save(self._page, f"Save “{title}”", suggested, ";;".join(forms))
        if not path or suffix_of(path) in forms.values():
            return path
        path += f".{forms.get(chosen, next(iter(forms.values())))}"
        if os.path.lexists(path):  # the dialog asked about another name
            self._message.say(f"{path} already exists; to replace it, give the full name.")
            return ""
        return path

    def _save_now(self, save: Callable[[Checkpoint], tuple[str, str]]) -> None:
        try:
            written = save(no_checkpoint)
        except NerinspectError as error:
            self._on_failed(error)
        else:
            self._on_written(written)

    def _on_written(self, written: tuple[str, str]) -> None:
        what, path = written
        self._message.tell(f"{what} was written to {path}; provenance: {path}.json.", ways_to(path))

    def _on_failed(self, error: Exception) -> None:
        self._message.say(f"{error}." if isinstance(error, NerinspectError) else f"Nothing was written: {error!r}.")


class Source(NamedTuple):
    """Where the numbers of a table or a chart come from, and which systems they are of."""

    origin: TableOrigin
    systems: Sequence[str]
    is_long: bool = False  # whether writing it out takes a while


class Takeable(QWidget):
    """A page from which tables and charts are taken."""

    charts: ClassVar[Sequence[str]] = ()  # what is saved as a picture, by title
    window_alone: ClassVar[Sequence[str]] = ()  # titles of what shows numbers that the command line has no columns for

    @property
    def titles(self) -> Sequence[str]:
        raise NotImplementedError

    def layouts(self, _title: str) -> Sequence[str]:
        """Name what a table is taken away as, besides, laid out as papers print it."""
        return ()

    def table(self, title: str) -> Table:
        raise NotImplementedError

    def table_for_programs(self, title: str) -> Table:
        """Give all rows of a table as files have them, and copies for programs."""
        return self.table(title)

    def picture(self, title: str, systems: Sequence[str] = ()) -> Drawable | None:
        """Draw a chart on paper, of some of its systems or of all; None while there is nothing to draw."""
        raise NotImplementedError

    def source(self, title: str) -> Source | None:
        """Tell where the numbers of a table or chart come from; None while nothing is on show."""
        raise NotImplementedError

    def show_rest(self) -> None:
        """Show at once what is made and was to be shown in turn."""

    def await_numbers(self, act: Callable[[], None]) -> None:
        """Do something once all numbers are on show, if some are still to come."""


class TakeAway(QObject):
    """Copies and saves what is on a page, and fills the menus that offer it."""

    def __init__(self, page: Takeable, head: PageHead, message: MessageStrip) -> None:
        super().__init__(page)
        self._page, self._head = page, head
        self._saver, self._copier = FileSaver(page, message), TableCopier(message)
        self._forms: dict[str, QMenu] = {}  # of each table
        self._is_signed, self._look = False, FigureLook()
        head.copying.aboutToShow.connect(self._offer_copies)
        head.saving.aboutToShow.connect(self._offer_files)

    def _offer_copies(self) -> None:
        self._page.show_rest()
        menu = self._head.copying
        menu.clear()
        menu.addSection("Copy a table of this page")
        for title in self._page.titles:
            menu.addMenu(self._forms_of(title))
        menu.addSeparator()
        self._add_signature(menu)

    def _offer_files(self) -> None:
        self._page.show_rest()
        menu = self._head.saving
        menu.clear()
        titles = list(self._page.titles)
        layouts = [layout for title in titles for layout in self._page.layouts(title)]
        groups = (
            ("Save a table", "Table", titles, self.save),
            ("Save as in a paper", "Table", layouts, self.save),
            ("Save a chart", "Chart", self._page.charts, self.save_chart),
        )
        for words, noun, names, save in groups:
            if names:
                menu.addSection(words)
            for name in names:
                menu.addAction(plain_text(f"{noun} “{name}”…"), partial(save, name))

    def menu_of(self, titles: Sequence[str], charts: Sequence[str], parent: QWidget) -> QMenu:
        """Make the menu of a part: its tables to copy and to save, its charts to save."""
        menu = QMenu(parent)
        for title in titles:
            menu.addSection(plain_text("Copy" if len(titles) == 1 else f"Copy “{title}”"))
            self._add_forms(menu, title)
        menu.addSection("Save")
        for title in titles:
            menu.addAction("Table…" if len(titles) == 1 else plain_text(f"Table “{title}”…"), partial(self.save, title))
        for layout in (layout for title in titles for layout in self._page.layouts(title)):
            menu.addAction(plain_text(f"{layout}…"), partial(self.save, layout))
        for name in charts:
            menu.addAction("Chart…", partial(self.save_chart, name))
        menu.aboutToShow.connect(partial(self._enable, menu, (*titles, *charts)))
        return menu

    def _enable(self, menu: QMenu, titles: Sequence[str]) -> None:
        has_numbers = any(self._page.source(title) is not None for title in titles)
        for action in menu.actions():
            action.setEnabled(has_numbers)

    def copy(self, title: str, form: Form) -> None:
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
        else:
            self._page.await_numbers(partial(self.copy, title, form))

    def copy_rows(self, title: str) -> None:
        """Put the rows of a long table on the clipboard, as they are shown."""
        self._copier.copy(self._page.table(title), as_shown, title, is_long=True)

    def save(self, title: str) -> None:
        if source := self._page.source(title):
            table = self._page.table_for_programs(title)
            self._saver.save_table(table, title, source)
        else:
            self._page.await_numbers(partial(self.save, title))

    def save_chart(self, title: str) -> None:
        source, picture = self._page.source(title), self._page.picture(title)
        if source is None or picture is None:
            self._page.await_numbers(partial(self.save_chart, title))
            return
        if not picture.facts:
            self._saver.save_chart(picture, self._look, title, source.origin, source.systems)
            return
        dialog = ChartDialog(partial(self._page.picture, title), picture.systems, self._look, self._page)
        dialog.accepted.connect(partial(self._save_chosen, dialog, title, source))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _save_chosen(self, dialog: ChartDialog, title: str, source: Source) -> None:
        picture, self._look = dialog.chosen, dialog.look
        if picture is not None:
            systems = [name for name in source.systems if name.partition(", run ")[0] in picture.systems]
            self._saver.save_chart(picture, self._look, title, source.origin, systems or source.systems)

    def _forms_of(self, title: str) -> QMenu:
        if title not in self._forms:
            self._forms[title] = QMenu(plain_text(title), self._page)
            self._add_forms(self._forms[title], title)
        return self._forms[title]

    def _add_forms(self, menu: QMenu, title: str) -> None:
        for form in forms_for(Holds.COPIES):
            menu.addAction(form.words, partial(self.copy, title, form))
        if layouts := self._page.layouts(title):
            menu.addSection("Copy as in a paper")
            for layout in layouts:
                menu.addMenu(self._forms_of(layout))

    def _add_signature(self, menu: QMenu) -> None:
        with_signature = [form.words for form in forms_for(Holds.COPIES) if form.comment]
        signed = menu.addAction(f"Signature in {' and '.join(with_signature)}", self._turn_signed)
        signed.setCheckable(True)
        signed.setChecked(self._is_signed)

    def _turn_signed(self) -> None:
        self._is_signed = not self._is_signed
