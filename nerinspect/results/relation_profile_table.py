"""The profile of the relations of a test set, as a table of one row."""

from typing import Final

from nerinspect.analysis.relation_profile import relation_profile
from nerinspect.analysis.study import Study
from nerinspect.results.table import Ratio, Row, Table

RELATION_PROFILE_COLUMNS: Final = ("relations", "rCon", "rCon*", "rLex", "aCon", "aLen", "aDist")


def relation_profile_table(study: Study) -> Table:
    """Give the averages of the reference relations, in one row.

    Parameters
    ----------
    study : Study
        With training data.

    Returns
    -------
    Table
        Fractions, and tokens for aLen and aDist; empty where there are no such relations.
    """
    profile = relation_profile(study)
    n_relations, n_exact = profile.n_relations, profile.n_exact
    row: Row = (
        n_relations,
        profile.consistency / n_relations if n_relations else None,
        profile.exact_consistency / n_exact if n_exact else None,
        Ratio(n_exact, n_relations),
        profile.argument_consistency / n_relations if n_relations else None,
        Ratio(profile.n_tokens, n_relations).value,
        Ratio(profile.n_between, n_relations).value,
    )
    return Table(RELATION_PROFILE_COLUMNS, [row], frozenset(("rCon", "rCon*", "rLex", "aCon")))
