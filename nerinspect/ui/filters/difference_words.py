"""What tests say of the difference of two systems, with doors to the mentions that just one of them has."""

from nerinspect.errors import counted
from nerinspect.events.prediction_names import judge_name
from nerinspect.glossary import meaning
from nerinspect.query.counts.outcomes import outcome_terms
from nerinspect.query.differences import ComparedType, at_mention
from nerinspect.query.filters import Filter, all_of, any_of
from nerinspect.query.language.writer import query_text
from nerinspect.systems.significance import p_in_words
from nerinspect.ui.filters.difference_tester import Question
from nerinspect.ui.kit.doors import Piece


def tested_pieces(row: ComparedType, question: Question) -> list[Piece]:
    """Say what each test found and what it rests on.

    Parameters
    ----------
    row : ComparedType
        All counted mentions.
    question : Question
        What was asked.
    """
    n_discordant, n_samples = row.only_a + row.only_b, row.bootstrap.n_samples
    n_runs = max(map(len, question.runs))
    pieces = [
        Piece(f"McNemar {p_in_words(row.mcnemar_p)} over "),
        *_discordant(row, question),
        Piece(f" discordant {'mention' if n_discordant == 1 else 'mentions'}{' of run 1' if n_runs > 1 else ''}"),
    ]
    if n_samples:
        drawn = f"{counted(n_samples, 'sample')} of {counted(question.study.text.n_sentences, 'sentence')}"
        pieces.append(Piece(f"; bootstrap {p_in_words(row.bootstrap.p)}, {drawn}"))
    pieces.append(Piece("."))
    if n_runs > 1:
        for name, test in (("Wilcoxon over runs", row.over_pairs), ("Rank-sum test", row.over_runs)):
            caveat = f" ({test.caveat})" if test.caveat else ""
            pieces.append(Piece(f" {name}: {test.in_words}{caveat}."))
    if row.caveat:
        pieces.append(Piece(f" {row.caveat[:1].upper()}{row.caveat[1:]}."))
    return pieces


def query_of_one(question: Question, cell: str) -> str:
    """Ask for the mentions that A alone has, `only-a`, or B alone, `only-b`, in the events of that system."""
    return _query(question, all_of(*outcome_terms(cell, *_names(question))))


def _discordant(row: ComparedType, question: Question) -> list[Piece]:
    """Count the mentions that one alone has: in one door, unless the filter keeps other ones for A than for B."""
    explained = f"Reference mentions that A has and B has not: {row.only_a:,}; the other way round: {row.only_b:,}."
    explained += f"\n{meaning('mcnemar')}"
    if row.is_asked_alike:
        either = any_of(*(all_of(*outcome_terms(cell, *_names(question))) for cell in ("only-a", "only-b")))
        number = row.only_a + row.only_b
        return [Piece(f"{number:,}", _query(question, either) if number else "", explained)]
    explained += "\nThe filter looks at events, so each side is asked in the events of the system that has the mention."
    of_a, of_b = (
        Piece(f"{number:,}", query_of_one(question, cell) if number else "", explained)
        for number, cell in ((row.only_a, "only-a"), (row.only_b, "only-b"))
    )
    return [of_a, Piece(" + "), of_b]


def _names(question: Question) -> tuple[str, str]:
    a, b = (judge_name(question.study, runs[0]) for runs in question.runs)
    return a, b


def _query(question: Question, outcome: Filter) -> str:
    return query_text(at_mention(question.study, question.base, outcome))
