"""The parts of the page that compares systems, below each other: pairs, who got it right, two versions."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QLabel, QWidget

from nerinspect.analysis.study import Study
from nerinspect.io.compare_file import PAIRS, VERSIONS
from nerinspect.ui.comparison.changes_part import ChangesPart
from nerinspect.ui.comparison_page.hit_part import HitPart
from nerinspect.ui.comparison_page.hit_rows import HITS
from nerinspect.ui.comparison_page.pair_part import PairPart
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.widgets.parts_page import PartsPage

TITLES: Final = (PAIRS, HITS, *VERSIONS)
"""The tables there are."""

CHARTS: Final = (PAIRS, HITS)
"""Those that draw, and are saved as pictures too."""

_CHOOSE_B = "Choose a system to compare with (Ctrl+D), or click a pair above: A is the old version, B the new one."


class ComparisonPage(PartsPage):
    """Show how systems differ.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.
    """

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(header, parent)
        self.pairs, self.hits, self.changes = PairPart(), HitPart(), ChangesPart()
        self._no_pair = Titled("Two versions", QLabel(_CHOOSE_B))
        tables = (self.pairs.table, self.hits.table, self.changes.fates, self.changes.kinds)
        self._tables: dict[str, NumberTable] = dict(zip(TITLES, tables, strict=True))
        for part in (self.pairs, self.hits, self.changes, self._no_pair):
            self.rows.addWidget(part)
        self.watch_tables(self._tables)

    def show_study(self, study: Study, systems: Sequence[str]) -> None:
        """Take all numbers away; those of some systems of a study are to follow."""
        self.pairs.show_study(study, systems)
        self.hits.forget()
        self.changes.forget()
        self.parts.setVisible(len(systems) > 1 and not study.is_of_annotators)

    def show_versions(self, study: Study, old: int, new: int | None) -> None:
        """Compare two versions; without a new one, say how to choose it."""
        self.changes.setVisible(new is not None)
        self._no_pair.setVisible(new is None)
        if new is None:
            self.changes.forget()
        else:
            self.changes.show_versions(study, old, new)

    def picture(self, title: str) -> QWidget | None:
        """Draw a table of `CHARTS` for print; nothing while its numbers are on their way."""
        return self.pairs.picture if title == PAIRS else self.hits.picture

    def table(self, title: str) -> NumberTable:
        """Give a table by its title."""
        return self._tables[title]
