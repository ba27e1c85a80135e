r"""LaTeX and Markdown: signs that they would take for something else, and tables as papers print them."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, TextIO

from nerinspect.events.scores import UNDEFINED
from nerinspect.lists.table import MeanOfRuns, PaperTable, Value
from nerinspect.quantities import grouped
from nerinspect.visible import width_of

CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_JOINED: Final = re.compile("(?<=-)(?=-)|(?<=,)(?=,)|(?<=')(?=')|(?<=[`!?])(?=`)")
"""Where LaTeX would make one sign of two."""

_SIGNS: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: "\\" + character for character in "&%$#_{}"},
    }
)


def latex_text(text: str) -> str:
    r"""Write text for LaTeX; what cannot be printed becomes a blank, or a sign that something was there.

    Examples
    --------
    >>> print(latex_text("100% {a_b} -- c"))
    100\% \{a\_b\} -{}- c
    """
    return latex_signs(_printable(text))


def latex_signs(text: str) -> str:
    """Write the signs that LaTeX takes for something else, in a text without control characters."""
    return _JOINED.sub("\0", text).translate(_SIGNS).replace("\0", "{}")


def latex_comment(text: str) -> str:
    return f"% {_printable(text)}\n"


def _printable(text: str) -> str:
    return _SURROGATES.sub("\ufffd", CONTROLS.sub(" ", text))


_MARKDOWN: Final = str.maketrans({character: "\\" + character for character in "\\`*_[]<>&~|"})


def markdown_signs(text: str) -> str:
    """Write the signs that Markdown takes for something else, in a cell without control characters."""
    return text.translate(_MARKDOWN)


_OF_LATEX: Final = str.maketrans({"±": r"$\pm$", "–": "--"})


def write_latex_of_paper(table: PaperTable, file: TextIO) -> None:
    r"""Write a floating table with caption and label; it takes `\usepackage{booktabs}`."""
    alignment = "".join("r" if name in table.percentages else "l" for name in table.columns)
    file.write("% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n")
    file.write(f"\\caption{{{_latex(table.caption)}}}\n\\label{{{table.label}}}\n")
    file.write(f"\\begin{{tabular}}{{{alignment}}}\n\\toprule\n")
    if any(group for group, _ in table.heads):
        file.writelines(_groups(table.heads))
    file.write(latex_line(_latex(head) for _, head in table.heads) + "\\midrule\n")
    file.writelines(latex_line(row) for row in _cells(table, _latex_number, _latex, "\\textbf{{{}}}"))
    file.write("\\bottomrule\n\\end{tabular}\n\\end{table}\n")


def write_markdown_of_paper(table: PaperTable, file: TextIO) -> None:
    heads = list(map(_markdown, table.columns))
    rows = list(_cells(table, str, _markdown, "**{}**"))
    widths = [max(3, *map(width_of, cells)) for cells in zip(heads, *rows, strict=True)]
    are_numbers = [name in table.percentages for name in table.columns]

    def line(cells: Sequence[str]) -> str:
        parts = []
        for cell, width, is_number in zip(cells, widths, are_numbers, strict=True):
            blanks = " " * (width - width_of(cell))
            parts.append(blanks + cell if is_number else cell + blanks)
        return f"| {' | '.join(parts)} |\n"

    file.write(f"{_markdown(table.caption)}\n\n{line(heads)}")
    rules = ("-" * (width - 1) + (":" if right else "-") for width, right in zip(widths, are_numbers, strict=True))
    file.write(f"| {' | '.join(rules)} |\n")
    file.writelines(map(line, rows))


def _cells(
    table: PaperTable, number: Callable[[str], str], text: Callable[[str], str], bold: str
) -> Iterator[list[str]]:
    """Write the cells of each row: the mean of the best of a column is bold, not its deviation."""

    def cell(row: int, column: int, value: Value) -> str:
        if isinstance(value, str):
            return text(value)
        if value is None:
            return text(UNDEFINED) if table.columns[column] in table.percentages else ""
        mean = value.mean if isinstance(value, MeanOfRuns) else value
        written = number(grouped(mean) if isinstance(mean, int) else str(mean))
        written = bold.format(written) if (row, column) in table.bold else written
        return f"{written} {text('±')} {value.deviation}" if isinstance(value, MeanOfRuns) else written

    for row, values in enumerate(table):
        yield [cell(row, column, value) for column, value in enumerate(values)]


def latex_line(cells: Iterator[str] | Sequence[str]) -> str:
    written = " & ".join(cells)
    return ("{}" if written[:1] in ("[", "*") else "") + written + " \\\\\n"  # or the \\ before would take them


def _groups(heads: Sequence[tuple[str, str]]) -> Iterator[str]:
    cells, rules, first = [], [], 1
    for group, members in groupby(heads, key=lambda head: head[0]):
        n_columns = len(list(members))
        if group:
            cells.append(f"\\multicolumn{{{n_columns}}}{{c}}{{{_latex(group)}}}")
            rules.append(f"\\cmidrule(lr){{{first}-{first + n_columns - 1}}}")
        else:
            cells += [""] * n_columns
        first += n_columns
    yield latex_line(cells)
    yield f"{''.join(rules)}\n"


def _latex(text: str) -> str:
    return latex_text(text).translate(_OF_LATEX)


def _latex_number(text: str) -> str:
    return f"$-${text[1:]}" if text.startswith("-") else text


def _markdown(text: str) -> str:
    return markdown_signs(CONTROLS.sub(" ", text))
