"""Files chosen to be opened together: what each is for, and the one request they make."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.text import Text
from nerinspect.io.reading.checking import FileCheck, option_value
from nerinspect.io.request import FILE_CHOICES, FileOptions, LoadRequest, Role, parse_named_path, stem

_WORDS: Final[dict[str, Role]] = {
    **dict.fromkeys(("gold", "golden", "ref", "reference", "truth", "annotated", "key"), "reference"),
    **dict.fromkeys(("train", "training", "traindev"), "training"),
    **dict.fromkeys(
        ("pred", "preds", "predicted", "prediction", "predictions", "output", "outputs", "out", "hyp", "system"),
        "prediction",
    ),
    **dict.fromkeys(("systems", "submission", "submissions", "result", "results", "run", "runs"), "prediction"),
}
_EVALUATED: Final = frozenset({"test", "testa", "testb", "testc", "eval", "dev", "valid", "validation"})
"""Words in names of data that systems are scored on."""

_FIRST: Final = "the first file"

_RUN: Final = re.compile(
    r"^(?P<system>.*?[^\W\d_].*?)(?:[._ -]+(?:run|seed|rep|fold|s|r)?[._ -]*|run|seed)(?P<run>\d+)$", re.I
)

ROLE_RULES: Final = (
    "Names come first: gold or ref is the reference, train is training data, pred, output or run is a"
    " prediction. Then content: of files with the same tokens the first is the reference and the others are"
    " predictions; labels alone are a prediction; other tokens are training data."
)
"""How files are sorted, for the user."""


@dataclass(frozen=True)
class RoleGuess:
    """What a file seems to be for, why in a few words, and whether it is opened unless the user says otherwise."""

    role: Role
    reason: str
    is_used: bool = True


def roles_by_name(arguments: Sequence[str]) -> list[RoleGuess]:
    """Sort files by their names alone.

    Exactly one is the reference: the file named so, else test data, else the first that is nothing else.
    """
    guesses: list[RoleGuess | None] = []
    for argument in arguments:
        role, word = _named_role(argument)
        guesses.append(RoleGuess(role, f"“{word}” in its name") if role else None)
    if not any(guess and guess.role == "reference" for guess in guesses):
        place = next(
            (number for number, guess in enumerate(guesses) if guess is None and _is_evaluated(arguments[number])), None
        )
        if place is None:
            place = next((number for number, guess in enumerate(guesses) if guess is None), 0)
        reason = "test data by its name" if _is_evaluated(arguments[place]) else _FIRST
        guesses[place] = RoleGuess("reference", reason)
    return _one_of_a_kind([guess or RoleGuess("prediction", "a prediction by default") for guess in guesses])


def roles_by_content(
    checks: Sequence[FileCheck], by_name: Sequence[RoleGuess], are_annotators: bool = False
) -> list[RoleGuess]:
    """Sort files by their tokens, where names leave it open.

    At most one reference and one set of training data are used. Among annotators, files with other tokens are of the
    same text, too: tools cut it in their own ways.
    """
    reference = next((number for number, guess in enumerate(by_name) if guess.role == "reference"), 0)
    groups = _groups_of_equal_tokens(checks)
    evaluated = next((group for group in groups if reference in group), [])
    largest = max(groups, key=len, default=[])
    if by_name and by_name[reference].reason == _FIRST and len(evaluated) < 2 <= len(largest):
        reference, evaluated = largest[0], largest
    name = PurePath(checks[reference].file.path).name if checks else ""
    guesses = []
    for number, (check, guess) in enumerate(zip(checks, by_name, strict=True)):
        if number == reference:
            role_reason = guess.reason if guess.role == "reference" else "the first of the files with these tokens"
            guesses.append(RoleGuess("reference", role_reason))
        elif check.is_labels_alone or (check.columns and check.columns.is_labels_alone):
            guesses.append(RoleGuess("prediction", "labels only"))
        elif number in evaluated:
            guesses.append(RoleGuess("prediction", f"the same tokens as {name}"))
        elif check.text is None or ("in its name" in guess.reason and guess.role != "reference"):
            guesses.append(guess if guess.role != "reference" else replace(guess, role="prediction"))
        elif are_annotators:
            guesses.append(RoleGuess("prediction", "not named as training data"))
        elif _shares_sentences(checks[reference].text, check.text):
            guesses.append(RoleGuess("prediction", f"many sentences of {name}"))
        else:
            guesses.append(RoleGuess("training", f"different tokens from {name}"))
    return _one_of_a_kind(guesses)


def runs_by_name(arguments: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Find predictions that look like runs of one system: two files at least, by its name.

    Files that have a name already are left aside.
    """
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for argument in arguments:
        file = parse_named_path(argument)
        match = _RUN.match(stem(file.path)) if not file.names else None
        if match:
            found[match["system"].rstrip("._- ")].append((int(match["run"]), argument))
    counts = {system: Counter(run for run, _ in files) for system, files in found.items()}
    return {
        system: tuple(argument for _, argument in sorted(files))
        for system, files in found.items()
        if len(files) > 1 and max(counts[system].values()) == 1
    }


def _named_role(argument: str) -> tuple[Role | None, str]:
    path = PurePath(parse_named_path(argument).path)
    for part in (path.name, path.parent.name):
        words = re.split(r"[^a-z]+", part.casefold())
        for word in words:
            role = _WORDS.get(word) or next((r for w, r in _WORDS.items() if len(w) > 4 and word.endswith(w)), None)
            if role and (part == path.name or role == "prediction"):  # folders are called after what they hold
                return role, word
        if not _EVALUATED.isdisjoint(words):
            break
    return None, ""


def _is_evaluated(argument: str) -> bool:
    words = re.split(r"[^a-z]+", PurePath(parse_named_path(argument).path).name.casefold())
    return not _EVALUATED.isdisjoint(words)


def _one_of_a_kind(guesses: Sequence[RoleGuess]) -> list[RoleGuess]:
    """Let one reference and one set of training data be in use, the first of each."""
    sorted_out: list[RoleGuess] = []
    for guess in guesses:
        if guess.role == "reference" and any(other.role == "reference" for other in sorted_out):
            guess = RoleGuess("prediction", f"{guess.reason}; there is already a reference")
        if guess.role == "training" and any(other.role == "training" and other.is_used for other in sorted_out):
            guess = RoleGuess("training", f"{guess.reason}; there is already training data", is_used=False)
        sorted_out.append(guess)
    return sorted_out


def _groups_of_equal_tokens(checks: Sequence[FileCheck]) -> list[list[int]]:
    """Put files with the same tokens in the same sentences together."""
    groups: list[list[int]] = []
    for number, check in enumerate(checks):
        if check.text is not None and not check.is_labels_alone:
            group = next((one for one in groups if _equal_tokens(checks[one[0]].text, check.text)), None)
            if group is None:
                groups.append([number])
            else:
                group.append(number)
    return groups


def _equal_tokens(one: Text | None, other: Text) -> bool:
    """Compare two texts; words are numbered as they come, so equal texts have equal numbers."""
    return (
        one is not None
        and np.array_equal(one.sentence_start, other.sentence_start)
        and np.array_equal(one.codes, other.codes)
        and bool(one.vocabulary.equals(other.vocabulary))
    )


def _shares_sentences(one: Text | None, other: Text | None) -> bool:
    """Tell whether two texts have half of their sentences, or more, at the same place."""
    if one is None or other is None or not 0.8 < other.n_sentences / one.n_sentences < 1.25:
        return False
    n_common = min(one.n_sentences, other.n_sentences, 2_000)
    equal = [one.tokens_of(number) == other.tokens_of(number) for number in range(n_common)]
    return bool(np.mean(equal) >= 0.5)


_OF_ROLE: Final[dict[tuple[str, Role], str]] = {
    ("repair", "reference"): "repair_reference",
    ("label-column", "training"): "training_label_column",
}
"""Fields of a request that say a choice for one role alone."""


class OpenedFile(NamedTuple):
    """One file that is to be opened: `PATH` or `NAME=PATH`, and its path alone.

    It is valid if it has no invalid transition, so that any repair leaves it as it is.
    """

    argument: str
    path: str
    role: Role
    options: FileOptions
    is_valid: bool = False

    @staticmethod
    def of(check: FileCheck) -> "OpenedFile":
        return OpenedFile(check.argument, check.file.path, check.role, check.options, not check.n_invalid)


def request_for(files: Sequence[OpenedFile], base: LoadRequest) -> LoadRequest:
    """Ask for one reference, any predictions and at most one set of training data.

    `base` holds what concerns no single file: the rule for tokens, the changes of types, tables of attributes.
    `file_options` then gives what was chosen for each file; a repair also for files that do not need one.
    """
    reference = next(file for file in files if file.role == "reference")
    training = next((file for file in files if file.role == "training"), None)
    request = LoadRequest(
        reference.argument,
        tuple(file.argument for file in files if file.role == "prediction"),
        training=training.argument if training else None,
        tokens=base.tokens,
        keep_types=base.keep_types,
        remove_types=base.remove_types,
        map_types=base.map_types,
        attribute_tables=base.attribute_tables,
        annotators=base.annotators,
    )
    for name in FILE_CHOICES:
        concerned = [file for file in files if name != "repair" or not file.is_valid]
        if concerned:
            request = _with_choice(request, name, concerned)
    if len(reference.options.reading.label_columns) > 1:  # a merged file holds its predictions
        request = replace(request, repair=reference.options.repair)
    return request


def _with_choice(request: LoadRequest, name: str, files: Sequence[OpenedFile]) -> LoadRequest:
    """Say one choice: for a role that has a field of its own, for all other files, or for each of them alone."""
    sharing = []
    for file in files:
        role: Role = "prediction" if request.annotators and file.role == "reference" else file.role
        field, value = _OF_ROLE.get((name, role)), option_value(file.options, name)
        if field is None:
            sharing.append(file)
        elif isinstance(value, tuple):
            request = replace(request, **{field: value[0]})
        else:
            request = replace(request, **{field: value})
    values = [option_value(file.options, name) for file in sharing]
    shared = {"label-column": "label_columns"}.get(name, name.replace("-", "_"))
    if len(set(values)) == 1:
        return replace(request, **{shared: values[0]})
    default = getattr(request, shared)
    differing = [
        (file.path, name, _written(value)) for file, value in zip(sharing, values, strict=True) if value != default
    ]
    return replace(request, choices=(*request.choices, *differing))


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
