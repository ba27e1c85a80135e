"""Make large corpora and measure what commands cost: `.venv/bin/python packaging/benchmark.py [--tokens N]`.

Prints a table in Markdown: processor time, time and memory of whole processes, of nerinspect and of the other programs
that `--beside` finds. The corpora are the bundled sample, repeated or with words of a vocabulary that grows as it does
in large texts; the same numbers give the same files. One runs at a time, in turn, and the least of several runs counts.
A `Case` says what each program does for a row: another way to do it is one more entry of its `ways`.
"""

import argparse
import json
import math
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_SAMPLE: Final = Path(__file__).resolve().parents[1] / "resources" / "sample"
_N_TOKENS: Final = 2_300_000
_N_SYSTEMS: Final = 5
_TYPES: Final = ("LOC", "MISC", "ORG", "PER")
_PROGRAM: Final = (sys.executable, "-P", "-m", "nerinspect")  # not the one of the folder it is started in
_AT_ONCE: Final = 200_000  # sentences that are written in one go
_HEAVY, _FREQUENT = 1.43, 40.0  # exponent and shift of the law of Zipf and Mandelbrot: many rare words

# --- corpora ----------------------------------------------------------------------------------------------------


class Corpus(NamedTuple):
    """Files of as many tokens each: a reference, predictions of several systems, and training data."""

    n_tokens: int
    reference: str
    predictions: tuple[str, ...]
    training: str


def _sentences(name: str) -> list[tuple[list[str], list[str]]]:
    """Read tokens and labels of the sentences of one side of the sample."""
    blocks = (_SAMPLE / f"{name}.conll").read_text(encoding="utf-8").strip("\n").split("\n\n")
    rows = [[line.split("\t") for line in block.splitlines() if line] for block in blocks]
    return [([row[0] for row in one], [row[-1] for row in one]) for one in rows if one and one[0][0] != "-DOCSTART-"]


def _words(ranks: np.ndarray) -> pa.Array:
    """Give each rank of a vocabulary a word: short ones for frequent ranks, as languages do."""
    syllables = [first + vowel + last for first in "bdfgklmnprst" for vowel in "aeiou" for last in "nrstl"]
    distinct, place = np.unique(ranks, return_inverse=True)
    spelled = pa.array(["" for _ in distinct], pa.string())
    rest = distinct.copy()
    while (rest >= 0).any():
        part = pa.array(np.where(rest >= 0, rest % len(syllables), len(syllables)))
        spelled = pc.binary_join_element_wise(pa.array([*syllables, ""]).take(part), spelled, "")
        rest = np.where(rest >= 0, rest // len(syllables) - 1, -1)
    return spelled.take(pa.array(place))


def make_corpus(folder: Path, n_tokens: int, is_growing: bool) -> Corpus:
    """Write a corpus of at least so many tokens, unless the folder has it."""
    kind = "growing" if is_growing else "repeated"
    names = ["reference", *(f"system{number}" for number in range(1, _N_SYSTEMS + 1)), "training"]
    folder = folder / f"{kind}-{n_tokens}"
    paths = [folder / f"{name}.conll" for name in names]
    if not all(path.exists() for path in paths):
        folder.mkdir(parents=True, exist_ok=True)
        files = [path.with_suffix(".part").open("wb") for path in paths]
        for columns in _written(n_tokens, is_growing):
            for file, column in zip(files, columns, strict=True):
                file.write(column)
        for file, path in zip(files, paths, strict=True):
            file.close()
            os.replace(file.name, path)
    reference, *predictions, training = map(str, paths)
    return Corpus(n_tokens, reference, tuple(predictions), training)


def _written(n_tokens: int, is_growing: bool) -> Iterator[list[memoryview]]:
    """Write the lines of all files, many sentences at a time.

    A system labels each sentence as one of the two models of the sample did, its own choice for each.
    """
    sample = [_sentences(name) for name in ("test", "rich", "plain")]
    length = np.array([len(tokens) for tokens, _ in sample[0]])
    first = np.cumsum(length) - length
    tokens = pa.array([token for one, _ in sample[0] for token in one])
    labels = [[label for _, one in side for label in one] for side in sample]
    suffixes = sorted({label for side in labels for label in side})
    coded = np.array([[suffixes.index(label) for label in side] for side in labels])
    lines = pa.array([f" {label}{end}" for end in ("\n", "\n\n") for label in suffixes])
    random, n_done, n_sentences = np.random.default_rng(0), 0, 0
    while n_done < n_tokens:
        n_now = min(_AT_ONCE, math.ceil((n_tokens - n_done) / length.mean()))
        if is_growing:
            drawn = random.integers(0, len(length), n_now)
        else:
            drawn = np.arange(n_sentences, n_sentences + n_now) % len(length)
        ends = np.cumsum(length[drawn])
        place = np.arange(ends[-1]) + np.repeat(first[drawn] - ends + length[drawn], length[drawn])
        is_last = np.zeros(len(place), dtype=bool)
        is_last[ends - 1] = True

        def column(
            words: pa.Array, side: np.ndarray, place: np.ndarray = place, last: np.ndarray = is_last
        ) -> memoryview:
            code = coded[side, place] + len(suffixes) * last
            return _bytes_of(pc.binary_join_element_wise(words, lines.take(pa.array(code)), ""))

        words, others = (
            (_drawn_words(random, len(place)) if is_growing else tokens.take(pa.array(place))) for _ in "ab"
        )
        models = [np.repeat(random.integers(1, 3, n_now), length[drawn]) for _ in range(_N_SYSTEMS)]
        gold = np.zeros_like(models[0])
        yield [column(words, gold), *(column(words, model) for model in models), column(others, gold)]
        n_done, n_sentences = n_done + len(place), n_sentences + n_now


def _drawn_words(random: np.random.Generator, n: int) -> pa.Array:
    ranks = _FREQUENT * (random.random(n) ** (-1 / (_HEAVY - 1)) - 1)
    return _words(np.minimum(ranks, 1e9).astype(np.int64))


def _bytes_of(lines: pa.Array) -> memoryview:
    """Give strings as they lie behind each other."""
    return memoryview(lines.buffers()[2])


# --- programs ---------------------------------------------------------------------------------------------------

_READ: Final = """
import sys
def read(path):
    with open(path, encoding="utf-8") as file:
        sentences = file.read().strip("\\n").split("\\n\\n")
    return [[line.rsplit(None, 1)[-1] for line in one.split("\\n")] for one in sentences]
sides = [read(path) for path in sys.argv[1:3]]
"""

_OTHERS: Final = {
    "seqeval": f"from seqeval.metrics import classification_report{_READ}print(classification_report(*sides))",
    "nervaluate": f"from nervaluate import Evaluator{_READ}"
    f"print(Evaluator(*sides, tags={list(_TYPES)}, loader='list').evaluate())",
}


@dataclass
class Case:
    """One row of the table: what is done with a number of tokens, and the command of each program that does it.

    What `makes` names is removed before each run of a command that makes it.
    """

    title: str
    n_tokens: int
    ways: dict[str, list[str]]
    makes: Path | None = None
    best: dict[str, "Costs"] = field(default_factory=dict)


class Costs(NamedTuple):
    """Seconds of the processor, seconds that passed, and the peak of memory in MB of the process that takes most."""

    processor: float
    passed: float
    memory: float


_MEASURE: Final = """
import json, os, sys, time
begin = time.perf_counter()
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
    file_actions=[(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_WRONLY, 0) for n in (1, 2)])
_, status, used = os.wait4(process, 0)
print(json.dumps([status, used.ru_utime + used.ru_stime, time.perf_counter() - begin, used.ru_maxrss / 1024]))
"""
"""What starts the process is small, for Linux counts the memory of what starts it as its own."""


def measured(command: list[str], environment: Mapping[str, str]) -> Costs:
    """Run a command to its end."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", _MEASURE, *command], capture_output=True, check=True, env=environment
    )
    status, *costs = json.loads(done.stdout)
    if status:
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)  # says what is wrong
        raise SystemExit(f"this failed: {' '.join(command)}")
    return Costs(*costs)


def found_beside(python: str) -> list[str]:
    """Tell which of the other programs an interpreter has."""
    names = ["seqscore", *_OTHERS]
    return [
        name for name in names if not subprocess.run([python, "-c", f"import {name}"], capture_output=True).returncode
    ]


def cases(growing: Corpus, repeated: Corpus, one: Corpus, beside: str) -> Iterator[Case]:
    """List the rows of the table for corpora of one size, and for a single sentence."""
    others = found_beside(beside)

    def ours(command: str, corpus: Corpus, n_systems: int = 1, *more: str) -> list[str]:
        sides = [corpus.reference, *corpus.predictions[:n_systems], "--repair", "conlleval", "--quiet", *more]
        return [*_PROGRAM, *command.split(), *sides]

    def score(title: str, corpus: Corpus) -> Case:
        sides = [corpus.reference, corpus.predictions[0]]
        ways = {"nerinspect": ours("score", corpus)}
        for name in others:
            if name == "seqscore":
                options = ["--labels", "BIO", "--repair-method", "conlleval", "--reference"]
                ways[name] = [str(Path(beside).with_name(name)), "score", *options, *sides]
            else:
                ways[name] = [beside, "-c", _OTHERS[name], *sides]
        return Case(title, corpus.n_tokens, ways)

    yield score("score, one sentence", one)
    yield score("score", growing)
    yield score("score, words repeated", repeated)
    n, training = growing.n_tokens, ("--training", growing.training)
    for title, command in (
        ("score, 2 systems", ours("score", growing, 2)),
        (f"score, {_N_SYSTEMS} systems", ours("score", growing, _N_SYSTEMS)),
        ("events", ours("events", growing)),
        ("events -kind:tp", ours("events", growing, 1, "--where", "-kind:tp")),
        ("buckets, training", ours("buckets", growing, 1, *training)),
        ("tough, training", ours("tough", growing, 1, *training)),
        ("compare, 2 systems", ours("compare", growing, 2)),
    ):
        yield Case(title, n, {"nerinspect": command})
    index = Path(growing.reference).with_name("made.events")
    whole = ours("events", growing, 1, "--output", str(index.with_suffix(".parquet")))
    ways = {"nerinspect": whole, "sharded": ours("index", growing, 1, "--output", str(index))}
    yield Case("events as Parquet, sharded", n, ways, index)
    if index.exists():  # unless its row was left out
        ways = {"nerinspect": ours("score", growing), "sharded": [*_PROGRAM, "score", str(index), "--quiet"]}
        yield Case("score, sharded", n, ways)
    review = Path(growing.reference).with_name("made.nerinspect")
    made = [*_PROGRAM, "review", "new", str(review), *ours("", growing)[len(_PROGRAM) :]]
    yield Case("review new", n, {"nerinspect": made}, review)
    if review.exists():
        exported = [*_PROGRAM, "review", "export", str(review), "--quiet"]
        yield Case("review export", n, {"nerinspect": exported})


# --- the table --------------------------------------------------------------------------------------------------


def measure(case: Case, n_times: int, before: str | None) -> None:
    """Run all programs of a row in turn, and keep the least of what each took; a slow one is run once."""
    ways = {name: (command, "") for name, command in case.ways.items()}
    if before:
        ways["before"] = (case.ways["nerinspect"], before)
    for time in range(n_times):
        for name, (command, path) in ways.items():
            known = case.best.get(name)
            if time and known and name not in ("nerinspect", "before") and known.passed > 10:
                continue
            if case.makes and str(case.makes) in command:
                if case.makes.is_dir():
                    shutil.rmtree(case.makes)
                case.makes.unlink(missing_ok=True)
            environment = {**os.environ, **({"PYTHONPATH": path} if path else {})}
            environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once
            costs = measured(command, environment)
            case.best[name] = Costs(*map(min, costs, known)) if known else costs


def rows(case: Case, start: Mapping[str, Costs]) -> Iterator[list[str]]:
    """Give the rows of one case: a program each, beside nerinspect, less what one sentence takes for each token."""
    ours = case.best["nerinspect"]
    for name, cost in case.best.items():
        base = start.get(name, start["nerinspect"])
        beyond = None if start is case.best else cost.processor - base.processor
        yield [
            case.title,
            name,
            f"{cost.processor:.2f}",
            f"{cost.passed:.2f}",
            f"{cost.memory:,.0f}",
            "" if beyond is None else f"{1e6 * beyond / case.n_tokens:.2f}",
            "" if cost is ours else f"{cost.processor / ours.processor:.2f}",
            "" if cost is ours else f"{cost.memory / ours.memory:.2f}",
        ]


_HEADS: Final = ("", "program", "processor s", "s", "MB", "µs a token", "x time", "x memory")


def say(cells: list[str] | tuple[str, ...]) -> None:
    """Print one row as soon as it is known."""
    print(f"| {' | '.join(cells)} |", flush=True)


def per_system(cases: list[Case]) -> str:
    """Say what each further system takes."""
    one, many = (next(case.best["nerinspect"] for case in cases if case.title == title)
                 for title in ("score", f"score, {_N_SYSTEMS} systems"))  # fmt: skip
    n_more = (_N_SYSTEMS - 1) * cases[-1].n_tokens
    time, memory = (1e9 * (many.processor - one.processor), 1024**2 * (many.memory - one.memory))
    return f"Each further system: {time / n_more:.0f} ns and {memory / n_more:.0f} bytes a token."


def main() -> None:
    """Make the corpora, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=_N_TOKENS, metavar="N", help="size of the corpora")
    parser.add_argument("--times", type=int, default=3, metavar="N", help="how often each is run; the least counts")
    parser.add_argument("--beside", default=sys.executable, metavar="PYTHON",
                        help="an interpreter that has seqscore, seqeval or nervaluate")  # fmt: skip
    parser.add_argument("--before", metavar="FOLDER", help="a checkout of another version, to be run in turn")
    parser.add_argument("--only", default="", metavar="WORD", help="only the rows whose title holds it")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="where the corpora are kept; else for this run")
    chosen = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = chosen.folder or Path(temporary)
        growing, repeated = (make_corpus(folder, chosen.tokens, is_growing) for is_growing in (True, False))
        one = make_corpus(folder, 1, False)
        print(f"{chosen.tokens:,} tokens; Python {platform.python_version()}, {os.cpu_count()} cores\n")
        say(_HEADS)
        say(["---"] * len(_HEADS))
        measured_cases, start = [], {}
        for number, case in enumerate(cases(growing, repeated, one, chosen.beside)):
            if number and chosen.only not in case.title:
                continue
            measure(case, 3 * chosen.times if not number else chosen.times, chosen.before)
            start = start or case.best
            for row in rows(case, start):
                say(row)
            measured_cases.append(case)
        if not chosen.only:
            print(f"\n{per_system(measured_cases)}")


if __name__ == "__main__":
    main()
