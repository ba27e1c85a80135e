"""Percentages as they stand on screen, rounded from the counts themselves."""

from typing import Final

UNDEFINED: Final = "–"
"""What stands for a ratio whose denominator is zero."""


def percent_text(numerator: int, denominator: int) -> str:
    """Write a ratio of counts as percent with two decimals, rounded half up.

    The rounding is done in whole numbers: a ratio that lies exactly between two decimals never goes the wrong way.

    Parameters
    ----------
    numerator, denominator : int
        Counts, not negative.

    Returns
    -------
    str
        Such as `89.02`; `–` if the denominator is 0.

    Examples
    --------
    >>> percent_text(1, 800)
    '0.13'
    """
    if not denominator:
        return UNDEFINED
    hundredths = (20_000 * numerator + denominator) // (2 * denominator)
    return f"{hundredths // 100}.{hundredths % 100:02d}"
