"""The subcommands by name, each imported when it is asked for: a command starts no slower for the others."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module

import click


class Subcommands(MutableMapping[str, click.Command]):
    """A mapping of names to commands.

    Parameters
    ----------
    places : mapping of str to str
        For each name `module:function` inside `nerinspect.cli`.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)
        self._known: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        """Import a command."""
        if name not in self._known:
            module, _, function = self._places[name].partition(":")
            self._known[name] = getattr(import_module(f"nerinspect.cli.{module}"), function)
        return self._known[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        """Add a command that is imported already."""
        self._places[name], self._known[name] = "", command

    def __delitem__(self, name: str) -> None:
        """Take a command away."""
        del self._places[name]
        self._known.pop(name, None)

    def __contains__(self, name: object) -> bool:
        """Tell whether there is such a command, without importing it."""
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        """List the names."""
        return iter(self._places)

    def __len__(self) -> int:
        """Count the commands."""
        return len(self._places)
