"""From the Markdown of the guide's pages to HTML with anchors and classes.

The reader of Qt gives neither, so that links to headings lead nowhere and no style sheet applies. Headings, paragraphs,
lists, tables, notes (`>`), fenced code and inline marks are known; that is all the pages use.
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Final

_HEADING = re.compile(r"(#{1,3}) (.+)")
_ITEM = re.compile(r"(?:-|\d+\.) (.+)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)\s]+\)")
_CELL_BORDER = re.compile(r"(?<!\\)\|")
_SAFE = "\ue000"
"""Stands for inline code while other marks are replaced."""

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
    """Turn a page, in the Markdown described above, into the inside of an HTML body."""
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
