import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORDS = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
FILES = sorted(set(re.findall(r"`?((?:[a-z_]+/)*[a-z0-9_]+\.py)`?", WORDS)))


def test_every_file_that_the_architecture_names_exists() -> None:
    assert len(FILES) > 20
    places = [ROOT, ROOT / "nerinspect", ROOT / "nerinspect" / "ui"]
    assert [name for name in FILES if not any((place / name).is_file() for place in places)] == []
