"""The format `conll`: one token and its labels a line."""

from collections.abc import Mapping
from pathlib import PurePath

import numpy as np

from nerinspect.errors import CommandError
from nerinspect.io.content import Content
from nerinspect.io.formats.conll_columns import Columns, read_conll
from nerinspect.io.formats.conll_lines import notes_on_lines
from nerinspect.io.formats.reader import FALLBACK, Guess
from nerinspect.io.label_edit import edited_bytes
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint


class ConllReader:
    """CoNLL-style lines, as the first shared tasks wrote them."""

    name = "conll"
    title = "CoNLL columns"
    suffixes = (".conll", ".bio", ".iob", ".iob2", ".bioes", ".tsv", ".labels")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Take any text: what no other format claims are lines with fields."""
        suffix = PurePath(path.removesuffix(".gz")).suffix.casefold()
        if suffix in self.suffixes:
            return Guess(FALLBACK, f"by its ending {suffix}")
        return Guess(FALLBACK, "lines with fields")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read tokens and labels."""
        if options.key is not None:
            raise CommandError(f"{content.path} holds no lists; leave out #{options.key}")
        columns = Columns(options.token_column, options.label_columns, options.comments)
        parsed = read_conll(content, columns, options.may_be_labels_alone, options.others, checkpoint)
        return RawFile(
            content,
            self.name,
            parsed.text,
            parsed.labels,
            line_kinds=parsed.line_kinds,
            options=options,
            notes=notes_on_lines(content),
            separator="tab" if parsed.by_tabs else "blanks",
            others=parsed.others,
        )

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        """Write labels back; every other byte stays."""
        text = raw.text
        assert text is not None, "labels alone have no token positions of their own"
        lines = text.lines_of(np.fromiter(labels, dtype=np.int64, count=len(labels))).tolist()
        by_line = dict(zip(lines, labels.values(), strict=True))
        content, column = raw.content, raw.options.label_columns[0]
        return edited_bytes(content.original, content.text_encoding, column, raw.separator == "tab", by_line)


READER = ConllReader()
