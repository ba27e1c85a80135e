"""The guide names everything there is, promises nothing else, and its examples are computed."""

import re
import runpy
from importlib.resources import files
from pathlib import Path

import click
import pytest

from nerinspect.cli.main import nerinspect, run
from nerinspect.cli.review import SELECTION_COLUMNS
from nerinspect.encoding.labels import DIALECTS, REPAIR_METHODS
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS, SHAPES
from nerinspect.events.study import Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.verdicts import PROGRAM
from nerinspect.guide import (
    PAGE_KEYS,
    PARTS,
    START,
    Page,
    anchor,
    headings,
    picture,
    plain_text,
    read_pages,
    search,
)
from nerinspect.io.formats.reader import readers
from nerinspect.io.provenance import provenance, study_sources
from nerinspect.io.reading.labelled_file import VALIDATION_COLUMNS
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.io.swap_files import SWAP_COLUMNS
from nerinspect.io.writing.forms import Holds, forms_for
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.query.fields.table import NAMED_FIELDS
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.tables.annotation import AGREEMENT_COLUMNS, CONSISTENCY_COLUMNS
from nerinspect.tables.buckets import BUCKET_COLUMNS, DIAGNOSIS_COLUMNS
from nerinspect.tables.compare import COMPARE_COLUMNS
from nerinspect.tables.files import COUNT_COLUMNS, SUMMARY_COLUMNS
from nerinspect.tables.retention import PROFILE_COLUMNS, RETENTION_COLUMNS
from nerinspect.tables.schemes import SCHEME_COLUMNS
from nerinspect.tables.scores import CONFUSION_COLUMNS, ERROR_COLUMNS, SCORE_COLUMNS
from nerinspect.tables.tough import TOUGH_COLUMNS
from nerinspect.ui.platforms import sample_request

PAGES = {page.key: page for page in read_pages({"keys": ""})}
TEXTS = {key: page.text for key, page in PAGES.items()}
LINKS = [
    (page.key, target)
    for page in PAGES.values()
    for target in re.findall(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", page.text))
]
PICTURES = sorted({name for text in TEXTS.values() for name in re.findall(r"\]\(([\w-]+\.png)\)", text)})
FOLDER = files("nerinspect.guide")
ALL_COLUMNS = dict.fromkeys(
    [
        *MENTIONS.names(Of.EVENTS, Of.TRAINING, Of.EVIDENCE),
        *SCORE_COLUMNS,
        *SCHEME_COLUMNS,
        *CONFUSION_COLUMNS,
        *ERROR_COLUMNS,
        *VALIDATION_COLUMNS,
        *COUNT_COLUMNS,
        *SUMMARY_COLUMNS,
        *CONSISTENCY_COLUMNS,
        *AGREEMENT_COLUMNS,
        *SELECTION_COLUMNS,
        *TOUGH_COLUMNS,
        *SWAP_COLUMNS,
        *BUCKET_COLUMNS,
        *RETENTION_COLUMNS,
        *PROFILE_COLUMNS,
        *COMPARE_COLUMNS,
        *(column for columns in DIAGNOSIS_COLUMNS.values() for column in columns),
    ]
)


def rows_of(page: str, n_cells: int) -> list[list[str]]:
    """List the rows of a page's tables that have so many cells, heads included."""
    lines = [line for line in TEXTS[page].splitlines() if line.startswith("|") and not set(line) <= set("|- ")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [row for row in cells if len(row) == n_cells]


def study_of(words: str, folder: Path) -> Study:
    """Load `word/REFERENCE/PREDICTION` tokens; labels without a state begin a mention where the type changes."""
    parts = [word.split("/") for word in words.split()]
    for side, name in ((1, "ref"), (2, "pred")):
        lines, before = [], "O"
        for part in parts:
            label = "O" if part[side] == "·" else part[side]
            type_name = label.removeprefix("B-").removeprefix("I-")
            if label == type_name != "O":
                label = f"I-{label}" if before == type_name else f"B-{label}"
            lines.append(f"{part[0]} {label}\n")
            before = type_name
        (folder / name).write_text("".join(lines), encoding="utf-8")
    return load_study(LoadRequest(str(folder / "ref"), (str(folder / "pred"),), encoding="BIO"))


def events_of(words: str, folder: Path) -> list[dict[str, object]]:
    table = MENTIONS.table(study_of(words, folder))
    return [dict(zip(table.columns, row, strict=True)) for row in table]


def options() -> set[str]:
    commands = [*nerinspect.commands.values()]
    commands += [one for group in commands if isinstance(group, click.Group) for one in group.commands.values()]
    named = {
        name
        for command in commands
        for parameter in command.get_params(click.Context(command))
        for name in parameter.opts
    }
    return {name for name in named if name.startswith("-")} | {"--version", "--help"}


@pytest.fixture(scope="module")
def sample() -> Study:
    return load_study(sample_request())


@pytest.fixture(scope="module")
def vocabulary(sample: Study) -> Vocabulary:
    return Vocabulary(sample.types, sample.systems, has_training=True)


def test_pages_begin_with_their_title_and_are_short() -> None:
    for key in PAGE_KEYS:
        page = PAGES[key]
        assert page.text.startswith(f"# {page.title}\n")
        assert key in ("words", "columns", "options", "sources") or len(plain_text(page.text).split()) < 650, key


def test_each_page_is_in_one_of_four_parts() -> None:
    assert len(PARTS) == 4
    assert len(set(PAGE_KEYS)) == len(PAGE_KEYS)
    assert PAGE_KEYS[0] == START


def test_the_tables_of_the_reference_are_those_of_the_program() -> None:
    made = runpy.run_path(str(Path(__file__).parents[2] / "packaging" / "guide_tables.py"))
    pages = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.joinpath("text").iterdir()}
    assert [name for name, text in pages.items() if made["with_tables"](text) != text] == []
    assert {name for text in pages.values() for name in re.findall(r"<!-- end: (\w+)", text)} == set(made["MADE"])


def test_nothing_is_said_on_two_pages() -> None:
    said: dict[str, str] = {}
    for page in PAGES.values():
        prose = re.sub(r"```.*?```|<!-- made: (\w+) -->.*?<!-- end: \1 -->", "", page.text, flags=re.DOTALL)
        if page.key in ("words", "columns") or page.key.startswith("papers"):
            continue
        words = re.findall(r"\w+", plain_text(prose).casefold())
        for first in range(len(words) - 11):
            twelve = " ".join(words[first : first + 12])
            assert said.setdefault(twelve, page.key) == page.key, f"{page.key} repeats {said[twelve]}: {twelve}"


def test_every_file_is_a_page() -> None:
    assert {path.name for path in FOLDER.joinpath("text").iterdir()} == {f"{key}.md" for key in PAGE_KEYS}


def test_links_lead_to_a_page_and_a_heading() -> None:
    places = {key: {"", *map(anchor, headings(text))} for key, text in TEXTS.items()}
    assert len(LINKS) > 250
    for page, target in LINKS:
        name, _, place = target.partition("#")
        assert place in places[name.removesuffix(".md")], f"{page} links to {target}"


def test_all_pages_but_the_first_can_be_reached_by_a_link_from_another() -> None:
    linked = {target.partition("#")[0] for page, target in LINKS if target.partition("#")[0] != f"{page}.md"}
    assert {f"{key}.md" for key in PAGE_KEYS[1:]} <= linked


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_there(name: str) -> None:
    assert picture(name).startswith(b"\x89PNG")


def test_every_picture_is_shown_and_all_are_small() -> None:
    paths = list(FOLDER.joinpath("pictures").iterdir())
    assert sorted(path.name for path in paths) == PICTURES
    assert sum(len(path.read_bytes()) for path in paths) < 1_500_000


@pytest.mark.parametrize("name", NAMED_FIELDS)
def test_a_field_has_its_row_with_an_example_that_can_be_read(name: str, vocabulary: Vocabulary) -> None:
    row = next(row for row in rows_of("fields", 3) if row[0] == f"`{name}:`")
    assert row[1]
    parse_query(row[2].strip("`"), vocabulary)


@pytest.mark.parametrize("query", re.findall(r"^\| `([^`]+)` ", TEXTS["search"].split("## Words")[1], re.MULTILINE))
def test_an_example_of_a_query_can_be_read(query: str, vocabulary: Vocabulary) -> None:
    parse_query(query, vocabulary)


@pytest.mark.parametrize("kind", [*KINDS, "tn"])
def test_a_kind_is_described(kind: str) -> None:
    assert f"**{kind.upper()}**" in TEXTS["kinds"]
    assert kind == "tn" or f"![](kind:{kind}) | **{kind.upper()}** {KIND_TABLE[kind].name} |" in TEXTS["kinds"]


@pytest.mark.parametrize(("words", "kinds", "demerits"), [row for row in rows_of("kinds", 3) if "/" in row[0]])
def test_a_worked_example_is_what_the_program_computes(words: str, kinds: str, demerits: str, tmp_path: Path) -> None:
    events = events_of(words.strip("`"), tmp_path)
    assert ", ".join(str(event["kind"]).upper() for event in events) == kinds
    assert ", ".join(str(event["demerits"]) for event in events) == demerits


@pytest.mark.parametrize("shape", SHAPES[1:])
def test_a_shape_has_an_example_of_it(shape: str, tmp_path: Path) -> None:
    example = next(row[2] for row in rows_of("shapes", 4) if row[0] == shape)
    assert [event["shape"] for event in events_of(example.strip("`"), tmp_path)] == [shape]


@pytest.mark.parametrize(("encoding", "labels", "conlleval", "discard"), rows_of("repair", 4)[1:])
def test_an_example_of_a_repair_is_what_the_program_does(
    encoding: str, labels: str, conlleval: str, discard: str, tmp_path: Path
) -> None:
    path = tmp_path / "labels.conll"
    path.write_text("".join(f"x {label}\n" for label in labels.strip("`").split()), encoding="utf-8")
    for method, expected in (("conlleval", conlleval), ("discard", discard)):
        out = tmp_path / f"{method}.conll"
        assert run(["repair", str(path), "--method", method, "--encoding", encoding, "-o", str(out)]) == 0
        repaired = " ".join(line.split()[1] for line in out.read_text(encoding="utf-8").splitlines() if line)
        assert repaired == expected.strip("`")


@pytest.mark.parametrize("name", nerinspect.commands)
def test_a_subcommand_is_described(name: str) -> None:
    assert re.search(rf"^\| `{name}`", TEXTS["command-line"], re.MULTILINE)


def test_just_the_options_there_are_are_described() -> None:
    cells = [row[0] for row in rows_of("options", 4)]
    assert {name for cell in cells for name in re.findall(r"`(--?[\w-]+)`", cell)} == options() - {"--version"}


@pytest.mark.parametrize("name", [*(form.name for form in forms_for(Holds.LISTS)), *REPAIR_METHODS])
def test_a_choice_of_an_option_is_named(name: str) -> None:
    assert f"`{name}`" in TEXTS["options"]


@pytest.mark.parametrize("name", readers())
def test_a_format_is_described(name: str) -> None:
    assert f"| `{name}` |" in TEXTS["formats"]


@pytest.mark.parametrize("name", DIALECTS)
def test_an_encoding_is_described(name: str) -> None:
    assert re.search(rf"^\| {name}\b", TEXTS["repair"], re.MULTILINE)
    assert name in TEXTS["opening"]


def test_the_columns_of_files_are_described() -> None:
    assert [column for column in ALL_COLUMNS if f"`{column}`" not in TEXTS["columns"]] == []


def test_the_record_beside_a_file_is_described(sample: Study) -> None:
    record = provenance("", study_sources(sample), {"table": "", "form": "", "filter": "", "rows": 0, "order": ""})
    told = {"program", "role", "n_invalid", "encoding_chosen_by", "notes", "system", "run"}
    names = {*record, *record["sources"][0]} - told
    assert {name for name in names if f"`{name}`" not in TEXTS["export"]} == set()


def test_definitions_stand_among_the_words_with_their_sources() -> None:
    lines = [line for line in TEXTS["words"].splitlines() if line.startswith("| **")]
    for definition in DEFINITIONS.values():
        told = [line for line in lines if line.startswith(f"| **{definition.name}**")]
        assert told, definition.name
        assert definition.source == PROGRAM or "](sources.md#" in told[0], definition.name


def test_no_page_shouts_or_begs() -> None:
    texts = {key: re.sub(r"`[^`]*`|!\[", "", text) for key, text in TEXTS.items()}
    assert [key for key, text in texts.items() if "!" in text.replace("<!--", "") or "please" in text.casefold()] == []


def test_a_search_finds_the_part_with_all_words_named_parts_first() -> None:
    hits = search(PAGES.values(), "demer missed")
    assert any(hit.page.key == "kinds" and hit.heading == "Demerits" for hit in hits)
    assert search(PAGES.values(), "Demerits")[0].target == "kinds.md#demerits"
    assert search(PAGES.values(), "demerits xyzzy") == []
    assert search(PAGES.values(), " ") == []


def test_an_excerpt_shows_the_word_and_no_marks() -> None:
    hit = search([Page("p", "P", "# P\n\n" + "word " * 50 + "**here** it is, " + "word " * 50)], "here")[0]
    assert "here it is" in hit.excerpt
    assert hit.excerpt.startswith("… ")
    assert hit.excerpt.endswith(" …")


def test_an_excerpt_of_a_list_or_a_table_reads_as_text() -> None:
    text = (
        "# P\n\n- one `a|b`\n- two\n\n1. three\n\n| Head | More |\n|---|---|\n| cell \\| x | **next** |\n| | last |\n"
    )
    hit = search([Page("p", "P", text)], "one")[0]
    assert hit.excerpt == "one a|b two three Head, More; cell | x, next; last;"


@pytest.mark.parametrize(("words", "page"), [("color", "window"), ("Colors", "context"), ("RTL", "context")])
def test_other_spellings_are_found(words: str, page: str) -> None:
    assert page in {hit.page.key for hit in search(PAGES.values(), words)}
