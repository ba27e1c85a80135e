"""A swap test: its files, read with the predictions on them and written with their records; the table of scores."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise
from typing import Any, Final, TypeAlias

import numpy as np

from nerinspect.corpus.mentions import Relations
from nerinspect.corpus.text import Text
from nerinspect.errors import CommandError, NoRelationsError, NothingToSwapError
from nerinspect.events.study import Annotation, Prediction, Study, make_study
from nerinspect.io.formats.json_sentences import sentences_of
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.provenance import command_line, paths_read, provenance, source_entry, write_with_provenance
from nerinspect.io.reading.files import read_path
from nerinspect.io.reading.interpreting import annotate
from nerinspect.io.reading.labelled_file import read_alone
from nerinspect.io.reading.reference_tokens import laid_over_reference, projected
from nerinspect.io.request import LoadRequest, parse_named_path, prediction_names
from nerinspect.io.writing.forms import bytes_writer_of
from nerinspect.io.writing.whole_files import writer_of
from nerinspect.lists.table import Ratio, Row, Table
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.systems.arranging import runs_together
from nerinspect.systems.swap_test import LEFT_OUT_WORDS, Swapped, SwapScores, swap, swap_scores
from nerinspect.tables.runs import over_runs, predictions_by_system, ratios

_OF_OTHERS: Final = ("tokens", "entities", "relations")


def swap_file(raw: RawFile, swapped: Swapped) -> bytes:
    """Write swapped sentences of a file, one a line, in UTF-8: as JSON lines if they were read so, else a JSON list.

    What sentences of a JSON file say besides is kept; of fields that give every token a value, the values go with the
    tokens.
    """
    sentences = _edited(raw, swapped) if raw.format == "json" else _written(swapped)
    lines = [json.dumps(sentence, ensure_ascii=False) for sentence in sentences]
    if raw.format == "json" and raw.options.key is None and raw.content.data.lstrip().startswith(b"{"):
        return "".join(f"{line}\n" for line in lines).encode()
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def token_fields(raw: RawFile) -> tuple[str, ...]:
    """Name the fields of a JSON file that give every token of every sentence a value."""
    return _token_fields(_filled(raw)) if raw.format == "json" else ()


def _filled(raw: RawFile) -> list[dict[str, Any]]:
    """Parse the sentences that have tokens."""
    return [sentence for sentence in sentences_of(raw.content, raw.options.key) if sentence["tokens"]]


def _token_fields(sentences: list[dict[str, Any]]) -> tuple[str, ...]:
    lists = [{name: len(value) for name, value in one.items() if isinstance(value, list)} for one in sentences]
    names = dict.fromkeys(name for one in lists for name in one if name not in _OF_OTHERS)
    return tuple(name for name in names if all(one.get(name) == one["tokens"] for one in lists))


def _edited(raw: RawFile, swapped: Swapped) -> Iterator[dict[str, Any]]:
    """Change the sentences of a JSON file; entities keep their places in the list."""
    sentences = _filled(raw)
    fields = ("tokens", *_token_fields(sentences))
    borders = pairwise(swapped.text.sentence_start.tolist())
    for number, (begin, stop) in zip(swapped.sentence.tolist(), borders, strict=True):
        sentence = sentences[number]
        own = swapped.token[begin:stop] - raw.own_text.sentence_start[number]
        place = np.argsort(own)
        moved = {name: [sentence[name][position] for position in own.tolist()] for name in fields}
        entities = [
            entity | {"start": int(place[entity["start"]]), "end": int(place[entity["end"] - 1]) + 1}
            for entity in sentence["entities"]
        ]
        given = sentence["relations"]
        relations = [
            one | {"head": one["tail"], "tail": one["head"]} if one["type"] == swapped.relation_type else one
            for one in (given if isinstance(given, list) else [given])
        ]
        yield sentence | moved | {"entities": entities, "relations": relations}


def _written(swapped: Swapped) -> Iterator[dict[str, Any]]:
    """Write sentences of a file of another format."""
    text, mentions, relations = swapped.text, swapped.mentions, swapped.relations
    borders = np.searchsorted(mentions.start, text.sentence_start)
    order = np.argsort(relations.head, kind="stable")
    relation_borders = np.searchsorted(relations.head[order], borders)
    for number, zero in enumerate(text.sentence_start[:-1].tolist()):
        first, behind = borders[number : number + 2].tolist()
        own = order[slice(*relation_borders[number : number + 2])].tolist()
        yield {
            "tokens": text.tokens_of(number),
            "entities": [
                {
                    "type": mentions.types[mentions.type_codes[one]],
                    "start": int(mentions.start[one]) - zero,
                    "end": int(mentions.end[one]) - zero,
                }
                for one in range(first, behind)
            ],
            "relations": [
                {
                    "type": relations.types[relations.type_codes[one]],
                    "head": int(relations.head[one]) - first,
                    "tail": int(relations.tail[one]) - first,
                }
                for one in own
            ],
        }


def left_out_in_words(swapped: Swapped) -> str:
    """Say how many sentences with the relation were left out and why; empty if none was."""
    return ", ".join(f"{LEFT_OUT_WORDS[name]}: {grouped(number)}" for name, number in swapped.n_left_out.items())


def swapped_in_words(swapped: Swapped) -> str:
    """Say how many sentences were swapped, and how many were left out and why."""
    n_left_out = sum(swapped.n_left_out.values())
    told = f"{swapped.relation_type}: {counted(len(swapped), 'sentence')} swapped"
    return f"{told}, {grouped(n_left_out)} left out ({left_out_in_words(swapped)})" if n_left_out else told


@dataclass(frozen=True, eq=False)
class SwapFile:
    """A file with its mentions and relations, and its sentences with the arguments of a relation exchanged."""

    raw: RawFile
    annotation: Annotation
    swapped: Swapped

    @property
    def text(self) -> Text:
        return self.raw.own_text


def read_swap(request: LoadRequest, relation_type: str) -> SwapFile:
    """Read the reference of a request and swap the arguments of a relation type."""
    raw, annotation = _read_with_relations(request)
    file = _swapped(raw, annotation, relation_type)
    if not len(file.swapped):
        raise NothingToSwapError(raw.content.path, relation_type, left_out_in_words(file.swapped))
    return file


def read_swaps(request: LoadRequest) -> dict[str, SwapFile]:
    """Read the reference of a request and swap the arguments of each of its relation types, by code point.

    Types of which no sentence can be swapped hold none.
    """
    raw, annotation = _read_with_relations(request)
    return {name: _swapped(raw, annotation, name) for name in sorted(relations_of(annotation).type_names())}


def _read_with_relations(request: LoadRequest) -> tuple[RawFile, Annotation]:
    options = request.file_options(request.paths[0], "reference")
    _, raw = read_alone(request.reference, options)
    annotation = annotate(raw, options, "reference")
    relations_of(annotation)
    return raw, annotation


def _swapped(raw: RawFile, annotation: Annotation, relation_type: str) -> SwapFile:
    swapped = swap(raw.own_text, annotation.mentions, relations_of(annotation), relation_type)
    return SwapFile(raw, annotation, swapped)


def relations_of(annotation: Annotation) -> Relations:
    """Give the relations of a file that must have some."""
    if annotation.relations is None or not len(annotation.relations):
        raise NoRelationsError(annotation.source.path)
    return annotation.relations


def read_predictions(
    file: SwapFile,
    request: LoadRequest,
    predictions: Sequence[str],
    on_swapped: bool,
    checkpoint: Checkpoint = no_checkpoint,
) -> Study:
    """Read predictions on the sentences of a file, or on those that were swapped alone.

    They are named as `PATH` or `NAME=PATH`; the request says how files are read.
    """
    request = replace(request, predictions=tuple(predictions))
    reference, annotation = _swapped_side(file) if on_swapped else (file.raw, file.annotation)
    found = []
    for argument, (name, run) in zip(predictions, prediction_names(request), strict=True):
        named = parse_named_path(argument)
        options = request.file_options(named.path, "prediction")
        raw = laid_over_reference(reference, read_path(named, options, checkpoint), request.tokens)
        side = annotate(raw, options, "prediction")
        if side.relations is None:
            raise CommandError(f"{named.path} is of a format without relations; name predictions that have them")
        found.append(Prediction(name, run, projected(reference, raw, side) if request.tokens == "project" else side))
    in_order = [found[place] for place in runs_together([one.system for one in found])]
    return make_study(reference.own_text, annotation, in_order, checkpoint=checkpoint)


def scores_on(file: SwapFile, study: Study, name: str) -> list[SwapScores]:
    """Score the predictions on a set, `original` or `swapped`, over the sentences that were swapped."""
    swapped = file.swapped
    every = np.arange(len(swapped), dtype=np.int32)
    return swap_scores(study, swapped.relation_type, every if name == "swapped" else swapped.sentence)


def _swapped_side(file: SwapFile) -> tuple[RawFile, Annotation]:
    """Give the swapped sentences as a file and an annotation of their own."""
    swapped = file.swapped
    content = replace(file.raw.content, path=f"{file.raw.content.path} (swapped)")
    raw = RawFile(content, "json", swapped.text, mentions=swapped.mentions, relations=swapped.relations)
    return raw, replace(file.annotation, mentions=swapped.mentions, relations=swapped.relations)


def set_details(file: SwapFile) -> dict[str, Any]:
    """Say what the swapped sentences are; `original_sentences` counts those of the file from 1."""
    return {
        "form": "json",
        "table": "swapped sentences",
        "relation_type": file.swapped.relation_type,
        "sentences": len(file.swapped),
        "left_out": file.swapped.n_left_out,
        "original_sentences": (file.swapped.sentence + 1).tolist(),
    }


def report_details(file: SwapFile, form: str) -> dict[str, Any]:
    """Say what a table of scores counts."""
    return set_details(file) | {"form": form, "table": "swap"}


def swap_sources(file: SwapFile, studies: Mapping[str, Study]) -> list[dict[str, Any]]:
    """Describe the file and the predictions on its sentences, by the set they are on: `original` or `swapped`."""
    return [source_entry(file.annotation.source, **_held(file.annotation)), *_predictions(studies)]


def _predictions(studies: Mapping[str, Study]) -> Iterator[dict[str, Any]]:
    for name, study in studies.items():
        for one in study.predictions:
            yield source_entry(
                one.annotation.source, data=name, system=one.system, run=one.run, **_held(one.annotation)
            )


def _held(annotation: Annotation) -> dict[str, Any]:
    n_relations = len(annotation.relations) if annotation.relations is not None else 0
    return {
        "mentions": len(annotation.mentions),
        "types": sorted(annotation.mentions.type_names()),
        "relations": n_relations,
    }


def write_swapped(file: SwapFile, output: str, command: str, more_read: Iterable[str] = ()) -> None:
    """Write the swapped sentences, packed if the path ends in `.gz`, and the record to `output` + `.json`.

    Files that were read beside it are never overwritten either.
    """
    data, sources = swap_file(file.raw, file.swapped), swap_sources(file, {})
    data = gzip.compress(data, 6, mtime=0) if output.endswith(".gz") else data
    record = provenance(command, sources, set_details(file))
    write_with_provenance(output, writer_of(data), record, paths_read(sources, *more_read))


def write_report(file: SwapFile, studies: Mapping[str, Study], table: Table, output: str, command: str) -> None:
    """Write what predictions score as CSV; studies as in `swap_sources`, the rest as in `write_swapped`."""
    sources = swap_sources(file, studies)
    record = provenance(command, sources, report_details(file, "csv"))
    write = partial(bytes_writer_of("csv"), table)
    write_with_provenance(output, write, record, paths_read(sources))


def swap_command(
    request: LoadRequest,
    relation_type: str,
    predictions: Mapping[str, tuple[str, ...]] | None = None,
    output: str = "",
    report: str = "",
) -> str:
    """Write the command line of a swap test, with predictions by the set they are on, `original` and `swapped`.

    What the request asks for besides the file and how files are read is left out.
    """
    named = [(name, argument) for name, arguments in (predictions or {}).items() for argument in arguments]
    told = [word for name, argument in named for word in (f"--{name}", argument)]
    written = [*(["--output", output] if output else []), *(["--report", report] if report else [])]
    files = replace(request, predictions=tuple(argument for _, argument in named), training=None).paths
    choices = tuple(choice for choice in request.choices if choice[0] in files)
    shared = {name: getattr(request, name) for name in _READING}
    asked = replace(LoadRequest(request.reference), **shared, choices=choices)
    return command_line("swap", asked, ["--type", relation_type, *told, *written])


_READING = (
    "format", "token_column", "comments", "token_field", "label_field", "label_names", "spans", "discontinuous",
    "tokens", "text_encoding",
)  # fmt: skip
"""What of a request says how files with relations are read."""


SWAP_SETS: Final = ("original", "swapped")  # the two sets of sentences

_SCORES: Final = (
    "ner_precision", "ner_recall", "ner_f1", "precision", "recall", "f1",
    "reverse_precision", "reverse_recall", "reverse_f1",
)  # fmt: skip

SWAP_COLUMNS: Final = ("system", "run", "set", "sentences", *_SCORES)

ScoredRuns: TypeAlias = dict[str, list[SwapScores]]  # the scores of each system, run after run


def scored_runs(study: Study, scores: Sequence[SwapScores]) -> ScoredRuns:
    """Sort the scores of the predictions of a study by system."""
    return {system: [scores[n] for n in numbers] for system, numbers in predictions_by_system(study).items()}


def swap_table(scored: Mapping[str, ScoredRuns]) -> Table:
    """List what each system scores on each of `SWAP_SETS`; a set may be left out, and a system need not be in both.

    Behind several runs stand their mean and sample standard deviation. Undefined scores are empty, and so are the
    reverse scores of original sentences, of which no direction is false yet.
    """
    sets = {name: scored[name] for name in SWAP_SETS if name in scored}
    systems = dict.fromkeys(chain.from_iterable(sets.values()))
    rows = [
        row for system in systems for name, runs in sets.items() for row in _rows(system, name, runs.get(system, []))
    ]
    return Table(SWAP_COLUMNS, rows, frozenset(_SCORES))


def _rows(system: str, name: str, runs: Sequence[SwapScores]) -> Iterator[Row]:
    scored = [_ratios(one, name) for one in runs]
    sentences = [len(one.finds) for one in runs]
    for run, (number, row) in enumerate(zip(sentences, scored, strict=True), 1):
        yield (system, run, name, number, *row)
    if len(runs) > 1:
        columns = [[value for value in column if value is not None] for column in zip(*scored, strict=True)]
        summaries = [over_runs(column) if column else (None, None) for column in columns]
        for place, said in enumerate(("mean", "std")):
            yield (system, said, name, sentences[0], *(summary[place] for summary in summaries))


def _ratios(scores: SwapScores, name: str) -> list[Ratio | None]:
    reverse = ratios(scores.reverse) if name == "swapped" else [None] * 3
    return [*ratios(scores.mentions), *ratios(scores.relations), *reverse]
