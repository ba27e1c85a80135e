"""What is counted, in words."""

from collections.abc import Sequence
from typing import Final

from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.io.scores_file import terms_by_say
from nerinspect.query.filters import Filter
from nerinspect.query.kept_scores import KeptScores
from nerinspect.query.labels import term_label
from nerinspect.query.mention_base import EVERY_EVENT, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.query.writer import query_text
from nerinspect.ui.overview.doors import doors_to
from nerinspect.ui.widgets.door_label import Piece

RECALL_ALONE: Final = "recall only: a spurious mention belongs to no tough subset"


def base_caption(base: MentionBase, types: Sequence[str], scores: KeptScores) -> str:
    """Name the base of rates, such as `1,469 ORG mentions`; nothing if everything is counted.

    Parameters
    ----------
    base : MentionBase
        The mentions that were counted.
    types : sequence of str
        Their types.
    scores : KeptScores
        Of the prediction on show.
    """
    if base.is_everything:
        return ""
    text = base.caption(scores.tally.overall.reference, types)
    return text if base.condition == EVERY_EVENT else f"{text} where {query_text(base.condition)}"


def summary_pieces(study: Study, base: MentionBase, scores: KeptScores | None) -> list[Piece]:
    """Say how much is counted.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions that were counted.
    scores : KeptScores or None
        Of the prediction on show; None if there is no prediction.

    Returns
    -------
    list of Piece
        The reference mentions are a door; documents, sentences and tokens hold more than events.
    """
    if scores is None:
        return [Piece("There is no prediction: open one with this reference to see scores.")]
    types = base.types_of(study)
    n_reference = scores.tally.overall.reference
    query = query_text(doors_to(base, types).reference)
    mentions = Piece(counted(n_reference, "reference mention"), query, meaning("reference_mentions"))
    if not base.is_everything:
        return [mentions, Piece(f" of {len(study.reference.mentions):,}")]
    text = study.text
    sizes = ((text.n_documents, "document"), (text.n_sentences, "sentence"), (text.n_tokens, "token"))
    size = ", ".join(counted(n, noun) for n, noun in sizes)
    return [Piece(f"{size}, "), mentions]


def filter_pieces(selection: Selection) -> list[Piece]:
    """Say which terms of a selection choose what is counted, in the words of their chips, and which change nothing."""
    chosen, aside = terms_by_say(selection)
    if not chosen and not aside:
        return [Piece("There is no filter: everything is counted.")]
    pieces = [Piece("Filter on mentions: "), *_labels(chosen)] if chosen else [Piece("No filter on mentions")]
    why = "it changes" if len(aside) == 1 else "they change"
    return [*pieces, Piece(f"; left aside, since {why} no score: "), *_labels(aside)] if aside else pieces


def _labels(terms: Sequence[Filter]) -> list[Piece]:
    pieces = [piece for term in terms for piece in (Piece(" and "), Piece(term_label(term), is_bold=True))]
    return pieces[1:]
