"""Dataclasses from parsed JSON, read with distrust."""

from contextlib import suppress
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def read_dataclass(kind: type, data: object) -> Any:  # noqa: ANN401 - an instance of `kind`
    """Make a dataclass from parsed JSON; names that are not known were written by a newer version."""
    if not isinstance(data, dict):
        raise TypeError(f"{data!r} is no {kind.__name__}")
    hints = get_type_hints(kind)
    known = {field.name for field in fields(kind)} & data.keys()
    return kind(**{name: read_value(hints[name], data[name]) for name in known})


def read_value(hint: Any, value: object) -> Any:  # noqa: ANN401 - any annotation
    """Check a value against an annotation; lists become tuples and objects dataclasses."""
    if is_dataclass(hint) and isinstance(hint, type):
        return read_dataclass(hint, value)
    if get_origin(hint) is tuple and isinstance(value, list):
        kinds = get_args(hint)
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(value)
        if len(kinds) == len(value):
            return tuple(map(read_value, kinds, value))
    if isinstance(hint, type) and (type(value) is hint or (hint is float and type(value) is int)):
        return value
    for choice in get_args(hint) if get_origin(hint) in (Union, UnionType) else ():
        with suppress(TypeError):
            return read_value(choice, value)
    if get_origin(hint) is Literal and value in get_args(hint):
        return value
    raise TypeError(f"{value!r} is no {hint}")
