"""What stands beside the files of a swap test: where they came from and what was left out."""

from collections.abc import Iterator, Mapping
from typing import Any

from nerinspect.analysis.study import Annotation, Study
from nerinspect.io.provenance import source_entry
from nerinspect.io.swap_reading import SwapFile


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
    """Describe the file and the predictions on its sentences.

    Parameters
    ----------
    file : SwapFile
        The file.
    studies : mapping of str to Study
        Its predictions, by the set they are on: `original` or `swapped`.
    """
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
