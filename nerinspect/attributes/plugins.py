"""Attributes of packages, by the entry points `nerinspect.attributes`, and all of them by their names."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath
from traceback import extract_tb
from typing import Final, get_args

import numpy as np

from nerinspect.errors import AttributeTrainingError, PluginError, UnknownNameError
from nerinspect.events.members import members
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import AnnotatedText, Attribute, AttributeValues, Scale, Study, Unit
from nerinspect.installed import entry_points_of
from nerinspect.quantities import grouped

GROUP: Final = "nerinspect.attributes"

_log = logging.getLogger(__name__)


def plugged_attributes(study: Study, taken: Iterable[str] = ()) -> tuple[list[Attribute], list[str]]:
    """Ask every plug-in for its attribute, and check what it computes; say in a sentence each what cannot be used.

    One that needs training data is checked once there are some. Names that are taken are those of others than the
    built-in ones.
    """
    if not installed():
        return [], []  # as mostly: what is built in need not be imported
    from nerinspect.attributes.built_in import BUILT_IN

    names = {one.name for one in BUILT_IN} | set(taken)
    used: list[Attribute] = []
    faults = []
    for name, package, loaded in installed():
        try:
            attribute = _made(study, name, package, loaded)
            if attribute.name in names:
                raise PluginError(name, package, f"another attribute is called {attribute.name}")
        except PluginError as fault:
            faults.append(str(fault))
            continue
        names.add(attribute.name)
        used.append(attribute)
    return used, faults


def plugin_fault(study: Study, name: str) -> PluginError | None:
    """Say why the plug-in that is asked for by this name, in any case, cannot be used; None if there is no such one."""
    for entry, package, loaded in installed():
        if entry.casefold() == name.casefold():
            try:
                _made(study, entry, package, loaded)
            except PluginError as fault:
                return fault
    return None


@cache
def installed() -> Sequence[tuple[str, str, object]]:
    """Load every entry point: its name, its package and what it is, or the mistake that loading it made."""
    found: list[tuple[str, str, object]] = []
    for point in sorted(entry_points_of(GROUP), key=lambda point: point.name):
        package = point.dist.name if point.dist else point.value.partition(":")[0]
        try:
            loaded: object = point.load()
        except Exception as mistake:  # anything may go wrong in a package of others
            _log.debug("loading the attribute %s of %s failed", point.name, package, exc_info=mistake)
            loaded = mistake
        found.append((point.name, package, loaded))
    return found


def _made(study: Study, name: str, package: str, loaded: object) -> Attribute:
    """Make the attribute of a plug-in, with values that are checked."""
    try:
        if isinstance(loaded, Exception):
            raise loaded
        attribute = loaded(study) if callable(loaded) else loaded
    except Exception as mistake:
        _log.debug("making the attribute %s of %s failed", name, package, exc_info=mistake)
        raise PluginError(name, package, _told(mistake)) from None
    if not isinstance(attribute, Attribute):
        raise PluginError(name, package, f"it is not an Attribute but {type(attribute).__name__}")
    if attribute.unit not in get_args(Unit) or attribute.scale not in get_args(Scale):
        raise PluginError(name, package, f"it has the unit {attribute.unit} and the scale {attribute.scale}")
    if not attribute.name or not isinstance(attribute.name, str):
        raise PluginError(name, package, "it has no name")
    checked = _CheckedValues(attribute, name, package)
    if attribute.needs_training and study.training is None:
        return replace(attribute, values=checked)
    known = _Known(checked(study), study.events, study.training)
    return replace(attribute, values=replace(checked, known=known))


@dataclass(frozen=True, eq=False)
class _Known:
    """Values that were computed already, and what for."""

    values: AttributeValues
    events: EventTable
    training: AnnotatedText | None


@dataclass(frozen=True, eq=False)
class _CheckedValues:
    """The values of a plug-in's attribute, or a mistake that says what is wrong with them."""

    attribute: Attribute
    name: str
    package: str
    known: _Known | None = None

    def __call__(self, study: Study) -> AttributeValues:
        known = self.known
        if known is not None and known.events is study.events and known.training is study.training:
            return known.values
        try:
            values = self.attribute.values(study)
            problem = _problem_with(study, self.attribute, values)
        except Exception as mistake:
            _log.debug("the attribute %s of %s failed", self.name, self.package, exc_info=mistake)
            problem = _told(mistake)
        if problem:
            raise PluginError(self.name, self.package, problem)
        reference, predicted = (np.asarray(own, dtype=np.float64) for own in (values.reference, values.predicted))
        return AttributeValues(reference, predicted, tuple(values.names))


def _problem_with(study: Study, attribute: Attribute, values: object) -> str:
    if not isinstance(values, AttributeValues):
        return f"its values are not AttributeValues but {type(values).__name__}"
    wanted = members(study, attribute.unit)
    n_reference, n_predicted = wanted.n_reference, len(wanted.partner)
    reference, predicted = (np.asarray(own, dtype=np.float64) for own in (values.reference, values.predicted))
    if reference.shape not in ((n_reference,), (len(study.predictions), n_reference)):
        return f"it has reference values of shape {reference.shape}, for {grouped(n_reference)} {attribute.unit}s"
    if predicted.shape != (n_predicted,):
        return f"it has predicted values of shape {predicted.shape}, for {grouped(n_predicted)} {attribute.unit}s"
    there = np.concatenate([reference.ravel(), predicted])
    there = there[~np.isnan(there)]
    if not np.isfinite(there).all():
        return "some values are infinite"
    if attribute.scale == "name" and len(set(values.names)) < len(values.names):
        return "two of its names are equal"
    if attribute.scale == "name" and not np.isin(there, np.arange(len(values.names))).all():
        return f"some values match none of its {grouped(len(values.names))} names"
    return ""


def _told(mistake: Exception) -> str:
    """Say in one line what went wrong, and in which line of which file."""
    reason, frames = " ".join(str(mistake).split()), extract_tb(mistake.__traceback__)
    told = f"{type(mistake).__name__}: {reason[:200]}" if reason else type(mistake).__name__
    return f"{told} ({PurePath(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else told


def chosen_attributes(study: Study, names: Sequence[str]) -> tuple[Attribute, ...]:
    """Find the attributes of some names, each once, whatever its case; none names all that have values.

    Raises
    ------
    UnknownNameError
        If there is none of a name.
    AttributeTrainingError
        If it needs training data that are not there.
    """
    from nerinspect.attributes.built_in import attributes_of

    return tuple(dict.fromkeys(_named(study, name) for name in names)) if names else attributes_of(study)


def _named(study: Study, name: str) -> Attribute:
    from nerinspect.attributes.built_in import BUILT_IN

    known = {one.name: one for one in (*BUILT_IN, *study.attributes)}
    folded = {own.casefold(): own for own in reversed(known)}
    wanted = known.get(name) or known.get(folded.get(name.casefold(), ""))
    if wanted is None:
        if fault := plugin_fault(study, name):
            raise fault
        raise UnknownNameError("attribute", name, known)
    if wanted.needs_training and study.training is None:
        raise AttributeTrainingError(wanted.name)
    return wanted
