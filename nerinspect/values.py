"""Classes of values: frozen dataclasses, made in a quarter of the usual time, for a start makes over a hundred."""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as usual_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, eq: bool = True, kw_only: bool = False) -> Callable[[type], type]:
        """Do what `dataclasses.dataclass` does, but compile the constructor alone: all other methods are shared."""
        assert frozen, "values do not change"

        def make(cls: type) -> type:
            usual_dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
            methods = {"__init__": _constructor(fields(cls), hasattr(cls, "__post_init__")), "__repr__": _written}
            if eq:
                compared = [field.name for field in fields(cls) if field.compare] or ["__class__"]
                values = attrgetter(*compared, compared[0])  # of one name alone it would give no tuple
                methods["__hash__"] = lambda self: hash(values(self))
                methods["__eq__"] = lambda self, other: (
                    values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented
                )
            for name, method in methods.items():
                if vars(cls).get(name) is None:
                    setattr(cls, name, method)
            cls.__setattr__ = cls.__delattr__ = _refuse
            return cls

        return make


def _constructor(known: Sequence[Field[Any]], is_checked: bool) -> Callable[..., None]:
    names: dict[str, Any] = {"_set": object.__setattr__, "_nothing": MISSING}
    given, body = ["self"], ["self.__post_init__()"] * is_checked
    for place, field in enumerate(sorted(known, key=lambda field: bool(field.kw_only))):
        name, is_made = field.name, field.default_factory is not MISSING
        names[f"_{name}"] = field.default_factory if is_made else field.default
        given += ["*"] * (field.kw_only is True and "*" not in given)
        given.append(f"{name}=_nothing" if is_made else name if field.default is MISSING else f"{name}=_{name}")
        body.insert(place, f"_set(self, '{name}', {f'_{name}() if {name} is _nothing else ' * is_made}{name})")
    exec(f"def __init__({', '.join(given)}): {'; '.join(body) or 'pass'}", names)
    made: Callable[..., None] = names["__init__"]
    made.__annotations__ = {field.name: field.type for field in known}
    return made


def _written(self: Any) -> str:  # noqa: ANN401
    shown = [f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: object, name: str, *value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")
