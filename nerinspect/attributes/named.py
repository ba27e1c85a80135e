"""Attributes by their names, as users write them."""

from collections.abc import Sequence

from nerinspect.attributes.built_in import BUILT_IN, attributes_of
from nerinspect.attributes.plugins import plugin_fault
from nerinspect.errors import AttributeTrainingError, UnknownNameError
from nerinspect.events.study import Attribute, Study


def chosen_attributes(study: Study, names: Sequence[str]) -> tuple[Attribute, ...]:
    """Find the attributes of some names, each once, whatever its case; none names all that have values.

    Raises
    ------
    UnknownNameError
        If there is none of a name.
    AttributeTrainingError
        If it needs training data that are not there.
    """
    return tuple(dict.fromkeys(_named(study, name) for name in names)) if names else attributes_of(study)


def _named(study: Study, name: str) -> Attribute:
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
