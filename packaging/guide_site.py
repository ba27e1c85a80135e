"""Build the guide as a web site, ready to be copied to any server: `.venv/bin/python packaging/guide_site.py FOLDER`.

The pages are those that the window shows. Needs mkdocs-material (`pip install -e '.[site]'`), and no display. The site
fetches nothing from elsewhere, and is searched in the browser, also when opened from a disk.
"""

import os
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from mkdocs.commands.build import build
from mkdocs.config import load_config
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

import nerinspect.guide
from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.events.segment_events import KINDS
from nerinspect.guide import PARTS, START, Page, anchor, read_pages
from nerinspect.ui.app import make_app
from nerinspect.ui.arcs.relation_symbol import RELATION_SYMBOLS
from nerinspect.ui.guide import keys_page
from nerinspect.ui.platforms import resource_path
from nerinspect.ui.theme.marks import KIND_SYMBOLS, KindSymbols
from nerinspect.ui.theme.themes import LIGHT, choose_theme

_PICTURES: Final = Path(nerinspect.guide.__file__).parent / "pictures"
_HOME: Final = "index"  # what servers show first
_SYMBOLS: Final = {
    "kind": (KIND_SYMBOLS, KINDS),
    "relation": (RELATION_SYMBOLS, RELATION_KINDS),
}
_STYLE: Final = """
.md-grid { max-width: 72rem; }
.md-typeset img { border: 1px solid var(--md-default-fg-color--lightest); border-radius: 4px; }
.md-typeset td img { border: 0; height: 1.1em; max-width: none; vertical-align: middle; background: #fff; }
.md-typeset table:not([class]) td:first-child code { white-space: nowrap; }
"""
_WORKER: Final = """
// Lets the search run from a disk, where browsers start no workers: a hidden frame does its work.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = data => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      const load = address => new Promise(done => {
        const script = inside.document.createElement("script");
        script.src = address;
        script.onload = done;
        inside.document.body.appendChild(script);
      });
      inside.importScripts = (...addresses) =>
        addresses.reduce((before, address) => before.then(() => load(address)), Promise.resolve());
      this.started = load(url);
    }
    postMessage(data) {
      this.started.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
"""


def main(folder: Path) -> None:
    """Build the site into a folder, which is made anew."""
    app = make_app(needs_display=False)
    choose_theme(app, LIGHT)
    pages = {page.key: page for page in read_pages({"keys": keys_page()})}
    with TemporaryDirectory() as made:
        source = Path(made, "docs")
        shutil.copytree(_PICTURES, source)
        shutil.copy(resource_path("nerinspect.svg"), source / "icon.svg")
        source.joinpath("style.css").write_text(_STYLE, encoding="utf-8")
        source.joinpath("iframe-worker.js").write_text(_WORKER, encoding="utf-8")
        for scheme, (symbols, kinds) in _SYMBOLS.items():
            for kind in kinds:
                _draw_symbol(source / f"{scheme}-{kind}.svg", symbols, kind)
        for page in pages.values():
            source.joinpath(_file_of(page.key)).write_text(_for_the_web(page), encoding="utf-8")
        config_file = Path(made, "mkdocs.yml")
        config_file.write_text("site_name: nerinspect\n", encoding="utf-8")
        build(
            load_config(
                str(config_file),
                docs_dir=str(source),
                site_dir=str(folder),
                strict=True,
                use_directory_urls=False,
                theme={
                    "name": "material",
                    "font": False,  # of the reader's system; others would be fetched
                    "logo": "icon.svg",
                    "favicon": "icon.svg",
                    "features": ["navigation.sections", "navigation.footer", "navigation.top", "search.highlight"],
                    "palette": [
                        {"media": "(prefers-color-scheme: light)", "scheme": "default"},
                        {"media": "(prefers-color-scheme: dark)", "scheme": "slate"},
                    ],
                },
                extra={"generator": False, "polyfills": ["iframe-worker.js"]},
                extra_css=["style.css"],
                plugins=["material/search", "material/offline"],
                markdown_extensions=["tables", "sane_lists", "attr_list", {"toc": {"slugify": _anchor}}],
                nav=[{part: [{pages[key].title: _file_of(key)} for key in keys]} for part, keys in PARTS.items()],
                validation={"links": {"anchors": "warn"}},
            )
        )


def _file_of(key: str) -> str:
    return f"{_HOME if key == START else key}.md"


def _anchor(heading: str, _separator: str) -> str:
    return anchor(heading)


def _for_the_web(page: Page) -> str:
    """Write a page as the site's Markdown: a blank line before each block, pictures in their size, other file names."""
    lines: list[str] = []
    is_code = False
    for line in re.sub(r"<!-- .*? -->\n", "", page.text).splitlines():
        if not is_code and lines and lines[-1] and _begins_block(line, lines[-1]):
            lines.append("")
        is_code ^= line.startswith("```")
        lines.append(line if is_code else _with_places(line))
    return "\n".join(lines)


def _begins_block(line: str, before: str) -> bool:
    marks = ("|", "> ", "- ")
    return any(line.startswith(mark) and not before.startswith((mark, "  ")) for mark in marks)


def _with_places(line: str) -> str:
    """Let links and pictures lead where they are on the site."""
    line = re.sub(rf"\]\({START}\.md", f"]({_HOME}.md", line)
    line = re.sub(r"!\[\]\((kind|relation):([\w-]+)\)", r"![\2](\1-\2.svg)", line)
    return re.sub(r"\]\(([\w-]+\.png)\)", _sized, line)


def _sized(found: re.Match[str]) -> str:
    return f"{found[0]}{{ width={QImage(str(_PICTURES / found[1])).width() // 2} }}"


def _draw_symbol(path: Path, symbols: KindSymbols, kind: str) -> None:
    writer, size = QSvgGenerator(), symbols.size_beside(14)
    writer.setFileName(str(path))
    writer.setSize(size.toSize())
    writer.setViewBox(QRectF(QPointF(), size))
    painter = QPainter(writer)
    symbols.paint(painter, QRectF(QPointF(), size), kind, LIGHT)
    painter.end()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
