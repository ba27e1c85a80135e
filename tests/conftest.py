from pathlib import Path

import pytest

from nerinspect.settings.store import FOLDER_VARIABLE


@pytest.fixture(autouse=True)
def fresh_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests, and the programs they start, away from the user's settings."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "config"))
