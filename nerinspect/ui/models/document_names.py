"""Names of documents, as the panel of documents lists them."""

from collections.abc import Iterator, Sequence
from typing import overload

from nerinspect.corpus.arrays import AnyIntArray


class DocumentNames(Sequence[str]):
    """Names documents when they are asked for, not all at once."""

    def __init__(self, numbers: AnyIntArray) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        """Name all documents."""
        return (f"document {number:,}" for number in self._numbers.tolist())

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> "DocumentNames": ...

    def __getitem__(self, place: int | slice) -> "str | DocumentNames":
        """Name one document, or some."""
        if isinstance(place, slice):
            return DocumentNames(self._numbers[place])
        return f"document {self._numbers[place]:,}"
