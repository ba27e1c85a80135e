"""Which prediction a name judges, and what a prediction is called."""

import re
from typing import Final

from nerinspect.events.study import Study

_RUN: Final = re.compile(r"(.+) run ([0-9]{1,9})", re.DOTALL)


def first_run(study: Study, system: str) -> int | None:
    """Give the number of the prediction that is the first run of a system; None if there is no such system."""
    return next((number for number, other in enumerate(study.predictions) if other.system == system), None)


def judged(study: Study, name: str) -> int | None:
    """Give the number of the prediction that a name judges; None if there is none.

    The name is a system, of which the first run is judged, or one of its runs, such as `mbert run 2`. What is the name
    of a system means that system, even if it reads like a run of another.
    """
    number = first_run(study, name)
    named = _RUN.fullmatch(name) if number is None else None
    if named is None:
        return number
    wanted = named[1], int(named[2])
    return next((place for place, own in enumerate(study.predictions) if (own.system, own.run) == wanted), None)


def judge_name(study: Study, prediction: int) -> str:
    """Give a name by which `judged` finds a prediction: that of its system for the first run, else system and run."""
    own = study.predictions[prediction]
    return own.system if first_run(study, own.system) == prediction else _run_name(study, prediction)


def shown_name(study: Study, prediction: int) -> str:
    """Name a prediction where people read it: its system, and the run wherever the system has several."""
    system = study.predictions[prediction].system
    n_runs = sum(other.system == system for other in study.predictions)
    return system if n_runs == 1 else _run_name(study, prediction)


def run_names(study: Study) -> tuple[str, ...]:
    """Name every run of the systems that have several."""
    systems = [prediction.system for prediction in study.predictions]
    return tuple(_run_name(study, place) for place, system in enumerate(systems) if systems.count(system) > 1)


def _run_name(study: Study, prediction: int) -> str:
    """Name a run, with zeros before its number if a system is called so."""
    own = study.predictions[prediction]
    number = str(own.run)
    while f"{own.system} run {number}" in study.systems:
        number = f"0{number}"
    return f"{own.system} run {number}"


def prediction_name(study: Study, prediction: int) -> str:
    """Name a prediction by its system, and by its run if the system has several."""
    shown = study.predictions[prediction]
    has_runs = sum(other.system == shown.system for other in study.predictions) > 1
    return f"{shown.system}, run {shown.run}" if has_runs else shown.system
