"""Numbers and the words that go with them, as people read them; a translation would have to look nowhere else."""

from typing import Final

_ENDINGS: Final = ("s", "x", "ch", "sh")  # after these a plural is heard only with an e before its s


def grouped(number: float, n_decimals: int | None = None) -> str:
    """Write a number with its thousands apart, as it is or rounded.

    Examples
    --------
    >>> grouped(61204), grouped(-1234.5, 2)
    ('61,204', '−1,234.50')
    """
    return with_minus(f"{number:,}" if n_decimals is None else f"{number:z,.{n_decimals}f}")


def percent(fraction: float, n_decimals: int = 2, deviation: float | None = None) -> str:
    """Write a fraction as percent, with the standard deviation over runs, such as `87.50 ± 1.00`."""
    text = grouped(100 * fraction, n_decimals)
    return text if deviation is None else f"{text} ± {percent(deviation, n_decimals)}"


def with_sign(difference: float, n_decimals: int | None = None) -> str:
    """Write a difference with its sign; what rounds to nothing has none."""
    text = grouped(difference, n_decimals)
    return f"+{text}" if difference > 0 and text.strip("0.") else text


def significant(number: float, n_digits: int = 3) -> str:
    """Write a number with so many digits that mean something."""
    return with_minus(f"{number:.{n_digits}g}")


def with_minus(text: str) -> str:
    """Give a number that is written already the minus of print."""
    return f"−{text[1:]}" if text.startswith("-") else text


def word_for(number: float, one: str, several: str = "") -> str:
    """Choose the form of a word that goes with a number; a regular plural need not be given.

    Examples
    --------
    >>> word_for(1, "is", "are"), word_for(2, "entity")
    ('is', 'entities')
    """
    if number == 1 or several:
        return one if number == 1 else several
    if one.endswith("y") and one[-2] not in "aeiou":
        return f"{one[:-1]}ies"
    return f"{one}{'es' if one.endswith(_ENDINGS) else 's'}"


def counted(number: float, one: str, several: str = "") -> str:
    """Write a number of things.

    Examples
    --------
    >>> counted(1, "event"), counted(1234, "stretch of text", "stretches of text")
    ('1 event', '1,234 stretches of text')
    """
    return f"{grouped(number)} {word_for(number, one, several)}"
