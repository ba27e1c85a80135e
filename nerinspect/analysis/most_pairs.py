"""Choose pairs so that nobody is in two: those worth most together, and of equally good choices the first in order."""

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray


def pairs_of_flat_sides(one: AnyIntArray, other: AnyIntArray, worth: AnyIntArray) -> npt.NDArray[np.intp]:
    """Choose among candidates whose members do not overlap on their side.

    Parameters
    ----------
    one, other : ndarray of int, shape (n_candidates,)
        Members of the two sides, in the order of the text; those who share a member follow each other.
    worth : ndarray of int64, shape (n_candidates,)
        What each is worth, above 0.

    Returns
    -------
    ndarray of int, shape (n_pairs,)
        Places of the chosen candidates, ascending.

    Notes
    -----
    The candidates that exclude one another are neighbours, so that the best choice from one on is known from those
    behind it: in time linear in the number of candidates.
    """
    n = len(worth)
    behind = np.maximum(*(np.append(np.flatnonzero(np.diff(side)) + 1, n)[_runs(side)] for side in (one, other)))
    values, next_free = worth.tolist(), behind.tolist()
    best, is_taken = [0] * (n + 1), [False] * n
    for place in reversed(range(n)):
        taken = values[place] + best[next_free[place]]
        is_taken[place] = taken >= best[place + 1]
        best[place] = max(taken, best[place + 1])
    chosen, place = [], 0
    while place < n:
        if is_taken[place]:
            chosen.append(place)
        place = next_free[place] if is_taken[place] else place + 1
    return np.array(chosen, dtype=np.intp)


def pairs_of_any_sides(one: AnyIntArray, other: AnyIntArray, worth: AnyIntArray) -> npt.NDArray[np.intp]:
    """Choose among candidates whose members may overlap on their side; meant for the few of one passage.

    Parameters
    ----------
    one, other : ndarray of int, shape (n_candidates,)
        Members of the two sides; each candidate once.
    worth : ndarray of int64, shape (n_candidates,)
        What each is worth, above 0 and in all below 2**53.

    Returns
    -------
    ndarray of int, shape (n_pairs,)
        Places of the chosen candidates, ascending.
    """
    from scipy.optimize import linear_sum_assignment

    (ones, row), (others, column) = (np.unique(side, return_inverse=True) for side in (one, other))
    if len(ones) > len(others):
        return pairs_of_any_sides(other, one, worth)
    matrix = np.zeros((len(ones), len(others)))
    matrix[row, column] = worth

    def best() -> float:
        return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())

    chosen, to_reach = [], best()
    for place in np.flatnonzero(_may_be_best(matrix)[row, column]).tolist():
        mine, theirs = matrix[row[place]].copy(), matrix[:, column[place]].copy()
        if not mine[column[place]]:
            continue  # one of the two is taken
        matrix[row[place]], matrix[:, column[place]] = 0, 0
        without = best()
        if without + worth[place] == to_reach:
            chosen.append(place)
            to_reach = without
        else:
            matrix[row[place]], matrix[:, column[place]] = mine, theirs
            matrix[row[place], column[place]] = 0
    return np.array(chosen, dtype=np.intp)


def _runs(side: AnyIntArray) -> npt.NDArray[np.intp]:
    """Count the runs of equal members up to each."""
    return np.cumsum(np.append(False, side[1:] != side[:-1])[: len(side)])


def _may_be_best(matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Find the cells that a best choice can hold: those whose worth is the sum of the prices of row and column.

    Notes
    -----
    Prices are the dual of the problem: no cell is worth more than its two prices, so that what costs more is in no
    best choice. They rise from 0 until none is too low.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(matrix, maximize=True)
    price, before = np.zeros(matrix.shape[1]), None
    while before is None or (price != before).any():
        before = price
        of_row = matrix[rows, columns] - price[columns]
        price = np.maximum(price, (matrix - of_row[:, np.newaxis]).max(axis=0))
    may_be: npt.NDArray[np.bool_] = matrix == of_row[:, np.newaxis] + price
    return may_be
