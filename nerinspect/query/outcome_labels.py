"""What systems make of reference mentions, as the words of a chip."""

from typing import Final

from nerinspect.analysis.memory import judged, shown_name
from nerinspect.analysis.study import Study
from nerinspect.query.fields.outcomes import DIFFERS, RIGHT, SAME, WRONG
from nerinspect.query.filters import All, AnyOf, Filter, Term
from nerinspect.query.values import Value

JUDGING: Final = (RIGHT.name, WRONG.name, SAME.name, DIFFERS.name)
"""The fields whose values are systems that judge a mention."""


def judge_label(name: Value, study: Study | None) -> str:
    """Name a system or run of a query as it is named where people read it."""
    number = judged(study, str(name)) if study is not None else None
    said = str(name) if study is None or number is None else shown_name(study, number)
    return f"“{said}”" if "," in said or said != said.strip() else said


def outcomes_label(term: Filter, study: Study | None) -> str:
    """Say which outcomes of some systems a filter asks for.

    Parameters
    ----------
    term : Filter
        Such as what several picked cells of the table of outcomes ask for.
    study : Study or None
        Knows the systems.

    Returns
    -------
    str
        Such as `a right, b wrong or a wrong, b right`; empty if the filter asks for anything else.
    """
    said = [_outcome(part, study) for part in (term.filters if isinstance(term, AnyOf) else (term,))]
    return " or ".join(said) if all(said) else ""


def _outcome(part: Filter, study: Study | None) -> str:
    """Say who is right and who is wrong, and whether these read alike; empty for anything else."""
    terms = part.filters if isinstance(part, All) else (part,)
    asked: dict[str, list[Value]] = {field: [] for field in JUDGING}
    for term in terms:
        if not isinstance(term, Term) or term.field not in asked or _is_choice(term):
            return ""
        asked[term.field] += term.values
    right, wrong, same, differs = (asked[field] for field in JUDGING)
    if (same or differs) and ((same and differs) or len(wrong) != 2 or {*same, *differs} != {*wrong}):
        return ""
    names = {value: judge_label(value, study) for value in (*right, *wrong)}
    said = [f"{' and '.join(names[value] for value in right)} right"] if right else []
    how = " alike" if same else " differently" if differs else ""
    if wrong:
        said.append(f"{' and '.join(names[value] for value in wrong)} wrong{how}")
    return ", ".join(said)


def _is_choice(term: Term) -> bool:
    """Tell whether one of several systems is enough, which no list of names says."""
    return term.field != DIFFERS.name and len(term.values) > 1
