"""How far a review is with relations: relation events by verdict, for each kind, cause and prediction."""

from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Everything, Filter
from nerinspect.query.relation_filter import relation_mask
from nerinspect.query.review_progress import Reviewed, ReviewProgress, progress_of


def relation_progress(
    study: Study, prediction: int, kept: Filter | None = None, checkpoint: Checkpoint = no_checkpoint
) -> ReviewProgress:
    """Count what is decided about relation events; correct ones need no verdict, whoever is compared.

    Parameters
    ----------
    study : Study
        With relations; knows the decisions.
    prediction : int
        Whose relation events are counted by kind and cause.
    kept : Filter, optional
        Only the relation events it keeps are counted; all, if left out.
    checkpoint : Checkpoint
        Called before each step.

    Returns
    -------
    ReviewProgress
        Kinds in the order of `RELATION_KINDS`. Causes are those of relations alone: each number opens a list of
        relation events, and no list holds events of both sorts.
    """
    from nerinspect.analysis.relation_events import relation_events  # few reviews are about relations
    from nerinspect.analysis.relation_pairing import RELATION_KINDS

    checkpoint(0, 3)
    is_kept, events = relation_mask(study, kept or Everything()), relation_events(study)
    columns = events.prediction, events.kind, len(study.predictions), len(RELATION_KINDS)
    return progress_of(Reviewed(*columns, study.relation_decisions), prediction, is_kept, checkpoint)
