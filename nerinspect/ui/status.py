"""What the status bar says: how the files were read, and how the mentions add up."""

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.reconciliation import Reconciliation
from nerinspect.analysis.study import Study
from nerinspect.corpus.source import Source
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.ui.widgets.door_label import Piece

_GAP = Piece("    ")


def source_pieces(study: Study, prediction: int) -> list[Piece]:
    """Say how reference and prediction were read, repairs included."""
    pieces = [Piece(f"{counted(study.text.n_sentences, 'sentence')}, {counted(study.text.n_tokens, 'token')}")]
    sources = [study.reference.source]
    if study.predictions:
        sources.append(study.predictions[prediction].annotation.source)
    for source in sources:
        for piece in _choices(source):
            pieces += [Piece("   ·   "), piece]
    return pieces


def reconciliation_pieces(sums: Reconciliation | None) -> list[Piece]:
    """Say how the mentions of each side add up over the kinds of events; each number opens its events."""
    if sums is None:
        return []
    reference = _side("reference", sums.n_reference, sums.reference, "fp", "-ref:none", "reference_mentions")
    return [
        *reference,
        _GAP,
        *_side("predicted", sums.n_predicted, sums.predicted, "fn", "-pred:none", "predicted_mentions"),
    ]


def _side(name: str, total: int, counts: tuple[int, ...], missing: str, own: str, key: str) -> list[Piece]:
    pieces = [Piece(f"{name} "), Piece(f"{total:,}", own, meaning(key), is_bold=True), Piece(" = ")]
    for kind, n in zip(KINDS, counts, strict=True):
        if kind != missing:
            tip = f"{counted(n, f'{name} mention')} in events of this kind. {meaning(kind)}"
            pieces += [Piece(f"{n:,} {kind.upper()}", f"kind:{kind}", tip), Piece(" + ")]
    return pieces[:-1]


def _choices(source: Source) -> list[Piece]:
    name = source.path.rpartition("/")[2]
    said = []
    if source.n_changed:
        words = f"{counted(source.n_changed, 'label')} repaired in {name} ({source.repair})"
        said.append(Piece(words, "repaired:yes", meaning("repaired")))
    return said + [Piece(f"{name}: {note}") for note in source.notes]
