"""Which files a swap test reads and writes, as the user names them."""

from PySide6.QtWidgets import QWidget

from nerinspect.io.named_predictions import argument_of
from nerinspect.io.names import NamedPath
from nerinspect.ui.file_dialogs import ask_for_files, ask_where_to_save


def ask_swapped(window: QWidget, relation_type: str) -> str:
    """Ask where the swapped sentences go; empty if nowhere."""
    return ask_where_to_save(
        window, "Write Swapped Sentences", f"{_as_file_name(relation_type)}.swapped.json", "JSON (*.json)"
    )[0]


def ask_report(window: QWidget, relation_type: str) -> str:
    """Ask where the table of scores goes; empty if nowhere."""
    return ask_where_to_save(window, "Save Report", f"{_as_file_name(relation_type)}.swap.csv", "CSV (*.csv)")[0]


def ask_predictions(window: QWidget, name: str, system: str) -> list[str]:
    """Ask for predictions on a set.

    Parameters
    ----------
    window : QWidget
        Who asks.
    name : str
        The set, `original` or `swapped`.
    system : str
        Whose runs they are; empty for systems that are called as their files are.

    Returns
    -------
    list of str
        `PATH` or `NAME=PATH` each.
    """
    title = f"Predictions on the {name.capitalize()} Sentences"
    paths = ask_for_files(window, f"{title}: {system}" if system else title)
    return [argument_of(NamedPath(path), [system] if system else []) for path in paths]


def _as_file_name(relation_type: str) -> str:
    """Write a type as a part of a file name."""
    return "".join(character if character.isalnum() or character in "-_." else "_" for character in relation_type)
