"""What the rows of the tables of relation types and of parts say."""

from collections.abc import Collection
from dataclasses import dataclass

from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.relation_parts import RELATION_PARTS
from nerinspect.analysis.scores import Counts
from nerinspect.errors import counted
from nerinspect.glossary.wording import Wording
from nerinspect.query.relation_counts import RelationCounts

N_COLUMNS = 5


@dataclass(frozen=True)
class RatesRow:
    """One row of a table of rates.

    Attributes
    ----------
    key : str
        What is picked; empty for the row of all.
    texts : tuple of str
        The name and four numbers.
    explained : tuple of str
        What each of them is, in a sentence.
    is_picked : bool
        Whether the filter names the key.
    is_empty : bool
        Whether there is nothing to count.
    """

    key: str
    texts: tuple[str, ...]
    explained: tuple[str, ...]
    is_picked: bool
    is_empty: bool


def type_rows(counts: RelationCounts, picked: Collection[object], wording: Wording) -> tuple[RatesRow, ...]:
    """List all relation types together, then each.

    Parameters
    ----------
    counts : RelationCounts
        Relations by type.
    picked : collection of object
        Types that the filter names.
    wording : Wording
        What the two sides are called.
    """
    rows = []
    for code, key in [(None, ""), *enumerate(counts.types)]:
        rates, of_type = counts.by_type.at(code), f" of type {key}" if key else ""
        name = f"{key} ↔" if key in counts.choice.symmetric else key or "all types"
        direction = "; head and tail may change places" if key in counts.choice.symmetric else ""
        correct, predicted, reference = rates.correct, rates.predicted, rates.reference
        all_predicted = f"{counted(predicted, 'predicted relation')}{of_type}"
        all_reference = f"{counted(reference, 'reference relation')}{of_type}"
        explained = (
            f"Relations{of_type or ' of all types'}, of the reference or predicted{direction}.",
            f"{all_reference}.",
            f"{correct:,} of {all_predicted} are correct; a click keeps the {predicted:,} predicted ones.",
            f"{correct:,} of {all_reference} are found; a click keeps the {correct:,} found.",
            f"F1{of_type}: 2 · {correct:,} / ({reference:,} + {predicted:,}); a click keeps both.",
        )
        texts = (name, f"{reference:,}", *_type_numbers(rates, wording))
        said = tuple(map(wording.said, explained))
        rows.append(RatesRow(key, texts, said, bool(key) and key in picked, not reference + predicted))
    return tuple(rows)


def part_rows(counts: RelationCounts, picked: Collection[object], wording: Wording) -> tuple[RatesRow, ...]:
    """List all relations, then those of each part.

    Parameters
    ----------
    counts : RelationCounts
        Relations by part; no rows without them.
    picked : collection of object
        Parts that the filter names.
    wording : Wording
        What the two sides are called.
    """
    if counts.by_part is None:
        return ()
    rows, total = [], counts.by_part.at().reference
    for code, key in [(None, ""), *enumerate(RELATION_PARTS)]:
        rates = counts.by_part.at(code)
        missed = rates.reference - rates.correct
        relations = f"{counted(rates.reference, f'{key} reference relation'.strip())}"
        explained = (
            wording.meaning(f"part_{key}") if key else "Relations of all parts.",
            f"{relations}.",
            f"{relations}, of {total:,} in all.",
            f"{rates.correct:,} of {relations} are found; a click keeps the {rates.correct:,} found.",
            f"{missed:,} of {relations} are not found, or found with a mistake.",
        )
        numbers = (
            f"{rates.reference:,}",
            percent_text(rates.reference, total),
            percent_text(rates.correct, rates.reference),
            f"{missed:,}",
        )
        said = (explained[0], *map(wording.said, explained[1:]))
        is_empty = not rates.reference
        rows.append(RatesRow(key, (key or "all relations", *numbers), said, bool(key) and key in picked, is_empty))
    return tuple(rows)


def type_titles(wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the columns of types, in full and shortly; between annotators relations of A, of B and of both."""
    if wording.is_neutral:
        return ("Type", "A", "B", "Both", "F1"), ("Type", "A", "B", "Both", "F1")
    return ("Type", "Reference", "Precision", "Recall", "F1"), ("Type", "Ref.", "P", "R", "F1")


def part_titles(wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the columns of parts, in full and shortly; between annotators relations of A and how many B has."""
    if wording.is_neutral:
        return ("Part", "Of A", "Share", "Agreed", "Only A"), ("Part", "Of A", "Share", "Agreed", "Only A")
    return ("Part", "Relations", "Share", "Recall", "Missed"), ("Part", "Count", "Share", "R", "Missed")


def _type_numbers(rates: Counts, wording: Wording) -> tuple[str, str, str]:
    f1 = percent_text(2 * rates.correct, rates.reference + rates.predicted)
    if wording.is_neutral:
        return f"{rates.predicted:,}", f"{rates.correct:,}", f1
    return percent_text(rates.correct, rates.predicted), percent_text(rates.correct, rates.reference), f1
