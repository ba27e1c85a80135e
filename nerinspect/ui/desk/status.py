"""What the status bar says: how the files were read, and how the mentions add up."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from nerinspect.corpus.text import Matching, Source
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.scores import Reconciliation
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.doors import PAGE, Piece

REPAIR_PAGE: Final = f"{PAGE}repair"
FILES_PAGE: Final = f"{PAGE}files"
SPURIOUS_PAGE: Final = f"{PAGE}spurious"  # where pieces lead that are no queries

MATCHING_NAMES: Final[dict[Matching, str]] = {
    "exact": "as they are written",
    "nfc": "by Unicode NFC",
    "ignore-case": "ignoring case",
    "nfc-ignore-case": "by Unicode NFC, ignoring case",
}
"""How surfaces are compared with those of training, in words."""

GAP = Piece("    ")  # parts the two sides of the sums
DOT = Piece("   ·   ")  # parts what is said of the files


def source_pieces(study: Study, prediction: int) -> list[Piece]:
    """Say how reference and prediction were read, repairs included."""
    pieces = [Piece(f"{counted(study.text.n_sentences, 'sentence')}, {counted(study.text.n_tokens, 'token')}")]
    sources = [study.reference.source]
    if study.predictions:
        sources.append(study.predictions[prediction].annotation.source)
    told = [piece for source in sources for piece in _repairs(source)]  # what changes scores goes first
    told += [Piece(f"{_file_name(source)}: {note}") for source in sources for note in source.notes]
    told += _training(study)
    for piece in told:
        pieces += [DOT, piece]
    return pieces


def shortened(pieces: Sequence[Piece], n_kept: int) -> list[Piece]:
    """Keep the first things that `source_pieces` says of the files, and behind them a door to everything."""
    whole = "".join(piece.text for piece in pieces)
    return [*pieces[: 2 * n_kept], Piece("…", FILES_PAGE, f"{whole}\nClick to see how the files were read.")]


def reconciliation_pieces(sums: Reconciliation | None, wording: Wording = JUDGED) -> list[Piece]:
    """Say how the mentions of each side add up over the kinds of events; each number opens its events."""
    if sums is None:
        return []
    return [
        *sum_pieces("reference", sums.reference, "-ref:none", "kind:{}".format, wording),
        GAP,
        *sum_pieces("predicted", sums.predicted, "-pred:none", "kind:{}".format, wording),
    ]


def sum_pieces(
    side: Literal["reference", "predicted"],
    counts: Sequence[int],
    whole: str,
    query_of: Callable[[str], str],
    wording: Wording = JUDGED,
) -> list[Piece]:
    """Say how the mentions of a side add up over the kinds that hold any.

    Mentions are counted by kind, in the order of `KINDS`; `whole` asks for all events with such mentions, `query_of`
    for those of one kind.
    """
    pieces = [
        Piece(f"{wording.said(side)} "),
        Piece(grouped(sum(counts)), whole, wording.meaning(f"{side}_mentions"), is_bold=True),
        Piece(" = "),
    ]
    for kind, n in zip(KINDS, counts, strict=True):
        if KIND_TABLE[kind].has_reference if side == "reference" else KIND_TABLE[kind].has_prediction:
            mentions = wording.said(counted(n, f"{side} mention"))
            explanation = f"{mentions} in events of this kind. {wording.meaning(kind)}"
            pieces += [Piece(f"{grouped(n)} {wording.tag(kind)}", query_of(kind), explanation), Piece(" + ")]
    return pieces[:-1]


def _training(study: Study) -> list[Piece]:
    """Say what the systems learned from, how it was read, and by which rule surfaces are compared with it."""
    if study.training is None:
        return []
    source = study.training.annotation.source
    encoding = f", {source.encoding}" if source.encoding else ""
    told = [Piece(f"training: {_file_name(source)}{encoding}"), *_repairs(source, has_events=False)]
    told += [Piece(f"{_file_name(source)}: {note}") for note in source.notes]
    if study.matching != "exact":
        told.append(Piece(f"surfaces compared {MATCHING_NAMES[study.matching]}"))
    return told


def _file_name(source: Source) -> str:
    return source.path.rpartition("/")[2]


def _repairs(source: Source, has_events: bool = True) -> list[Piece]:
    name = _file_name(source)
    said = []
    if source.n_invalid:
        words = f"{counted(source.n_invalid, 'invalid transition')} in {name}"
        said.append(Piece(words, REPAIR_PAGE, "What each repair makes of them, and what that does to the scores."))
    if source.n_changed:
        words = f"{counted(source.n_changed, 'label')} repaired in {name} ({source.repair})"
        said.append(Piece(words, "repaired:yes", meaning("repaired")) if has_events else Piece(words))
    return said
