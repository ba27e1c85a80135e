"""`buckets` and `diagnose`: scores by the value of an attribute, and where systems are best and worst."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from nerinspect.attributes.built_in import BUILT_IN, attributes_of
from nerinspect.attributes.plugins import plugin_fault
from nerinspect.cli.options import attribute_options, load_options, load_request, output_options
from nerinspect.cli.session import (
    asks_for_other_columns,
    load_for_result,
    load_with_training,
    tell,
    tell_choices,
    write_study_table,
)
from nerinspect.errors import AttributeTrainingError, CommandError, UnknownNameError, shown
from nerinspect.events.study import DEFAULT_BUCKETS, Attribute, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.tables.buckets import DIAGNOSIS_COLUMNS, Diagnosis, bucket_table, diagnosis_table
from nerinspect.training.retention import RETENTION


def chosen_attributes(study: Study, names: Sequence[str]) -> tuple[Attribute, ...]:
    """Find the attributes that `--attribute` names, each once, whatever its case; none names all that have values."""
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


@click.command(
    epilog="\b\nExample: nerinspect buckets test.conll pred.conll --training train.conll --attribute eLen --buckets 5"
)
@load_options
@attribute_options
@output_options
def buckets(
    attributes: tuple[str, ...],
    n_wanted: int,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Score each system on short and long, rare and frequent mentions, and by other attributes."""
    request = load_request(arguments)
    study = load_study(request, with_others=asks_for_other_columns(*attributes))
    chosen = chosen_attributes(study, attributes)
    tell_choices(study)
    notes = notes_on(study, attributes, chosen)
    for note in notes:
        tell(note)
    told = told_choice(attributes, n_wanted)
    details = {
        "table": "buckets",
        "attributes": [attribute.name for attribute in chosen],
        "buckets": n_wanted,
        "notes": notes,
        "matching": request.matching,
    }
    write_study_table(study, request, bucket_table(study, chosen, n_wanted), output, form, details, told)


@click.command(
    epilog="\b\nExample: nerinspect diagnose test.conll a.conll b.conll --training train.conll --kind comparative"
)
@load_options
@click.option(
    "--kind", type=click.Choice(tuple(DIAGNOSIS_COLUMNS)), default="self", show_default=True,
    help="Worst and best buckets; of systems in pairs; correlation and spread by system; means over systems.",
)  # fmt: skip
@attribute_options
@output_options
def diagnose(
    kind: Diagnosis,
    attributes: tuple[str, ...],
    n_wanted: int,
    output: str | None,
    form: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Tell where systems are weak, and which attributes make mentions hard."""
    request = load_request(arguments)
    load = partial(load_with_training, needs_prediction=True) if request.training else load_for_result
    study = load(request, with_others=asks_for_other_columns(*attributes))
    chosen = chosen_attributes(study, attributes)
    tell_choices(study)
    if kind == "comparative" and len(study.systems) == 1:
        raise CommandError(f"there is one system, {shown(study.systems[0])}, and a comparison takes two; name another")
    notes = notes_on(study, attributes, chosen)
    if kind == "attribute" and request.retention:
        notes.append(f"{RETENTION} counts as a system: in rho, friedman_p and blocks")
    for note in notes:
        tell(note)
    told = ["--kind", kind, *told_choice(attributes, n_wanted)]
    details = {
        "table": "diagnose",
        "kind": kind,
        "attributes": [attribute.name for attribute in chosen],
        "buckets": n_wanted,
        "notes": notes,
        "matching": request.matching,
    }
    write_study_table(study, request, diagnosis_table(study, kind, chosen, n_wanted), output, form, details, told)
