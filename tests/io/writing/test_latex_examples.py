"""Events as numbered examples: readings in labelled brackets, and beneath them what was decided."""

import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.errors import CommandError
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListForm
from nerinspect.io.writing.forms import EXAMPLES, HTML
from nerinspect.io.writing.latex_examples import bracketed, slashed
from nerinspect.lists.compared import ComparedSort
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Of, Spans
from tests.io.writing.test_latex_text import NASTY, printed

MakeStudy = Callable[..., Study]
COLUMNS = ("system", "sentence", "kind", "text", "verdict", "causes", "flag", "note", "corrected_spans")


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Build a study with a boundary error."""
    return make_study_from("in/O/O New/B-LOC/O York/I-LOC/B-LOC ,/O/O 100%/O/O")


def examples(study: Study, *columns: str, **record: str) -> str:
    return written_as(study, EXAMPLES, MENTIONS, *columns, **record)


def written_as(study: Study, name: str, sort: EventSort = MENTIONS, *columns: str, **record: str) -> str:
    form = ListForm(sort, name, columns or COLUMNS, more=(Of.DECISIONS,))
    file = io.StringIO(newline="")
    form.writer(study, len(study.events), record)(form.table(study, None), file)  # type: ignore[arg-type]
    return file.getvalue()


@pytest.fixture
def running(tmp_path: Path) -> Study:
    """Build a study of running text with a boundary error."""
    paths = tmp_path / "gold.jsonl", tmp_path / "flair.jsonl"
    for path, start in zip(paths, (6, 11), strict=True):
        path.write_text(json.dumps({"text": "It’s “U.S. Steel”,  now.", "label": [[start, 16, "ORG"]]}) + "\n")
    return load_study(LoadRequest(str(paths[0]), (str(paths[1]),)))


def test_running_text_has_the_blanks_of_its_file(running: Study) -> None:
    reference, prediction = re.findall(r"quad (.*)", body(examples(running)))
    assert reference == "It’s “[U.S. Steel]\\textsubscript{ORG}”, now."
    assert prediction == "It’s “U.S. [Steel]\\textsubscript{ORG}”, now."


def test_a_page_of_running_text_has_the_blanks_of_its_file(running: Study) -> None:
    form, file = ListForm(MENTIONS, HTML, ("left", "text", "right")), io.StringIO(newline="")
    form.writer(running, len(running.events), {})(form.table(running, None), file)  # type: ignore[arg-type]
    (cell,) = re.findall(r'<td class="context".*?</td>', file.getvalue())
    assert re.sub("<.*?>", "", cell) == "It’s “U.S. Steel”, now."


def body(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("%"))


def test_an_example_has_both_readings_of_the_sentence(study: Study) -> None:
    assert body(examples(study)) == (
        "\\begin{enumerate}\n"
        "\\raggedright\n"
        "\\renewcommand{\\labelenumi}{(\\arabic{enumi})}\n"
        "\\renewcommand{\\labelenumii}{\\alph{enumii}.}\n"
        "\\item\n"
        "\\begin{enumerate}\n"
        "\\item \\textsc{reference}\\quad in [New York]\\textsubscript{LOC} , 100\\%\n"
        "\\item \\textsc{prediction} (flair)\\quad in New [York]\\textsubscript{LOC} , 100\\%\n"
        "\\end{enumerate}\n"
        "{\\small Boundary error, sentence 1.\\par}\n"
        "\\end{enumerate}\n"
    )


def test_what_was_decided_stands_beneath(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", ("typo", "gap"), True, "see 3_a", ((1, 3, "ORG"),)))
    written = examples(study)
    assert "\\item \\textsc{corrected}\\quad in [New York]\\textsubscript{ORG} , 100\\%\n" in written
    assert (
        "{\\small Boundary error, sentence 1. Reference wrong: typo, gap. Flagged. \\emph{see 3\\_a}\\par}\n" in written
    )


def test_columns_that_are_not_asked_for_are_not_told(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", note="x", correction=()))
    written = examples(study, "text")
    assert "small" not in written
    assert written.count("\\item ") == 2
    assert "flair" not in written


def test_other_columns_are_named(study: Study) -> None:
    assert "{\\small Shape shorter, demerits 2.\\par}" in examples(study, "shape", "demerits", "reference_spans")


def test_the_record_stands_before_them_in_comments(study: Study) -> None:
    lines = examples(study, command="nerinspect review export a\nb").splitlines()
    assert lines[:2] == ["% 1 event", "% command: nerinspect review export a b"]


def test_without_events_there_is_still_an_item(study: Study) -> None:
    form = ListForm(MENTIONS, EXAMPLES, COLUMNS, more=(Of.DECISIONS,))
    file = io.StringIO(newline="")
    form.writer(study, 0, {})(replace(form.table(study, None), rows=()), file)  # type: ignore[arg-type]
    assert "\\item no event\n" in file.getvalue()


def test_between_annotators_nobody_is_wrong(study: Study) -> None:
    study = replace(study, annotator="Ann_1")
    study.decisions.decide(0, Decision("reference-wrong"))
    written = body(examples(study))
    assert "\\textsc{A} (Ann\\_1)\\quad" in written
    assert "\\textsc{B} (flair)\\quad" in written
    assert "Other extent, sentence 1. B right." in written


@pytest.mark.parametrize(
    ("spans", "written"),
    [
        ([], "a b c"),
        ([(0, 1, "X"), (1, 3, "Y")], r"[a]\textsubscript{X} [b c]\textsubscript{Y}"),
        ([(0, 3, "X"), (0, 1, "Y")], r"[[a]\textsubscript{Y} b c]\textsubscript{X}"),
        ([(0, 3, "X"), (2, 3, "Y")], r"[a b [c]\textsubscript{Y}]\textsubscript{X}"),
        ([(0, 2, "X"), (0, 2, "Y")], r"[[a b]\textsubscript{X}]\textsubscript{Y} c"),
        (
            [(0, 2, "X"), (1, 3, "Y")],
            r"[\textsubscript{X}a [\textsubscript{Y}b]\textsubscript{X} c]\textsubscript{Y}",
        ),
    ],
)
def test_brackets_stand_around_mentions(spans: list[tuple[int, int, str]], written: str) -> None:
    assert bracketed(["a", "b", "c"], spans) == written


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("Palo/LOC/ORG Alto/LOC/ORG", ([(0, 2, "LOC")], [(0, 2, "ORG")])),
        ("Palo/LOC/O Alto/LOC/O", ([(0, 2, "LOC")], [])),
        ("Unless/O/PERS Karl/PERS/PERS Smith/PERS/PERS", ([(1, 3, "PERS")], [(0, 3, "PERS")])),
        (
            "Smith/ORG/PERS and/ORG/O Newcomb/ORG/PERS and/ORG/O Co./ORG/ORG",
            ([(0, 5, "ORG")], [(0, 1, "PERS"), (2, 3, "PERS"), (4, 5, "ORG")]),
        ),
        ("Christopher/B-PER/B-PER Manning/I-PER/B-PER", ([(0, 2, "PER")], [(0, 1, "PER"), (1, 2, "PER")])),
        ("a/ORG+LOC/O b/LOC/O", ([(0, 2, "LOC"), (0, 1, "ORG")], [])),
    ],
)
def test_labels_stand_behind_words_as_in_the_literature(line: str, readings: Sequence[Spans]) -> None:
    """The first four are those of Manning (2006)."""
    assert slashed([word.partition("/")[0] for word in line.split()], readings) == line
    later = [[(start + 7, end + 7, name) for start, end, name in spans] for spans in readings]
    assert slashed([word.partition("/")[0] for word in line.split()], later, 7) == line


def test_an_example_in_slashes_has_the_sentence_once(study: Study) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((1, 3, "ORG"),)))
    assert body(written_as(study, "latex-slashes")).splitlines()[4:-1] == [
        "\\item in New/LOC/O/ORG York/LOC/LOC/ORG , 100\\%\\par",
        "{\\small word/\\textsc{reference}/\\textsc{prediction} (flair)/\\textsc{corrected}."
        " Boundary error, sentence 1. Reference wrong.\\par}",
    ]


@pytest.fixture
def pair(make_study_from: MakeStudy) -> Study:
    """Let two systems read a mention."""
    return make_study_from("in/O/O/O New/B-LOC/O/O York/I-LOC/B-LOC/O ,/O/O/O", systems=("flair_1", "elmo"))


def test_two_systems_stand_under_one_reference(pair: Study) -> None:
    columns, sort = ("system_a", "kind_a", "kind_b", "outcome"), ComparedSort("flair_1", "elmo")
    assert body(written_as(pair, EXAMPLES, sort, *columns)).splitlines()[4:-1] == [
        "\\item",
        "\\begin{enumerate}",
        "\\item \\textsc{reference}\\quad in [New York]\\textsubscript{LOC} ,",
        "\\item flair\\_1\\quad in New [York]\\textsubscript{LOC} ,",
        "\\item elmo\\quad in New York ,",
        "\\end{enumerate}",
        "{\\small Boundary error (flair\\_1), missed (elmo), outcome both-wrong.\\par}",
    ]
    assert body(written_as(pair, "latex-slashes", sort, *columns)).splitlines()[4:-1] == [
        "\\item in New/LOC/O/O York/LOC/LOC/O ,\\par",
        "{\\small word/\\textsc{reference}/flair\\_1/elmo."
        " Boundary error (flair\\_1), missed (elmo), outcome both-wrong.\\par}",
    ]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX")
def test_examples_of_every_notation_compile(make_study_from: MakeStudy, tmp_path: Path) -> None:
    sentence = "[x]/O/O/O 100%/B-A_b/O/B-A_b \\{}$&#/I-A_b/B-A_b/I-A_b ^~<>|/O/O/O"
    study = make_study_from(sentence, systems=("a&b", "c"))
    forms = [(form, sort) for form in (EXAMPLES, "latex-slashes") for sort in (MENTIONS, ComparedSort("a&b", "c"))]
    parts = "".join(written_as(study, form, sort, *sort.names_for(study)) for form, sort in forms)
    head = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\begin{document}\n"
    (tmp_path / "examples.tex").write_text(f"{head}{parts}\\end{{document}}\n", encoding="utf-8")
    ran = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "examples.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:]


def test_labels_behind_words_are_of_mentions() -> None:
    with pytest.raises(CommandError, match="latex-slashes writes mentions, not relation events; choose another form"):
        ListForm(RELATIONS, "latex-slashes", ("kind",))


@given(st.lists(NASTY, min_size=1, max_size=4), NASTY, st.data())
def test_brackets_add_nothing_to_the_words(tokens: list[str], name: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(tokens) - 1))
    end = data.draw(st.integers(start + 1, len(tokens)))
    [(before, inside, label, behind)] = re.findall(
        r"^(.*?)\0(.*)\1\\textsubscript\{(.*)\}\2(.*)$".replace("\\1", "\1").replace("\\2", "\2"),
        _with_signs(bracketed(tokens, [(start, end, name)]), tokens, start, end),
        re.DOTALL,
    )
    plain = [printed(bracketed([token], [])) for token in tokens]
    assert printed(before) == "".join(f"{token} " for token in plain[:start])
    assert printed(inside) == " ".join(plain[start:end])
    assert printed(behind) == "".join(f" {token}" for token in plain[end:])
    assert printed(label) == printed(bracketed([name], []))


def _with_signs(written: str, tokens: list[str], start: int, end: int) -> str:
    """Put signs that no text holds where the brackets of the one mention must stand."""
    before = len("".join(f"{bracketed([token], [])} " for token in tokens[:start]))
    inside = len(bracketed(tokens[start:end], []))
    behind = len("".join(f" {bracketed([token], [])}" for token in tokens[end:]))
    assert (written[before], written[before + 1 + inside]) == ("[", "]")
    label = written[before + inside + 2 : len(written) - behind]
    return (
        f"{written[:before]}\0{written[before + 1 : before + 1 + inside]}\1{label}\2{written[len(written) - behind :]}"
    )
