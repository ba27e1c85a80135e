"""Write events as numbered examples for LaTeX: readings in labelled brackets, or words with labels behind them."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Final, TextIO, TypeAlias, cast

from nerinspect.corpus.text import as_written
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.io.provenance import record_entries
from nerinspect.io.writing.forms import ListWriter, Page
from nerinspect.io.writing.html_page import CORRECTED
from nerinspect.io.writing.paper import latex_comment, latex_text
from nerinspect.lists.compared import NAMES
from nerinspect.lists.mentions import LEFT_WORDS, RIGHT_WORDS, SEGMENT_BLANKS, SEGMENT_TOKENS
from nerinspect.lists.relations import SENTENCE_TOKENS
from nerinspect.lists.sorts import causes_in
from nerinspect.lists.table import Spans, Table, Value

_CONTEXT: Final = (LEFT_WORDS, SEGMENT_TOKENS, SEGMENT_BLANKS, RIGHT_WORDS, "start", "reference_spans")
_DRAWN_FROM: Final = (*_CONTEXT, "predicted_spans")
_COMPARED_FROM: Final = (*_CONTEXT, "predicted_spans_a", "predicted_spans_b", "kind_a", "kind_b", *NAMES)
_IN_READINGS: Final = frozenset(
    (*_DRAWN_FROM, "left", "text", "right", "end", "reference_types", "predicted_types", "system", CORRECTED)
)
_IN_COMPARED: Final = frozenset(
    (
        *(*_COMPARED_FROM, "left", "text", "right", "end", "reference_types"),
        *(f"{name}_{letter}" for name in ("system", "run", "event", "text", "predicted_types") for letter in "ab"),
    )
)
_SAID_APART: Final = frozenset({"kind", "verdict", "causes", "flag", "note"})
_HEAD: Final = r"""% The examples need nothing but LaTeX itself. Letters beyond Latin ones need XeLaTeX or LuaLaTeX
% and a font that has them; sentences that run from right to left need a package for them, too.
\begin{enumerate}
\raggedright
\renewcommand{\labelenumi}{(\arabic{enumi})}
\renewcommand{\labelenumii}{\alph{enumii}.}
"""


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


_Reading: TypeAlias = tuple[str, Spans]
_Notation: TypeAlias = Callable[[Mapping[str, Value], Sequence[_Reading], Iterable[str]], Iterable[str]]
"""Writes the named readings of a row as an example, with remarks beneath; all is LaTeX."""


def _in_brackets(values: Mapping[str, Value], readings: Sequence[_Reading], remarks: Iterable[str]) -> Iterator[str]:
    """Write a sentence for each reading, with labelled brackets around its mentions."""
    tokens, blanks = cast("list[str]", values[SEGMENT_TOKENS]), cast("list[str]", values[SEGMENT_BLANKS])
    zero = cast("int", values["start"])
    sentences = [(name, _in_sentence(values, bracketed(tokens, spans, zero, blanks[:-1]))) for name, spans in readings]
    return _one_example(sentences, remarks)


def _in_slashes(values: Mapping[str, Value], readings: Sequence[_Reading], remarks: Iterable[str]) -> Iterator[str]:
    """Write one sentence, with the labels of all readings behind each word of the segment."""
    tokens, start = cast("list[str]", values[SEGMENT_TOKENS]), cast("int", values["start"])
    yield f"\\item {_in_sentence(values, slashed(tokens, [spans for _, spans in readings], start))}\\par\n"
    names = "/".join(["word", *(name for name, _ in readings)])
    yield f"{{\\small {' '.join([f'{names}.', *remarks])}\\par}}\n"


def _in_sentence(values: Mapping[str, Value], segment: str) -> str:
    left, right = (latex_text(f"{values[side]}") for side in (LEFT_WORDS, RIGHT_WORDS))
    blanks = cast("list[str]", values[SEGMENT_BLANKS])
    return f"{left}{blanks[0] * bool(left)}{segment}{blanks[-1] * bool(right)}{right}"


def _mention_example(values: Mapping[str, Value], page: Page, notation: _Notation) -> Iterable[str]:
    kind = f"{values['kind']}" if "kind" in page.columns else ""
    remarks = _said(values, page, kind if kind in KIND_TABLE else "", _IN_READINGS)
    return notation(values, list(_readings(values, page)), remarks)


def _compared_example(values: Mapping[str, Value], page: Page, notation: _Notation) -> Iterable[str]:
    """Write what the reference, A and B read in one sentence."""
    systems = [(letter, f"{values[name]}") for letter, name in zip("ab", NAMES, strict=True)]
    readings = [(f"\\textsc{{{page.wording.said('reference')}}}", cast("Spans", values["reference_spans"]))]
    readings += [(latex_text(name), cast("Spans", values[f"predicted_spans_{letter}"])) for letter, name in systems]
    found = [(name, [page.wording.name(kind) for kind in f"{values[f'kind_{of}']}".split()]) for of, name in systems]
    kinds = ", ".join(f"{' and '.join(names) or 'nothing'} ({name})" for name, names in found)
    return notation(values, readings, _said(values, page, "", _IN_COMPARED, kinds))


def _writer(drawn_from: Sequence[str], example: Callable[..., Iterable[str]]) -> ListWriter:
    return ListWriter(
        lambda columns: tuple(dict.fromkeys([*columns, *drawn_from])), partial(_write_numbered, example=example)
    )


MENTION_EXAMPLES: Final = _writer(_DRAWN_FROM, partial(_mention_example, notation=_in_brackets))
MENTION_SLASHES: Final = _writer(_DRAWN_FROM, partial(_mention_example, notation=_in_slashes))
COMPARED_EXAMPLES: Final = _writer(_COMPARED_FROM, partial(_compared_example, notation=_in_brackets))
COMPARED_SLASHES: Final = _writer(_COMPARED_FROM, partial(_compared_example, notation=_in_slashes))


def _one_example(readings: Iterable[tuple[str, str]], remarks: Iterable[str]) -> Iterator[str]:
    """Write an example of readings, each a name and a sentence, with remarks beneath; all is LaTeX."""
    yield "\\item\n\\begin{enumerate}\n"
    for name, sentence in readings:
        yield f"\\item {name}\\quad {sentence}\n"
    yield "\\end{enumerate}\n"
    if text := " ".join(remarks):
        yield f"{{\\small {text}\\par}}\n"


def _named_sides(values: Mapping[str, Value], page: Page) -> tuple[str, str]:
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


def slashed(tokens: Sequence[str], readings: Sequence[Spans], zero: int = 0) -> str:
    """Write the tokens of a segment, each with its labels in some readings behind it.

    Labels are types, joined by `+` where mentions overlap; they begin with `B-` and `I-` where mentions of one type
    touch, which types alone would not tell from one. Positions of mentions count from `zero`.

    References
    ----------
    Manning (2006), Doing named entity recognition? Don't optimize for F1.

    Examples
    --------
    >>> slashed(["Unless", "Karl", "Smith"], [[(1, 3, "PERS")], [(0, 3, "PERS")]])
    'Unless/O/PERS Karl/PERS/PERS Smith/PERS/PERS'
    """
    begins = [{(start, name) for start, _, name in spans} for spans in readings]
    is_iob = any((end, name) in own for own, spans in zip(begins, readings, strict=True) for _, end, name in spans)
    labels: list[list[list[str]]] = [[[] for _ in readings] for _ in tokens]
    for number, spans in enumerate(readings):
        for start, end, name in sorted(spans):
            for place in range(start, end):
                part = ("B-" if place == start else "I-") if is_iob else ""
                labels[place - zero][number].append(part + name)
    words = zip(tokens, labels, strict=True)
    return " ".join("/".join(map(latex_text, [token, *("+".join(one) or "O" for one in of)])) for token, of in words)


def _cross(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return one[0] < other[0] < one[1] < other[1] or other[0] < one[0] < other[1] < one[1]


def _said(values: Mapping[str, Value], page: Page, kind: str, in_readings: Set[str], kinds: str = "") -> Iterator[str]:
    """Say in sentences of LaTeX what is known of an event, by column, and what was decided.

    `kind` is the key of its kind in the glossary, empty to leave it out, and `kinds` are several in words; columns that
    its readings show are left out, too.
    """
    wanted = {name: values[name] for name in page.columns if values[name] not in (None, "")}
    facts = [page.wording.name(kind) if kind else kinds]
    facts += [
        f"{name.replace('_', ' ')} {_text(value)}"
        for name, value in wanted.items()
        if name not in in_readings | _SAID_APART
    ]
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


RELATION_EXAMPLES: Final = _writer(_RELATIONS_DRAWN_FROM, _relation_example)
