"""Standoff files are written with nothing changed but the mentions, and read again as they were."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.tokenization import BLANKS
from nerinspect.corpus.types import TypeChanges
from nerinspect.errors import CommandError, NerinspectError, StandoffLineError
from nerinspect.io.formats.brat import READER
from nerinspect.io.formats.reader import MentionWriter, ReadOptions
from nerinspect.io.reading.labelled_file import convert_file
from nerinspect.io.request import FileOptions
from tests.examples import examples
from tests.io.formats.standoff_files import LINES, PLAIN, TEXT, put, read

OUTWARD = ReadOptions(spans="outward")

SKIP = ReadOptions(spans="skip", discontinuous="skip")
ANA, BO, YORK = (0, 2, "PER"), (3, 4, "PER"), (5, 7, "LOC")


# Writing


def written(
    path: str, mentions: Sequence[tuple[int, int, str]], options: ReadOptions = PLAIN, text_encoding: str = "utf-8"
) -> str:
    raw = read(path, options, text_encoding)
    types = tuple(sorted({mention[2] for mention in mentions}))
    rows = np.array([(start, end, types.index(name)) for start, end, name in sorted(mentions)], dtype=np.int32)
    start, end, codes = rows.reshape(-1, 3).T
    return READER.with_mentions(raw, Mentions(start, end, codes, types)).decode(raw.content.text_encoding)


def test_the_reader_can_write() -> None:
    assert isinstance(READER, MentionWriter)


def test_what_stays_keeps_its_bytes(folder: Path) -> None:
    odd = LINES.replace("\n", "\r\n") + "\r\n  \r\nE1\tMeet:T2"
    assert written(put(folder, odd), [ANA, BO, YORK]) == odd


def test_a_new_type_changes_the_type_alone(folder: Path) -> None:
    expected = LINES.replace("T2\tPER", "T2\tORG")
    assert written(put(folder, LINES), [ANA, (3, 4, "ORG"), YORK]) == expected


def test_a_new_extent_keeps_the_name(folder: Path) -> None:
    expected = LINES.replace("T1\tPER 0 9\tAna Smith", "T1\tPER 4 9\tSmith")
    assert written(put(folder, LINES), [(1, 2, "PER"), BO, YORK]) == expected


def test_new_mentions_stand_last_with_new_names(folder: Path) -> None:
    expected = f"{LINES}T8\tX 17 19\tin\n"
    assert written(put(folder, LINES), [ANA, BO, (4, 5, "X"), YORK]) == expected
    assert written(put(folder, LINES.rstrip("\n")), [ANA, BO, (4, 5, "X"), YORK]) == expected
    assert written(put(folder, ""), [BO]) == "T1\tPER 14 16\tBo\n"


def test_line_ends_stay_as_they_are(folder: Path) -> None:
    lines = "\ufeffT1\tPER 0 9\tAna Smith\r\nT2\tPER 14 16\tBo"
    path = put(folder, lines)
    assert written(path, [BO, YORK]) == "\ufeffT2\tPER 14 16\tBo\r\nT3\tLOC 20 28\tNew York\r\n"


def test_remarks_on_a_mention_go_with_it(folder: Path) -> None:
    expected = "".join(line for line in LINES.splitlines(keepends=True) if "T7" not in line)
    assert written(put(folder, LINES + "#2\tAnnotatorNotes A1\tsure\n"), [ANA, BO]) == expected


@pytest.mark.parametrize("line", ["R9\tMet Arg1:T7 Arg2:T1", "E1\tBe:T7", "*\tEquiv T1 T7"])
def test_a_mention_that_others_speak_of_does_not_go(folder: Path, line: str) -> None:
    path = put(folder, f"{LINES}{line}\n")
    with pytest.raises(
        StandoffLineError, match=r":7: \S+ refers to T7, which would be removed; remove that line first"
    ):
        written(path, [ANA, BO])


def test_a_mention_over_a_line_end_is_written_in_pieces(folder: Path) -> None:
    path = put(folder, "", "in New\r\nYork")
    assert written(path, [(1, 3, "LOC")]) == "T1\tLOC 3 6;8 12\tNew York\n"


def test_mentions_left_out_on_reading_stay(folder: Path) -> None:
    lines = LINES + "T8\tORGAN 35 39;50 54\tleft lung\nT9\tPER 0 2\tAn\n"
    assert written(put(folder, lines), [ANA, BO, YORK], SKIP) == lines


def test_what_cannot_be_written_is_refused(folder: Path) -> None:
    path = put(folder, LINES.encode("latin-1"))
    with pytest.raises(CommandError, match="types cannot contain blanks"):
        written(path, [ANA, (3, 4, "a person"), YORK])
    with pytest.raises(CommandError, match="“東” cannot be written in iso8859-1"):
        written(path, [ANA, (3, 4, "東"), YORK], text_encoding="latin-1")
    with pytest.raises(CommandError, match="is a folder of several files"):
        written(str(folder), [])


# Properties

SIGNS = st.sampled_from("ab1 .\n東é😀\t")


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, str]:
    text = draw(st.text(SIGNS, max_size=30)) + "x"
    ends = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(ends, ends, st.sampled_from(["X", "Y-é"])), max_size=5))
    spans = [(min(one, other), max(one, other), name) for one, other, name in pairs if one != other]
    rows = [
        f"T{number}\t{name} {start} {end}\t{text[start:end].translate({10: 32})}\n"
        for number, (start, end, name) in enumerate(spans, start=1)
    ]
    return text, "".join(rows)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(60))
@given(documents(), st.data())
def test_what_is_written_is_read_again(folder: Path, document: tuple[str, str], data: st.DataObject) -> None:
    text, lines = document
    path = put(folder, lines, text)
    raw = read(path, OUTWARD)
    assert raw.text is not None
    assert raw.mentions is not None
    assert READER.with_mentions(raw, raw.mentions) == lines.encode()
    joined = raw.text.sentence_start.tolist()
    places = data.draw(st.lists(st.tuples(st.sampled_from(range(len(joined) - 1)), st.sampled_from("XZ")), max_size=4))
    mentions = {(joined[place], joined[place + 1], name) for place, name in places}
    put(folder, written(path, sorted(mentions), OUTWARD), text)
    again = read(path, OUTWARD)
    assert again.mentions is not None
    rows = zip(
        again.mentions.start.tolist(), again.mentions.end.tolist(), again.mentions.type_codes.tolist(), strict=True
    )
    kept = {(start, end, again.mentions.types[code]) for start, end, code in rows}
    assert kept == mentions


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(150))
@given(
    st.one_of(
        st.binary(max_size=60), st.text(st.sampled_from("TRE#*1 \tPER0923;\r\nAna:é"), max_size=60).map(str.encode)
    ),
    st.one_of(st.binary(max_size=30), st.just(TEXT.encode())),
    st.sampled_from(["utf-8", "latin-1", "utf-16"]),
)
def test_any_bytes_are_read_or_refused(folder: Path, lines: bytes, text: bytes, text_encoding: str) -> None:
    path = put(folder, lines, text)
    try:
        raw = read(path, SKIP, text_encoding)
    except NerinspectError:
        return
    assert raw.mentions is not None
    assert raw.text is not None
    assert raw.text.n_tokens
    assert "".join(raw.text.tokens_of(0)).strip(BLANKS)
    assert READER.with_mentions(raw, raw.mentions) == lines


def test_an_event_calls_its_trigger_by_the_new_type(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("Rome fell\n")
    (tmp_path / "x.ann").write_text("T1\tLOC 0 4\tRome\nT2\tFall 5 9\tfell\nE1\tFall:T2 Place:T1\nE2\tFaller:T2\n")
    converted = convert_file(str(tmp_path / "x.ann"), FileOptions(), None, TypeChanges(mapping=(("Fall", "End"),)))
    assert converted.data.decode() == "T1\tLOC 0 4\tRome\nT2\tEnd 5 9\tfell\nE1\tEnd:T2 Place:T1\nE2\tFaller:T2\n"
