"""All formats there are: the program's own, and those that others add through the entry points `nerinspect.readers`."""

import logging
from functools import cache
from importlib import import_module
from typing import Final

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.io.formats.reader import Guess, Reader

GROUP: Final = "nerinspect.readers"

OWN: Final = {
    "brat": "brat",
    "conll": "conll",
    "conllu": "conllu",
    "json": "json_sentences",
    "jsonl": "jsonl_tokens",
    "jsonl-spans": "jsonl_spans",
    "label-studio": "label_studio",
    "parquet": "parquet",
    "spacy": "spacy_bin",
    "webanno": "webanno",
}
"""The modules of the program's own formats; one that is named loads alone."""

_log = logging.getLogger(__name__)


@cache
def readers() -> dict[str, Reader]:
    """Give every reader by its name, in alphabetical order; one that cannot be loaded is left out and logged."""
    from importlib.metadata import entry_points  # takes long, and is not needed where a format is named

    found = {name: _own_reader(name) for name in OWN}
    for point in entry_points(group=GROUP):
        if point.name in found:
            continue
        try:
            found[point.name] = point.load()
        except Exception as mistake:  # anything may go wrong in a package of others
            _log.warning("the format %s of %s cannot be used: %s", point.name, point.value, mistake)
    return dict(sorted(found.items()))


def reader_named(name: str) -> Reader:
    """Give the reader of a format."""
    if name in OWN:
        return _own_reader(name)
    found = readers()
    if name not in found:
        raise UnknownNameError("format", name, found)
    return found[name]


@cache
def _own_reader(name: str) -> Reader:
    """Import one of the program's own formats alone, without looking for those of others."""
    reader: Reader = import_module(f"nerinspect.io.formats.{OWN[name]}").READER
    return reader


def guess_reader(path: str, head: bytes) -> tuple[Reader, Guess]:
    """Choose the format of a file or folder by its first bytes, then by its ending, and say why.

    It is the surest, of several the first by name; `head` is what `Reader.guess` looks at.

    Raises
    ------
    CommandError
        If no reader takes it, as may happen with a folder.
    """
    guesses = [(reader, reader.guess(path, head)) for reader in readers().values()]
    made = [(reader, guess) for reader, guess in guesses if guess is not None]
    if not made:
        raise CommandError(f"{path}: no format fits this; name one with --format ({', '.join(readers())})")
    return max(made, key=lambda candidate: candidate[1].certainty)
