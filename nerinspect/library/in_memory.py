"""Studies of what a program holds: lists of labels or spans, documents of spaCy, data sets, DataFrames."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, Unpack

from nerinspect.errors import CommandError, DataError, shown
from nerinspect.io.formats.json_records import DOCUMENT_FIELD
from nerinspect.io.formats.parquet import table_lists
from nerinspect.io.reading.in_memory import (
    HeldDocs,
    HeldLabels,
    HeldSpans,
    HeldTable,
    HeldTexts,
    Hold,
    plain_lists,
    request_in_memory,
    runs_in,
    spans_of,
    text_of,
)
from nerinspect.io.reading.loading import load_sides
from nerinspect.library.loading import LoadOptions, frames_apart, with_options, with_tables
from nerinspect.library.study import Study
from nerinspect.quantities import counted, grouped

if TYPE_CHECKING:
    import pyarrow as pa

PREDICTION: Final = "prediction"
"""What predictions are called that are given without a name."""

_OF_FILES: Final = ("format", "token_column", "label_column", "training_label_column", "comments", "text_encoding")
_OF_SENTENCES: Final = 2
"""How deep the lists of one run are: sentences, and what stands in each."""

# Quoted where they annotate public functions: `help` then shows the names.
Labels: TypeAlias = Iterable[Iterable[str | int]]
Spans: TypeAlias = Iterable[Iterable[Sequence[Any] | Mapping[str, Any]]]


def from_labels(
    tokens: "Iterable[Iterable[str]]",
    reference: "Labels",
    predictions: "Mapping[str, Labels | Iterable[Labels]] | Labels | None" = None,
    *,
    training: "tuple[Iterable[Iterable[str]], Labels] | None" = None,
    documents: "Iterable[str | int] | None" = None,
    **options: Any,  # noqa: ANN401 - `LoadOptions`, whose `tokens` would be the parameter
) -> Study:
    """Make a study of lists of labels, as seqeval takes them, equal to that of a file which holds the same.

    Lists may be tuples, arrays, columns or generators as well; these are gone through once.

    Parameters
    ----------
    tokens : list of lists of str
        The tokens of each sentence.
    reference : list of lists of str or int
        A label for each token, such as `B-PER`; numbers stand for `label_names`.
    predictions : dict or list, optional
        For each system its labels, or a list of those of its runs. Without a name it is called `prediction`.
    training : (tokens, labels), optional
        The data that the systems were trained on.
    documents : list of str or int, optional
        The document of each sentence; those of one stand together. All are in one if left out.
    **options
        How labels are read, as in `load`: `repair="conlleval"`, `encoding`, `keep_types`, ...

    Raises
    ------
    DataError
        If lists do not fit each other, or labels cannot be read; the message names the sentence, from 1.

    Examples
    --------
    >>> study = from_labels([["Anna", "sings"]], [["B-PER", "O"]], {"flair": [["O", "O"]]})
    >>> study.systems
    ('flair',)
    """
    text = text_of("tokens", plain_lists(tokens), plain_lists(documents))

    def held(labels: Any) -> Hold:  # noqa: ANN401 - lists of lists
        return partial(HeldLabels, text=text, labels=labels)

    learned = None
    if training is not None:
        of_tokens, of_labels = _pair(training, "tokens and labels")
        learned = partial(HeldLabels, text=text_of("training", plain_lists(of_tokens)), labels=plain_lists(of_labels))
    runs = [(name, [held(run) for run in given]) for name, given in _runs(predictions)]
    return _study(held(plain_lists(reference)), runs, learned, options)


def from_spans(
    tokens_or_texts: "Iterable[Iterable[str]] | Iterable[str]",
    reference: "Spans",
    predictions: "Mapping[str, Spans | Iterable[Spans]] | Spans | None" = None,
    *,
    training: "tuple[Iterable[Iterable[str]] | Iterable[str], Spans] | None" = None,
    documents: "Iterable[str | int] | None" = None,
    **options: "Unpack[LoadOptions]",
) -> Study:
    """Make a study of spans of tokens, or of characters where texts are given; see `from_labels`.

    Parameters
    ----------
    tokens_or_texts : list of lists of str, or list of str
        The tokens of each sentence; or texts, each of them a document, cut into tokens and sentences by rule.
    reference : list of lists of (int, int, str)
        For each sentence or text its spans `(start, end, type)`, from 0, end exclusive, in tokens or characters; or
        dicts with `start`, `end` and `label`. Spans may overlap.
    predictions, training
        See `from_labels`; with spans in place of labels.
    documents : list of str or int, optional
        The document of each sentence; the name of each text.
    **options
        As in `load`: `spans="outward"`, `tokens="project"`, `keep_types`, ...

    Raises
    ------
    DataError
        If a span is none of its sentence or text; the message names it by its number, from 1.
    """
    hold = _span_holder(tokens_or_texts, plain_lists(documents), "tokens")
    runs = [(name, [hold(run) for run in given]) for name, given in _runs(predictions)]
    learned = None
    if training is not None:
        of_tokens, of_spans = _pair(training, "tokens and spans")
        learned = _span_holder(of_tokens, None, "training")(plain_lists(of_spans))
    return _study(hold(plain_lists(reference)), runs, learned, options)


def from_docs(
    reference_docs: "Iterable[Any]",
    predictions: "Mapping[str, Iterable[Any]] | Iterable[Any] | None" = None,
    *,
    training: "Iterable[Any] | None" = None,
    **options: "Unpack[LoadOptions]",
) -> Study:
    """Make a study of spaCy documents, equal to that of `.spacy` files which hold the same.

    Parameters
    ----------
    reference_docs : list of spacy.tokens.Doc
        Their entities are the reference; `label_field="sc"` takes a span group instead.
    predictions, training
        See `from_labels`; with documents in place of labels.
    **options
        As in `load`: `tokens="project"`, `label_field`, `keep_types`, ...

    Raises
    ------
    DataError
        If the documents of a system do not have the tokens of the reference.
    """
    given = {} if predictions is None else predictions
    named = given if isinstance(given, Mapping) else {PREDICTION: given}
    runs = [(str(name), [_docs(str(name), run) for run in _runs_of_docs(list(docs))]) for name, docs in named.items()]
    learned = None if training is None else _docs("training", list(training))
    return _study(_docs("reference", list(reference_docs)), runs, learned, options)


def from_dataset(
    dataset: Any,  # noqa: ANN401 - of libraries that need not be there
    reference: str = "",
    predictions: "Mapping[str, str | Sequence[str]] | str | Sequence[str] | None" = None,
    *,
    training: Any = None,  # noqa: ANN401
    documents: str = DOCUMENT_FIELD,
    **options: "Unpack[LoadOptions]",
) -> Study:
    """Make a study of a `datasets.Dataset` or a DataFrame, equal to that of a Parquet file which holds the same.

    Parameters
    ----------
    dataset : datasets.Dataset, DataFrame or pyarrow.Table
        A sentence a row; its tokens are a list in the column `token_field`, or one with a usual name such as `tokens`.
    reference : str
        The column with a list of labels: texts, or numbers whose names the data set or `label_names` gives. One with a
        usual name such as `ner_tags` if left out.
    predictions : dict, str or list of str, optional
        For each system its column, or those of its runs. A column without a name is the name of its system.
    training : datasets.Dataset or DataFrame, optional
        What the systems learned from, with the same columns.
    documents : str
        The column that names the document of each sentence, if there is one.
    **options
        As in `load`: `repair="conlleval"`, `encoding`, `label_names`, ...

    Raises
    ------
    DataError
        If a column is missing or does not hold such lists.
    """
    table = _table(dataset, "dataset", documents)
    given = {} if predictions is None else [predictions] if isinstance(predictions, str) else predictions
    named = given if isinstance(given, Mapping) else {name: name for name in given}
    columns = {name: [one] if isinstance(one, str) else list(one) for name, one in named.items()}
    in_use = {reference, *(column for runs in columns.values() for column in runs)}

    def held(own: "pa.Table", column: str) -> Hold:
        return partial(HeldTable, table=own, label_field=column, not_besides=frozenset(in_use - {column}))

    for column in in_use - {""}:
        _check_column(table, column)
    runs = [(str(name), [held(table, column) for column in own]) for name, own in columns.items()]
    learned = None if training is None else held(_table(training, "training", documents), reference)
    return _study(held(table, reference), runs, learned, options)


def _study(
    reference: Hold,
    predictions: Sequence[tuple[str, Sequence[Hold]]],
    training: Hold | None,
    options: Mapping[str, Any],
) -> Study:
    for name in options:
        if name in _OF_FILES:
            raise CommandError(f"{name} says how files are read, and these data are in memory; leave it out")
    chosen, tables = frames_apart(options)
    request = with_options(request_in_memory(reference, predictions, training), chosen)
    return Study(with_tables(load_sides(request), tables), request, tables)


def _runs(predictions: Any) -> list[tuple[str, list[Any]]]:  # noqa: ANN401 - not checked yet
    """Give for each system its runs as plain lists."""
    if predictions is None:
        return []
    named = predictions if isinstance(predictions, Mapping) else {PREDICTION: predictions}
    return [(str(name), runs_in(plain_lists(given), _OF_SENTENCES)) for name, given in named.items()]


def _pair(training: Any, what: str) -> tuple[Any, Any]:  # noqa: ANN401
    if not isinstance(training, list | tuple) or len(training) != 2:
        raise DataError(
            "training", f"this is not a pair of {what}", f"give both, as training=({what.replace(' and', ',')})"
        )
    return training[0], training[1]


def _span_holder(tokens_or_texts: Any, documents: Any, name: str) -> Callable[[Any], Hold]:  # noqa: ANN401
    """Give what makes a side of lists of spans, over tokens or over texts."""
    given = plain_lists(tokens_or_texts)
    if not (isinstance(given, list | tuple) and given and all(isinstance(one, str) for one in given)):
        text = text_of(name, given, documents)
        return lambda spans: lambda path: HeldSpans(path, text, spans_of(path, spans))
    names = _names_of_texts(documents, len(given))

    def hold(path: str, spans: Any) -> HeldTexts:  # noqa: ANN401
        own = spans_of(path, spans)
        if len(own) != len(given):
            problem = f"there are lists for {counted(len(own), 'text')}, but {counted(len(given), 'text')}"
            raise DataError(path, problem, "give one list of spans for each text")
        return HeldTexts(path, given, own, names)

    return lambda spans: partial(hold, spans=spans)


def _names_of_texts(documents: Any, n_texts: int) -> list[str]:  # noqa: ANN401
    if documents is None:
        return []
    names = [str(one) for one in documents]
    if len(names) != n_texts:
        problem = f"there are {counted(len(names), 'name')} for {counted(n_texts, 'text')}"
        raise DataError("documents", problem, "give one name for each text")
    if len(set(names)) < n_texts:
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        remedy = "each text is a document; join those of a document with line breaks"
        raise DataError("documents", f"two texts are called {shown(twice)}", remedy)
    return names


def _runs_of_docs(docs: list[Any]) -> list[list[Any]]:
    are_runs = bool(docs) and not hasattr(docs[0], "to_array") and isinstance(docs[0], Iterable)
    return [list(run) for run in docs] if are_runs else [docs]


def _docs(name: str, docs: list[Any]) -> Hold:
    for number, doc in enumerate(docs, 1):
        if not (hasattr(doc, "to_array") and hasattr(doc, "ents")):
            problem = f"document {grouped(number)} is of type {type(doc).__name__}"
            raise DataError(name, problem, "give Docs of spaCy, such as nlp.pipe(texts) makes")
    return partial(HeldDocs, docs=docs)


def _table(dataset: Any, name: str, documents: str) -> "pa.Table":  # noqa: ANN401
    """Make a table of Arrow, in which the column of documents has its usual name."""
    import pyarrow as pa

    if isinstance(dataset, Mapping):
        splits = ", ".join(map(str, dataset))
        raise DataError(name, f"this has several: {splits}", 'give one of them, such as dataset["test"]')
    if isinstance(dataset, pa.Table):
        table = dataset
    elif hasattr(dataset, "with_format") and hasattr(dataset, "__getitem__"):
        table = dataset.with_format("arrow")[:].replace_schema_metadata(dataset.features.arrow_schema.metadata)
    elif hasattr(dataset, "columns") and hasattr(dataset, "iloc"):
        table = _table_of_frame(dataset, name)
    else:
        problem = f"this is of type {type(dataset).__name__}"
        raise DataError(name, problem, "give a datasets.Dataset that is in memory, a DataFrame or a pyarrow.Table")
    if documents == DOCUMENT_FIELD:
        return table
    _check_there(table, documents)
    others = [column for column in table.schema.names if column != DOCUMENT_FIELD]
    return table.select(others).rename_columns({documents: DOCUMENT_FIELD})


def _table_of_frame(frame: Any, name: str) -> "pa.Table":  # noqa: ANN401
    """Take the columns of a DataFrame that have one kind of values."""
    import pyarrow as pa

    columns = {}
    for column in frame.columns:
        try:
            columns[str(column)] = pa.Array.from_pandas(frame[column])
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            columns[str(column)] = pa.nulls(len(frame))  # told of if it is asked for
    if not columns:
        raise DataError(name, "the DataFrame has no columns", "give one with lists of tokens and labels")
    return pa.table(columns)


def _check_there(table: "pa.Table", column: str) -> None:
    if column not in table.schema.names:
        raise DataError("dataset", f"there is no column {shown(column)}", f"there are {', '.join(table.schema.names)}")


def _check_column(table: "pa.Table", column: str) -> None:
    _check_there(table, column)
    if column not in table_lists("dataset", table).fields:
        remedy = "give the labels of a sentence in one list, such as by frame.groupby(…).agg(list)"
        raise DataError("dataset", f"{shown(column)} does not hold lists of only texts or only whole numbers", remedy)
