"""The relations of a study as columns: those of the reference, and those of all predictions behind each other."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.relations import Relations


@dataclass(frozen=True, eq=False)
class RelationColumns:
    """The relations of one side, in the order of the text and each once.

    Attributes
    ----------
    head, tail : ndarray of int32, shape (n_relations,)
        Numbers of mentions, as events number those of the side.
    type_codes : ndarray of int32, shape (n_relations,)
        Places in `types`.
    prediction : ndarray of int32, shape (n_relations,)
        Number of the prediction; zeros for the reference.
    types : tuple of str
        The relation types of all sides of the study, by code point.
    """

    head: IntArray
    tail: IntArray
    type_codes: IntArray
    prediction: IntArray
    types: tuple[str, ...]

    def __len__(self) -> int:
        """Count the relations."""
        return len(self.head)

    def rows(self, which: AnyIntArray | BoolArray) -> "RelationColumns":
        """Take some relations, by number or mask."""
        columns = {name: getattr(self, name)[which] for name in ("head", "tail", "type_codes", "prediction")}
        return replace(self, **columns)


def has_relations(study: Study) -> bool:
    """Tell whether any annotation of a study carries relations."""
    return any(one.relations is not None and len(one.relations) for one in _annotations(study))


@kept_with_owner
def relation_types(study: Study) -> tuple[str, ...]:
    """Name the relation types of the reference and of all predictions, by code point."""
    found = (one.relations for one in _annotations(study))
    return tuple(sorted({name for held in found if held is not None for name in held.type_names()}))


@kept_with_owner
def symmetric_types(study: Study) -> BoolArray:
    """Tell which relation types have no direction; shape (n_relation_types,)."""
    return np.array([name in study.relation_choice.symmetric for name in relation_types(study)], dtype=bool)


def relations_on(study: Study, side: Side) -> RelationColumns:
    """Give the relations of the reference, or of all predictions.

    Parameters
    ----------
    study : Study
        Relations of a type without direction count once for each pair of mentions; the one that leads on in the text
        stays.
    side : str
        `reference` or `predicted`.

    Returns
    -------
    RelationColumns
        Numbered through all predictions on the predicted side. Kept with the study.
    """
    return _both_sides(study)[side]


@kept_with_owner
def training_relations(study: Study) -> RelationColumns:
    """Give the relations of the training data, in the order of its text and each once.

    Parameters
    ----------
    study : Study
        Without training data there are none.

    Returns
    -------
    RelationColumns
        Over the mentions of the training data; its types are those of `relation_types`, then those that only training
        has, so that equal codes are equal types. Kept with the study.
    """
    learned = study.training.annotation.relations if study.training else None
    own = relation_types(study)
    names = learned.type_names() if learned is not None else set()
    return in_text_order(learned, (*own, *sorted(names.difference(own))), study.relation_choice.symmetric)


def in_text_order(
    relations: Relations | None, types: tuple[str, ...], symmetric: Collection[str] = ()
) -> RelationColumns:
    """Sort the relations of one annotation by their mentions.

    Parameters
    ----------
    relations : Relations or None
        None for an annotation without relations.
    types : tuple of str
        All types that occur.
    symmetric : collection of str
        The types that say the same with head and tail exchanged.

    Returns
    -------
    RelationColumns
        Over `types`, by the mention that stands first, then by the other one, then by type, the direction of the text
        first; each once, those of symmetric types once for each pair of mentions. The order given does not matter.
    """
    if relations is None or not len(relations):
        none = np.empty(0, dtype=np.int32)
        return RelationColumns(none, none, none, none, types)
    place = {name: code for code, name in enumerate(types)}
    recoded = np.array([place.get(name, -1) for name in relations.types], dtype=np.int32)[relations.type_codes]
    low, high = np.minimum(relations.head, relations.tail), np.maximum(relations.head, relations.tail)
    undirected = np.array([name in symmetric for name in types], dtype=bool)[recoded]
    goes_back = relations.head > relations.tail
    order = np.lexsort((goes_back, recoded, high, low))
    rows = np.stack([low, high, recoded, goes_back & ~undirected])[:, order]
    is_new = np.append(True, np.any(rows[:, 1:] != rows[:, :-1], axis=0))
    held = order[is_new]
    prediction = np.zeros(len(held), dtype=np.int32)
    return RelationColumns(relations.head[held], relations.tail[held], recoded[held], prediction, types)


@kept_with_owner
def _both_sides(study: Study) -> dict[Side, RelationColumns]:
    first = np.cumsum([0, *(len(prediction.mentions) for prediction in study.predictions)])
    own = [_columns(study, study.reference, 0, 0)]
    predicted = [
        _columns(study, one.annotation, number, int(first[number])) for number, one in enumerate(study.predictions)
    ]
    return dict(zip(SIDES, (_joined(own, study), _joined(predicted, study)), strict=True))


def _columns(study: Study, annotation: Annotation, prediction: int, first_mention: int) -> RelationColumns:
    columns = in_text_order(annotation.relations, relation_types(study), study.relation_choice.symmetric)
    shift = np.int32(first_mention)
    return replace(
        columns,
        head=columns.head + shift,
        tail=columns.tail + shift,
        prediction=np.full(len(columns), prediction, dtype=np.int32),
    )


def _joined(parts: list[RelationColumns], study: Study) -> RelationColumns:
    none = np.empty(0, dtype=np.int32)

    def column(name: str) -> IntArray:
        return np.concatenate([none, *(getattr(part, name) for part in parts)])

    return RelationColumns(
        column("head"), column("tail"), column("type_codes"), column("prediction"), relation_types(study)
    )


def _annotations(study: Study) -> list[Annotation]:
    return [study.reference, *(prediction.annotation for prediction in study.predictions)]
