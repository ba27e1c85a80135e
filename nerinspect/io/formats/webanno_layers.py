"""The header of WebAnno TSV: which layers a file has, and which columns they take."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nerinspect.errors import NoLabelFieldError, WebannoShapeError, shown

FORMAT: Final = "#FORMAT=WebAnno TSV "
_VERSION: Final = "3."
BASE_COLUMNS: Final = 3
"""Columns before those of the layers: number, offsets, token."""

ANY_LAYER: Final = "uima.tcas.Annotation"
_BUILT_IN: Final = "de.tudarmstadt.ukp.dkpro.core."
_USUAL_LAYER, _USUAL_FEATURE = "NamedEntity", "value"
_LAYER: Final = re.compile(r"#T_(SP|CH|RL)=(.+)")


@dataclass(frozen=True)
class Layer:
    """One layer.

    Attributes
    ----------
    kind : str
        `SP` for spans, `CH` for chains, `RL` for relations.
    name : str
        Its full name.
    features : tuple of str
        What each of its columns holds; one that is empty for a layer without features.
    first : int
        Its first column in a row.
    """

    kind: str
    name: str
    features: tuple[str, ...]
    first: int

    @property
    def short_name(self) -> str:
        """The name without the packages before it."""
        return self.name.rpartition(".")[2]

    @property
    def columns(self) -> range:
        """The columns it takes in a row."""
        return range(self.first, self.first + len(self.features))

    def titles(self) -> list[tuple[int, str]]:
        """Name the columns that hold values: `POS.PosValue`, or `Sentence` for a layer without features."""
        named = [
            (column, f"{self.short_name}.{feature}" if feature else self.short_name)
            for column, feature in zip(self.columns, self.features, strict=True)
        ]
        return [] if self.kind != "SP" else [named[place] for place in range(len(named)) if self._is_value(place)]

    def slot_targets(self) -> list[tuple[int, str]]:
        """Give the columns that name annotations elsewhere, each with the layer of these."""
        if self.kind == "RL":
            return [
                (column, feature.removeprefix("BT_"))
                for column, feature in zip(self.columns, self.features, strict=True)
                if feature.startswith("BT_")
            ]
        places = [place for place, feature in enumerate(self.features) if feature.startswith("ROLE_")]
        return [
            (self.first + place + 1, self.features[place + 1]) for place in places if place + 1 < len(self.features)
        ]

    def _is_value(self, place: int) -> bool:
        before = self.features[place - 1] if place else ""
        return not self.features[place].startswith("ROLE_") and not before.startswith("ROLE_")


@dataclass(frozen=True)
class Chosen:
    """Where the mentions stand.

    Attributes
    ----------
    layer : Layer
        Their layer.
    column : int
        The column of their types; -1 if the file has no such layer, as none without annotation is exported.
    title : str
        Its name, for people.
    """

    layer: Layer
    column: int
    title: str

    @property
    def type_without_value(self) -> str:
        """What a mention without value is called."""
        return "*" if self.layer.features[self.column - self.layer.first] else self.layer.short_name


def read_header(path: str, data: bytes) -> list[Layer]:
    """Read the layers of a file.

    Raises
    ------
    WebannoShapeError
        If it does not begin as such a file.
    """
    first, *lines = data[: 1 << 16].decode(errors="replace").split("\n")
    if not first.startswith(FORMAT + _VERSION):
        problem = f"the first line is {shown(first)}, not #FORMAT=WebAnno TSV 3.x"
        raise WebannoShapeError(path, problem, "export the document as WebAnno TSV v3.3, or name another --format", 1)
    layers: list[Layer] = []
    column = BASE_COLUMNS
    for line in lines:
        match = _LAYER.fullmatch(line)
        if not match:
            break
        name, *features = match[2].split("|")
        layers.append(Layer(match[1], name, tuple(features) or ("",), column))
        column += len(features) or 1
    return layers


def choose_column(path: str, layers: Sequence[Layer], asked: str) -> Chosen:
    """Choose the layer and the feature of the mentions.

    Parameters
    ----------
    path : str
        The file, for messages.
    layers : sequence of Layer
        What it has.
    asked : str
        A layer, a feature, or `LAYER.FEATURE`, the layer with its packages or without; empty for the value of
        NamedEntity, or for the only feature of layers that are not built in.

    Returns
    -------
    Chosen
        Of several features, the one called value.

    Raises
    ------
    NoLabelFieldError
        If there is more than one, or none that was asked for.
    """
    every = [Chosen(layer, column, title) for layer in layers for column, title in layer.titles()]
    named = [one for one in every if asked in _names(one)] if asked else _usual(every)
    if len(named) > 1:
        named = [one for one in named if one.title.endswith(f".{_USUAL_FEATURE}")] or named
    if len(named) == 1:
        return named[0]
    if not named and not asked:
        return Chosen(Layer("SP", _USUAL_LAYER, (_USUAL_FEATURE,), -1), -1, f"{_USUAL_LAYER}.{_USUAL_FEATURE}")
    what = f"are called {shown(asked)}" if asked else "may hold the mentions"
    problem = f"several layers or features {what}" if named else f"no layer or feature is called {shown(asked)}"
    raise NoLabelFieldError(path, problem, [one.title for one in every])


def _usual(every: Sequence[Chosen]) -> list[Chosen]:
    named = [one for one in every if one.layer.short_name == _USUAL_LAYER]
    return named or [one for one in every if not one.layer.name.startswith(_BUILT_IN)]


def _names(one: Chosen) -> set[str]:
    feature = one.title.partition(".")[2]
    name = one.layer.name
    return {one.title, one.layer.short_name, name, f"{name}.{feature}", f"{name}|{feature}", feature} - {""}
