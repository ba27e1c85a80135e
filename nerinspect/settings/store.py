"""The file that holds the settings: JSON, written whole, read with distrust."""

import json
import os
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from platformdirs import user_config_path

from nerinspect.errors import OutputError
from nerinspect.io.load import LoadRequest
from nerinspect.io.output import write_whole
from nerinspect.settings.schema import Session, Settings

FOLDER_VARIABLE = "NERINSPECT_CONFIG"
"""Environment variable that names another folder for the settings."""


def settings_path() -> Path:
    """Find the file of the settings; it need not exist."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return (Path(folder) if folder else user_config_path("nerinspect")) / "settings.json"


def load_settings() -> tuple[Settings, str]:
    """Read the settings.

    Returns
    -------
    settings : Settings
        The defaults if there is no file, or none that can be understood.
    problem : str
        What is wrong with the file, in one sentence; empty if nothing is.
    """
    path = settings_path()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return _settings(data), ""
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Settings(), f"The settings in {path} cannot be read, so the window starts as new."


def save_settings(settings: Settings) -> str:
    """Write the settings.

    Returns
    -------
    str
        What went wrong, in one sentence; empty if nothing did.
    """
    path = settings_path()
    data = (json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n").encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole([(str(path), lambda file: file.write(data))])
    except (OSError, OutputError) as error:
        return f"The settings were not saved: {error}."
    return ""


def _settings(data: Any) -> Settings:  # noqa: ANN401 - parsed JSON
    if not isinstance(data, dict):
        raise TypeError("no object of settings")
    sessions = tuple(_session(entry) for entry in data.pop("sessions"))
    return Settings(**_checked(Settings, data), sessions=sessions)


def _session(data: dict[str, Any]) -> Session:
    request = LoadRequest(**_checked(LoadRequest, data.pop("request")))
    return Session(request, **_checked(Session, data))


def _checked(kind: type, data: dict[str, Any]) -> dict[str, Any]:
    """Keep the values whose names are known and whose types fit; refuse the others.

    Raises
    ------
    TypeError
        If a value is of another type than declared.
    """
    hints = get_type_hints(kind)
    known = {f.name for f in fields(kind)}
    checked = {}
    for name, value in data.items():
        if name not in known:
            continue  # written by a newer version
        value = tuple(value) if isinstance(value, list) else value
        if not _fits(value, hints[name]):
            raise TypeError(f"{name} is {value!r}")
        checked[name] = value
    return checked


def _fits(value: object, hint: Any) -> bool:  # noqa: ANN401 - any annotation
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(part, get_args(hint)[0]) for part in value)
    if isinstance(hint, type):
        return isinstance(value, hint) or (hint is float and isinstance(value, int))
    choices = get_args(hint)
    return any(value == choice if not isinstance(choice, type) else _fits(value, choice) for choice in choices)
