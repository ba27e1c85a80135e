"""A place for corpora of several files."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Name a folder that is made when the first file is put into it."""
    return tmp_path / "corpus"
