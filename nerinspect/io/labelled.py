"""One label file on its own, for validation and repair."""

from collections.abc import Iterator
from dataclasses import dataclass

from nerinspect.corpus.arrays import is_member
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text
from nerinspect.encoding.dialects import RepairMethod
from nerinspect.encoding.repair import NO_REPAIR, Repair
from nerinspect.encoding.validate import describe_transition, transition_labels
from nerinspect.errors import CommandError
from nerinspect.io.content import Content, ensure_unchanged, read_content
from nerinspect.io.formats.conll_columns import Columns, read_conll
from nerinspect.io.formats.json_sentences import looks_like_json
from nerinspect.io.interpret import Labelling, decode_labelling, read_labelling
from nerinspect.io.label_edit import edited_file
from nerinspect.results.table import Row

VALIDATION_COLUMNS = ("file", "line", "document", "sentence", "token", "previous", "label", "problem")


@dataclass(frozen=True, eq=False)
class LabelledFile:
    """A label file as it stands, nothing repaired.

    Attributes
    ----------
    content : Content
        The file.
    text : Text
        Its tokens.
    labelling : Labelling
        Its labels.
    columns : Columns
        Which fields were read.
    by_tabs : bool
        Whether fields are cut at TABs.
    encoding_chosen_by : str
        `auto` or `user`.
    """

    content: Content
    text: Text
    labelling: Labelling
    columns: Columns
    by_tabs: bool
    encoding_chosen_by: str

    def source(self, repair: Repair = NO_REPAIR) -> Source:
        """Describe the file for its provenance."""
        return Source(
            path=self.content.path,
            sha256=self.content.sha256,
            size=self.content.size,
            role="labels",
            format="conll",
            text_encoding=self.content.text_encoding,
            label_column=self.columns.labels[0],
            encoding=self.labelling.dialect.name,
            encoding_chosen_by=self.encoding_chosen_by,
            repair=repair.method,
            n_invalid=len(self.labelling.invalid),
            n_changed=repair.n_changed,
            n_sentences=self.text.n_sentences,
            n_tokens=self.text.n_tokens,
        )


def read_labelled_file(path: str, columns: Columns, encoding: str, text_encoding: str) -> LabelledFile:
    """Read a CoNLL-style file for its labels.

    Raises
    ------
    CommandError
        If the format has no labels.
    DataError
        If the file or a label cannot be read.
    """
    content = read_content(path, text_encoding)
    if looks_like_json(content):
        raise CommandError(f"{path} holds spans, not labels: there are no transitions in it; name a label file")
    file = read_conll(content, columns)
    assert file.text is not None, "only predictions may be labels alone"
    labelling = read_labelling(path, file.text, file.labels[0], encoding)
    return LabelledFile(content, file.text, labelling, columns, file.by_tabs, "auto" if encoding == "auto" else "user")


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
            file.content.path,
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
    FileChangedError
        If the file on disk no longer is what was read.
    """
    _, repair = decode_labelling(file.content.path, file.text, file.labelling, method, "--method")
    ensure_unchanged(file.content.path, file.content.size, file.content.sha256)
    labels = {
        line: label
        for position, label in zip(repair.position.tolist(), repair.after, strict=True)
        if (line := file.text.line_of(position)) is not None
    }
    column = file.columns.labels[0]
    return edited_file(file.content.path, file.content.text_encoding, column, file.by_tabs, labels), repair
