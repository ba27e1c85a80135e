"""What files that belong to a review say before its decisions are found in them."""

from nerinspect.analysis.study import Study
from nerinspect.settings.schema import Session


def await_decisions(study: Study, session: Session) -> None:
    """Let filters ask for verdicts of one's own although the decisions of the review are not found yet."""
    study.decisions.is_awaited = bool(session.review)
