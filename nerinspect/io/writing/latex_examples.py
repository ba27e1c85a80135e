"""Write events as numbered examples for LaTeX: both readings of each sentence, with labelled brackets."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Final, TextIO, cast

from nerinspect.corpus.text import as_written
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.io.provenance import record_entries
from nerinspect.io.writing.escaping import latex_comment, latex_text
from nerinspect.io.writing.forms import ListWriter, Page
from nerinspect.io.writing.html_page import CORRECTED
from nerinspect.lists.decisions import causes_in
from nerinspect.lists.mentions import LEFT_WORDS, RIGHT_WORDS, SEGMENT_BLANKS, SEGMENT_TOKENS
from nerinspect.lists.relations import SENTENCE_TOKENS
from nerinspect.lists.table import Spans, Table, Value

_DRAWN_FROM: Final = (
    *(LEFT_WORDS, SEGMENT_TOKENS, SEGMENT_BLANKS, RIGHT_WORDS),
    *("start", "reference_spans", "predicted_spans"),
)
_IN_READINGS: Final = frozenset(
    (*_DRAWN_FROM, "left", "text", "right", "end", "reference_types", "predicted_types", "system", CORRECTED)
)
_SAID_APART: Final = frozenset({"kind", "verdict", "causes", "flag", "note"})
_HEAD: Final = r"""% The examples need nothing but LaTeX itself. Letters beyond Latin ones need XeLaTeX or LuaLaTeX
% and a font that has them; sentences that run from right to left need a package for them, too.
\begin{enumerate}
\renewcommand{\labelenumi}{(\arabic{enumi})}
\renewcommand{\labelenumii}{\alph{enumii}.}
"""


def example_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """List the columns of the events table that examples need to say what stands in some columns."""
    return tuple(dict.fromkeys([*columns, *_DRAWN_FROM]))


def _write_numbered(
    table: Table, file: TextIO, page: Page, example: Callable[[Mapping[str, Value], Page], Iterable[str]]
) -> None:
    """Write the rows of a table as examples, the record in comments; `example` writes one, of its values by column."""
    file.write(latex_comment(page.title))
    file.writelines(latex_comment(f"{name}: {line}") for name, said in record_entries(page.record) for line in said)
    file.write(_HEAD)
    is_empty = True
    for row in table:
        file.writelines(example(dict(zip(table.columns, row, strict=True)), page))
        is_empty = False
    file.write("\\item no event\n" if is_empty else "")  # a list without items is an error
    file.write("\\end{enumerate}\n")


def _mention_example(values: Mapping[str, Value], page: Page) -> Iterator[str]:
    left, right = (latex_text(f"{values[side]}") for side in (LEFT_WORDS, RIGHT_WORDS))
    blanks = cast("list[str]", values[SEGMENT_BLANKS])
    left, right = left + blanks[0] * bool(left), blanks[-1] * bool(right) + right
    tokens, start = cast("list[str]", values[SEGMENT_TOKENS]), cast("int", values["start"])
    sentences = (
        (name, f"{left}{bracketed(tokens, spans, start, blanks[:-1])}{right}")
        for name, spans in _readings(values, page)
    )
    kind = f"{values['kind']}" if "kind" in page.columns else ""
    yield from _one_example(sentences, _said(values, page, kind if kind in KIND_TABLE else "", _IN_READINGS))


MENTION_EXAMPLES: Final = ListWriter(example_columns, partial(_write_numbered, example=_mention_example))


def _one_example(readings: Iterable[tuple[str, str]], remarks: Iterable[str]) -> Iterator[str]:
    """Write an example of readings, each a name and a sentence, with remarks beneath; all is LaTeX."""
    yield "\\item\n\\begin{enumerate}\n"
    for name, sentence in readings:
        yield f"\\item {name}\\quad {sentence}\n"
    yield "\\end{enumerate}\n"
    if text := " ".join(remarks):
        yield f"{{\\small {text}\\par}}\n"


def _named_sides(values: Mapping[str, Value], page: Page) -> tuple[str, str]:
    """Name the readings that stand first: reference and prediction."""
    system = f"{values['system']}" if "system" in page.columns else ""
    names = (
        (f"\\textsc{{{latex_text(page.wording.said(side))}}}", latex_text(who))
        for side, who in (("reference", page.annotator), ("prediction", system))
    )
    reference, prediction = (f"{name} ({who})" if who else name for name, who in names)
    return reference, prediction


def _readings(values: Mapping[str, Value], page: Page) -> Iterator[tuple[str, Spans]]:
    """Name the readings of a segment: reference, prediction, and the right one where it was given."""
    for name, column in zip(_named_sides(values, page), ("reference_spans", "predicted_spans"), strict=True):
        yield name, cast("Spans", values[column])
    if CORRECTED in page.columns and values[CORRECTED] is not None:
        yield "\\textsc{corrected}", cast("Spans", values[CORRECTED])


def bracketed(tokens: Sequence[str], spans: Spans, zero: int = 0, gaps: Sequence[str] = ()) -> str:
    r"""Write the tokens of a segment with brackets around mentions, the type at the closing one.

    Positions of mentions count from `zero`; without gaps, a blank stands before each token. Mentions that cross have
    their types at both brackets, since brackets alone would be read as nested.

    Examples
    --------
    >>> print(bracketed(["New", "York", "fell"], [(0, 2, "LOC")]))
    [New York]\textsubscript{LOC} fell
    """
    before, behind = defaultdict[int, str](str), defaultdict[int, str](str)
    for span in sorted(spans, key=lambda span: (-span[0], span[1])):  # those that close first
        start, end, name = span
        label = f"\\textsubscript{{{latex_text(name)}}}"
        crosses = any(_cross(span, other) for other in spans)
        before[start - zero] = f"[{label if crosses else ''}{before[start - zero]}"
        behind[end - 1 - zero] += f"]{label}"
    drawn = [f"{before[place]}{latex_text(token)}{behind[place]}" for place, token in enumerate(tokens)]
    return as_written(drawn, gaps)


def _cross(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return one[0] < other[0] < one[1] < other[1] or other[0] < one[0] < other[1] < one[1]


def _said(values: Mapping[str, Value], page: Page, kind: str, in_readings: Set[str]) -> Iterator[str]:
    """Say in sentences of LaTeX what is known of an event, by column, and what was decided.

    `kind` is the key of its kind in the glossary, empty to leave it out; columns that its readings show are left out,
    too.
    """
    wanted = {name: values[name] for name in page.columns if values[name] not in (None, "")}
    facts = [page.wording.name(kind) if kind else ""]
    facts += [f"{name} {_text(value)}" for name, value in wanted.items() if name not in in_readings | _SAID_APART]
    causes = ", ".join(causes_in(f"{wanted.get('causes', '')}"))
    verdict = page.wording.verdict(f"{wanted.get('verdict', '')}")
    decided = ": ".join(filter(None, (verdict, causes)))
    for sentence in (", ".join(filter(None, facts)), decided, "flagged" if "flag" in wanted else ""):
        if sentence:
            yield f"{latex_text(sentence[:1].upper() + sentence[1:])}."
    if "note" in wanted:
        note = latex_text(f"{wanted['note']}")
        yield f"\\emph{{{note}}}"


def _text(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else f"{value}"


_SIDES: Final = (("reference_type", "reference_spans"), ("predicted_type", "predicted_spans"))
_RELATIONS_DRAWN_FROM: Final = (SENTENCE_TOKENS, *(name for side in _SIDES for name in side), "kind")
_IN_RELATION_READINGS: Final = frozenset(
    (
        *(name for side in _SIDES for name in side),
        *("system", "left", "text", "right"),
        *("reference_head", "reference_tail", "predicted_head", "predicted_tail"),
    )
)


def _relation_columns(columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*columns, *_RELATIONS_DRAWN_FROM]))


def _relation_example(values: Mapping[str, Value], page: Page) -> Iterator[str]:
    kind = f"relation_{values['kind']}" if "kind" in page.columns else ""
    return _one_example(_relation_readings(values, page), _said(values, page, kind, _IN_RELATION_READINGS))


def _relation_readings(values: Mapping[str, Value], page: Page) -> Iterator[tuple[str, str]]:
    """Name each reading with the type of its relation, and write the sentence with brackets around its arguments."""
    tokens = cast("list[str]", values[SENTENCE_TOKENS])
    for name, (type_column, column) in zip(_named_sides(values, page), _SIDES, strict=True):
        spans = cast("Spans", values[column])
        labelled = [
            (start, end, f"{place}, {type_name}")
            for place, (start, end, type_name) in zip(("head", "tail"), spans, strict=False)
        ]
        relation = latex_text(f"{values[type_column]}") if spans else "no relation"
        yield f"{name}: {relation}", bracketed(tokens, labelled)


RELATION_EXAMPLES: Final = ListWriter(_relation_columns, partial(_write_numbered, example=_relation_example))
