"""Change a file a little, where it hurts: values of JSON, fields of lines, bytes."""

import json
import zlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

from tests.fuzz.examples import PARTS

ODD_TEXTS: Final = (
    *("", " ", "\t", "\n", "\r", "\r\n", "\0", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u2028", "\u3000", "\ufeff"),
    *("𝄞", "e\u0301", "\u0661", "²", "O", "B-", "-", "I-PER", "B-PER", "E-PER", "S-X", "U-", "L-PER", "_", "*", "#"),
    *("-DOCSTART-", "# global.columns = FORM NE", "# newdoc id = x", "# sent_id = ", "1-2", "1.1", "9" * 40, "-1", "0"),
    *("|", "[1]", "[0]", "\\", ";", "->", "=", "NER=I-PER", "T1\tX 0 3", "T2\tX 1 1;2 2\tx", "R1\tA Arg1:T1 Arg2:T2"),
    *("9" * 20, "-9999999999", "3000000000", "1e999", "Infinity", "[[[[", "'=", "true", "1979-05-27", "..", "%", ";"),
    *('"', "{", "[", "]}", ",", "#FORMAT=WebAnno TSV 3.3", "1-1\t0-3\tAna\t", "\u202e", "ﬁ"),
)
ODD_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, -1, 0, 1, 2, 3, 9, 10**18, 10**30, -(10**30), 1.0, 1.5, float("nan"), float("inf"), "", "O"),
    *("PER", "\ud800", "\udfff𝄞", "\0", "\n", "a\u2028b", [], {}, [[]], [0, 1, "PER"], {"start": 0, "end": 1}, ["PER"]),
)

NAMES: Final = ("text", "tokens", "spans", "labels", "label", "start", "end", "id", "answer", "data", "result", "value")


def mutated(data: bytes, random: Random) -> bytes:
    """Give a file that differs from another in some places."""
    ways: list[Callable[[bytes, Random], bytes]] = [_with_other_value, _with_other_line, _with_other_bytes]
    for _ in range(random.randint(1, 3)):
        way = random.choices(ways, (5, 3, 1))[0]
        data = data[:1] + way(data[1:], random)
    return data


def _with_other_value(data: bytes, random: Random) -> bytes:
    """Change JSON, or the message inside a file of spaCy; lines where there is neither."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return _with_other_message(data, random)
    return json.dumps(_changed(tree, random), ensure_ascii=random.random() < 0.8).encode(errors="replace")


def _with_other_message(data: bytes, random: Random) -> bytes:
    if data[:1] == b"x" or data[:1] >= b"\x80":
        try:
            from srsly import msgpack

            message = zlib.decompress(data) if data[:1] == b"x" else data
            return bytes(msgpack.dumps(_changed(msgpack.loads(message, raw=False), random), use_bin_type=True))
        except Exception:  # what is no message stays as it is
            return data
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    try:
        lines[place] = json.dumps(_changed(json.loads(lines[place]), random)).encode()
    except (ValueError, RecursionError):
        return _with_other_line(data, random)
    return b"\n".join(lines)


def _changed(tree: Any, random: Random) -> Any:  # noqa: ANN401
    """Change one value of a tree."""
    places = list(_places(tree))
    if not places:
        return random.choice(ODD_VALUES)
    inside, key = random.choice(places)
    other_inside, other_key = random.choice(places)
    action = random.randrange(6)
    if action == 0:
        del inside[key]
    elif action == 1:
        inside[key] = deepcopy(other_inside[other_key])
    elif action == 2 and isinstance(inside, list):
        inside.insert(random.randint(0, len(inside)), random.choice(ODD_VALUES))
    elif action == 2:
        inside[random.choice(NAMES)] = deepcopy(inside[key])
    elif action == 3:
        inside[key] = [deepcopy(inside[key]) for _ in range(random.randint(0, 3))]
    elif isinstance(inside[key], bytes):
        inside[key] = _with_other_bytes(inside[key], random)
    elif type(inside[key]) is int and action == 4:
        inside[key] += random.choice((-1, 1))
    else:
        inside[key] = random.choice(ODD_VALUES)
    return tree


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401
    if isinstance(tree, dict | list):
        for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
            yield tree, key
            yield from _places(tree[key])


def _with_other_line(data: bytes, random: Random) -> bytes:
    """Change, double, move or drop a line, or a field of one."""
    if PARTS in data and random.random() < 0.2:
        before, _, after = data.partition(PARTS)
        return before + PARTS + _with_other_line(after, random)
    lines = data.split(b"\n")
    place, other = random.randrange(len(lines)), random.randrange(len(lines))
    sign = random.choice((b"\t", b" ", b"|", b":", b",", b";", b"="))
    fields = lines[place].split(sign)
    field, text = random.randrange(len(fields)), random.choice(ODD_TEXTS).encode()
    action = random.randrange(7)
    if action == 0:
        lines.insert(other, lines[place])
    elif action == 1:
        del lines[place]
    elif action == 2:
        lines[place], lines[other] = lines[other], lines[place]
    elif action == 3:
        lines.insert(place, text)
    elif action == 4:
        lines[place] = sign.join([*fields[:field], text, *fields[field + 1 :]])
    elif action == 5:
        lines[place] = sign.join([*fields[:field], *fields[field + 1 :]])
    else:
        at = random.randint(0, len(lines[place]))
        lines[place] = lines[place][:at] + text + lines[place][at:]
    return b"\n".join(lines)


def _with_other_bytes(data: bytes, random: Random) -> bytes:
    at, length = random.randint(0, len(data)), random.choice((0, 1, 1, 4))
    return data[:at] + random.randbytes(random.choice((0, 1, 1, 2, 8))) + data[at + length :]
