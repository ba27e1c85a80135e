"""What the status bar says: how the files were read, and how the mentions add up."""

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.reconciliation import Reconciliation
from nerinspect.analysis.study import Study
from nerinspect.corpus.source import Source
from nerinspect.errors import counted


def source_text(study: Study, prediction: int) -> str:
    """Say how reference and prediction were read, repairs included."""
    parts = [f"{counted(study.text.n_sentences, 'sentence')}, {counted(study.text.n_tokens, 'token')}"]
    sources = [study.reference.source]
    if study.predictions:
        sources.append(study.predictions[prediction].annotation.source)
    for source in sources:
        parts += _choices(source)
    return "   ·   ".join(parts)


def reconciliation_text(sums: Reconciliation | None) -> str:
    """Say how the mentions of each side add up over the kinds of events, in rich text."""
    if sums is None:
        return ""
    return "&nbsp;&nbsp;&nbsp;&nbsp;".join(
        f"{name} <b>{total:,}</b> = " + " + ".join(f"{n:,} {kind.upper()}" for kind, n in _terms(counts, missing))
        for name, total, counts, missing in (
            ("reference", sums.n_reference, sums.reference, "fp"),
            ("predicted", sums.n_predicted, sums.predicted, "fn"),
        )
    )


def _terms(counts: tuple[int, ...], missing: str) -> list[tuple[str, int]]:
    return [(kind, n) for kind, n in zip(KINDS, counts, strict=True) if kind != missing]


def _choices(source: Source) -> list[str]:
    name = source.path.rpartition("/")[2]
    said = []
    if source.n_changed:
        said.append(f"{counted(source.n_changed, 'label')} repaired in {name} ({source.repair})")
    return said + [f"{name}: {note}" for note in source.notes]
