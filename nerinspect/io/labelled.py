"""One label file on its own, for validation and repair."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nerinspect.corpus.arrays import is_member
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text
from nerinspect.encoding.dialects import AUTO, RepairMethod
from nerinspect.encoding.repair import NO_REPAIR, Repair
from nerinspect.encoding.validate import describe_transition, transition_labels
from nerinspect.errors import CommandError
from nerinspect.io.formats.reader import LabelWriter, Reader
from nerinspect.io.interpret import Labelling, decode_labelling, read_labelling
from nerinspect.io.names import parse_named_path
from nerinspect.io.raw import RawFile
from nerinspect.io.reading import choose_reader, open_path, read_with
from nerinspect.io.request import FileOptions
from nerinspect.results.table import Row

VALIDATION_COLUMNS = ("file", "line", "document", "sentence", "token", "previous", "label", "problem")


@dataclass(frozen=True, eq=False)
class LabelledFile:
    """A label file as it stands, nothing repaired.

    Attributes
    ----------
    raw : RawFile
        The file as read.
    reader : Reader
        What read it.
    labelling : Labelling
        Its labels.
    encoding_chosen_by : str
        `auto` or `user`.
    """

    raw: RawFile
    reader: Reader
    labelling: Labelling
    encoding_chosen_by: str

    @classmethod
    def of(cls, reader: Reader, raw: RawFile, encoding: str) -> "LabelledFile":
        """Read the labels of a file that has some."""
        assert raw.text is not None, "only predictions may be labels alone"
        labelling = read_labelling(raw.content.path, raw.text, raw.columns[0], encoding)
        return cls(raw, reader, labelling, "auto" if encoding == AUTO else "user")

    @property
    def path(self) -> str:
        """The file as the user named it."""
        return self.raw.content.path

    @property
    def text(self) -> Text:
        """Its tokens."""
        assert self.raw.text is not None, "only predictions may be labels alone"
        return self.raw.text

    def source(self, repair: Repair = NO_REPAIR) -> Source:
        """Describe the file for its provenance."""
        content = self.raw.content
        return Source(
            path=content.path,
            sha256=content.sha256,
            size=content.size,
            role="labels",
            format=self.raw.format,
            text_encoding=content.text_encoding,
            label_column=self.raw.options.label_columns[0],
            encoding=self.labelling.dialect.name,
            encoding_chosen_by=self.encoding_chosen_by,
            repair=repair.method,
            n_invalid=len(self.labelling.invalid),
            n_changed=repair.n_changed,
            n_sentences=self.text.n_sentences,
            n_tokens=self.text.n_tokens,
            notes=self.raw.notes,
        )


def read_alone(argument: str, options: FileOptions) -> tuple[Reader, RawFile]:
    """Read a file that stands for itself, neither reference nor prediction.

    Parameters
    ----------
    argument : str
        `PATH` or `PATH#KEY`.
    options : FileOptions
        How it is read.

    Returns
    -------
    reader : Reader
        What read it.
    raw : RawFile
        With text.

    Raises
    ------
    NerinspectError
        At the first thing that is wrong.
    """
    file = parse_named_path(argument)
    options = replace(options, reading=replace(options.reading, key=file.key, may_be_labels_alone=False))
    opened = open_path(file.path)
    reader, _ = choose_reader(opened, options)
    return reader, read_with(reader, opened, options)


def read_labelled_file(argument: str, options: FileOptions) -> LabelledFile:
    """Read a file for its labels.

    Parameters
    ----------
    argument : str
        `PATH` or `PATH#KEY`.
    options : FileOptions
        How it is read; its repair is not looked at.

    Raises
    ------
    CommandError
        If the format has no labels.
    DataError
        If the file or a label cannot be read.
    """
    reader, raw = read_alone(argument, options)
    if raw.mentions is not None:
        path = raw.content.path
        raise CommandError(f"{path} holds spans, not labels: there are no transitions in it; name a label file")
    return LabelledFile.of(reader, raw, options.encoding)


def invalid_rows(file: LabelledFile) -> Iterator[Row]:
    """List the invalid transitions of a file, in file order, under `VALIDATION_COLUMNS`.

    Yields
    ------
    tuple
        At the start of a sentence the previous label is O; where a sentence ends inside a mention the row stands at
        its last token, with the label O.
    """
    text, labelling = file.text, file.labelling
    invalid = labelling.invalid
    pairs = transition_labels(invalid, labelling.column, text.sentence_start)
    starts = is_member(invalid.position, text.sentence_start)
    sentences = text.sentence_of(invalid.position)
    for number, (previous, label) in enumerate(pairs):
        position, at_end = int(invalid.position[number]), bool(invalid.at_end[number])
        at_start = bool(starts[number]) and not at_end
        yield (
            file.path,
            text.line_of(position),
            int(text.document[sentences[number]]),
            int(sentences[number]) + 1,
            text.token(position),
            previous,
            label,
            describe_transition(previous, label, at_end, at_start, labelling.dialect.name),
        )


def repaired_bytes(file: LabelledFile, method: RepairMethod) -> tuple[bytes, Repair]:
    """Repair a file in its own format: only the changed labels differ.

    Returns
    -------
    data : bytes
        The repaired file.
    repair : Repair
        What was changed.

    Raises
    ------
    UndefinedRepairError
        If the repair is not defined for the encoding.
    CommandError
        If the format cannot be written.
    """
    _, repair = decode_labelling(file.path, file.text, file.labelling, method, "--method")
    if not isinstance(file.reader, LabelWriter):
        raise CommandError(f"{file.path}: {file.reader.title} can be read, but not written back")
    labels = dict(zip(repair.position.tolist(), repair.after, strict=True))
    return file.reader.with_labels(file.raw, labels), repair
