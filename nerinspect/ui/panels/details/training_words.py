"""Training evidence in words that answer whether a system could have known."""

from collections.abc import Mapping

from nerinspect.ui.panels.details.training_facts import TrainingSurface


def verdict(surface: TrainingSurface) -> str:
    """Say in one or two sentences what memory alone makes of a surface.

    Parameters
    ----------
    surface : TrainingSurface
        The surface with its counts in training.

    Returns
    -------
    str
        Such as `Seen 5 times as LOC, once as ORG: memory alone says LOC.` Of types seen equally often memory takes the
        first by name, as the retention heuristic does.
    """
    elsewhere = _elsewhere(surface)
    if not surface.counts:
        if not elsewhere:
            return "Never a mention in training, nor do these tokens stand there."
        return f"Never a mention in training; {' and '.join(elsewhere)}."
    (first, most), *others = surface.counts.items()
    seen = f"Seen {_times(most)} as {first}"
    seen += "".join(f", {_times(count)} as {name}" for name, count in others)
    is_tied = any(count == most for _, count in others)
    says = f"a tie, of which memory alone takes {first}." if is_tied else f"memory alone says {first}."
    return f"{seen}: {says}" + (f" Besides, {' and '.join(elsewhere)}." if elsewhere else "")


def counted(counts: Mapping[str, int]) -> str:
    """Write types with their counts, such as `LOC 5 · ORG 1`."""
    return " · ".join(f"{name} {count:,}" for name, count in counts.items())


def _elsewhere(surface: TrainingSurface) -> list[str]:
    words = []
    if n := surface.n_unlabelled:
        words.append(f"{_places(n)} unlabelled")
    if n := surface.n_inside:
        words.append(f"{_places(n)} inside or across other mentions")
    return words


def _places(count: int) -> str:
    return "1 place stands" if count == 1 else f"{count:,} places stand"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
