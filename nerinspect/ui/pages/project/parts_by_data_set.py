"""Scores of a system, or differences of two, in each part of the mentions by data set; each is a door."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import isnan
from statistics import fmean
from typing import Final, TypeAlias

from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.charts.grids import round_range
from nerinspect.charts.values import Grid
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.study import RELATION_SETTINGS, RelationSetting
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.fields.attributes import BUCKET, bucket_value
from nerinspect.query.fields.relations import RELATION_PART
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import WHOLE
from nerinspect.systems.significance import Significance, p_text, signed_rank
from nerinspect.tables.annotation import REPAIRS, RepairedSystem
from nerinspect.tables.projects import (
    MEAN,
    DataSetResult,
    FeatureGroup,
    Score,
    attribute_names,
    bucket_names,
    difference_of,
    f1_in,
    feature_groups,
    increase_of,
    is_small_part,
    recall_in,
    relation_score_in,
    repaired,
    scores_of_both,
    spearman_with,
    spread_over,
)
from nerinspect.tables.runs import over_runs
from nerinspect.training.tough import NESTED_SUBSETS
from nerinspect.ui.charts.grid_layout import CurveLayout
from nerinspect.ui.charts.strokes import Labels
from nerinspect.ui.desk.views import DIAGNOSIS, RELATIONS, REPAIR
from nerinspect.ui.filters.tough import subset_name
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_text, signed_text
from nerinspect.ui.pages.project.data_sets import DataSetDoor, ReadDataSet
from nerinspect.ui.pages.project.scores_by_data_set import EVERYTHING, NOTHING, ProjectCell, nothing, p_cell, short
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.themes import current_theme

SHARE: Final = "Share"
_NAN: Final = float("nan")
_HEAD: Final = 18  # at a font of 13 pixels
_BETWEEN: Final = " \N{MINUS SIGN} "


@dataclass(frozen=True)
class Shown:
    """The numbers to show: of one system, of A minus B, or of the data alone."""

    a: str = ""
    b: str = ""
    is_relative: bool = False  # whether the difference is relative to B's score

    @property
    def words(self) -> str:
        words = _BETWEEN.join(filter(None, (self.a, self.b))) or SHARE
        return f"{words} in % of {self.b}" if self.is_relative else words

    @property
    def is_tested(self) -> bool:
        """Whether a test can tell if the difference is due to chance."""
        return bool(self.b) and not self.is_relative

    def value(self, one: ReadDataSet, score: Score) -> float | None:
        of_a = score(one.result, self.a)
        if not self.b:
            return of_a
        return (increase_of if self.is_relative else difference_of)(of_a, score(one.result, self.b))


def shown_numbers(systems: Sequence[str], is_relative: bool = False) -> list[Shown]:
    """Each system, then each pair, also relative if asked for."""
    pairs, kinds = combinations(systems, 2), (False, True) if is_relative else (False,)
    return [*map(Shown, systems), *(Shown(a, b, kind) for a, b in pairs for kind in kinds)]


@dataclass(frozen=True)
class MentionPart:
    """A part of the mentions."""

    name: str
    score: Score
    query: Callable[[ReadDataSet], str]  # returns the query for its events in a data set
    # describes it in a data set and names its score; empty if it is missing there
    words: Callable[[ReadDataSet], str]
    depth: int = 0
    tooltip: str = ""
    setting: RelationSetting | None = None  # about relations, which have a page of their own
    systems: tuple[str, ...] = ()  # its data sets, whatever is chosen


def part_columns(first: str, read: Sequence[ReadDataSet], shown: Shown) -> list[Column]:
    """Columns for the data sets, the mean over them, and the test of a pair."""
    widest = "+100.00" if shown.b else "100.00"
    columns = [
        Column(short(one.name), one.name, widest=widest, copied=one.name, is_percent=not shown.b) for one in read
    ]
    mean = Column("Mean", meaning("macro_mean"), widest=widest, is_percent=not shown.b)
    test = (
        [Column("Wilcoxon’s p", meaning("signed_rank"), widest=p_text(0))] if shown.b and not shown.is_relative else []
    )
    return [Column(first), *columns, mean, *test]


def part_rows(read: Sequence[ReadDataSet], parts: Sequence[MentionPart], shown: Shown) -> list[RowGroup]:
    """Return the parts, shaded on one scale for all; a number opens what it counts in its data set."""
    values = [value for part in parts for one in read if (value := shown.value(one, part.score)) is not None]
    limits = round_range(values)
    if shown.b:
        limit = max(map(abs, values), default=0.0) or 1.0
        limits = -limit, limit
    rows = [
        TableRow(
            part.name,
            (part.name,),
            partial(_cells, read, part, shown, limits),
            depth=part.depth,
            tooltip=part.tooltip,
        )
        for part in parts
    ]
    return [RowGroup(row.name, row) for row in rows]


def _cells(
    read: Sequence[ReadDataSet], part: MentionPart, shown: Shown, limits: tuple[float, float]
) -> tuple[Cell, ...]:
    cells = [_cell(one, part, shown, limits) for one in read]
    values = [value for one in read if (value := shown.value(one, part.score)) is not None]
    mean = fmean(values) if values else _NAN
    over = f"{meaning('macro_mean')}\nOver {len(values)} of {len(read)} data sets."
    written = _written(mean, shown)
    cells.append(ProjectCell(written, mean if values else NOTHING, tooltip=over, shade=_shade(mean, limits)))
    if shown.is_tested:
        test = signed_rank(*scores_of_both([one.result for one in read], shown.a, shown.b, part.score))
        cells.append(_tested(test, "signed_rank"))
    return tuple(cells)


def _tested(test: Significance, key: str) -> ProjectCell:
    return p_cell(test, "\n".join(filter(None, (meaning(key), test.in_words, test.caveat))))


def _cell(one: ReadDataSet, part: MentionPart, shown: Shown, limits: tuple[float, float]) -> ProjectCell:
    words, value = part.words(one), shown.value(one, part.score)
    if not words:
        return nothing(f"{one.name} has no such mentions")
    for name in filter(None, (shown.a, shown.b)):
        if one.result.system(name) is None:
            return nothing(f"{name} is not in {one.name}")
    view, setting = (RELATIONS, part.setting) if part.setting else ("", "")
    first = next((name for name in (*part.systems, shown.a) if one.result.system(name)), None)
    runs = one.first_run(first) or 0, one.first_run(shown.b or None)
    door = DataSetDoor(one.place, part.query(one), *runs, view, setting)
    if value is None:
        said = f"{one.name}, {words}\n{UNDEFINED}: it is undefined."
        return ProjectCell(UNDEFINED, NOTHING, tooltip=said, opens=door, shade=_NAN)
    scored = [(name, part.score(one.result, name)) for name in (shown.a, shown.b) if name]
    said = "\n".join(f"{name} {percent(score)}" for name, score in scored if score is not None)
    return ProjectCell(
        _written(value, shown),
        value,
        tooltip=f"{one.name}, {words}\n{said or percent(value)}",
        opens=door,
        shade=_shade(value, limits),
    )


def _written(value: float, shown: Shown) -> str:
    if isnan(value):
        return UNDEFINED
    return signed_text(value) if shown.b else percent(value)


def _shade(value: float, limits: tuple[float, float]) -> float:
    low, high = limits
    return (value - low) / (high - low)


def bucket_parts(read: Sequence[ReadDataSet], attribute: str) -> list[MentionPart]:
    names = bucket_names([one.result for one in read], attribute)
    query, words = partial(_bucket_query, attribute), partial(_bucket_words, attribute)
    return [MentionPart(name, f1_in(attribute, name), partial(query, name), partial(words, name)) for name in names]


def _bucket_query(attribute: str, bucket: str, one: ReadDataSet) -> str:
    return query_text(Term(BUCKET.name, (bucket_value(attribute, bucket, one.n_wanted),)))


def _bucket_words(attribute: str, bucket: str, one: ReadDataSet) -> str:
    held = one.words.get((attribute, bucket))
    return f"{attribute} {bucket}: {held}; F1" if held else ""


MODEL_MEASURES: Final = ("ρ", "Spread")  # noqa: RUF001 - the Greek letter is meant
MODEL_MEANINGS: Final = (meaning("spearman"), meaning("spread"))


def model_columns(systems: Sequence[str], measure: int) -> list[Column]:
    widest = "100.00" if measure else "−0.000"
    heads = (
        Column(short(name), name, widest=widest, is_percent=bool(measure), copied=name, colour=colour)
        for colour, name in enumerate(systems)
    )
    return [Column("Attribute"), *heads]


def model_rows(read: Sequence[ReadDataSet], systems: Sequence[str], measure: int) -> list[RowGroup]:
    """Correlation of each system's F1 with each attribute, the mean over data sets; each of them folds out."""
    names = attribute_names([one.result for one in read])
    scores = [(spread_over if measure else spearman_with)(name) for name in names]
    found = [score(one.result, name) for score in scores for one in read for name in systems]
    values = [value for value in found if value is not None]
    limits = round_range(values) if measure else (-1.0 if min(values, default=0.0) < 0 else 0.0, 1.0)

    def row(name: str, score: Score, own: Sequence[ReadDataSet], is_mean: bool) -> TableRow:
        title = name if is_mean else own[0].name
        cells = partial(_model_cells, own, systems, score, measure, limits)
        return TableRow(title, (name, MEAN if is_mean else own[0].name), cells, is_total=is_mean)

    def rows(name: str, score: Score) -> tuple[TableRow, ...]:
        return tuple(row(name, score, [one], is_mean=False) for one in read)

    return [
        RowGroup(name, row(name, score, read, is_mean=True), partial(rows, name, score) if len(read) > 1 else None)
        for name, score in zip(names, scores, strict=True)
    ]


def _model_cells(
    read: Sequence[ReadDataSet], systems: Sequence[str], score: Score, measure: int, limits: tuple[float, float]
) -> tuple[Cell, ...]:
    return tuple(_model_cell(read, system, score, measure, limits) for system in systems)


def _model_cell(
    read: Sequence[ReadDataSet], system: str, score: Score, measure: int, limits: tuple[float, float]
) -> ProjectCell:
    """Average over some data sets; if a single one is behind the number, it is its door."""
    found = {one.name: (one, value) for one in read if (value := score(one.result, system)) is not None}
    behind = [one for one, _ in found.values()] or [one for one in read if one.result.system(system)]
    if not behind:
        return nothing(f"{system} is not in {', '.join(one.name for one in read)}")
    opens = None
    if len(behind) == 1:
        [one] = behind
        opens = DataSetDoor(one.place, EVERYTHING, one.first_run(system) or 0, None, DIAGNOSIS)
    over = behind[0].name if len(read) == 1 else f"over {grouped(len(found))} of {counted(len(read), 'data set')}"
    head = f"{system}, {over}\n{MODEL_MEANINGS[measure]}"
    if not found:
        said = f"{head}\n{UNDEFINED}: it is undefined."
        return ProjectCell(UNDEFINED, NOTHING, tooltip=said, opens=opens, shade=_NAN)
    mean = fmean(value for _, value in found.values())
    text = percent(mean) if measure else grouped(mean, 3)
    return ProjectCell(text, mean, tooltip=f"{head}\n{text}", opens=opens, shade=_shade(mean, limits))


def relation_parts() -> list[MentionPart]:
    """Relations by what training data have of them, for each matching setting, by F1."""
    from nerinspect.tables.retention import PARTS_OF_RELATIONS  # most projects have no relations

    return [
        MentionPart(
            f"{setting}, {part}",
            relation_score_in(setting, place),
            partial(_relation_query, part),
            partial(_relation_words, setting, place, part),
            setting=setting,
        )
        for setting in RELATION_SETTINGS
        for place, part in enumerate(PARTS_OF_RELATIONS)
    ]


def _relation_query(part: str, _one: ReadDataSet) -> str:
    return "" if part == "all" else query_text(Term(RELATION_PART.name, (part,)))


def _relation_words(setting: RelationSetting, place: int, part: str, one: ReadDataSet) -> str:
    if not one.result.relations:
        return ""
    n_relations = one.result.relations[setting][0][place].reference
    return f"{part} relations, {setting}: {grouped(n_relations)} in the reference; F1"


def feature_parts(read: Sequence[ReadDataSet]) -> list[MentionPart]:
    """Systems grouped by a feature, with their mean F1."""
    return [
        MentionPart(
            ", ".join(filter(None, (f"{one.feature} {one.value}", one.others))),
            one.f1_of,
            lambda _: EVERYTHING,
            partial(_feature_words, one),
            tooltip=f"Mean F1 of {', '.join(one.systems)}",
            systems=one.systems,
        )
        for one in feature_groups([own.result for own in read])
    ]


def _feature_words(group: FeatureGroup, one: ReadDataSet) -> str:
    there = [name for name in group.systems if one.result.system(name)]
    return f"mean F1 of {', '.join(there)}" if there else ""


class CurveView(Styled, QWidget):
    """Draws F1 over the values of numeric features; the numbers are in the table beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._grids: Sequence[Grid] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_curves(self, grids: Sequence[Grid]) -> None:
        self._grids = grids
        self.setAccessibleName("; ".join(f"{one.title} {one.note}" for one in grids))
        self.setVisible(bool(grids))
        self._restyle()

    def _restyle(self) -> None:
        plain, bold = (Labels(scaled_font(self.font(), CAPTION, is_bold=is_bold)) for is_bold in (False, True))
        self._labels, self._bold = plain, bold
        self._layouts = [CurveLayout(one, self.width(), plain, bold, self.unit) for one in self._grids]
        self.setFixedHeight(round(sum(one.height + _HEAD * self.unit for one in self._layouts)))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for layout in self._layouts:
                title = f"{layout.grid.title} {layout.grid.note}"
                self._bold.paint(painter, title, 0, 0, self.width(), theme.text, at=0)
                painter.translate(0, _HEAD * self.unit)
                layout.paint(painter, theme)
                painter.translate(0, layout.height)


_RunsOf: TypeAlias = Callable[[RepairedSystem], Sequence[int | float | Ratio]]


def repair_rows(read: Sequence[ReadDataSet], system: str) -> list[RowGroup]:
    """F1 of a system under each repair by data set, their difference, and its test over runs."""
    rows: list[tuple[str, str, _RunsOf, Callable[[float], str]]] = [
        ("Invalid transitions", meaning("invalid_transition"), lambda one: one.n_invalid, count_text),
        (f"F1, {REPAIRS[0]}", meaning("f1"), lambda one: one.f1(0), percent),
        (f"F1, {REPAIRS[1]}", meaning("f1"), lambda one: one.f1(1), percent),
        (f"{REPAIRS[1]} − {REPAIRS[0]}", meaning("repair_difference"), RepairedSystem.differences, signed_text),
    ]
    made = [
        TableRow(name, (name,), partial(_repair_cells, read, system, partial(_repair_cell, runs, write)), tooltip=said)
        for name, said, runs, write in rows
    ]
    made.append(TableRow("Rank-sum p", ("Rank-sum p",), partial(_repair_cells, read, system, _repair_test)))
    return [RowGroup(row.name, row) for row in made]


def _repair_cells(
    read: Sequence[ReadDataSet], system: str, make: Callable[[ReadDataSet, str, RepairedSystem], ProjectCell]
) -> tuple[Cell, ...]:
    return tuple(
        make(one, system, found)
        if (found := repaired(one.result, system)) is not None
        else nothing(f"{system} had nothing to repair in {one.name}")
        for one in read
    )


def _repair_cell(
    runs: _RunsOf, write: Callable[[float], str], one: ReadDataSet, system: str, found: RepairedSystem
) -> ProjectCell:
    mean, deviation = over_runs(runs(found))
    value = mean.value if isinstance(mean, Ratio) else mean
    text = UNDEFINED if value is None else write(float(value))
    if deviation is not None:
        text += f" ± {(count_text if write is count_text else percent)(deviation)}"
    opens = DataSetDoor(one.place, None, one.first_run(system) or 0, None, REPAIR)
    return ProjectCell(text, value, tooltip=f"{one.name}, {system}: {text}", opens=opens, deviation=deviation)


def _repair_test(_one: ReadDataSet, _system: str, found: RepairedSystem) -> ProjectCell:
    return _tested(found.test(), "rank_sum")


def tough_parts(shown: Shown) -> list[MentionPart]:
    """Subsets of tough mentions: their recall, or their share of all mentions."""
    return [
        MentionPart(
            subset_name(subset),
            recall_in(subset) if shown.a else partial(_share, subset),
            partial(_tough_query, subset),
            partial(_tough_words, subset),
            depth,
            meaning(f"tough_{subset}"),
        )
        for subset, depth in NESTED_SUBSETS
    ]


def _share(subset: str, result: DataSetResult, _system: str) -> float | None:
    return None if result.tough is None else result.tough.size(subset).value


def _tough_query(subset: str, _one: ReadDataSet) -> str:
    return query_text(WHOLE.holding("reference", ()) if subset == "all" else Term("reftough", (subset,)))


def _tough_words(subset: str, one: ReadDataSet) -> str:
    tough = one.result.tough
    if tough is None:
        return ""
    size = tough.size(subset)
    small = ", fewer than 1 %" if size.numerator and is_small_part(size) else ""
    return f"{subset_name(subset)}: {grouped(size.numerator)} of {counted(size.denominator, 'mention')}{small}; recall"
