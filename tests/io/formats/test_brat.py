"""Standoff files are read together with their text, alone or in folders."""

import gzip
import os
from pathlib import Path

import pytest

from nerinspect.errors import CommandError, DataError, DiscontinuousError
from nerinspect.io.formats.brat import READER
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from tests.io.formats.standoff_files import LINES, TEXT, put, read


def found(raw: RawFile) -> list[tuple[str, str]]:
    text, mentions = raw.text, raw.mentions
    assert text is not None
    assert mentions is not None
    rows = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True)
    return [(" ".join(map(text.token, range(start, end))), mentions.types[code]) for start, end, code in rows]


def message(path: str | Path) -> str:
    with pytest.raises(DataError) as caught:
        read(path)
    return str(caught.value)


# Reading


def test_mentions_are_read(folder: Path) -> None:
    raw = read(put(folder, LINES))
    assert found(raw) == [("Ana Smith", "PER"), ("Bo", "PER"), ("New York", "LOC")]
    assert (raw.document_names, raw.notes) == (("x",), ("2 lines not read (1 A, 1 #), kept when writing",))


def test_the_text_may_be_named_instead_of_the_annotation(folder: Path) -> None:
    path = put(folder, LINES)
    raw = read(path.replace(".ann", ".txt"))
    assert (raw.content.path, raw.companions[0].path) == (path, path.replace(".ann", ".txt"))
    assert len(found(raw)) == 3


def test_packed_files_are_read(folder: Path) -> None:
    path = put(folder, LINES)
    for ending in ("ann", "txt"):
        plain = folder / f"x.{ending}"
        plain.with_name(f"y.{ending}.gz").write_bytes(gzip.compress(plain.read_bytes()))
    assert found(read(folder / "y.ann.gz")) == found(read(path))


def test_relations_join_mentions(folder: Path) -> None:
    relations = read(put(folder, LINES)).relations
    assert relations is not None
    assert (relations.head.tolist(), relations.tail.tolist(), relations.types) == ([0], [1], ("Met",))


def test_the_roles_say_which_argument_comes_first(folder: Path) -> None:
    relations = read(put(folder, LINES + "R2\tMet Arg2:T2 Arg1:T7\n")).relations
    assert relations is not None
    assert (relations.head.tolist(), relations.tail.tolist()) == ([0, 2], [1, 1])


def test_relations_of_events_are_told(folder: Path) -> None:
    raw = read(put(folder, LINES + "E1\tMeet:T2 Who:T1\nR2\tMet Arg1:T1 Arg2:E1\n"))
    assert raw.notes == (
        "3 lines not read (1 E, 1 A, 1 #), kept when writing",
        "1 relation left out: an argument is not a mention; the first: x.ann:8, R2, Met",
    )


@pytest.mark.parametrize("other", ["Arg2:T9", "Arg2:R1"])
def test_relations_to_what_is_no_mention_are_told(folder: Path, other: str) -> None:
    assert read(put(folder, LINES + f"R2\tMet Arg1:T1 {other}\n")).notes[-1] == (
        "1 relation left out: an argument is not a mention; the first: x.ann:7, R2, Met"
    )


def test_lines_of_relations_that_join_no_two_are_counted_among_those_not_read(folder: Path) -> None:
    raw = read(put(folder, "T1\tPER 0 3\tAna\nR1\tMet Arg1:T1\nR2\tMet Arg1:T1 Arg2:T1 Arg3:T1\n", "Ana"))
    assert (raw.relations, raw.notes) == (None, ("2 lines not read (2 R), kept when writing",))


def test_relations_across_sentences_and_those_given_twice_are_told(folder: Path) -> None:
    mentions = "T1\tPER 0 3\tAna\nT2\tPER 4 6\tBo\nT3\tPER 7 9\tCy\n"
    relations = "R1\tMet Arg1:T1 Arg2:T2\nR2\tMet Arg1:T1 Arg2:T3\nR3\tMet Arg1:T1 Arg2:T2\n"
    raw = read(put(folder, mentions + relations, "Ana Bo\nCy"))
    assert raw.relations is not None
    assert (raw.relations.head.tolist(), raw.relations.tail.tolist()) == ([0], [1])
    assert raw.notes == (
        "1 relation left out: its arguments are in two sentences; the first: x.ann:5, R2, Met",
        "1 relation given twice, counted once",
    )


def test_offsets_count_characters_not_units(folder: Path) -> None:
    assert found(read(put(folder, "T1\tPER 3 6\tAna\n", "😀é Ana"))) == [("Ana", "PER")]


def test_mentions_may_nest_and_overlap(folder: Path) -> None:
    path = put(
        folder, "T1\tORG 0 14\tNew York Times\nT2\tLOC 0 8\tNew York\nT3\tX 4 14\tYork Times\n", "New York Times"
    )
    assert found(read(path)) == [("New York", "LOC"), ("New York Times", "ORG"), ("York Times", "X")]


def test_blanks_do_not_tell_words_apart(folder: Path) -> None:
    assert found(read(put(folder, "T1\tX 0 8\tNew York \n", "New\nYork"))) == [("New York", "X")]


def test_words_left_out_are_told(folder: Path) -> None:
    raw = read(put(folder, "T1\tPER 0 3\n"))
    assert raw.notes == ("1 mention without words of its own, so unchecked; the first: T1",)


def test_spans_off_token_borders_are_told_with_their_line(folder: Path) -> None:
    path = put(folder, LINES + "T8\tPER 0 2\tAn\n")
    assert message(path).startswith(f"{path}:7: T8: the span “An” of type PER cuts the token “Ana”; ")
    assert len(found(read(path, ReadOptions(spans="skip")))) == 3


def test_files_of_other_writers_are_read(folder: Path) -> None:
    """The package bconv 1.2.1 wrote lines like these."""
    lines = "T1\tPER 0 3\tAna\nN1\tReference T1 C1\tAna\nT2\tLOC 15 19\tÖlüd\nN2\tReference T2 C2\tÖlüd\n"
    raw = read(put(folder, lines, "Ana left.\n\n— 😀 Ölüd.\n"))
    assert (found(raw), raw.notes) == (
        [("Ana", "PER"), ("Ölüd", "LOC")],
        ("2 lines not read (2 N), kept when writing",),
    )


def test_the_program_opens_files_and_folders(folder: Path) -> None:
    path = put(folder, LINES)
    study = load_study(LoadRequest(str(folder), (path, f"text={path.replace('.ann', '.txt')}")))
    assert study.events.kind.tolist() == [0] * 6


# Discontinuous mentions


def test_mentions_in_pieces_are_refused_by_default(folder: Path) -> None:
    path = put(folder, LINES + "T8\tORGAN 35 39;50 54\tleft lung\nT9\tORGAN 35 39;44 54\tleft right lung\n")
    with pytest.raises(DiscontinuousError) as caught:
        read(path)
    assert str(caught.value) == (
        f"{path}:7: T8 of type ORGAN is in 2 pieces: “left” … “lung” (1 more such mention in this file);"
        " leave such mentions out with --discontinuous skip, or fix the file"
    )


def test_mentions_in_pieces_are_left_out_by_choice(folder: Path) -> None:
    raw = read(put(folder, LINES + "T8\tORGAN 35 39;50 54\tleft lung\n"), ReadOptions(discontinuous="skip"))
    assert len(found(raw)) == 3
    assert raw.notes[0] == (
        "1 mention in several pieces left out; the first: x.ann:7, T8 of type ORGAN is in 2 pieces: “left” … “lung”"
    )


@pytest.mark.parametrize("pieces", ["20 23;24 28", "24 28;20 23", "20 24;22 28", "20 23;23 28"])
def test_pieces_with_blanks_alone_between_are_one(folder: Path, pieces: str) -> None:
    assert found(read(put(folder, f"T1\tLOC {pieces}\n"))) == [("New York", "LOC")]


# Line ends


@pytest.mark.parametrize(
    ("start", "note"),
    [(9, "CR LF counted as two characters"), (8, "CR LF counted as one character, as the mentions show")],
)
def test_the_words_tell_how_line_ends_count(folder: Path, start: int, note: str) -> None:
    raw = read(put(folder, f"T1\tPER {start} {start + 3}\tAna\r\n", "One day\r\nAna left\r\n"))
    assert (found(raw), raw.notes) == ([("Ana", "PER")], (note,))


@pytest.mark.parametrize("start", [0, 1])
def test_a_byte_order_mark_counts_as_the_words_tell(folder: Path, start: int) -> None:
    raw = read(put(folder, f"\ufeffT1\tPER {start} {start + 3}\tAna\n", "\ufeffAna left"))
    assert found(raw) == [("Ana", "PER")]
    assert len(raw.notes) == start


def test_both_files_have_one_text_encoding(folder: Path) -> None:
    raw = read(
        put(folder, "T1\tPER 2 6\tÉric\n".encode("latin-1"), "à Éric".encode("latin-1")), text_encoding="latin-1"
    )
    assert found(raw) == [("Éric", "PER")]


# Mistakes


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("T1\tPER 0 3\tAnn\n", "1: T1 says “Ann”, but {text} has “Ana” at 0–3; "),
        ("\nT1\tPER 1 3\tBo\n", "2: T1 says “Bo”, but {text} has “na” at 1–3 and “Bo” at 14–16; "),
        ("T1\tPER 0 99\tAna\n", "1: T1 covers 0–99: {text} has 57 characters; "),
        ("T1\tPER 3 3\t\n", "1: T1 covers 3–3: it is empty; "),
        ("T1\tPER 0 3\tAna\nT1\tPER 14 16\tBo\n", "2: T1 is already in line 1; "),
        ("T1 PER 0 3 Ana\n", "1: this is not a mention in brat: “T1 PER 0 3 Ana”; "),
        ("T1\tPER 0 ٣\tAna\n", "1: this is not a mention in brat: “T1\tPER 0 ٣\tAna”; "),
        (f"T1\tPER 0 {'9' * 5000}\tAna\n", "1: this is not a mention in brat: “T1\tPER 0 9"),
        ("Ana B-PER\n", "1: this is not a line of brat: “Ana B-PER”; "),
    ],
)
def test_lines_that_do_not_fit_are_named(folder: Path, lines: str, problem: str) -> None:
    path = put(folder, lines)
    assert message(path).startswith(f"{path}:{problem.format(text=path.replace('.ann', '.txt'))}")


@pytest.mark.parametrize("ending", ["ann", "txt"])
def test_a_missing_companion_is_named(folder: Path, ending: str) -> None:
    put(folder, LINES)
    other = "txt" if ending == "ann" else "ann"
    os.remove(folder / f"x.{other}")
    assert f"x.{ending}: there is no x.{other} beside it; " in message(folder / f"x.{ending}")


def test_other_files_and_lists_are_refused(folder: Path) -> None:
    path = put(folder, LINES)
    with pytest.raises(CommandError, match="leave out #a"):
        read(path, ReadOptions(key="a"))
    (folder / "x.conll").write_text("Ana O\n")
    with pytest.raises(CommandError, match="brat is read from an"):
        read(folder / "x.conll")


# Folders


def test_a_folder_is_read_with_its_folders(folder: Path) -> None:
    put(folder, LINES, name="b")
    put(folder, "T1\tLOC 0 4\tRome\n", "Rome", name="a/z")
    put(folder, "", "Nobody", name="c")
    raw = read(folder)
    assert raw.document_names == ("a/z", "b", "c")
    assert found(raw) == [("Rome", "LOC"), ("Ana Smith", "PER"), ("Bo", "PER"), ("New York", "LOC")]
    assert [Path(one.path).relative_to(folder).as_posix() for one in raw.companions[:3]] == [
        "a/z.ann",
        "a/z.txt",
        "b.ann",
    ]
    assert raw.relations is not None
    assert raw.relations.head.tolist() == [1]


def test_mistakes_in_a_folder_name_the_file(folder: Path) -> None:
    put(folder, LINES, name="a")
    path = put(folder, "\nT1\tLOC 0 4\tRomE\n", "Rome", name="b")
    assert message(folder).startswith(f"{path}:2: T1 says ")
    put(folder, "\nT1\tLOC 0 3\tRom\n", "Rome", name="b")
    assert message(folder).startswith(f"{folder}: b.ann:2, T1: the span “Rom” of type LOC cuts ")


def test_texts_alone_hidden_files_and_links_out_are_not_read(folder: Path, tmp_path: Path) -> None:
    put(folder, "", "Ana", name="a")
    (folder / "b.txt").write_text("Bo")
    (folder / "._a.ann").write_bytes(b"\0")
    secret = put(tmp_path / "elsewhere", "", "secret", name="s")
    (folder / "s.ann").symlink_to(secret)
    (folder / "further").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    raw = read(folder)
    assert raw.document_names == ("a",)
    assert raw.notes == (
        "1 text without .ann left out; the first: b.txt",
        "1 link out of the folder not followed; the first: s.ann",
    )


def test_a_text_that_is_a_link_out_of_the_folder_is_not_read(folder: Path, tmp_path: Path) -> None:
    put(folder, "", "Ana", name="a")
    (tmp_path / "secret.txt").write_text("secret")
    os.remove(folder / "a.txt")
    (folder / "a.txt").symlink_to(tmp_path / "secret.txt")
    assert "a.ann: there is no a.txt beside it" in message(folder)


def test_a_folder_without_annotations_is_refused(folder: Path) -> None:
    folder.mkdir()
    assert "there is no .ann file in this folder" in message(folder)


# Guessing


def test_the_format_is_known_by_names_and_the_first_line(folder: Path) -> None:
    path = put(folder, LINES)
    (folder / "alone.txt").write_text("Ana")
    (folder / "empty").mkdir()
    heads = {path: LINES, path.removesuffix("ann") + "txt": TEXT, str(folder): "", str(folder / "odd.ann"): "a b"}
    reasons = [guess.reason for name, head in heads.items() if (guess := READER.guess(name, head.encode()))]
    assert reasons == [
        "by its ending .ann and its first line",
        "x.ann is beside it",
        "a folder with .ann files",
        "by its ending .ann",
    ]
    for name in ("alone.txt", "empty", "x.conll"):
        assert READER.guess(str(folder / name), b"") is None
