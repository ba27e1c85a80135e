"""What a swap test says of itself in words."""

from nerinspect.analysis.swap import LEFT_OUT_WORDS, Swapped
from nerinspect.errors import counted


def left_out_in_words(swapped: Swapped) -> str:
    """Say how many sentences with the relation were left out and why; empty if none was."""
    return ", ".join(f"{LEFT_OUT_WORDS[name]}: {number:,}" for name, number in swapped.n_left_out.items())


def swapped_in_words(swapped: Swapped) -> str:
    """Say how many sentences were swapped, and how many were left out and why."""
    n_left_out = sum(swapped.n_left_out.values())
    told = f"{swapped.relation_type}: {counted(len(swapped), 'sentence')} swapped"
    return f"{told}, {n_left_out:,} left out ({left_out_in_words(swapped)})" if n_left_out else told
