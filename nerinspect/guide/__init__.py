"""The pages of the guide in reading order, the tables that the program fills in, their search, and their HTML.

The reader of Qt makes neither anchors nor classes of Markdown, so that links to headings lead nowhere and no style
sheet applies. Headings, paragraphs, lists, tables, notes (`>`), fenced code and inline marks are known; the pages use
no more.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Final

from nerinspect.glossary import DEFINITIONS

START: Final = "start"

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Start in ten minutes": (START, "window"),
    "How to …": (
        "opening", "systems", "table", "context", "details", "filters", "search", "selections", "overview",
        "bucket-charts", "diagnosis-page", "own-attributes", "side-by-side", "compared-filters", "compare-page",
        "versions", "project", "relations-page", "swap-test", "consistency", "repair-choice", "conversion",
        "annotators", "adjudication", "review", "corrections", "corrected-reference", "samples", "lists", "progress",
        "export", "figures", "accessibility", "large", "command-line", "python",
        "papers", "papers-buckets", "papers-relations",
    ),
    "Reference": (
        "fields", "columns", "options", "formats", "running-text", "annotation-tools", "project-tables", "review-file",
        "keys", "words", "stability",
    ),
    "Background": (
        "kinds", "shapes", "scores", "schemes", "fair", "ace", "tough", "buckets", "diagnosis", "compare", "relations",
        "agreement", "repair", "choices", "speed", "sources",
    ),
}  # fmt: skip
"""The pages of each part, in reading order."""

PAGE_KEYS: Final = tuple(key for keys in PARTS.values() for key in keys)
"""Lasting names of the pages: the names of their files, and what links say."""

_PLACE_OF_TABLE = re.compile(r"<!-- table: (\w+) -->")
_EXCERPT = 90
_RIGHT_TO_LEFT = "right-to-left"


@dataclass(frozen=True)
class Page:
    """One page, its title from the first heading, tables filled in."""

    key: str
    title: str
    text: str


@dataclass(frozen=True)
class Hit:
    """A part of a page that holds the words searched for: its heading, and the text around the first of the words."""

    page: Page
    heading: str
    excerpt: str

    @property
    def target(self) -> str:
        return f"{self.page.key}.md#{anchor(self.heading)}"


def read_pages(tables: Mapping[str, str]) -> tuple[Page, ...]:
    """Read all pages in reading order.

    Parameters
    ----------
    tables : mapping
        Markdown to put where a page says `<!-- table: NAME -->`, by that name; `words` is known already.
    """
    folder = files("nerinspect.guide").joinpath("text")
    texts = {key: folder.joinpath(f"{key}.md").read_text(encoding="utf-8") for key in PAGE_KEYS}
    known = {"words": _words(headings(texts["sources"])), **tables}
    return tuple(
        Page(key, headings(text)[0], _PLACE_OF_TABLE.sub(lambda found: known[found[1]], text))
        for key, text in texts.items()
    )


def headings(text: str) -> list[str]:
    return re.findall(r"^#{1,3} (.+)$", text, re.MULTILINE)


def picture(name: str) -> bytes:
    """Read a picture of the guide, as PNG."""
    return files("nerinspect.guide").joinpath("pictures", name).read_bytes()


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def search(pages: Iterable[Page], words: str) -> list[Hit]:
    """Find the parts of pages that hold every one of some words, parted by blanks, or their beginnings, in any case.

    Parts with all the words in their heading stand first, then reading order counts.
    """
    wanted = [_spelled_here(word) for word in words.casefold().split()]
    hits: list[tuple[bool, Hit]] = []
    for page in pages if wanted else ():
        for part in re.split(r"\n(?=#{1,3} )", page.text):
            first_line, _, rest = part.partition("\n")
            heading, body = first_line.lstrip("# "), plain_text(rest)
            if all(word in f"{heading} {body}".casefold() for word in wanted):
                is_named = all(word in heading.casefold() for word in wanted)
                hits.append((is_named, Hit(page, heading, _excerpt(body, wanted))))
    return [hit for _, hit in sorted(hits, key=lambda pair: not pair[0])]


def plain_text(text: str) -> str:
    """Take the marks of Markdown away."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|^```\w*$|^[|\-: ]+$|^(?:-|\d+\.) ", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\|.*\|$", _plain_row, text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^> |\*\*|`|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", "", text, flags=re.MULTILINE)
    return " ".join(text.replace("\\|", "|").split())


def _plain_row(row: re.Match[str]) -> str:
    """Part the cells of a row by commas."""
    cells = (cell.strip() for cell in re.split(r"(?<!\\)\|", row[0]))
    return f"{', '.join(filter(None, cells))};"


def _spelled_here(word: str) -> str:
    return _RIGHT_TO_LEFT if word == "rtl" else word.replace("color", "colour")


def _excerpt(body: str, wanted: Sequence[str]) -> str:
    places = [place for word in wanted if (place := body.casefold().find(word)) >= 0]
    begin = max(min(places, default=0) - _EXCERPT // 3, 0)
    begin = body.find(" ", begin) + 1 if begin else 0
    cut = body[begin : begin + _EXCERPT].rsplit(" ", 1)[0] if len(body) > begin + _EXCERPT else body[begin:]
    return ("… " if begin else "") + cut + (" …" if begin + len(cut) < len(body) else "")


def _words(sources: Sequence[str]) -> str:
    rows = []
    for entry in DEFINITIONS.values():
        named = next((source for source in sources if entry.source.startswith(source)), None)
        source = f"[{named}](sources.md#{anchor(named)})" if named else entry.source
        rows.append((f"**{entry.name}**", entry.sentence, source))
    return table(("Word", "Meaning", "Source"), rows)


_HEADING = re.compile(r"(#{1,3}) (.+)")
_ITEM = re.compile(r"(?:-|\d+\.) (.+)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)\s]+\)")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_SAFE = "\ue000"  # stands for inline code while other marks are replaced

_INLINE: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)"), r'<img src="\2" alt="\1" title="\1">'),
    (re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)"), r'<a href="\2">\1</a>'),
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])"), r"<i>\1</i>"),
)


def anchor(heading: str) -> str:
    """Name the place of a heading, as links to it do: `Scores per type` is at `scores-per-type`."""
    return re.sub(r"[^\w]+", "-", heading.casefold()).strip("-")


def to_html(text: str) -> str:
    """Turn a page, in Markdown, into the inside of an HTML body."""
    return "\n".join(_blocks(text.splitlines()))


def inline(text: str) -> str:
    """Turn the marks within a line into HTML; what stands in backquotes is taken as it is."""
    codes: list[str] = []

    def keep(found: re.Match[str]) -> str:
        codes.append(found[1])
        return _SAFE

    kept = escape(re.sub(r"`([^`]+)`", keep, text), quote=False)
    for mark, html in _INLINE:
        kept = mark.sub(html, kept)
    return re.sub(_SAFE, lambda _: f"<code>{escape(codes.pop(0), quote=False)}</code>", kept)


def _blocks(lines: list[str]) -> Iterator[str]:
    place = 0
    while place < len(lines):
        line = lines[place]
        if found := _HEADING.fullmatch(line):
            level = len(found[1])
            yield f'<h{level}><a name="{anchor(found[2])}"></a>{inline(found[2])}</h{level}>'
            place += 1
        elif line.startswith("```"):
            end = lines.index("```", place + 1)
            yield _boxed("code", f"<pre>{escape(chr(10).join(lines[place + 1 : end]), quote=False)}</pre>")
            place = end + 1
        elif _PICTURE.fullmatch(line):
            yield f'<div class="picture">{inline(line)}</div>'
            place += 1
        elif line.startswith("|"):
            end = _end(lines, place, lambda one: one.startswith("|"))
            yield _table([line, *lines[place + 2 : end]])
            place = end
        elif line.startswith("> "):
            end = _end(lines, place, lambda one: one.startswith("> "))
            yield _boxed("note", inline(" ".join(one[2:] for one in lines[place:end])))
            place = end
        elif _ITEM.fullmatch(line):
            end = _end(lines, place, lambda one: bool(_ITEM.fullmatch(one)) or one.startswith("  "))
            yield _list(lines[place:end])
            place = end
        elif line.strip() and not line.startswith("<!--"):
            end = _end(lines, place, _is_text)
            yield f"<p>{inline(' '.join(lines[place:end]))}</p>"
            place = end
        else:
            place += 1


def _is_text(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(("|", "> ", "```", "#", "<!--")) and not _ITEM.fullmatch(line)


def _end(lines: list[str], place: int, belongs: Callable[[str], bool]) -> int:
    while place < len(lines) and belongs(lines[place]):
        place += 1
    return place


def _list(lines: list[str]) -> str:
    items: list[str] = []
    for line in lines:
        if found := _ITEM.fullmatch(line):
            items.append(found[1])
        else:
            items[-1] += " " + line.strip()
    name = "ul" if lines[0].startswith("-") else "ol"
    return f"<{name}>{''.join(f'<li>{inline(item)}</li>' for item in items)}</{name}>"


def _table(lines: list[str]) -> str:
    head, *rows = (
        [cell.strip().replace("\\|", "|") for cell in _CELL_BORDER.split(line.strip())[1:-1]] for line in lines
    )
    titles = "".join(f"<th>{inline(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<table class="grid" width="100%" cellspacing="0" cellpadding="5"><tr>{titles}</tr>{body}</table>'


def _boxed(name: str, html: str) -> str:
    return f'<table class="{name}" width="100%" cellspacing="0" cellpadding="8"><tr><td>{html}</td></tr></table>'
