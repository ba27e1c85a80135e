"""WebAnno files to read and to write, and what was read in them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from nerinspect.corpus.mentions import Mentions
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.io.formats.webanno import READER
from nerinspect.io.reading.files import open_path, read_with
from nerinspect.io.request import FileOptions

MakeFile: TypeAlias = Callable[..., str]

Span: TypeAlias = tuple[int, int, str]

PLAIN = ReadOptions()

SKIP = ReadOptions(spans="skip", discontinuous="skip")

NER = "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value"

POS = "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue"

RELATION = "#T_RL=webanno.custom.Rel|label|BT_de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"

FILE = f"""#FORMAT=WebAnno TSV 3.3
{POS}
{NER}
{RELATION}


#Sentence.id=s1
#Text=Ana Smith met Bob 😀 .
1-1\t0-3\tAna\tNNP\tQ1[1]\tPER[1]\t_\t_\t
1-2\t4-9\tSmith\tNNP\tQ1[1]|*[2]\tPER[1]|LAST\\_NAME[2]\t_\t_\t
1-3\t10-13\tmet\tVB\t_\t_\t_\t_\t
1-4\t14-17\tBob\tNNP\t*\tPER\tmeets\t1-1[1_0]\t
1-5\t18-20\t😀\tSYM\t_\t_\t_\t_\t
1-6\t21-22\t.\t.\t_\t_\t_\t_\t

#Text=Rome
2-1\t23-27\tRome\tNNP\tQ220\tLOC\t_\t_\t
"""

NUMBERED = [(0, 2, "PER"), (1, 2, "LAST_NAME"), (3, 4, "PER"), (6, 7, "LOC")]


def table(*rows: str, header: str = "#T_SP=x.NamedEntity|value") -> str:
    """Write a file from rows such as `1-1 0-3 Ana PER`, an empty one between sentences."""
    body = "\n".join("\t".join(row.split(" ")) for row in rows)
    return f"#FORMAT=WebAnno TSV 3.2\n{header}\n\n\n#Text=…\n{body}\n"


def read(path: str | Path, options: ReadOptions = PLAIN, text_encoding: str = "utf-8") -> RawFile:
    return read_with(READER, open_path(str(path)), FileOptions(text_encoding=text_encoding, reading=options))


def spans_of(raw: RawFile) -> list[Span]:
    found = raw.mentions
    assert found is not None
    rows = zip(found.start.tolist(), found.end.tolist(), found.type_codes.tolist(), strict=True)
    return [(start, end, found.types[code]) for start, end, code in rows]


# Parts of tokens

PARTS = table(
    "1-1 0-6 aaaaaa A[1]",
    "1-1.1 3-6 aaa B[2]|C",
    "1-2 7-13 bbbbbb B[2]",
    "1-2.1 7-10 bbb D",
    "1-2.2 8-8  E",
    "1-3 14-15 c _",
)


# Writing


def as_mentions(spans: Sequence[Span]) -> Mentions:
    types = tuple(sorted({span[2] for span in spans}))
    rows = sorted((start, end, types.index(name)) for start, end, name in spans)
    start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    return Mentions(start, end, codes, types)


def written(path: str, spans: Sequence[Span], options: ReadOptions = PLAIN) -> str:
    return READER.with_mentions(read(path, options), as_mentions(spans)).decode()
