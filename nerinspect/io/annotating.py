"""From a file as read to an annotation: labels interpreted, repaired by choice, or spans taken over."""

from collections.abc import Iterator

from nerinspect.analysis.study import Annotation
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.relations import self_relations
from nerinspect.corpus.source import Source
from nerinspect.encoding.dialects import AUTO
from nerinspect.encoding.repair import NO_REPAIR
from nerinspect.errors import counted
from nerinspect.io.interpret import decode_labelling, read_labelling
from nerinspect.io.raw import RawFile
from nerinspect.io.request import FileOptions, Role


def annotate(
    raw: RawFile, options: FileOptions, role: Role, place: int = 0, without_mentions: str = "BIO"
) -> Annotation:
    """Interpret one label column, or take over the spans, of a file with text.

    Parameters
    ----------
    raw : RawFile
        Read, and laid over the reference's tokens if it was labels alone.
    options : FileOptions
        Chunk encoding and repair.
    role : str
        What the file is for.
    place : int
        Which of its label columns.
    without_mentions : str
        The encoding taken by `auto` if there is no mention.

    Returns
    -------
    Annotation
        Over the tokens of `raw`.

    Raises
    ------
    NerinspectError
        If a label cannot be read, or a transition is invalid and no repair was chosen.
    """
    assert raw.text is not None, "labels alone are laid over the reference before"
    mentions, repair, dialect, labels = raw.mentions, NO_REPAIR, "", None
    if mentions is None:
        path, labels = raw.content.path, raw.columns[place]
        labelling = read_labelling(path, raw.text, labels, options.encoding, without_mentions)
        option = "--repair-reference" if role == "reference" else "--repair"
        mentions, repair = decode_labelling(path, raw.text, labelling, options.repair, option)
        dialect = labelling.dialect.name
    source = Source(
        path=raw.content.path,
        sha256=raw.content.sha256,
        size=raw.content.size,
        role=role,
        format=raw.format,
        text_encoding=raw.content.text_encoding,
        label_column=raw.options.label_columns[place] if raw.mentions is None else None,
        encoding=dialect,
        encoding_chosen_by="auto" if options.encoding == AUTO else "user",
        repair=repair.method,
        n_invalid=repair.n_invalid,
        n_changed=repair.n_changed,
        n_sentences=raw.text.n_sentences,
        n_tokens=raw.text.n_tokens,
        notes=(*raw.notes, *_relation_notes(raw, mentions)),
        companions=tuple((one.path, one.size, one.sha256) for one in raw.companions),
    )
    return Annotation(mentions, source, repair, labels, raw.others, raw.relations)


def _relation_notes(raw: RawFile, mentions: Mentions) -> Iterator[str]:
    """Tell of relations that say something odd, whatever the format."""
    if raw.relations is None or raw.text is None or not len(own := self_relations(raw.relations)):
        return
    first = int(own[0])
    sentence = int(raw.text.sentence_of(mentions.start[raw.relations.head[first : first + 1]])[0]) + 1
    name = raw.relations.types[raw.relations.type_codes[first]]
    verb = "joins" if len(own) == 1 else "join"
    yield f"{counted(len(own), 'relation')} {verb} a mention with itself; the first: sentence {sentence:,}, {name}"
