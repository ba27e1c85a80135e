"""What happens to the files and the program of a review, whatever is decided in it."""

import os
import shutil
import tempfile
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nerinspect.events.decision import Decision
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import Review, load_review, make_review
from tests.review import plain_review as plain

WAYS = st.lists(st.sampled_from(["undo", "redo"]), min_size=1, max_size=5)
NAMES_OF_VERSIONS = st.runner().flatmap(lambda machine: st.sampled_from([*machine.versions]))


def timeless(decision: Decision) -> Decision:
    return replace(decision, decided="")


class ReviewMachine(RuleBasedStateMachine):
    """One review, its files and its program; `plain` says what all of them shall say.

    Attributes
    ----------
    names : tuple of str
        Of the files, the reference first.
    versions : dict of str to sequence
        What they hold, in the same order, at different times; to begin with, "as they were".
    """

    names: tuple[str, ...]
    versions: Mapping[str, Sequence[Any]]

    @abstractmethod
    def write_file(self, path: Path, content: Any) -> None:  # noqa: ANN401
        """Write what a version holds of one file."""

    @abstractmethod
    def look_at(self, review: Review) -> None:
        """Note what a review shows that was just opened."""

    @abstractmethod
    def check(self) -> None:
        """Hold whenever a step is done."""

    def step(self, way: str) -> None:
        """Undo or redo what there is."""
        for one in (self.plain, self.deciding):
            getattr(one, way)()

    @initialize()
    def open_files(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        reference, *predictions = (f"{self.folder.name}/{name}" for name in self.names)
        self.request = LoadRequest(reference, tuple(predictions))
        self.write_files("as they were")
        self.path = f"{self.folder.name}/a.nerinspect"
        make_review(self.path, self.request, load_study(self.request))
        self.plain = plain.PlainReview()
        self.open_review()

    def write_files(self, version: str) -> None:
        for path, content in zip(self.request.paths, self.versions[version], strict=True):
            self.write_file(Path(path), content)

    def open_review(self) -> None:
        review = load_review(self.path)
        self.deciding = Deciding(review.file, review.study)
        assert not review.file.is_read_only
        self.look_at(review)

    @precondition(lambda self: self.plain.done or self.plain.undone)
    @rule(ways=WAYS)
    def go_back_and_forward(self, ways: list[str]) -> None:
        for way in ways:
            if self.plain.done if way == "undo" else self.plain.undone:
                self.step(way)
                self.check()

    @rule(version=NAMES_OF_VERSIONS)
    def close_and_open(self, version: str) -> None:
        self.deciding.end()
        self.start_anew(version)

    @rule(version=NAMES_OF_VERSIONS)
    def kill_and_open(self, version: str) -> None:
        """Go on with the one file as it stands on disk while the review is open: nothing was closed."""
        kept = f"{self.folder.name}/killed"
        shutil.copyfile(self.path, kept)
        self.deciding.end()
        os.replace(kept, self.path)
        Path(self.folder.name, ".a.nerinspect.lock").touch()
        self.start_anew(version)

    def start_anew(self, version: str) -> None:
        self.plain.end()
        self.write_files(version)
        self.open_review()

    @invariant()
    def all_say_the_same(self) -> None:
        if hasattr(self, "plain"):
            self.check()

    def teardown(self) -> None:
        if hasattr(self, "deciding"):
            self.deciding.file.close()
        if hasattr(self, "folder"):
            self.folder.cleanup()
