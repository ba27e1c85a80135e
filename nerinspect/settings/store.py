"""The file that holds the settings: JSON, written whole, read with distrust."""

import json
import os
from dataclasses import asdict, replace
from pathlib import Path
from shutil import copyfile
from typing import Any

from platformdirs import user_config_path

from nerinspect.errors import OutputError
from nerinspect.io.typed_json import read_dataclass
from nerinspect.io.writing.whole_files import write_whole
from nerinspect.settings.schema import AnalysisChoice, Settings

FOLDER_VARIABLE = "NERINSPECT_CONFIG"
"""Environment variable that names another folder for the settings."""


def settings_path() -> Path:
    """Find the file of the settings; it need not exist."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return (Path(folder) if folder else user_config_path("nerinspect")) / "settings.json"


def load_settings() -> tuple[Settings, str]:
    """Read the settings, or the defaults, and say in one sentence what is wrong with the file; empty if nothing is."""
    path = settings_path()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return replace(read_dataclass(Settings, data), **_taken_over(data)), ""
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        kept = _kept_aside(path)
        return Settings(), f"The settings in {path} cannot be read, so the window starts as new{kept}."


def _taken_over(data: dict[str, Any]) -> dict[str, AnalysisChoice]:
    """Make one number of buckets of the three that older versions remembered: the first that somebody chose."""
    if "analysis" in data:
        return {}
    usual = AnalysisChoice()
    for part, name in (("layout", "n_buckets"), ("diagnosis", "n_wanted"), ("buckets", "n_wanted")):
        number = data.get(part, {}).get(name)
        if isinstance(number, int) and number not in (0, usual.n_buckets):
            return {"analysis": AnalysisChoice(number)}
    return {}


def _kept_aside(path: Path) -> str:
    """Copy settings that cannot be read, before new ones are written over them; say where to."""
    aside = path.with_name(f"{path.name}.bad")
    try:
        copyfile(path, aside)
    except OSError:
        return ""
    return f"; they are kept in {aside.name} beside it"


def save_settings(settings: Settings) -> str:
    """Write the settings; give what went wrong, in one sentence, empty if nothing did."""
    path = settings_path()
    data = (json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n").encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole([(str(path), lambda file: file.write(data))], ())
    except (OSError, OutputError) as error:
        return f"The settings were not saved: {error}."
    return ""
