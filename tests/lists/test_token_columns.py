"""Columns of the files as columns of the events table."""

from collections.abc import Callable
from dataclasses import replace
from math import isfinite

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.text import TokenColumn
from nerinspect.errors import UnknownNameError
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.columns import first_token_ranks, looks_numeric, token_columns, token_value, token_values
from nerinspect.lists.mentions import MENTIONS

MakeStudy = Callable[..., Study]


@pytest.fixture
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("files")

    def write(name: str, text: str) -> str:
        path = folder / name
        path.write_text(text)
        return str(path)

    reference = write("r.conll", "Anna NNP B-PER\nLee NNP I-PER\nsings VBZ O\nRome NN B-LOC\n")
    one = write("one.conll", "Anna 0.9 B-PER\nLee 0.8 O\nsings 0.7 O\nRome 0.2 B-LOC\n")
    other = write("other.conll", "Anna B-PER\nLee I-PER\nsings O\nRome B-ORG\n")
    return load_study(LoadRequest(reference, (one, other)), with_others=True)


def test_columns_of_all_files_are_offered(study: Study) -> None:
    assert token_columns(study) == ("reference:column 1", "predicted:column 1")


def test_values_of_the_segment_are_joined_and_stay_empty_where_a_file_has_none(study: Study) -> None:
    names = ["system", "kind", "reference:column 1", "predicted:column 1"]
    MENTIONS.check(names)
    assert list(MENTIONS.table(study, columns=names).rows) == [
        ("one", "be", "NNP NNP", "0.9 0.8"),
        ("one", "tp", "NN", "0.2"),
        ("other", "tp", "NNP NNP", None),
        ("other", "le", "NN", None),
    ]


def test_a_column_no_file_has_is_told(study: Study) -> None:
    with pytest.raises(UnknownNameError, match="no column is called “reference:column 2”; the nearest is"):
        MENTIONS.table(study, columns=["reference:column 2"])


def test_events_are_ranked_by_their_first_token(study: Study) -> None:
    assert first_token_ranks(study, "reference:column 1").tolist() == [2, 1, 2, 1]
    assert first_token_ranks(study, "predicted:column 1").tolist() == [2, 1, 0, 0]


@pytest.mark.parametrize(
    ("values", "are_numbers"),
    [
        (["0.5", "10", "1e-3"], True),
        (["-2", ".5", "7"], True),
        (["0.5", "", "9"], True),
        (["0.5", "_", "9"], False),
        (["1,5", "2", "3"], False),
        (["nan", "1", "2"], False),
        (["1", "inf", "2"], False),
        (["1_000", "2", "3"], False),
        (["", "", ""], False),
    ],
)
def test_a_column_of_numbers_holds_a_finite_number_wherever_it_says_something(
    make_study_from: MakeStudy, values: list[str], are_numbers: bool
) -> None:
    assert looks_numeric(noted(make_study_from, values), "predicted:note") == are_numbers


def noted(make_study_from: MakeStudy, *files: list[str] | None) -> Study:
    """Build a study of events of one token; each prediction's file has a column with these values, or none."""
    n_events = max(len(values) for values in files if values is not None)
    systems = [f"system{place}" for place in range(len(files))]
    study = make_study_from(*["Rome/B-LOC" + "/B-LOC" * len(files)] * n_events, systems=systems)
    predictions = []
    for prediction, values in zip(study.predictions, files, strict=True):
        distinct = tuple(dict.fromkeys(values or ()))
        codes = np.array([distinct.index(value) for value in values or ()], dtype=np.int32)
        columns = () if values is None else (TokenColumn("note", distinct, codes),)
        predictions.append(replace(prediction, annotation=replace(prediction.annotation, columns=columns)))
    return replace(study, predictions=tuple(predictions))


def slow_keys(files: list[list[str] | None], n_events: int) -> list[tuple[bool, float | str]]:
    """Give what each event is sorted by, in plain steps."""
    said = [None if values is None else values[event] for values in files for event in range(n_events)]
    given_values = [text for text in said if text]
    try:
        are_numbers = bool(given_values) and all(isfinite(float(text)) for text in given_values)
    except ValueError:
        are_numbers = False
    return [(bool(text), (float(text) if are_numbers else text) if text else "") for text in said]


WORDS = st.sampled_from(["", "a", "B", "é", "-1", "0.5", "0.50", "7", "10", "2e1", "nan"])
NUMBERS = st.sampled_from(["", "-1", "0.5", "0.50", "7", "10", "2e1"])


@given(
    st.one_of(*(st.lists(st.none() | st.lists(kind, min_size=3, max_size=3), min_size=1) for kind in (WORDS, NUMBERS)))
)
def test_ranks_stand_as_the_values_do(make_study_from: MakeStudy, files: list[list[str] | None]) -> None:
    if all(values is None for values in files):
        files = [["", "", ""]]
    keys = slow_keys(files, 3)
    ranks = first_token_ranks(noted(make_study_from, *files), "predicted:note").tolist()
    for one, rank in zip(keys, ranks, strict=True):
        for other, other_rank in zip(keys, ranks, strict=True):
            assert (rank < other_rank, rank == other_rank) == (one < other, one == other)


def test_one_event_says_what_the_list_of_events_does(study: Study) -> None:
    for name in token_columns(study):
        events = range(len(study.events))
        assert [token_value(study, event, name) for event in events] == list(token_values(study, study.events, name))


def test_columns_are_read_only_where_they_are_wanted(study: Study) -> None:
    sources = (study.reference.source.path, study.predictions[0].annotation.source.path)
    plain = load_study(LoadRequest(sources[0], sources[1:]))
    assert token_columns(plain) == ()
