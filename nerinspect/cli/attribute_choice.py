"""What `--attribute` and `--buckets` ask for, and what there is to say about it."""

from collections.abc import Sequence

from nerinspect.analysis.attribute import DEFAULT_BUCKETS, Attribute
from nerinspect.analysis.attribute_plugins import plugin_fault
from nerinspect.analysis.attributes import BUILT_IN, attributes_of
from nerinspect.analysis.study import Study
from nerinspect.errors import AttributeTrainingError, UnknownNameError


def chosen_attributes(study: Study, names: Sequence[str]) -> tuple[Attribute, ...]:
    """Find the attributes that `--attribute` names, whatever their case.

    Parameters
    ----------
    study : Study
        With or without training data.
    names : sequence of str
        As given; none for all that have values.

    Returns
    -------
    tuple of Attribute
        In the order given, each once.

    Raises
    ------
    UnknownNameError
        If no attribute has such a name.
    PluginError
        If it is that of a plug-in that cannot be used.
    AttributeTrainingError
        If one needs training data and there are none.
    """
    return tuple(dict.fromkeys(_named(study, name) for name in names)) if names else attributes_of(study)


def told_choice(names: Sequence[str], n_wanted: int) -> list[str]:
    """List the arguments that repeat the choice, defaults left out."""
    attributes = [argument for name in names for argument in ("--attribute", name)]
    return attributes + (["--buckets", str(n_wanted)] if n_wanted != DEFAULT_BUCKETS else [])


def notes_on(
    study: Study, names: Sequence[str], attributes: Sequence[Attribute], remedy: str = "give it with --training"
) -> list[str]:
    """Say what is counted in tokens, and what is left out for want of training data, with the remedy."""
    counted = [attribute.name for attribute in attributes if attribute.unit == "token"]
    notes = []
    if counted:
        verb = "is" if len(counted) == 1 else "are"
        notes.append(f"{' and '.join(counted)} {verb} counted in tokens of mentions, not in mentions")
    if not names and study.training is None:
        left_out = ", ".join(attribute.name for attribute in BUILT_IN if attribute.needs_training)
        notes.append(f"there is no training data, so these are left out: {left_out}; {remedy}")
    return notes


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
