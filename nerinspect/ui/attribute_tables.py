"""Read tables of attributes behind the files that are open, put others in their place, or take them away."""

from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QWidget

from nerinspect.analysis.notices import notices_of_files
from nerinspect.analysis.own_attributes import attribute_sources, origin_of, table_attributes, with_own_attributes
from nerinspect.analysis.study import Study
from nerinspect.errors import NerinspectError
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.ui.file_dialogs import ask_for_file
from nerinspect.ui.preparing import prepare_to_show
from nerinspect.ui.study_changes import StudyChanges
from nerinspect.ui.widgets.message_strip import Actions


class AttributeTables(StudyChanges):
    """Changes the tables of a document in the background."""

    waiting = "The attribute table is read once the training data is."
    failure = "The attribute table could not be used"

    def ask(self) -> None:
        """Ask for a table, and read it."""
        if self._document.study is None:
            self._message.tell("Open the files first that the table is about.")
            return
        window = self.parent()
        assert isinstance(window, QWidget), "the changes are those of a window"
        kinds = "Tables (*.csv *.tsv *.txt *.csv.gz *.parquet);;All files (*)"
        if path := ask_for_file(window, "Attribute table", kinds):
            self.read(path)

    def read(self, path: str) -> None:
        """Begin to read a table; it takes the place of those that have a column of the same name."""
        self._start("Reading the attribute table", partial(self.read, path), partial(_read, path=path))

    def remove(self) -> None:
        """Take all tables away."""
        study, request = self._document.study, self._document.request
        if study is not None and request is not None and request.attribute_tables:
            self._start("Removing attribute tables", self.remove, _without)

    def _show(self, study: Study, before: Study) -> None:
        document = self._document
        selection, request = document.selection, document.request
        assert request is not None, "behind a study"
        document.replace_study(study, with_tables_of(study, request))
        if gone := selection.terms_missing_from(document.selection).text:
            self._message.say(f"{gone} asked about an attribute that is gone; that part of the filter is left out.")
        elif noticed := notices_of_files(study, before):
            self._message.say(noticed)
        elif sources := attribute_sources(study):
            self._message.tell(f"{sources[-1].path}: {'; '.join(sources[-1].notes)}.")
        else:
            self._message.tell("The attribute tables are removed.")

    def _ways_out(self, error: NerinspectError, again: Actions) -> Actions:
        return [*again, *([("Another file…", self.ask)] if again else [])]


def with_tables_of(study: Study, request: LoadRequest) -> LoadRequest:
    """Ask for the tables that a study has."""
    return replace(request, attribute_tables=tuple(source.path for source in attribute_sources(study)))


def with_tables_if_possible(study: Study, paths: tuple[str, ...]) -> Study:
    """Read tables that were in use before; mistakes in them are told, and hide nothing else.

    Parameters
    ----------
    study : Study
        Just loaded, without tables.
    paths : tuple of str
        The tables.

    Returns
    -------
    Study
        With all of them, or else with those that can be read, and a warning for each of the others.
    """
    if not paths:
        return study
    from nerinspect.io.attribute_table import with_attribute_tables  # not needed where no table is named

    used: list[str] = []
    mistakes: list[str] = []
    for path in paths:
        try:
            study = with_attribute_tables(study, [*used, path])
            used.append(path)
        except NerinspectError as mistake:
            mistakes.append(str(mistake))
    return replace(study, warnings=(*study.warnings, *mistakes)) if mistakes else study


def _read(study: Study, checkpoint: Checkpoint, path: str) -> Study:
    from nerinspect.io.attribute_table import with_attribute_tables  # not needed before

    new = with_attribute_tables(study, [path])
    checkpoint(0, 1)
    names, before = {one.name for one in table_attributes(new)}, table_attributes(study)
    replaced = {origin_of(one) for one in before if one.name in names}
    kept = [
        one for one in before if (origin := origin_of(one)) and origin not in replaced and origin.source.path != path
    ]
    return _ready(with_own_attributes(study, [*kept, *table_attributes(new)]))


def _without(study: Study, checkpoint: Checkpoint) -> Study:
    checkpoint(0, 1)
    return _ready(with_own_attributes(study, []))


def _ready(study: Study) -> Study:
    prepare_to_show(study)
    return study
