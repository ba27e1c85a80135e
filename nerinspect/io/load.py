"""Load a reference and its predictions into a study."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from nerinspect.analysis.notices import find_notices
from nerinspect.analysis.study import Annotation, Prediction, Study, make_study
from nerinspect.corpus.source import Source
from nerinspect.encoding.dialects import RepairMethod
from nerinspect.encoding.repair import NO_REPAIR
from nerinspect.errors import CommandError, counted
from nerinspect.io.content import STANDARD_INPUT, read_content
from nerinspect.io.formats.conll_columns import Columns, read_conll
from nerinspect.io.formats.json_sentences import looks_like_json, read_json_sentences
from nerinspect.io.interpret import AUTO, decode_labelling, read_labelling
from nerinspect.io.names import NamedPath, parse_named_path, stem, system_names
from nerinspect.io.raw import RawFile
from nerinspect.io.same_tokens import count_differing_tokens, labels_by_line, with_text
from nerinspect.progress import Cancelled, Checkpoint, no_checkpoint

FORMATS = ("conll", "json")


@dataclass(frozen=True)
class LoadRequest:
    """Which files to load and how: the command line's input options, with their defaults.

    Attributes
    ----------
    reference : str
        `PATH`, or `A,B=PATH` for a merged file; either with `#KEY`.
    predictions : tuple of str
        `PATH` or `NAME=PATH` each.
    encoding : str
        Chunk encoding of all files, or `auto`.
    encoding_reference : str or None
        That of the reference, if it differs.
    repair, repair_reference : str
        Repair of predictions and of the reference.
    format : str or None
        Name of the reader; None to decide by content.
    token_column : int
        Field of the token.
    label_columns : tuple of int
        Field of the label; for a merged file that of the reference, then one for each system.
    comments : bool
        Whether files hold comment lines.
    tokens : str
        `same` or `positions`.
    text_encoding : str
        Of all files.
    """

    reference: str
    predictions: tuple[str, ...] = ()
    encoding: str = AUTO
    encoding_reference: str | None = None
    repair: RepairMethod = "none"
    repair_reference: RepairMethod = "none"
    format: str | None = None
    token_column: int = 0
    label_columns: tuple[int, ...] = (-1,)
    comments: bool = False
    tokens: str = "same"
    text_encoding: str = "utf-8"


def load_study(request: LoadRequest, checkpoint: Checkpoint = no_checkpoint) -> Study:
    """Read all files of a request, check, repair and align them.

    Parameters
    ----------
    request : LoadRequest
        Files and options.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected; may be called from several threads, one at a time.

    Returns
    -------
    Study
        Complete; nothing is kept of a request that fails.

    Raises
    ------
    NerinspectError
        At the first mistake, the reference before the predictions, these in the order given.
    """
    reference = parse_named_path(request.reference)
    files = [parse_named_path(argument) for argument in request.predictions]
    if [file.path for file in (reference, *files)].count(STANDARD_INPUT) > 1:
        raise CommandError("- is given twice, but standard input can be read only once; name a file for one of them")
    merged = len(request.label_columns) > 1
    if merged and files:
        raise CommandError("a merged file holds its predictions: give it alone, or name one --label-column")
    names = _merged_names(reference, request.label_columns) if merged else system_names(files)
    raw_reference, *raw_files = _read_all([reference, *files], request, checkpoint)
    raw_files = [_with_reference_tokens(raw_reference, raw, request.tokens == "positions") for raw in raw_files]
    reference_side = _annotate(raw_reference, request, "reference", 0, "BIO")
    encoding = reference_side.source.encoding or "BIO"
    if merged:
        sides = [
            _annotate(raw_reference, request, "prediction", place, encoding)
            for place in range(1, len(request.label_columns))
        ]
    else:
        sides = [_annotate(raw, request, "prediction", 0, encoding) for raw in raw_files]
    given = [Prediction(name, run, side) for (name, run), side in zip(names, sides, strict=True)]
    systems = list(dict.fromkeys(name for name, _ in names))
    predictions = sorted(given, key=lambda prediction: systems.index(prediction.system))  # runs of a system together
    assert raw_reference.text is not None, "a reference is never of labels alone"
    study = make_study(raw_reference.text, reference_side, predictions)
    return replace(study, warnings=tuple(find_notices(study)))


def read_file(file: NamedPath, request: LoadRequest, is_prediction: bool, checkpoint: Checkpoint) -> RawFile:
    """Read one file with the reader that fits it."""
    content = read_content(file.path, request.text_encoding)
    chosen = request.format or ("json" if looks_like_json(content) else "conll")
    if chosen == "json":
        if len(request.label_columns) > 1:
            raise CommandError(f"{file.path} holds spans, not columns; leave out --label-column")
        return read_json_sentences(content, file.key)
    if file.key is not None:
        raise CommandError(f"{file.path} holds no lists; leave out #{file.key}")
    columns = Columns(request.token_column, request.label_columns, request.comments)
    parsed = read_conll(content, columns, may_be_labels_alone=is_prediction, checkpoint=checkpoint)
    return RawFile(content, "conll", parsed.text, parsed.labels, line_kinds=parsed.line_kinds)


def _read_all(files: Sequence[NamedPath], request: LoadRequest, checkpoint: Checkpoint) -> list[RawFile]:
    """Read files side by side; the first mistake in their order ends the rest."""
    progress = _SharedProgress(len(files), checkpoint)
    with ThreadPoolExecutor(max_workers=4) as pool:
        waiting = [
            pool.submit(read_file, file, request, number > 0, progress.of_file(number))
            for number, file in enumerate(files)
        ]
        try:
            return [future.result() for future in waiting]
        except BaseException:
            progress.stop()
            for future in waiting:
                future.cancel()
            raise


class _SharedProgress:
    """Joins the progress of files that are read side by side."""

    def __init__(self, n_files: int, checkpoint: Checkpoint) -> None:
        self._done, self._total = [0] * n_files, [0] * n_files
        self._checkpoint, self._lock = checkpoint, threading.Lock()
        self._stopped = False

    def of_file(self, number: int) -> Checkpoint:
        def report(done: int, total: int) -> None:
            with self._lock:
                if self._stopped:
                    raise Cancelled
                self._done[number], self._total[number] = done, total
                self._checkpoint(sum(self._done), sum(self._total))

        return report

    def stop(self) -> None:
        self._stopped = True


def _merged_names(file: NamedPath, columns: Sequence[int]) -> list[tuple[str, int]]:
    names = list(file.names) or [f"{stem(file.path)}:{column}" for column in columns[1:]]
    if len(names) != len(columns) - 1:
        raise CommandError(f"{len(names)} names for {len(columns) - 1} predicted columns of {file.path}; give as many")
    return system_names([NamedPath(file.path, (name,)) for name in names])


def _with_reference_tokens(reference: RawFile, raw: RawFile, by_position: bool) -> RawFile:
    """Make sure that a prediction stands on the reference's tokens."""
    if raw.text is None:
        assert reference.text is not None, "a reference is never of labels alone"
        column = labels_by_line(reference, raw)
        return with_text(raw, reference.text, column, "labels alone: tokens taken from the reference, line by line")
    n_differing = count_differing_tokens(reference, raw, by_position)
    note = f"{counted(n_differing, 'token')} taken from the reference in place of other ones"
    return replace(raw, notes=(*raw.notes, note)) if n_differing else raw


def _annotate(raw: RawFile, request: LoadRequest, role: str, place: int, without_mentions: str) -> Annotation:
    """Interpret one label column, or take over the spans, of a file with text."""
    is_reference = role == "reference"
    encoding = (request.encoding_reference if is_reference else None) or request.encoding
    method = request.repair_reference if is_reference else request.repair
    assert raw.text is not None, "labels alone are laid over the reference before"
    mentions, repair, dialect = raw.mentions, NO_REPAIR, ""
    if mentions is None:
        path = raw.content.path
        labelling = read_labelling(path, raw.text, raw.columns[place], encoding, without_mentions)
        option = "--repair-reference" if is_reference else "--repair"
        mentions, repair = decode_labelling(path, raw.text, labelling, method, option)
        dialect = labelling.dialect.name
    source = Source(
        path=raw.content.path,
        sha256=raw.content.sha256,
        size=raw.content.size,
        role=role,
        format=raw.format,
        text_encoding=raw.content.text_encoding,
        label_column=request.label_columns[place] if raw.mentions is None else None,
        encoding=dialect,
        encoding_chosen_by="auto" if encoding == AUTO else "user",
        repair=repair.method,
        n_invalid=repair.n_invalid,
        n_changed=repair.n_changed,
        n_sentences=raw.text.n_sentences,
        n_tokens=raw.text.n_tokens,
        notes=raw.notes,
    )
    return Annotation(mentions, source, repair)
