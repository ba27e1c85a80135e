"""Write mentions back into JSON sentences."""

from collections import defaultdict

from nerinspect.corpus.mentions import Mentions
from nerinspect.io.formats.json_records import Place, elements, members, place_of, replaced, written_like
from nerinspect.io.formats.json_sentences import chosen_list
from nerinspect.io.label_edit import edited_text
from nerinspect.io.raw import RawFile

_Key = tuple[int, int, str]


def written_sentences(raw: RawFile, mentions: Mentions) -> bytes:
    """Give the file with other mentions.

    A mention that changes nothing but its type keeps its place, its relations and what else its entity says; a relation
    that loses an argument goes.

    Parameters
    ----------
    raw : RawFile
        As it was read.
    mentions : Mentions
        All mentions there shall be.

    Returns
    -------
    bytes
        In the text encoding of the file; equal where nothing changed.
    """
    text, before = raw.text, raw.mentions
    assert text is not None, "every such file has tokens"
    assert before is not None, "and mentions"
    old, new = _by_sentence(raw, before), _by_sentence(raw, mentions)
    differing = [number for number in range(text.n_sentences) if old.get(number) != new.get(number)]
    if not differing:
        return raw.content.original

    def edit(data: str) -> str:
        filled = [place for place in _sentences(raw, data) if place.value["tokens"]]
        changes = []
        for number in differing:
            changes += _changes(data, filled[number], new.get(number, set()))
        return replaced(data, changes)

    return edited_text(raw.content.original, raw.content.text_encoding, edit)


def _by_sentence(raw: RawFile, mentions: Mentions) -> dict[int, set[_Key]]:
    """Give the mentions of each sentence, counted from its first token."""
    assert raw.text is not None, "every such file has tokens"
    sentence = raw.text.sentence_of(mentions.start)
    first = raw.text.sentence_start[sentence]
    found: defaultdict[int, set[_Key]] = defaultdict(set)
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    start, end = (mentions.start - first).tolist(), (mentions.end - first).tolist()
    for number, *key in zip(sentence.tolist(), start, end, names, strict=True):
        found[number].add((key[0], key[1], key[2]))
    return found


def _sentences(raw: RawFile, text: str) -> list[Place]:
    """Locate the sentences in the text of the file."""
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    key = raw.options.key
    if text[start] == "{":
        lists = members(text, start)
        chosen_list(raw.content.path, {name: place.value for name, place in lists.items()}, key)
        start = lists[str(key)].start
    return list(elements(text, start))


def _changes(text: str, sentence: Place, wanted: set[_Key]) -> list[tuple[int, int, str]]:
    """Say what is to be written where in one sentence."""
    value = sentence.value
    entities = place_of(text, sentence, ("entities",))
    old = [(entity["start"], entity["end"], entity["type"]) for entity in value.get("entities", [])]
    new = sorted(wanted - set(old))
    names = [_name_after(key, wanted, new) for key in old]
    added = [written_like({"type": name, "start": start, "end": end}, text, sentence) for start, end, name in new]
    if entities is None:
        at = sentence.end - 1
        return [(at, at, f', "entities": [{", ".join(added)}]')]
    stays = [number for number, name in enumerate(names) if name is not None]
    items = list(elements(text, entities.start))
    kept = [
        text[items[number].start : items[number].end]
        if names[number] == old[number][2]
        else written_like(items[number].value | {"type": names[number]}, text, sentence)
        for number in stays
    ]
    between = text[items[0].end : items[1].start] if len(items) > 1 else ", "
    changes = [(entities.start, entities.end, f"[{between.join([*kept, *added])}]")]
    relations = place_of(text, sentence, ("relations",))
    if relations is not None and len(stays) < len(old):
        changes.append((relations.start, relations.end, _relations(text, relations, stays, sentence)))
    return changes


def _name_after(key: _Key, wanted: set[_Key], new: list[_Key]) -> str | None:
    """Give an entity its type, None if it goes; a new mention of the extent of one that goes takes its place."""
    if key in wanted:
        return key[2]
    heir = next((one for one in new if one[:2] == key[:2]), None)
    if heir is None:
        return None
    new.remove(heir)
    return heir[2]


def _relations(text: str, relations: Place, stays: list[int], sentence: Place) -> str:
    """Write the relations whose mentions stay, with the places these have now."""
    place = {before: after for after, before in enumerate(stays)}
    written = [
        written_like(item | {"head": place[item["head"]], "tail": place[item["tail"]]}, text, sentence)
        for item in relations.value
        if item["head"] in place and item["tail"] in place
    ]
    return f"[{', '.join(written)}]"
