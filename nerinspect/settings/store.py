"""The file that holds the settings: JSON, written whole, read with distrust."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from shutil import copyfile
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from platformdirs import user_config_path

from nerinspect.errors import OutputError
from nerinspect.io.output import write_whole
from nerinspect.settings.schema import Settings

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
        return _read(Settings, data), ""
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        kept = _kept_aside(path)
        return Settings(), f"The settings in {path} cannot be read, so the window starts as new{kept}."


def _kept_aside(path: Path) -> str:
    """Copy settings that cannot be read, before new ones are written over them; say where to."""
    aside = path.with_name(f"{path.name}.bad")
    try:
        copyfile(path, aside)
    except OSError:
        return ""
    return f"; they are kept in {aside.name} beside it"


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


def _read(kind: type, data: object) -> Any:  # noqa: ANN401 - an instance of `kind`
    """Make a dataclass from parsed JSON; names that are not known were written by a newer version.

    Raises
    ------
    TypeError
        If a value is missing or of another type than declared.
    """
    if not isinstance(data, dict):
        raise TypeError(f"{data!r} is no {kind.__name__}")
    hints = get_type_hints(kind)
    known = {field.name for field in fields(kind)} & data.keys()
    return kind(**{name: _value(hints[name], data[name]) for name in known})


def _value(hint: Any, value: object) -> object:  # noqa: ANN401 - any annotation
    """Check a value against an annotation; lists become tuples and objects dataclasses.

    Raises
    ------
    TypeError
        If it does not fit.
    """
    if is_dataclass(hint) and isinstance(hint, type):
        return _read(hint, value)
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_value(get_args(hint)[0], part) for part in value)
    if isinstance(hint, type) and (type(value) is hint or (hint is float and type(value) is int)):
        return value
    for choice in get_args(hint) if get_origin(hint) in (Union, UnionType) else ():
        with suppress(TypeError):
            return _value(choice, value)
    if get_origin(hint) is Literal and value in get_args(hint):
        return value
    raise TypeError(f"{value!r} is no {hint}")
