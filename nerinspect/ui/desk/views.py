"""The views of the window: their names, keys and pages, and why some rest."""

from importlib import import_module
from typing import Any, Final, NamedTuple


class View(NamedTuple):
    """The events, or a page that takes their place."""

    name: str  # as on its button and in the menu
    words: str  # the same with the mark of its letter in the menu
    digit: int  # of its key, with Ctrl; 0 for no key
    # module and class; a module that begins with a dot stands in `nerinspect.ui.pages`. Empty for the events.
    page: str
    guide: str  # its page in the guide
    remembers: str = ""  # the field of the settings that keeps what is chosen on it; empty for nothing
    rests: str = ""  # why it cannot be shown where annotators have no reference; empty if it can

    @property
    def key(self) -> str:
        return f"Ctrl+{self.digit}" if self.digit else ""

    def load(self) -> type[Any]:
        """Give the class of its page, which is imported when it is first shown."""
        module, name = self.page.split(":")
        found: type[Any] = getattr(import_module(module, "nerinspect.ui.pages"), name)
        return found


EVENTS_VIEW, OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS = "Events", "Overview", "Consistency", "Repair", "Diagnosis"
COMPARE, AGREEMENT, REVIEW, RELATIONS = "Compare", "Agreement", "Review", "Relations"

_NO_OVERVIEW: Final = (
    "The overview scores systems against a reference, and annotators have none. Agreement (Ctrl+7) gives their F1 by"
    " type and document, the buckets beside the events give it by attribute."
)
_NO_DIAGNOSIS: Final = (
    "The diagnosis looks for buckets in which a system is weak, and no annotator is measured by another. The"
    " buckets beside the events give F1 of A and B by attribute."
)
_NO_COMPARE: Final = (
    "This view asks which system is closer to a reference, and annotators have none. Agreement (Ctrl+7)"
    " compares any two of them."
)


def views_by_name(*views: View) -> dict[str, View]:
    """List views by their names.

    Raises
    ------
    ValueError
        If two have one name, one key or one field of the settings.
    """
    for what in ("name", "digit", "remembers"):
        told = [value for view in views if (value := getattr(view, what))]
        if twice := {value for value in told if told.count(value) > 1}:
            raise ValueError(f"two views have the {what} {twice.pop()}")
    return {view.name: view for view in views}


VIEWS: Final = views_by_name(
    View(EVENTS_VIEW, "&Events", 1, "", "window"),
    View(RELATIONS, "Relatio&ns", 9, ".relations:RelationsPanel", "relations-page"),
    View(OVERVIEW, "&Overview", 2, ".overview.page:OverviewPage", "overview", "buckets", _NO_OVERVIEW),
    View(CONSISTENCY, "&Consistency", 3, ".consistency.page:ConsistencyPage", "consistency"),
    View(REPAIR, "Re&pair", 4, ".repair.page:RepairPage", "repair-choice"),
    View(DIAGNOSIS, "&Diagnosis", 5, ".diagnosis.page:DiagnosisPage", "diagnosis-page", "diagnosis", _NO_DIAGNOSIS),
    View(COMPARE, "Co&mpare", 6, ".compare.page:ComparePage", "compare-page", "comparison", _NO_COMPARE),
    View(AGREEMENT, "&Agreement", 7, ".agreement.page:AgreementPage", "annotators"),
    View(REVIEW, "Re&view", 8, ".review.page:ReviewPage", "progress"),
)
"""By name, in the order of their buttons."""

JUDGING: Final = {view.name: view.rests for view in VIEWS.values() if view.rests}
"""The views that take the reference for right, and why each rests where there is none."""
