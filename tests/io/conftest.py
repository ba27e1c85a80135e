"""Small files, and the public data sets where they lie beside the checkout."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from nerinspect.io.content import read_content
from nerinspect.io.formats.conll import Columns, ConllFile, read_conll

MakeFile: TypeAlias = Callable[..., str]
ReadConll: TypeAlias = Callable[..., ConllFile]


@pytest.fixture
def make_file(tmp_path: Path) -> MakeFile:
    """Write text as UTF-8, or bytes as they are, and give the path."""

    def make(content: str | bytes, name: str = "data.conll") -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return make


@pytest.fixture
def read(make_file: MakeFile) -> ReadConll:
    """Write a file and read it back with the given columns."""

    def read_text(
        content: str | bytes, token: int = 0, labels: tuple[int, ...] = (-1,), comments: bool = False
    ) -> ConllFile:
        return read_conll(read_content(make_file(content)), Columns(token, labels, comments))

    return read_text
