"""What each repair of one source's labels does to labels, mentions, scores and events."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from nerinspect.analysis.alignment import outside_segments
from nerinspect.analysis.event_differences import Aligned, EventDifferences, differing_events
from nerinspect.analysis.events import Side
from nerinspect.analysis.scores import Tally, tally_events
from nerinspect.analysis.written_labels import WrittenLabels
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.type_changes import TypeChanges
from nerinspect.encoding.decode import decode
from nerinspect.encoding.dialects import RepairMethod
from nerinspect.encoding.repair import Repair
from nerinspect.progress import Checkpoint, no_checkpoint

NO_CHANGES: Final = TypeChanges()


@dataclass(frozen=True, eq=False)
class RepairChoice:
    """What one repair makes of a source.

    Attributes
    ----------
    repair : Repair
        The labels it changes.
    mentions : Mentions or None
        What the source says then; None for `none` if there are invalid transitions: such labels say nothing certain.
    aligned : Aligned or None
        The events with the other side; None if there is none, or nothing to align.
    tally : Tally or None
        Their sums.
    """

    repair: Repair
    mentions: Mentions | None
    aligned: Aligned | None = None
    tally: Tally | None = None

    @property
    def method(self) -> RepairMethod:
        """The name of the repair."""
        return self.repair.method


@dataclass(frozen=True, eq=False)
class RepairEffects:
    """All repairs of one source side by side.

    Attributes
    ----------
    written : WrittenLabels
        The labels of the source.
    choices : tuple of RepairChoice
        One for each repair that the chunk encoding defines, `none` first.
    is_reference : bool
        Whether the source is the reference, so that the other side is a prediction.
    """

    written: WrittenLabels
    choices: tuple[RepairChoice, ...]
    is_reference: bool

    @property
    def side(self) -> Side:
        """The side whose mentions the repairs change."""
        return "reference" if self.is_reference else "predicted"

    def choice(self, method: str) -> RepairChoice | None:
        """Find what one repair does; None if the chunk encoding does not define it."""
        return next((choice for choice in self.choices if choice.method == method), None)

    @cached_property
    def compared(self) -> tuple[RepairChoice, RepairChoice] | None:
        """The two repairs that are set against each other: the first and the last that change something."""
        repairs = [choice for choice in self.choices if choice.method != "none"]
        return (repairs[0], repairs[-1]) if len(repairs) > 1 else None

    @cached_property
    def differences(self) -> EventDifferences | None:
        """The events that differ between the compared repairs; None without a comparison or another side."""
        if self.compared is None:
            return None
        one, other = (choice.aligned for choice in self.compared)
        return None if one is None or other is None else differing_events(one, other)


def repair_effects(
    written: WrittenLabels,
    other: Mentions | None = None,
    is_reference: bool = False,
    changes: TypeChanges = NO_CHANGES,
    checkpoint: Checkpoint = no_checkpoint,
) -> RepairEffects:
    """Try every repair of one source.

    Parameters
    ----------
    written : WrittenLabels
        Its labels.
    other : Mentions, optional
        The side it is aligned with, over types of its own; without it only labels and mentions are counted.
    is_reference : bool
        Whether the source is the reference and `other` a prediction.
    changes : TypeChanges
        What is done to the types of the mentions of the source; to `other` it is done already.
    checkpoint : Checkpoint
        Called before each repair.

    Returns
    -------
    RepairEffects
        All choices over one list of types.

    References
    ----------
    Palen-Michel, Holley and Lignos (2021), SeqScore: what is repaired silently changes scores.
    """
    choices = []
    for number, method in enumerate(written.dialect.repairs):
        checkpoint(number, len(written.dialect.repairs))
        repair = written.repair(method)
        if method == "none" and len(written.invalid):
            choices.append(RepairChoice(repair, None))
            continue
        mentions, _ = changes.apply(decode(written.tagging.with_roles(written.repaired[method])))
        choices.append(_choice(written, repair, mentions, other, is_reference))
    return RepairEffects(written, tuple(choices), is_reference)


def _choice(
    written: WrittenLabels, repair: Repair, mentions: Mentions, other: Mentions | None, is_reference: bool
) -> RepairChoice:
    """Align what a repair makes of the source with the other side."""
    if other is None:
        return RepairChoice(repair, mentions)
    types = sorted({*mentions.types, *other.type_names()})  # the same for every repair
    mentions, other = mentions.with_types(types), other.with_types(types)
    reference, predicted = (mentions, other) if is_reference else (other, mentions)
    sentence_start = written.text.sentence_start
    aligned = Aligned.of(reference, predicted, sentence_start)
    tn = int(outside_segments(aligned.events, sentence_start).sum())
    return RepairChoice(repair, mentions, aligned, tally_events(aligned.events, reference, predicted, tn))
