"""What people decide, kept in a review file, and what is made of it."""

from typing import Final

SUFFIX: Final = ".nerinspect"  # how the names of reviews end


def is_review(path: str) -> bool:
    """Tell by its name whether a file is a review."""
    return path.casefold().endswith(SUFFIX)
