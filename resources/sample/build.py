"""Build the CoNLL files of the sample from the annotated sources.

A source has one tokenised sentence a line and ``# doc`` before each
document. A mention is written ``[TYPE token token]``.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
TYPES = ("PER", "ORG", "LOC", "MISC")
DOCUMENT_LINE = "# doc"
MENTION = re.compile(r"\[(?P<type>\S+) (?P<surface>[^\[\]]+)\]")
PIECE = re.compile(r"\[\S+ [^\[\]]+\]|[^\s\[\]]+")

Row = tuple[str, str]


def parse_sentence(line: str) -> list[Row]:
    """Return the tokens of an annotated sentence with their BIO labels."""
    pieces = PIECE.findall(line)
    if " ".join(pieces) != line:
        raise ValueError(f"unbalanced brackets or stray spaces: {line!r}")
    rows: list[Row] = []
    for piece in pieces:
        mention = MENTION.fullmatch(piece)
        if mention is None:
            rows.append((piece, "O"))
            continue
        if mention["type"] not in TYPES:
            raise ValueError(f"unknown type {mention['type']!r}: {line!r}")
        prefix = "B"
        for token in mention["surface"].split(" "):
            rows.append((token, f"{prefix}-{mention['type']}"))
            prefix = "I"
    return rows


def conll_lines(source: str) -> Iterator[str]:
    """Yield the lines of the CoNLL file for the text of a source."""
    for number, line in enumerate(source.splitlines(), start=1):
        if line == DOCUMENT_LINE:
            yield "-DOCSTART-\tO"
            yield ""
        elif line:
            try:
                rows = parse_sentence(line)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from error
            yield from (f"{token}\t{label}" for token, label in rows)
            yield ""


def build(name: str, folder: Path) -> Path:
    """Write ``<name>.conll`` from its source into a folder."""
    source = (HERE / "source" / f"{name}.txt").read_text(encoding="utf-8")
    path = folder / f"{name}.conll"
    text = "".join(f"{line}\n" for line in conll_lines(source))
    path.write_bytes(text.encode("utf-8"))
    return path


def main() -> None:
    """Build the training and the test file."""
    parser = argparse.ArgumentParser(description="Build the CoNLL files of the sample.")
    parser.add_argument("--folder", type=Path, default=HERE, help="where to write")
    folder: Path = parser.parse_args().folder
    for name in ("train", "test"):
        print(build(name, folder))


if __name__ == "__main__":
    main()
