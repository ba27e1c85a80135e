"""An edited list: what it would change, and which of its rows fit nothing."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError, nearest_name
from nerinspect.events.decision import VERDICTS, Decision, Decisions, Reading
from nerinspect.events.study import Study
from nerinspect.io.writing.forms import write_csv, write_safe_csv
from nerinspect.lists.mentions import MENTIONS, event_numbers
from nerinspect.lists.sorts import causes_cell, causes_in
from nerinspect.lists.table import Of
from nerinspect.review.list_reading import EditedList, is_list, read_list, with_reading
from tests.conftest import written_study
from tests.examples import examples

EARLIER = "2026-01-31T09:30:00Z"
WriteList: TypeAlias = Callable[..., str]


@pytest.fixture
def study() -> Study:
    """Three events: Port of Bonn missed, Ann found, Ulm with another type."""
    study = written_study("Port/B-ORG/O of/I-ORG/O Bonn/I-ORG/O", "Ann/B-PER/B-PER Ulm/B-LOC/B-ORG")
    return replace(study, decisions=Decisions({0: Decision("ambiguous", ("typo",), True, "why", None, EARLIER)}))


@pytest.fixture
def write(tmp_path: Path, study: Study) -> WriteList:
    """Write a list with these columns about the first events."""
    return partial(written_list, tmp_path, study)


def written_list(folder: Path, study: Study, columns: str, *rows: Sequence[str]) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["event", *columns.split()])
    writer.writerows([one, *row] for one, row in zip(ids_of(study), rows, strict=False))
    path = folder / "list.csv"
    path.write_text(file.getvalue(), encoding="utf-8")
    return str(path)


def ids_of(study: Study) -> list[str]:
    return [f"{number:016x}" for number in event_numbers(study).tolist()]


def after(edited: EditedList) -> dict[int, Decision]:
    return {change.event: change.after.said for change in edited.changes}


def test_each_column_says_what_it_says(study: Study, write: WriteList) -> None:
    path = write(
        "verdict causes flag note corrected_spans",
        ["Reference-Wrong", "typo gap typo", "", "new", '[[0, 1, "LOC"], [2, 3, "LOC"]]'],
        ["scope", "", "YES", "", ""],
        ["", "", "no", "", "[]"],
    )
    assert after(read_list(study, path)) == {
        0: Decision("reference-wrong", ("typo", "gap"), False, "new", ((0, 1, "LOC"), (2, 3, "LOC"))),
        1: Decision("scope", flag=True),
        2: Decision(correction=()),
    }


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        ("R", "reference-wrong"), ("p", "prediction-wrong"), ("B", "both-wrong"), ("A", "ambiguous"),
        ("reference wrong", "reference-wrong"), ("Prediction wrong", "prediction-wrong"),
        ("BOTH_WRONG", "both-wrong"), ("Ambiguous", "ambiguous"), ("scope", "scope"),
    ],
)  # fmt: skip
def test_verdicts_are_read_as_keys_and_window_call_them(
    study: Study, write: WriteList, written: str, verdict: str
) -> None:
    edited = read_list(study, write("verdict", ["ambiguous"], [written]))
    assert edited.misfits == ()
    assert after(edited)[1].verdict == verdict


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        ("A", "prediction-wrong"), ("b", "reference-wrong"), ("X", "both-wrong"), ("u", "ambiguous"),
        ("B right", "reference-wrong"), ("neither RIGHT", "both-wrong"), ("reference-wrong", "reference-wrong"),
    ],
)  # fmt: skip
def test_verdicts_between_annotators_are_read_by_their_letters(
    study: Study, write: WriteList, written: str, verdict: str
) -> None:
    [change] = read_list(replace(study, annotator="anna"), write("verdict", ["ambiguous"], [written])).changes
    assert change.after.verdict == verdict


@pytest.mark.parametrize(("written", "verdict"), [("Z", "z"), ("z", "z"), ("SCOPE", "scope"), ("R", "reference-wrong")])
def test_a_verdict_of_ones_own_is_read_in_any_case(study: Study, write: WriteList, written: str, verdict: str) -> None:
    own = {1: Decision("z"), 2: Decision("scope")}
    [change] = read_list(replace(study, decisions=Decisions(own)), write("verdict", [written])).changes
    assert change.after.verdict == verdict


@pytest.mark.parametrize(
    ("written", "flag"), [("TRUE", True), ("1,0", True), ("x", True), ("False", False), ("0", False)]
)
def test_a_flag_is_read_as_spreadsheets_write_it(study: Study, write: WriteList, written: str, flag: bool) -> None:
    [change] = read_list(
        replace(study, decisions=Decisions({0: Decision(flag=not flag)})), write("flag", [written])
    ).changes
    assert change.after.flag is flag


@pytest.mark.parametrize(
    ("written", "correction"),
    [
        ("LOC: Bonn", ((2, 3, "LOC"),)),
        ("loc: Bonn; org: Port", ((0, 1, "ORG"), (2, 3, "LOC"))),
        ("none", ()),
        ("=flair", ()),
    ],
)
def test_a_correction_is_read_as_people_write_it(
    study: Study, write: WriteList, written: str, correction: Reading
) -> None:
    [change] = read_list(study, write("corrected_spans", [written])).changes
    assert (change.after.correction, change.readings) == (correction, ())


def test_words_that_stand_twice_may_mean_either(tmp_path: Path) -> None:
    study = written_study("Ann/B-PER/O and/I-PER/O Ann/I-PER/O")
    path = written_list(tmp_path, study, "corrected_spans", ["PER: Ann"])
    [change] = read_list(study, path).changes
    first, second = ((0, 1, "PER"),), ((2, 3, "PER"),)
    assert (change.after.correction, change.readings) == (first, (first, second))
    other = with_reading(study, change, second)
    assert other == replace(change, after=replace(change.after, correction=second))
    study = replace(study, decisions=Decisions({0: other.after}))
    assert read_list(study, path).changes == (), "the words mean what was chosen"


def test_a_verdict_of_ones_own_that_is_a_letter_stays(study: Study, write: WriteList) -> None:
    study = replace(study, decisions=Decisions({0: Decision("R")}))
    assert read_list(study, write("verdict", ["R"])).changes == ()


@pytest.mark.parametrize(
    ("cell", "causes"),
    [
        ("typo gap", ("typo", "gap")),
        ('typo "proper noun" gap', ("typo", "proper noun", "gap")),
        ('"proper  noun"', ("proper noun",)),
        ('the "start', ("the", '"start')),
        (r'"a \"b\" c" 5"', ('a "b" c', '5"')),
    ],
)
def test_causes_with_blanks_stand_in_quotes(study: Study, write: WriteList, cell: str, causes: tuple[str, ...]) -> None:
    [change] = read_list(study, write("causes", [cell])).changes
    assert change.after.causes == causes
    assert causes_in(causes_cell(causes)) == causes


def test_a_column_that_is_not_there_leaves_things_as_they_were(study: Study, write: WriteList) -> None:
    [change] = read_list(study, write("note", ["other"])).changes
    assert change.after.said == Decision("ambiguous", ("typo",), True, "other")


def test_empty_cells_take_a_decision_away(study: Study, write: WriteList) -> None:
    [change] = read_list(study, write("verdict causes flag note", ["", "", "", ""])).changes
    assert change.after.is_empty


def test_what_is_said_again_is_no_change(study: Study, write: WriteList) -> None:
    edited = read_list(study, write("verdict flag decided", ["ambiguous", "yes", "2030-01-01T00:00:00Z"], ["", "", ""]))
    assert (edited.changes, edited.n_unchanged) == ((), 2)


def test_the_time_of_another_decision_is_taken_over(study: Study, write: WriteList) -> None:
    [change] = read_list(study, write("verdict decided", ["", ""], ["scope", "2026-02-01T00:00:00Z"])).changes[1:]
    assert change.after.decided == "2026-02-01T00:00:00Z"


def test_the_name_of_another_decider_is_taken_over(study: Study, write: WriteList) -> None:
    first, second = read_list(study, write("verdict who", ["scope", "Bob"], ["scope", ""])).changes
    assert (first.after.who, second.after.who) == ("Bob", "")


def test_a_changed_row_with_the_old_name_names_nobody(study: Study, write: WriteList) -> None:
    """Whoever edited the list is not the one who decided before."""
    study.decisions.decide(0, replace(study.decisions[0], who="Bob"))
    [change] = read_list(study, write("verdict who", ["scope", "Bob"])).changes
    assert change.after.who == ""
    [change] = read_list(study, write("verdict who decided", ["scope", "Bob", "2026-02-01T00:00:00Z"])).changes
    assert change.after.who == "Bob", "who decided anew, elsewhere"


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators_of_spreadsheets_are_read(study: Study, write: WriteList, separator: str) -> None:
    path = Path(write("verdict note", ["scope", "so"]))
    path.write_text(path.read_text().replace(",", separator))
    assert after(read_list(study, str(path)))[0].note == "so"


@pytest.mark.parametrize(
    ("content", "is_one"),
    [
        ("event,verdict\n", True),
        ('\ufeff"flag";"event"\r\na;b\n', True),
        ("event,text\n", False),
        ("Ann B-PER\n", False),
        ("", False),
    ],
)
def test_a_list_is_known_by_its_first_line(tmp_path: Path, content: str, is_one: bool) -> None:
    path = tmp_path / "list.csv"
    path.write_text(content, encoding="utf-8")
    assert is_list(str(path)) is is_one
    assert not is_list(str(tmp_path / "none.csv"))


@pytest.mark.parametrize("name", ["1.23457E+15", "1,2e17", "4711"])
def test_a_spreadsheet_that_made_a_number_of_an_id_is_named(study: Study, tmp_path: Path, name: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(f'event,flag\n"{name}",yes\n')
    [misfit] = read_list(study, str(path)).misfits
    assert misfit.reason.endswith("perhaps a spreadsheet turned it into a number")


def test_a_change_without_another_time_is_made_now(study: Study, write: WriteList) -> None:
    [change] = read_list(study, write("verdict decided", ["scope", EARLIER])).changes
    assert change.after.decided > EARLIER


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        ("verdict", "no idea", "is not a verdict; use Prediction wrong (P), Reference wrong (R), "),
        ("verdict", "none", "is not a verdict"),
        ("verdict", "Z", "“Z” is not a verdict; use Prediction wrong (P)"),
        ("verdict", "refrence wrong", "is not a verdict; the nearest is Reference wrong; use Prediction wrong"),
        ("verdict", "ambigous", "is not a verdict; the nearest is Ambiguous"),
        ("flag", "maybe", "flag is yes or empty"),
        ("corrected_spans", "ORG", "is not a correction; write one such as person: "),
        ("corrected_spans", "[[0, Infinity, \"LOC\"]]", "is not a correction; write one such as person: "),
        ("corrected_spans", "[[0.5, 1, \"LOC\"]]", "is not a correction; write one such as person: "),
        ("corrected_spans", "[[true, 1, 2]]", "is not a correction; write one such as person: "),
        ("corrected_spans", "[" * 100_000, "is not a correction; write one such as person: "),
        ("corrected_spans", "[[0, 4, \"LOC\"]]", "not inside the event, which is 0 to 3"),
        ("corrected_spans", "[[1, 1, \"LOC\"]]", "not inside the event"),
        ("corrected_spans", "[[0, 2, \"LOC\"], [1, 3, \"LOC\"]]", "overlaps the one before"),
        ("corrected_spans", "[[0, 2, \"a b\"]]", "not the name of a type"),
        ("corrected_spans", "ORG: Port Bonn", "the event “Port of Bonn” has no “Port Bonn”; the nearest is “Port of"),
        ("corrected_spans", "PLACE: Port", "no type is called “PLACE”"),
    ],
)  # fmt: skip
def test_a_row_that_says_nothing_possible_is_listed(
    study: Study, write: WriteList, column: str, cell: str, reason: str
) -> None:
    edited = read_list(study, write(column, [cell]))
    assert edited.changes == ()
    [misfit] = edited.misfits
    assert misfit.line == 2
    assert reason in misfit.reason


def test_rows_about_no_event_or_the_same_are_listed(study: Study, tmp_path: Path) -> None:
    known = f"{event_numbers(study)[1]:016x}"
    path = tmp_path / "list.csv"
    path.write_text(f"event,flag\n{known},yes\nnone,yes\n{known},\n")
    edited = read_list(study, str(path))
    assert [change.event for change in edited.changes] == [1]
    assert [(one.line, one.reason.split(" ")[0]) for one in edited.misfits] == [(3, "no"), (4, "its")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no column called event"),
        ("id,flag\n", "no column called event"),
        ("event,text\n", "nothing to import"),
        ("event,flag\na\n", "more or fewer cells"),
        ("event,flag\na,b,c\n", "more or fewer cells"),
        ('event,flag\n"a"b,c\n', "list.csv:2: the row that begins here cannot be read"),
        ('event,"verdict\nx,y\n', "list.csv:1: the row that begins here cannot be read"),
        ("event,verdict,note,verdict\n", "list.csv:1: columns 2 and 4 are called verdict; keep one of them"),
        ("who,event,event,flag,event\n", "columns 2, 3 and 5 are called event; keep one of them, and delete"),
    ],
)
def test_what_is_no_list_is_refused_whole(study: Study, tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(content)
    with pytest.raises(DataError, match=said):
        read_list(study, str(path))


def test_a_long_cell_is_read(study: Study, write: WriteList) -> None:
    assert after(read_list(study, write("note", ["x" * 200_000])))[0].note == "x" * 200_000
    Path(path := write("note", ["y"])).write_text(
        Path(path).read_text().replace("note", f"note,{'x' * 200_000}", 1).replace(",y", ",y,")
    )
    assert after(read_list(study, path))[0].note == "y"


WORD = st.text(st.characters(exclude_categories=("Z", "C", "P")), min_size=2, max_size=6).filter(
    lambda text: text.casefold() != "none" and not nearest_name(text, VERDICTS)
)
CAUSE = st.lists(st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=6), min_size=1, max_size=3)
DECISION = st.builds(
    Decision,
    verdict=st.one_of(st.sampled_from(["", *VERDICTS]), WORD),
    causes=st.lists(CAUSE.map(" ".join), unique=True, max_size=3).map(tuple),
    flag=st.booleans(),
    note=st.text(st.characters(codec="utf-8", exclude_characters="\r\x00")),
    correction=st.sampled_from([None, (), ((1, 2, "LOC"),)]),
    decided=st.just(EARLIER),
)


@settings(max_examples=examples(60))
@given(decisions=st.lists(DECISION, min_size=3, max_size=3), is_safe=st.booleans())
def test_a_list_that_was_exported_comes_back(
    tmp_path_factory: pytest.TempPathFactory, decisions: list[Decision], is_safe: bool
) -> None:
    """What one review exports makes an empty one of the same files say the same."""
    study = written_study("in/O/O Ulm/B-LOC/O", "in/O/O Bonn/B-LOC/B-LOC", "at/O/O Ann/B-PER/B-ORG")
    full = replace(study, decisions=Decisions(dict(enumerate(decisions))))
    path = tmp_path_factory.mktemp("list") / "list.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        table = MENTIONS.table(full, columns=MENTIONS.names_for(full, Of.DECISIONS))
        (write_safe_csv if is_safe else write_csv)(table, file)
    edited = read_list(replace(study, decisions=Decisions()), str(path), is_safe)
    assert edited.misfits == ()
    said = {change.event: change.after for change in edited.changes}
    assert said == {event: one for event, one in enumerate(decisions) if not one.is_empty}
    assert read_list(full, str(path), is_safe).changes == ()
