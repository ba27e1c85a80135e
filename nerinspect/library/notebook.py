"""How a study, its events and its relations show themselves in a notebook: plain HTML in its colours."""

import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, cast

import numpy as np

from nerinspect.attributes.own import attribute_sources
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.text import Source, right_to_left_sentences
from nerinspect.corpus.types import type_or_all
from nerinspect.events.kinds import KIND_TABLE, RELATION_KIND_TABLE
from nerinspect.events.relation_events import has_relations, relation_events, relations_on
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.segment_events import ERROR_KINDS
from nerinspect.events.study import Study, shown_name
from nerinspect.glossary.wording import Wording
from nerinspect.io.colours import ROLES, assign_slots, hue_of, pattern_of
from nerinspect.io.writing import html_parts
from nerinspect.io.writing.html_parts import LEVEL_STYLE, drawn_segment, escaped, line_height, mention_symbol
from nerinspect.library.drawn_relations import ARC_STYLE, DrawnRelation, drawn_relation, relation_symbol
from nerinspect.lists.mentions import LEFT_WORDS, MENTIONS, RIGHT_WORDS, SEGMENT_BLANKS, SEGMENT_TOKENS
from nerinspect.lists.relations import RELATIONS, SENTENCE_TOKENS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Ratio, Row, Spans, Value
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.fields.kinds import SYSTEM
from nerinspect.query.filters import All, Everything, Filter, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.words import term_label
from nerinspect.tables.scores import score_table
from nerinspect.training.retention import RETENTION
from nerinspect.visible import one_line

FIRST_ROWS: Final = 50
"""So many events are shown."""

_LONGEST_CONTEXT: Final = 90  # characters
_MOST_NAMES: Final = 4  # of systems; more are counted
_LONGEST_SEGMENT: Final = 120  # digits; of a longer one the middle is left out
_SEGMENT_WIDTH, _TYPES_WIDTH, _SYSTEM_WIDTH = (10, 24), (9, 14), (6, 13)  # in digits: at least, at most
_KIND_WIDTH: Final = 7
_LINE_HEIGHT: Final = 2.3
_KIND_OR_TYPE: Final = re.compile(r"^(?:(?:relation )?kind|type): ")

_ROLES: Final = ("base", "text", "text2", "text3", "hairline", "border", "warning")
_DARK: Final = (
    '[data-jp-theme-light="false"] &', '[data-theme="dark"] &', '[theme="dark"] &', ".vscode-dark &",
    ".vscode-high-contrast &",
)  # fmt: skip
_LIGHT: Final = (
    '[data-jp-theme-light="true"] &', '[data-theme="light"] &', '[theme="light"] &', ".vscode-light &",
    ".vscode-high-contrast-light &",
)  # fmt: skip
_OWN_STYLE: Final = """
& { color: var(--text); background: var(--jp-layout-color0, var(--vscode-editor-background, var(--base)));
  font: 12px/1.5 var(--jp-content-font-family, var(--vscode-font-family, system-ui, sans-serif));
  font-variant-numeric: tabular-nums; text-align: left; padding: 2px; overflow-x: auto; }
& b { font-weight: 600; }
& .faint { color: var(--text2); }
& .foot, & .zero { color: var(--text3); }
& .foot { font-size: 11px; overflow-wrap: anywhere; }
& .warning { color: var(--warning); }
& table { border-collapse: collapse; border: 0; margin: 3px 0 4px; font-size: 12px; color: inherit;
  table-layout: auto; }
& tr { background: none; border: 0; }
& th, & td { border: 0; border-bottom: 1px solid var(--hairline); padding: 2px 0 2px 13px; line-height: 1.5;
  text-align: left; vertical-align: middle; white-space: nowrap; max-width: none; color: inherit; background: none; }
& th { font-size: 11px; font-weight: 400; color: var(--text2); border-bottom-color: var(--border);
  vertical-align: bottom; }
& .number { text-align: right; }
& .kinds { padding-left: 20px; }
& .kind { font-weight: 600; font-size: 11px; }
& .kind svg { width: 18px; vertical-align: -3px; margin-right: 3px; fill: currentColor; overflow: visible; }
& table.events { table-layout: fixed; width: 100%; min-width: 520px; max-width: 1000px; }
& .events th, & .events td { padding: 1px 0 1px 7px; overflow: hidden; }
& .events td.left, & .events td.right { color: var(--text2); text-overflow: ellipsis; }
& .events th.left, & .events td.left { text-align: right; }
& .events td.left { direction: rtl; }
& .events td.rtl { text-align: right; }
& .events .segment, & .events .types { white-space: normal; overflow-wrap: anywhere; line-height: 2.3; }
& .segment bdi span, & .types span { border: 0 solid transparent; border-width: 3px 0; padding: .1em 0; }
& .segment bdi .apart { padding: 0; margin-inline-start: 2px; }
& .types span { margin-inline-end: 4px; }
& tr > :first-child { padding-left: 0; }
"""


def study_html(study: Study) -> str:
    """Show the scores of a study: a row a system, then what was read and how, and everything that was noticed.

    The element stands alone: its style is its own, and it needs neither scripts nor other files.
    """
    text, n_relations = study.text, len(relations_on(study, "reference").head) if has_relations(study) else 0
    held = [
        counted(text.n_documents, "document"),
        counted(text.n_sentences, "sentence"),
        counted(len(study.reference.mentions), "mention"),
        *([counted(n_relations, "relation")] if n_relations else []),
    ]
    parts = [
        f'<div><b>{_shown(_file_name(study.reference.source))}</b> <span class="faint">{", ".join(held)}</span></div>'
    ]
    if study.predictions:
        parts += ["<table>", *_score_rows(study), "</table>"]
    parts.append(f'<div class="foot">{_shown("; ".join(_how_read(study)))}</div>')
    parts += [f'<div class="foot warning">warning: {_shown(warning)}</div>' for warning in study.warnings]
    return _alone(parts)


def _score_rows(study: Study) -> Iterator[str]:
    """Write a row for each system: of several runs the means; the baseline last."""
    wording, kinds = study.wording, ERROR_KINDS
    ratios = ("f1",) if wording.is_neutral else ("precision", "recall", "f1")
    heads = "".join(f'<th class="number">{wording.name(name)}</th>' for name in ratios)
    letters = "".join(
        f'<th class="number kind{" kinds" if kind == kinds[0] else ""} {kind}" title="{wording.name(kind)}">'
        f"{wording.tag(kind)}</th>"
        for kind in kinds
    )
    yield f"<thead><tr><th>{wording.name('system')}</th>{heads}{letters}</tr></thead><tbody>"
    table = score_table(study)
    of_all = [dict(zip(table.columns, row, strict=True)) for row in table if row[2] == type_or_all(None)]
    by_system = {system: list(rows) for system, rows in groupby(of_all, key=lambda row: row["system"])}
    for system, rows in sorted(by_system.items(), key=lambda one: one[0] == RETENTION):
        runs = {row["run"]: row for row in rows}
        shown, deviation = runs.get("mean", rows[0]), runs["std"]["f1"] if "std" in runs else None
        name = f"{system} (baseline)" if system == RETENTION else f"{system}"
        n_runs = f' <span class="faint">mean of {counted(len(rows) - 2, "run")}</span>' if "mean" in runs else ""
        spread = "" if deviation is None else f' <span class="faint">({_score(deviation)})</span>'
        scores = "".join(f'<td class="number">{_score(shown[name])}</td>' for name in ratios[:-1])
        counts = "".join(_count(shown[kind], "number kinds" if kind == kinds[0] else "number") for kind in kinds)
        yield (
            f'<tr class="{"faint" if system == RETENTION else "system"}"><td>{_shown(name)}{n_runs}</td>{scores}'
            f'<td class="number"><b>{_score(shown["f1"])}</b>{spread}</td>{counts}</tr>'
        )
    yield "</tbody>"


def _score(value: Value) -> str:
    """Write a fraction as percent."""
    if isinstance(value, Ratio):
        return str(value)
    return percent(value) if isinstance(value, float) else UNDEFINED


def _count(value: Value, classes: str) -> str:
    number = cast("float", value)
    text = grouped(number) if isinstance(number, int) else grouped(number, 2).rstrip("0").rstrip(".")
    return f'<td class="{classes}{"" if number else " zero"}">{text}</td>'


def _how_read(study: Study) -> Iterator[str]:
    """Say how the files were read, what was repaired, and what is said of training data and attributes."""
    sources = [(study.annotator or "the reference", study.reference.source)]
    sources += [
        (shown_name(study, number), one.annotation.source)
        for number, one in enumerate(study.predictions)
        if one.system != RETENTION
    ]
    read = _grouped((_encoding(source), name) for name, source in sources)
    whose = len(read) > 1
    said = [f"{how} ({', '.join(names)})" if whose else how for how, names in read.items()]
    yield ", ".join([*said, "exact match"])
    told = list(sources)
    if study.training is not None:
        told.append(("the training data", study.training.annotation.source))
    for name, source in told:
        if source.n_changed:
            yield f"{counted(source.n_changed, 'label')} of {name} repaired ({source.repair})"
        elif source.n_invalid:
            yield f"{counted(source.n_invalid, 'invalid transition')} in {name}"
    if study.training is not None:
        yield f"training {_file_name(study.training.annotation.source)}"
    if study.matching != "exact":
        yield f"surfaces compared with it by the rule {study.matching}"
    tables = attribute_sources(study)
    if tables:
        yield f"attributes of {', '.join(map(_file_name, tables))}"
    notes = _grouped((note, name) for name, source in told for note in source.notes)
    yield from (f"{note} ({', '.join(names)})" for note, names in notes.items())


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """List what is said with the names of those it is said of."""
    found: dict[str, list[str]] = {}
    for said, name in pairs:
        found.setdefault(said, []).append(name)
    return found


def _encoding(source: Source) -> str:
    if not source.encoding:
        return source.format
    return f"{source.encoding} ({'detected' if source.encoding_chosen_by == 'auto' else 'as given'})"


def _file_name(source: Source) -> str:
    return source.path.rpartition("/")[2]


def events_html(
    study: Study,
    order: AnyIntArray,
    query: Filter = Everything(),  # noqa: B008 - a value without state
    n_matching: int | None = None,
    first: int = FIRST_ROWS,
) -> str:
    """Show events as a concordance: each segment in its sentence with lines for both readings; see `study_html`.

    `query` kept the events of an order, and keeps `n_matching` if these are only some; the `first` are shown.
    """
    listed = _Listed(MENTIONS, study, order, query, n_matching, first)
    rows = list(_event_rows(study, listed.shown))
    if not rows:
        return _alone([listed.head])
    types = _places(name for row in rows for spans in row.spans for _, _, name in spans)
    wording, systems = study.wording, listed.system_names
    body = [listed.head, '<table class="events">', _widths(wording, rows, systems)]
    body.append(_event_heads(wording, bool(systems)))
    names = systems or [""] * len(rows)
    body += [_event_row(wording, row, types, name) for row, name in zip(rows, names, strict=True)]
    body += ["</tbody></table>", listed.foot]
    return _alone(body, *_type_style(study, types))


class _Listed:
    """What is said around a list of events, and which of them are shown."""

    def __init__(
        self,
        sort: EventSort,
        study: Study,
        order: AnyIntArray,
        query: Filter,
        n_matching: int | None,
        first: int,
    ) -> None:
        self._sort, self._study, self._n, self._query, self._n_matching = sort, study, len(order), query, n_matching
        terms = query.filters if isinstance(query, All) else () if isinstance(query, Everything) else (query,)
        of_systems = [term for term in terms if isinstance(term, Term) and term.field == SYSTEM.name]
        self._terms = [term for term in terms if term not in of_systems]
        self._among = [
            number
            for number, one in enumerate(study.predictions)
            if all(one.system in term.values for term in of_systems)
        ]
        prediction = sort.events(study).prediction
        self.shown = order[:first]
        self._n_of_all = int(np.isin(prediction, self._among).sum()) if of_systems else len(prediction)
        whose = prediction[self.shown].tolist() if len(self._among) > 1 else []
        self.system_names = [shown_name(study, number) for number in whose]

    @property
    def head(self) -> str:
        """Say how many events there are, of whom, what was asked for, and how to read a row."""
        mark = "line" if self._sort is MENTIONS else "arc"
        sides = self._study.wording.said(f"{mark} above the words reference, below prediction")
        said = "; ".join(filter(None, (self._words, sides)))
        n_events = counted(self._n, self._sort.event) if self._n else f"No {self._sort.event}"
        of_more = f"of {grouped(n)} that match, " if (n := self._n_matching or 0) > self._n else ""
        rest = f"{of_more}of {grouped(self._n_of_all)} in {_shown(self._where)}: {_shown(said)}"
        return f'<div><b>{n_events}</b> <span class="faint">{rest}</span></div>'

    @property
    def foot(self) -> str:
        """Say which rows are shown, and where the others are."""
        shown = f"1 to {grouped(len(self.shown))} of {grouped(self._n)}"
        there = f'{shown}; .frame() gives the table, .save("errors.xlsx") a file'
        if not (self._study.decisions or self._study.relation_decisions):  # which no other window has
            query = query_text(self._query)
            written = f'"{query}"' if not {'"', "\\"} & {*query} else repr(query)
            there += f", study.open({written if query else ''}) the window"
        return f'<div class="foot">{_shown(there)}</div>'

    @property
    def _where(self) -> str:
        systems = list(dict.fromkeys(self._study.predictions[number].system for number in self._among))
        if len(self._among) == 1:
            return shown_name(self._study, self._among[0])
        if len(systems) == 1:
            return f"{systems[0]} ({counted(len(self._among), 'run')})"
        return ", ".join(systems) if 0 < len(systems) <= _MOST_NAMES else counted(len(systems), "system")

    @property
    def _words(self) -> str:
        """Say what was asked for; kinds and types by themselves."""
        labels = (term_label(term, self._study) for term in self._terms)
        return ", ".join(_KIND_OR_TYPE.sub("", label) for label in labels)


class _EventRow(NamedTuple):
    """What a row of the concordance is drawn from; spans count from the first token of the segment."""

    kind: str
    left: str
    tokens: list[str]
    blanks: list[str]
    right: str
    spans: tuple[Spans, Spans]
    is_right_to_left: bool

    @property
    def width(self) -> int:
        """The width of the segment in digits."""
        return _width("".join(self.blanks[1:-1]) + "".join(self.tokens))

    def types(self, side: int) -> list[str]:
        """Name the types of the mentions of a side."""
        return [one_line(type_name) for _, _, type_name in self.spans[side]]


_COLUMNS: Final = (
    "kind", "start", LEFT_WORDS, SEGMENT_TOKENS, SEGMENT_BLANKS, RIGHT_WORDS, "reference_spans", "predicted_spans",
)  # fmt: skip


def _event_rows(study: Study, chosen: AnyIntArray) -> Iterator[_EventRow]:
    is_rtl = right_to_left_sentences(study.text)[study.text.sentence_of(study.events.start[chosen])].tolist()
    for row, runs_left in zip(MENTIONS.table(study, chosen, _COLUMNS), is_rtl, strict=True):
        kind, start, left, tokens, blanks, right, *spans = row
        zero, words = cast("int", start), [one_line(token) for token in cast("list[str]", tokens)]
        sides = [[(a - zero, b - zero, name) for a, b, name in cast("Spans", side)] for side in spans]
        yield _shortened(
            _EventRow(
                f"{kind}",
                _cut(f"{left}", at_start=True),
                words,
                cast("list[str]", blanks),
                _cut(f"{right}", at_start=False),
                (sides[0], sides[1]),
                runs_left,
            )
        )


def _cut(words: str, *, at_start: bool) -> str:
    """Keep what stands next to the segment."""
    if len(words) <= _LONGEST_CONTEXT:
        return one_line(words)
    return one_line(f"…{words[-_LONGEST_CONTEXT:]}" if at_start else f"{words[:_LONGEST_CONTEXT]}…")


def _shortened(row: _EventRow) -> _EventRow:
    """Leave out the middle of a long segment; mentions there stand at what says so."""
    n_tokens, widths = len(row.tokens), [_width(token) + 1 for token in row.tokens]
    if sum(widths) <= _LONGEST_SEGMENT:
        return row
    n_first, n_last = (_fitting(some, _LONGEST_SEGMENT // 2) for some in (widths, widths[::-1]))
    last = n_tokens - n_last
    if last - n_first < 2:
        return row
    tokens = [*row.tokens[:n_first], f"… {counted(last - n_first, 'token')} …", *row.tokens[last:]]
    blanks = [*row.blanks[:n_first], " ", " ", *row.blanks[last + 1 :]]

    def moved(place: int, in_the_middle: int) -> int:
        return place if place <= n_first else place - last + n_first + 1 if place >= last else in_the_middle

    spans = [[(moved(a, n_first), moved(b, n_first + 1), name) for a, b, name in side] for side in row.spans]
    return row._replace(tokens=tokens, blanks=blanks, spans=(spans[0], spans[1]))


def _fitting(widths: Sequence[int], room: int) -> int:
    """Count how many have room, one at least."""
    return max(1, int(np.searchsorted(np.cumsum(widths), room, side="right")))


def _event_heads(wording: Wording, has_systems: bool) -> str:
    said = wording.said
    system = f"<th>{wording.name('system')}</th>" if has_systems else ""
    return (
        f'<thead><tr>{system}<th>Kind</th><th class="left">Left context</th><th>Segment</th><th>Right context</th>'
        f"<th>{said('Reference')}</th><th>{said('Prediction')}</th></tr></thead><tbody>"
    )


def _event_row(wording: Wording, row: _EventRow, types: Mapping[str, int], system: str) -> str:
    """Write a row; that of a sentence from right to left has the words that follow on its left."""
    sides = [
        html_parts.Side(name, spans, 0, row.tokens, types)
        for name, spans in zip(("ref", "pred"), row.spans, strict=True)
    ]
    room = line_height(_LINE_HEIGHT, sides)
    segment = drawn_segment(row.tokens, row.blanks, sides, has_names=False)
    direction = "rtl" if row.is_right_to_left else "ltr"
    left, right = (row.right, row.left) if row.is_right_to_left else (row.left, row.right)
    return (
        f"<tr>{f'<td>{_shown(system)}</td>' if system else ''}"
        f"{_kind(row.kind, wording.tag(row.kind), wording.name(row.kind), mention_symbol(row.kind))}"
        f'<td class="left"><bdi dir="{direction}">{escaped(left)}</bdi></td>'
        f'<td class="segment {direction}"{room}><bdi dir="{direction}">{segment}</bdi></td>'
        f'<td class="right"><bdi dir="{direction}">{escaped(right)}</bdi></td>'
        f"{_types_cell(row.spans[0], 'ref', types)}{_types_cell(row.spans[1], 'pred', types)}</tr>"
    )


def _kind(ink: str, letters: str, name: str, symbol: str, height: int = 15) -> str:
    """Write symbol and letters of a kind in its ink."""
    return (
        f'<td class="kind {ink}" title="{escaped(name)}"><svg width="18" height="{height}"'
        f' viewBox="0 0 18 {height}" fill="currentColor" aria-hidden="true">{symbol}</svg> {letters}</td>'
    )


def _types_cell(spans: Spans, side: str, types: Mapping[str, int]) -> str:
    """Name the types of a side, each with its line."""
    if not spans:
        return f'<td class="types zero">{UNDEFINED}</td>'
    named = " ".join(f'<span class="{side}{types[name]}"><bdi>{_shown(name)}</bdi></span>' for _, _, name in spans)
    return f'<td class="types">{named}</td>'


def _widths(wording: Wording, rows: Sequence[_EventRow], systems: Sequence[str]) -> str:
    """Give columns the room that nearly all rows need; the contexts share the rest."""
    kind = max(_width(wording.tag(row.kind)) for row in rows) - 3 + _KIND_WIDTH
    segment = _room([row.width for row in rows], *_SEGMENT_WIDTH)
    sides = [_room([_width("  ".join(row.types(side))) for row in rows], *_TYPES_WIDTH) for side in (0, 1)]
    system = [_room([_width(name) for name in systems], *_SYSTEM_WIDTH)] if systems else []
    return _colgroup([*system, kind, None, segment, None, *sides])


def _colgroup(columns: Sequence[int | None]) -> str:
    """Give columns a width in digits; those without one share the rest."""
    styles = ("" if width is None else f' style="width: {width + 1}ch"' for width in columns)
    return f"<colgroup>{''.join(f'<col{style}>' for style in styles)}</colgroup>"


def _room(widths: Sequence[int], least: int, most: int) -> int:
    """Give nine of ten their room, as far as there is so much."""
    return min(max(int(np.quantile(widths, 0.9, method="higher")), least), most)


def _width(text: str) -> int:
    """Count digits that need as much room; letters of East Asian scripts need twice as much."""
    return sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else not unicodedata.combining(letter) for letter in text
    )


def relations_html(
    study: Study,
    order: AnyIntArray,
    query: Filter = Everything(),  # noqa: B008 - a value without state
    n_matching: int | None = None,
    first: int = FIRST_ROWS,
) -> str:
    """Show relation events: each in its sentence, the relation of the reference as an arc above, that predicted below.

    Parameters and result are those of `events_html`, the numbers those of relation events.
    """
    listed = _Listed(RELATIONS, study, order, query, n_matching, first)
    drawn = list(_drawn_relations(study, listed.shown))
    if not drawn:
        return _alone([listed.head])
    types = _places(name for one in drawn for name in one.types)
    wording, systems = study.wording, listed.system_names
    sides = wording.said("reference"), wording.said("prediction")
    columns = [_room(list(map(_width, systems)), *_SYSTEM_WIDTH), _KIND_WIDTH] if systems else [_KIND_WIDTH]
    head = f"<th>{wording.name('system')}</th>" if systems else ""
    body = [listed.head, '<table class="relations">', _colgroup([*columns, None])]
    body.append(f"<thead><tr>{head}<th>Kind</th><th>In the sentence</th></tr></thead><tbody>")
    for one, system in zip(drawn, systems or [""] * len(drawn), strict=True):
        kind = RELATION_KIND_TABLE[one.kind]
        words = "; ".join(f"{name}: {one.words(side)}" for side, name in enumerate(sides))
        body.append(
            f"<tr>{f'<td>{_shown(system)}</td>' if system else ''}"
            f"{_kind(kind.like, kind.letters, wording.name(kind.key), relation_symbol(one.kind), 16)}"
            f'<td>{drawn_relation(one, types, kind.like)}<span class="said">{_shown(words)}</span></td></tr>'
        )
    body += ["</tbody></table>", listed.foot]
    inks, rules = _type_style(study, types)
    return _alone(body, inks, ARC_STYLE + rules)


def _drawn_relations(study: Study, chosen: AnyIntArray) -> Iterator[DrawnRelation]:
    columns = ("kind", "reference_type", "predicted_type", "reference_spans", "predicted_spans", SENTENCE_TOKENS)
    events, text = relation_events(study), study.text
    sentences = text.sentence_of(events.start[chosen])
    is_rtl = right_to_left_sentences(text)[sentences].tolist()
    table: Iterable[Row] = RELATIONS.table(study, chosen, columns)
    for row, sentence, runs_left in zip(table, sentences.tolist(), is_rtl, strict=True):
        kind, *types = (f"{value}" for value in row[:3])
        reference, predicted, tokens = (cast("list[object]", value) for value in row[3:])
        start, stop = text.sentence_start[sentence : sentence + 2].tolist()
        yield DrawnRelation(
            kind,
            (types[0], types[1]),
            (cast("Spans", reference), cast("Spans", predicted)),
            [one_line(f"{token}") for token in tokens],
            text.is_parted(np.arange(start, stop)).tolist(),
            (types[0] in study.relation_choice.symmetric, types[1] in study.relation_choice.symmetric),
            runs_left,
        )


def _places(names: Iterable[str]) -> dict[str, int]:
    """Give each name a number."""
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def _type_style(study: Study, types: Mapping[str, int]) -> tuple[dict[str, tuple[str, str]], str]:
    """Give the inks of the types that are shown, light and dark, and the rules for their lines."""
    slots = assign_slots(study.types)
    inks: dict[str, tuple[str, str]] = {}
    rules = [LEVEL_STYLE.replace(".o", "& .segment bdi .o")]
    for name, place in types.items():
        light_fill, light, dark_fill, dark = hue_of(slots[name])
        inks |= {f"t{place}": (light, dark), f"f{place}": (light_fill, dark_fill)}
        line = f"3px {pattern_of(slots[name])} var(--t{place})"
        sides = ("ref", "top"), ("pred", "bottom")
        rules += [f"& .{side}{place}.{side}{place} {{ border-{edge}: {line}; }}\n" for side, edge in sides]
    return inks, "".join(rules)


def _alone(parts: Iterable[str], inks: Mapping[str, tuple[str, str]] | None = None, rules: str = "") -> str:
    """Put parts into an element with a style that no other element has; its name says what the style is.

    The ground is that of the notebook, or one of its own; a theme that the notebook names goes before the desktop's.
    """
    roles = {role: ROLES[role] for role in _ROLES}
    colours = {**roles, **{code: kind.ink for code, kind in KIND_TABLE.items()}, **(inks or {})}
    light, dark = (" ".join(f"--{name}: {pair[side]};" for name, pair in colours.items()) for side in (0, 1))
    own = "".join(f"& .{code}.{code} {{ color: var(--{code}); }}\n" for code in KIND_TABLE)
    style = (
        f"& {{ {light} }}\n@media (prefers-color-scheme: dark) {{ & {{ {dark} }} }}\n"
        f"{', '.join(_DARK)} {{ {dark} }}\n{', '.join(_LIGHT)} {{ {light} }}{_OWN_STYLE}{own}{rules}"
    )
    name = f"nerinspect-{zlib.crc32(style.encode()):08x}"
    scoped = style.replace("& .", "&&& .").replace("& t", "&&& t").replace("& b ", "&&& b ").replace("&", f".{name}")
    return f'<div class="{name}"><style>\n{scoped}</style>\n{"".join(parts)}</div>\n'


def _shown(text: str) -> str:
    """Write text from files as HTML, so that nothing in it turns words around or breaks a row."""
    return escaped(one_line(text))
