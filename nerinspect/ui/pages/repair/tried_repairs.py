"""The sources of a study whose labels may be repaired, and the work of trying every repair of one."""

from dataclasses import dataclass, replace

from nerinspect.checking.repair_effects import (
    NamedReading,
    RepairEffects,
    RepairReadings,
    WrittenLabels,
    repair_effects,
    repair_readings,
)
from nerinspect.corpus.text import Text
from nerinspect.errors import counted
from nerinspect.events.study import Annotation, Study, shown_name
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.request import LoadRequest, Role
from nerinspect.progress import Checkpoint


@dataclass(frozen=True, eq=False)
class LabelledSource:
    """One annotation that was read from labels.

    Attributes
    ----------
    role : str
        `reference`, `prediction` or `training`.
    name : str
        The system or annotator; the role for the others.
    prediction : int
        Number of the prediction; -1 for the others.
    """

    role: Role
    name: str
    text: Text
    annotation: Annotation
    prediction: int = -1

    @property
    def key(self) -> tuple[str, str, int]:
        """What stays the same when the files are loaded again."""
        return self.annotation.source.path, self.role, self.prediction

    @property
    def title(self) -> str:
        """The source and how many invalid transitions it has, for a list to choose from."""
        n_invalid = self.annotation.source.n_invalid
        found = counted(n_invalid, "invalid transition") if n_invalid else "no invalid transition"
        file = self.annotation.source.path.rpartition("/")[2]
        name = f"{self.role} {file}" if self.name == self.role else self.name
        return f"{name}: {found}"


@dataclass(frozen=True, eq=False)
class TriedRepairs:
    """What was found out about one source."""

    source: LabelledSource
    effects: RepairEffects
    readings: RepairReadings | None
    wording: Wording = JUDGED


def labelled_sources(study: Study) -> list[LabelledSource]:
    """List the annotations of a study that were read from labels: predictions, reference, training data."""
    sources = [
        LabelledSource("prediction", shown_name(study, number), study.text, prediction.annotation, number)
        for number, prediction in enumerate(study.predictions)
    ]
    sources.append(LabelledSource("reference", _reference_name(study), study.text, study.reference))
    if study.training is not None:
        sources.append(LabelledSource("training", "training", study.training.text, study.training.annotation))
    return [source for source in sources if WrittenLabels.of(source.text, source.annotation) is not None]


def try_repairs(
    study: Study, request: LoadRequest, source: LabelledSource, prediction: int, checkpoint: Checkpoint
) -> TriedRepairs:
    """Try every repair of a source.

    Parameters
    ----------
    source : LabelledSource
        One of `labelled_sources`.
    prediction : int
        The prediction that a repaired reference is aligned with.

    Returns
    -------
    TriedRepairs
        With the other side, if the source has one.

    Raises
    ------
    DataError
        If the file that renames types can no longer be read.
    """
    written = WrittenLabels.of(source.text, source.annotation)
    assert written is not None, "only sources with labels are listed"
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    other = _other_side(study, source, prediction)
    mentions = other.annotation.mentions if other else None
    effects = repair_effects(written, mentions, source.role == "reference", changes, checkpoint)
    effects.differences  # noqa: B018 - found here, not when a window first asks for them
    return TriedRepairs(source, effects, repair_readings(effects, source.annotation, other), study.wording)


def _reference_name(study: Study) -> str:
    return study.annotator or "reference"


def _other_side(study: Study, source: LabelledSource, prediction: int) -> NamedReading | None:
    if source.role == "prediction":
        return NamedReading(_reference_name(study), study.reference)
    if source.role == "reference" and study.predictions:
        return NamedReading(shown_name(study, prediction), study.predictions[prediction].annotation)
    return None


def with_repair(request: LoadRequest, path: str, role: str, method: str) -> LoadRequest:
    """Ask for the same files with another repair of one source.

    Returns
    -------
    LoadRequest
        With a choice for this file alone; in a merged file, which is reference and predictions at once, with a choice
        for all sources of the role.
    """
    others = tuple(choice for choice in request.choices if choice[:2] != (path, "repair"))
    if len(request.label_columns) == 1:
        return replace(request, choices=(*others, (path, "repair", method)))
    chosen = {"repair_reference" if role == "reference" else "repair": method}
    return replace(request, choices=others, **chosen)  # type: ignore[arg-type]  # mypy looks at every field


def how_read(source: LabelledSource) -> str:
    """Say how the labels of a source were read, and what was changed in them."""
    read = source.annotation.source
    chosen = "detected" if read.encoding_chosen_by == "auto" else "chosen"
    changed = f"{counted(read.n_changed, 'label')} changed by {read.repair}" if read.n_changed else "no label changed"
    return f"read as {read.encoding} ({chosen}); {changed}"
