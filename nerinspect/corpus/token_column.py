"""What a file says of each token besides its label: part of speech, lemma, a system's confidence."""

from dataclasses import dataclass

from nerinspect.corpus.arrays import IntArray


@dataclass(frozen=True, eq=False)
class TokenColumn:
    """One value for each token.

    Attributes
    ----------
    name : str
        What the file calls the column, or `column N` where it has no names.
    values : tuple of str, shape (n_distinct,)
        The distinct values, in order of first occurrence.
    codes : ndarray of int32, shape (n_tokens,)
        For each token the place of its value in `values`.
    """

    name: str
    values: tuple[str, ...]
    codes: IntArray

    def value(self, position: int) -> str:
        """Give the value of one token by its position in the whole text."""
        return self.values[int(self.codes[position])]
