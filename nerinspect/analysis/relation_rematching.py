"""Match the relations of a study otherwise: under another setting, or with other types that have no direction."""

from dataclasses import replace

from nerinspect.analysis.decisions import Decisions
from nerinspect.analysis.relation_choice import RelationChoice
from nerinspect.analysis.retention import with_relations_by_heart
from nerinspect.analysis.study import Study


def with_relation_choice(study: Study, choice: RelationChoice) -> Study:
    """Give a study whose relations are matched in another way.

    Parameters
    ----------
    study : Study
        Its mention events, and what was decided about them, stay.
    choice : RelationChoice
        How its relations are matched from now on.

    Returns
    -------
    Study
        The retention heuristic has learned under the choice. Relation events have other numbers, so nothing is
        decided about them: the review file knows which event is which. The same study if it matches relations so
        already.
    """
    if choice == study.relation_choice:
        return study
    other = replace(study, relation_choice=choice, relation_decisions=Decisions())
    return other if choice.symmetric == study.relation_choice.symmetric else with_relations_by_heart(other)
