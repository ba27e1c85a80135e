import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORDS = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
FILES = sorted(set(re.findall(r"`?((?:[a-z_]+/)*[a-z0-9_]+\.py)`?", WORDS)))


@pytest.mark.parametrize("name", FILES)
def test_every_file_that_the_architecture_names_exists(name: str) -> None:
    places = [ROOT, ROOT / "nerinspect", ROOT / "nerinspect" / "ui"]
    assert any((place / name).is_file() for place in places)


def test_the_architecture_names_files() -> None:
    assert len(FILES) > 20
