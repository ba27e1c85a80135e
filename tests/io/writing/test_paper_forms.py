import io
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import TextIO

import pytest

from nerinspect.io.writing.forms import write_csv, write_json, write_latex, write_markdown, write_readable
from nerinspect.lists.table import PaperTable, PlusMinus, Table

TABLE = PaperTable(
    ("System", "Seen F1", "Unseen F1", "Mentions"),
    [
        ("a_b", PlusMinus(Decimal("90.00"), Decimal("0.50")), Decimal("-1.50"), 11265),
        ("c", Decimal("8.00"), None, 2),
    ],
    frozenset(("Seen F1", "Unseen F1", "Mentions")),
    heads=(("", "System"), ("F1", "Seen"), ("F1", "Unseen"), ("", "Mentions")),
    bold=frozenset({(0, 1)}),
    caption="F1 in percent on test.txt (5 % ± 1).",
    label="tab:score",
)


def written(write: Callable[[Table, TextIO], None], table: PaperTable = TABLE) -> str:
    file = io.StringIO(newline="")
    write(table, file)
    return file.getvalue()


def test_latex_has_rules_groups_a_caption_and_a_label() -> None:
    assert written(write_latex).splitlines() == [
        r"% \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        r"\caption{F1 in percent on test.txt (5 \% $\pm$ 1).}",
        r"\label{tab:score}",
        r"\begin{tabular}{lrrr}",
        r"\toprule",
        r" & \multicolumn{2}{c}{F1} &  \\",
        r"\cmidrule(lr){2-3}",
        r"System & Seen & Unseen & Mentions \\",
        r"\midrule",
        r"a\_b & \textbf{90.00} $\pm$ 0.50 & $-$1.50 & 11,265 \\",
        r"c & 8.00 & -- & 2 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_markdown_is_aligned() -> None:
    assert written(write_markdown).splitlines() == [
        "F1 in percent on test.txt (5 % ± 1).",
        "",
        "| System |          Seen F1 | Unseen F1 | Mentions |",
        "| ------ | ---------------: | --------: | -------: |",
        r"| a\_b   | **90.00** ± 0.50 |     -1.50 |   11,265 |",
        "| c      |             8.00 |         – |        2 |",
    ]


def test_csv_and_text_hold_what_is_printed_and_json_holds_numbers() -> None:
    assert written(write_csv).splitlines()[1:] == ["a_b,90.00 ± 0.50,-1.50,11265", "c,8.00,–,2"]
    assert written(write_readable).splitlines()[2].split() == ["c", "8.00", "–", "2"]
    assert '"Seen F1": 90.0, "Seen F1 std": 0.5, "Unseen F1": -1.5' in written(write_json)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX")
@pytest.mark.parametrize("name", ["plain", "[b] *", "\\{}$&#%_^~<>|-,,''`!?\"aé ---"])
def test_latex_compiles(name: str, tmp_path: Path) -> None:
    table = replace(TABLE, rows=[(name, *row[1:]) for row in TABLE], caption=f"{name}: 5 % ± 1 – 2.")
    head = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n\\begin{document}\n"
    (tmp_path / "table.tex").write_text(f"{head}{written(write_latex, table)}\\end{{document}}\n", encoding="utf-8")
    ran = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "table.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:]
