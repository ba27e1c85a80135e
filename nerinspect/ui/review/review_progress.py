"""How far a review is, in words."""

from dataclasses import dataclass

from nerinspect.glossary.wording import Wording


@dataclass(frozen=True)
class ReviewProgress:
    """How many of the events that want a verdict have one.

    Attributes
    ----------
    n_decided, n_wanted : int
        Those that have one, and all that want one.
    counts_agreement : bool
        Whether agreement wants one, too.
    """

    n_decided: int = 0
    n_wanted: int = 0
    counts_agreement: bool = False

    @property
    def short(self) -> str:
        """The two numbers alone."""
        return f"{self.n_decided:,} / {self.n_wanted:,}"

    def words(self, wording: Wording) -> str:
        """Say what is counted, too."""
        errors = "disagreements" if wording.is_neutral else "errors"
        return f"{self.n_decided:,} of {self.n_wanted:,} {'events' if self.counts_agreement else errors} decided"
