"""Readings as people write them in lists, such as `person: Glenn Close; film: The Wife`, and read back.

`none` is no mention, `=flair` the reading of a system, and JSON as in `reference_spans` says every reading.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeAlias

from nerinspect.decisions.adjudication import event_readings, reading_on
from nerinspect.errors import UnknownNameError, nearest_name, shown
from nerinspect.events.decision import Reading
from nerinspect.events.study import Study, judged, run_names
from nerinspect.query.language.parser import quoted, unescaped

Place: TypeAlias = tuple[int, int]

NO_MENTION: Final = "none"
_SYSTEM: Final = "="
_LOST_FORMULA: Final = "#NAME?"

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_MENTION: Final = re.compile(
    rf"\s*(?P<type>{_QUOTED}|[^:;\n]*?)\s*:\s*(?P<words>{_QUOTED}(?=\s*(?:[;\n]|\Z))|[^;\n]*)(?:[;\n]|\Z)", re.DOTALL
)
_PLAIN_TYPE: Final = re.compile(r'[^\s:;"\'=\[][^\s:;"]*')
_NEEDS_QUOTES: Final = re.compile(r'[;"\r\n]|\A\s|\s\Z|\A\Z')
_TYPE: Final = re.compile(r"[^\s,;:\"'()]+")
_CURLY: Final = str.maketrans("“”„‟", '""""')  # spreadsheets bend quotes while people write

_MOST_READINGS: Final = 9
_MOST_STEPS: Final = 20_000
_LONGEST_COMPARED: Final = 50  # tokens


class MisreadCell(Exception):
    """What is wrong with a cell, and what to write instead."""


def reading_words(mentions: Iterable[tuple[str, str]]) -> str:
    """Write mentions, each given as its type and its words; quotes, as in a query, hold together what has none of both.

    Examples
    --------
    >>> reading_words([("person", "Glenn Close"), ("film", "The Wife")])
    'person: Glenn Close; film: The Wife'
    >>> reading_words([("film", "Me; Myself")])
    'film: "Me; Myself"'
    >>> reading_words([])
    'none'
    """
    said = (f"{name if _PLAIN_TYPE.fullmatch(name) else quoted(name)}: {_words(words)}" for name, words in mentions)
    return "; ".join(said) or NO_MENTION


def _words(words: str) -> str:
    return quoted(words) if _NEEDS_QUOTES.search(words) else words


def correction_words(study: Study, event: int, reading: Reading, cells: "ReadingCells | None" = None) -> str:
    """Write a correction so that `ReadingCells` gives it back: in words if they say it, else as JSON."""
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    words = reading_words((name, study.text.spelled(zero + start, zero + end)) for start, end, name in reading)
    try:
        is_said = (cells or ReadingCells(study)).readings(event, words)[0] == reading
    except MisreadCell:
        is_said = False
    return words if is_said else json.dumps(reading, ensure_ascii=False)


class ReadingCells:
    """Reads what cells say about events of a study."""

    def __init__(self, study: Study) -> None:
        self._study = study
        given = (one.correction for _, one in study.decisions.items() if one.correction)
        self._types = tuple(dict.fromkeys([*study.types, *(name for reading in given for *_, name in reading)]))

    def readings(self, event: int, cell: str) -> list[Reading]:
        """Read a cell about an event: the reading, and behind it the others it may mean, where words stand twice.

        Words are found wherever they stand in the event, the leftmost place first; blanks between them do not count.

        Raises
        ------
        MisreadCell
            If it says no reading the event can have.
        """
        text = cell.strip()
        plain = text.lstrip("'")  # which spreadsheets want before what is no formula
        if plain == _LOST_FORMULA:
            raise MisreadCell(f"a spreadsheet took it for a formula, and lost it; write '{_SYSTEM}SYSTEM there")
        if plain.startswith(_SYSTEM):
            found = [self._of_system(event, plain.removeprefix(_SYSTEM).strip())]
        elif text.casefold() == NO_MENTION:
            found = [()]
        elif text.startswith("["):
            found = [_listed(text)]
        else:
            found = self._said(event, text)
        for reading in found:
            if reason := misreading(self._study, event, reading):
                raise MisreadCell(reason)
        return found

    def _of_system(self, event: int, name: str) -> Reading:
        """Take the reading of a system, or of one of its runs, named in any case."""
        study = self._study
        if study.is_of_annotators and name == study.annotator:
            return reading_on(study, event, "reference")
        known = dict.fromkeys((*study.systems, *run_names(study)))
        alike = [name] if judged(study, name) is not None else _in_any_case(name, known)
        if len(alike) > 1:
            raise MisreadCell(f"{shown(name)} may be {' or '.join(alike)}; write the exact name")
        number = judged(study, alike[0]) if alike else None
        if number is None:
            raise MisreadCell(str(UnknownNameError("system", name, known)))
        sentence = study.event_sentence[event]
        bounds = slice(*study.text.sentence_start[sentence : sentence + 2])
        [reading] = event_readings(study, [event], study.predictions[number].mentions.between(bounds))
        if reading is None:
            raise MisreadCell(f"the annotation of {alike[0]} reaches beyond the event, or has overlapping mentions")
        return reading

    def _said(self, event: int, text: str) -> list[Reading]:
        """Find mentions that are said as their type and their words."""
        study, parts = self._study, list(_parts(text))
        sentence = study.event_sentence[event]
        tokens = [_squeezed(token) for token in study.text.tokens_of(sentence)]
        zero = int(study.text.sentence_start[sentence])
        low, high = int(study.events.start[event]) - zero, int(study.events.end[event]) - zero
        names = [self._type(name) for name, _ in parts]
        wanted = [_squeezed(words) for _, words in parts]
        options = [_places(tokens, one, low, high) for one in wanted]
        for (_, words), one, places in zip(parts, wanted, options, strict=True):
            if not places:
                raise MisreadCell(self._not_there(words, one, tokens, zero, range(low, high)))
        found = islice(_arranged(options), _MOST_READINGS)
        readings = [tuple(sorted((*place, name) for place, name in zip(one, names, strict=True))) for one in found]
        if not readings:
            raise MisreadCell(f"the mentions of {_in_line(text)} have no places in the event that do not overlap")
        return list(dict.fromkeys(readings))

    def _type(self, name: str) -> str:
        """Find a type by its name in any case; new ones are written as JSON, or every slip would make one."""
        alike = [name] if name in self._types else _in_any_case(name, self._types)
        if len(alike) > 1:
            raise MisreadCell(f"{shown(name)} may be {' or '.join(alike)}; write the exact name")
        if not alike:
            known = UnknownNameError("type", name, self._types)
            raise MisreadCell(f"{known}; a new type is written as in {json.dumps([[0, 2, name]], ensure_ascii=False)}")
        return alike[0]

    def _not_there(self, words: str, wanted: str, tokens: Sequence[str], zero: int, event: range) -> str:
        """Say where words stand if not in the event, or which words there are most like them."""
        said = self._study.text.spelled(zero + event.start, zero + event.stop)
        places = _places(tokens, wanted, 0, len(tokens)) if wanted else []
        if any(start < event.stop and end > event.start for start, end in places):
            return f"{shown(words)} reaches beyond the event {shown(said)}; a correction is about its tokens alone"
        if places:
            start, end = min(places, key=lambda place: max(event.start - place[1], place[0] - event.stop))
            at = f"token {start + 1}" if end == start + 1 else f"tokens {start + 1} to {end}"
            return f"{shown(words)} is outside the event {shown(said)}: {at} of the sentence"
        spans = [
            self._study.text.spelled(zero + start, zero + end)
            for start in event[:_LONGEST_COMPARED]
            for end in range(start + 1, min(start + _LONGEST_COMPARED // 5, event.stop) + 1)
        ]
        nearest = nearest_name(words, spans)
        return f"the event {shown(said)} has no {shown(words)}" + (
            f"; the nearest is {shown(nearest)}" if nearest else ""
        )


def misreading(study: Study, event: int, reading: Reading) -> str:
    """Say why a reading cannot be that of an event; empty if it can."""
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    low, high = int(study.events.start[event]) - zero, int(study.events.end[event]) - zero
    reached = low
    for start, end, name in reading:
        if not low <= start < end <= high:
            return f"the mention {start} to {end} is not inside the event, which is {low} to {high}"
        if start < reached:
            return f"the mention {start} to {end} overlaps the one before"
        if not _TYPE.fullmatch(name):
            return f"{shown(name)} is not the name of a type"
        reached = end
    return ""


def _listed(text: str) -> Reading:
    """Read spans such as `[[0, 2, "ORG"]]`."""
    for written in (text, text.translate(_CURLY)):
        try:
            reading = tuple(sorted((start, end, name) for start, end, name in json.loads(written)))
        except (ValueError, TypeError, RecursionError):
            continue
        if all((type(start), type(end), type(name)) == (int, int, str) for start, end, name in reading):
            return reading
    raise MisreadCell(_no_reading(text))


def _no_reading(text: str) -> str:
    examples = 'person: Glenn Close, none, =SYSTEM or [[0, 2, "ORG"]]'
    return f"{_in_line(text)} is not a correction; write one such as {examples}"


def _in_line(text: str) -> str:
    return shown(" ".join(text.split()))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Cut a text into types and words; behind a semicolon, or in a line of its own, stands the next mention."""
    place, text = 0, text.rstrip("; \t\r\n")
    if not text:
        raise MisreadCell(_no_reading(text))
    while place < len(text):
        found = _MENTION.match(text, place)
        if found is None or not found["type"]:
            raise MisreadCell(_no_reading(text))
        name, words = (_unquoted(found[group].strip()) for group in ("type", "words"))
        if not words.strip():
            raise MisreadCell(f"no words follow {shown(name)}; write them as in the sentence")
        yield name, words
        place = found.end()


def _unquoted(text: str) -> str:
    return unescaped(text[1:-1]) if re.fullmatch(_QUOTED, text, re.DOTALL) else text


def _in_any_case(name: str, known: Iterable[str]) -> list[str]:
    return [one for one in known if one.casefold() == name.casefold()]


def _squeezed(words: str) -> str:
    """Leave out blanks: people part words otherwise than files."""
    return "".join(unicodedata.normalize("NFC", words).split())


def _places(tokens: Sequence[str], wanted: str, low: int, high: int) -> list[Place]:
    """Find the neighbouring tokens of a range that spell what is wanted, from left to right; all are squeezed."""
    found = []
    for start in range(low, high):
        reached = 0
        for end in range(start, high):
            token = tokens[end]
            if not wanted.startswith(token, reached) or not (token or reached):
                break
            reached += len(token)
            if reached == len(wanted):
                found.append((start, end + 1))
                break
    return found


def _arranged(options: Sequence[Sequence[Place]]) -> Iterator[tuple[Place, ...]]:
    """Choose one of its places for each mention so that none overlap, the leftmost first.

    Of mentions with the same places, each stands behind the one before. It ends after many steps.
    """
    alike_before = [
        max((at for at in range(part) if options[at] == own), default=-1) for part, own in enumerate(options)
    ]
    tried, taken = [0], list[Place]()
    for _ in range(_MOST_STEPS):
        part = len(taken)
        if tried[part] == len(options[part]):
            if not taken:
                return
            taken.pop()
            tried.pop()
            continue
        start, end = options[part][tried[part]]
        tried[part] += 1
        if any(start < other[1] and end > other[0] for other in taken):
            continue
        taken.append((start, end))
        if len(taken) == len(options):
            yield tuple(taken)
            taken.pop()
        else:
            before = alike_before[part + 1]
            tried.append(tried[before] if before >= 0 else 0)
