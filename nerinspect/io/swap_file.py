"""Write the sentences of a swap test as a JSON list of sentences."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np

from nerinspect.analysis.swap import Swapped
from nerinspect.io.formats.json_sentences import chosen_list
from nerinspect.io.raw import RawFile

_OF_OTHERS: Final = ("tokens", "entities", "relations")


def swap_file(raw: RawFile, swapped: Swapped) -> bytes:
    """Write swapped sentences, one a line.

    Parameters
    ----------
    raw : RawFile
        The file they are of.
    swapped : Swapped
        The sentences.

    Returns
    -------
    bytes
        A JSON list in UTF-8. What sentences of a JSON file say besides is kept; of fields that give every token a
        value, the values go with the tokens.
    """
    sentences = _edited(raw, swapped) if raw.format == "json" else _written(swapped)
    lines = (json.dumps(sentence, ensure_ascii=False) for sentence in sentences)
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def token_fields(raw: RawFile) -> tuple[str, ...]:
    """Name the fields of a JSON file that give every token of every sentence a value."""
    return _token_fields(_filled(raw)) if raw.format == "json" else ()


def _filled(raw: RawFile) -> list[dict[str, Any]]:
    """Parse the sentences that have tokens."""
    sentences = chosen_list(raw.content.path, json.loads(raw.content.data), raw.options.key)
    return [sentence for sentence in sentences if sentence["tokens"]]


def _token_fields(sentences: list[dict[str, Any]]) -> tuple[str, ...]:
    lists = [{name: len(value) for name, value in one.items() if isinstance(value, list)} for one in sentences]
    names = dict.fromkeys(name for one in lists for name in one if name not in _OF_OTHERS)
    return tuple(name for name in names if all(one.get(name) == one["tokens"] for one in lists))


def _edited(raw: RawFile, swapped: Swapped) -> Iterator[dict[str, Any]]:
    """Change the sentences of a JSON file; entities keep their places in the list."""
    assert raw.text is not None, "every such file has tokens"
    sentences = _filled(raw)
    fields = ("tokens", *_token_fields(sentences))
    borders = pairwise(swapped.text.sentence_start.tolist())
    for number, (begin, stop) in zip(swapped.sentence.tolist(), borders, strict=True):
        sentence = sentences[number]
        own = swapped.token[begin:stop] - raw.text.sentence_start[number]
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
