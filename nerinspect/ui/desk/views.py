"""The views of the window: their names, keys and pages, and why some rest."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final


@dataclass(frozen=True)
class View:
    """The events, or a page that takes their place.

    Attributes
    ----------
    name : str
        As on its button and in the menu.
    words : str
        The same with the mark of its letter in the menu.
    digit : int
        Of its key, with Ctrl.
    page : str
        Module and class, below `nerinspect.ui.pages`; empty for the events.
    guide : str
        Its page in the guide.
    remembers : str
        The field of the settings that keeps what is chosen on it; empty for nothing.
    rests : str
        Why it cannot be shown where annotators have no reference; empty if it can.
    """

    name: str
    words: str
    digit: int
    page: str
    guide: str
    remembers: str = ""
    rests: str = ""

    @property
    def key(self) -> str:
        """What turns to it."""
        return f"Ctrl+{self.digit}"

    def load(self) -> type[Any]:
        """Give the class of its page, which is imported when it is first shown."""
        module, name = self.page.split(":")
        found: type[Any] = getattr(import_module(f"nerinspect.ui.pages.{module}"), name)
        return found


EVENTS_VIEW, OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS = "Events", "Overview", "Consistency", "Repair", "Diagnosis"
COMPARE, AGREEMENT, REVIEW, RELATIONS = "Compare", "Agreement", "Review", "Relations"

_NO_OVERVIEW: Final = (
    "The overview scores systems by a reference, and annotators have none. Agreement (Ctrl+7) gives their F1 by"
    " type and document, the buckets beside the events give it by attribute."
)
_NO_DIAGNOSIS: Final = (
    "The diagnosis looks for buckets in which a system is weak, and no annotator is measured by another. The"
    " buckets beside the events give F1 of A and B by attribute."
)
_NO_COMPARE: Final = (
    "This view asks which system is nearer to a reference, and annotators have none. Agreement (Ctrl+7) holds any"
    " two of them against each other."
)

VIEWS: Final = {
    view.name: view
    for view in (
        View(EVENTS_VIEW, "&Events", 1, "", "window"),
        View(RELATIONS, "Relatio&ns", 9, "relations.page:RelationsPanel", "relations-page"),
        View(OVERVIEW, "&Overview", 2, "overview.page:OverviewPanel", "overview", "buckets", _NO_OVERVIEW),
        View(CONSISTENCY, "&Consistency", 3, "consistency.page:ConsistencyPanel", "consistency"),
        View(REPAIR, "Re&pair", 4, "repair.page:RepairPanel", "repair-choice"),
        View(DIAGNOSIS, "&Diagnosis", 5, "diagnosis.page:DiagnosisPage", "diagnosis-page", "diagnosis", _NO_DIAGNOSIS),
        View(COMPARE, "Co&mpare", 6, "compare.page:ComparePage", "compare-page", "comparison", _NO_COMPARE),
        View(AGREEMENT, "&Agreement", 7, "agreement.page:AgreementPage", "annotators"),
        View(REVIEW, "Re&view", 8, "review.page:ReviewPanel", "progress"),
    )
}
"""By name, in the order of their buttons."""

JUDGING: Final = {view.name: view.rests for view in VIEWS.values() if view.rests}
"""The views that take the reference for right, and why each rests where there is none."""
