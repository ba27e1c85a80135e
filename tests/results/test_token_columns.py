"""Columns of the files as columns of the events table."""

from collections.abc import Callable

import pytest

from nerinspect.analysis.study import Study
from nerinspect.errors import UnknownNameError
from nerinspect.io.load import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.results.events_table import checked_columns, events_table
from nerinspect.results.token_columns import first_token_ranks, token_columns

MakeFile = Callable[..., str]


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
    names = checked_columns(["system", "kind", "reference:column 1", "predicted:column 1"])
    assert list(events_table(study, columns=names).rows) == [
        ("one", "be", "NNP NNP", "0.9 0.8"),
        ("one", "tp", "NN", "0.2"),
        ("other", "tp", "NNP NNP", None),
        ("other", "le", "NN", None),
    ]


def test_a_column_no_file_has_is_told(study: Study) -> None:
    with pytest.raises(UnknownNameError, match="no column is called “reference:column 2”; the nearest is"):
        events_table(study, columns=["reference:column 2"])


def test_events_are_ranked_by_their_first_token(study: Study) -> None:
    assert first_token_ranks(study, "reference:column 1").tolist() == [2, 1, 2, 1]
    assert first_token_ranks(study, "predicted:column 1").tolist() == [2, 1, 0, 0]


def test_columns_are_read_only_where_they_are_wanted(study: Study) -> None:
    sources = (study.reference.source.path, study.predictions[0].annotation.source.path)
    plain = load_study(LoadRequest(sources[0], sources[1:]))
    assert token_columns(plain) == ()
