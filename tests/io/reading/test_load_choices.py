"""Training data, choices for one file alone, changed types, and other tokenizations of the same text."""

from collections.abc import Callable

import pytest

from nerinspect.errors import CommandError, TokensDifferError, UnknownNameError
from nerinspect.io.provenance import load_arguments, study_sources
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import FileOptions, LoadRequest, with_choices

MakeFile = Callable[..., str]

REFERENCE = "Anna B-PER\nsings O\n\nin O\nDen B-LOC\nHaag I-LOC\n"


def test_training_data_are_read_and_told(make_file: MakeFile) -> None:
    training = make_file("in O\nDen B-LOC\nHaag I-LOC\n\nPaul B-PER\n", "train.conll")
    study = load_study(LoadRequest(make_file(REFERENCE), training=training))
    assert study.training is not None
    assert study.training.text.n_tokens == 4
    assert study.training.annotation.source.role == "training"
    assert study.warnings == (f"{training}: 1 test sentence also in the training data",)
    assert [source["role"] for source in study_sources(study)] == ["reference", "training"]


def test_training_data_have_a_label_column_and_an_encoding_of_their_own(make_file: MakeFile) -> None:
    training = make_file("Paul I-PER x\n", "train.conll")
    request = LoadRequest(
        make_file(REFERENCE), training=training, encoding="BIO", encoding_training="IO", training_label_column=1
    )
    study = load_study(request)
    assert study.training is not None
    assert study.training.annotation.source.encoding == "IO"
    assert len(study.training.annotation.mentions) == 1


def test_a_choice_holds_for_one_file_alone(make_file: MakeFile) -> None:
    reference = make_file(REFERENCE)
    one, other = (
        make_file(REFERENCE, "one.conll"),
        make_file(REFERENCE.replace("\n", " x\n").replace("\n x\n", "\n\n"), "other.conll"),
    )
    choices = ((other, "label-column", "1"), (other, "encoding", "BIO"))
    study = load_study(LoadRequest(reference, (one, other), choices=choices))
    assert [len(prediction.mentions) for prediction in study.predictions] == [2, 2]
    source = study.predictions[1].annotation.source
    assert (source.label_column, source.encoding_chosen_by) == (1, "user")


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("label-colum", "1", UnknownNameError, "the nearest is label-column"),
        ("label-column", "x", CommandError, "label-column is a number"),
        ("encoding", "BIOO", UnknownNameError, "the nearest is BIO"),
    ],
)
def test_a_choice_that_cannot_be_read_is_told(name: str, value: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        with_choices(FileOptions(), {name: value})


def test_every_choice_reaches_the_options() -> None:
    options = with_choices(
        FileOptions(),
        {"format": "json", "text-encoding": "latin-1", "repair": "discard", "comments": "yes", "spans": "skip"},
    )
    assert (options.format, options.text_encoding, options.repair) == ("json", "latin-1", "discard")
    assert (options.reading.comments, options.reading.spans) == (True, "skip")


def test_the_command_line_tells_every_choice() -> None:
    request = LoadRequest(
        "r", ("p",), training="t", remove_types=("A", "B"), tokens="project", choices=(("p", "repair", "discard"),)
    )
    assert load_arguments(request) == [
        "r", "p", "--tokens", "project", "--training", "t", "--remove-types", "A,B", "--for", "p", "repair=discard",
    ]  # fmt: skip


def test_types_change_in_all_files(make_file: MakeFile) -> None:
    mapping = make_file('{"PLACE": ["LOC"]}', "map.json")
    request = LoadRequest(
        make_file(REFERENCE), (make_file(REFERENCE, "p.conll"),), remove_types=("PER",), map_types=mapping
    )
    study = load_study(request)
    assert study.types == ("PLACE",)
    assert "type PER removed: 1 mention" in " ".join(study.reference.source.notes)


def test_another_tokenization_is_projected_by_choice(make_file: MakeFile) -> None:
    reference = make_file(REFERENCE)
    other = make_file("Anna B-PER\nsin O\ngs O\nin O\nDenHaag B-LOC\n", "p.conll")
    with pytest.raises(TokensDifferError):
        load_study(LoadRequest(reference, (other,)))
    study = load_study(LoadRequest(reference, (other,), tokens="project"))
    (prediction,) = study.predictions
    assert list(zip(prediction.mentions.start, prediction.mentions.end, strict=True)) == [(0, 1), (3, 5)]
    assert "2 mentions of 2 mapped" in prediction.annotation.source.notes[0]
    assert prediction.annotation.labels is None


def test_equal_tokens_need_no_projection(make_file: MakeFile) -> None:
    study = load_study(LoadRequest(make_file(REFERENCE), (make_file(REFERENCE, "p.conll"),), tokens="project"))
    (prediction,) = study.predictions
    assert prediction.annotation.source.notes == ()
    assert prediction.annotation.labels is not None


def test_another_text_is_never_scored(make_file: MakeFile) -> None:
    other = make_file(REFERENCE.replace("Anna", "Hanna"), "p.conll")
    with pytest.raises(TokensDifferError, match="the text differs"):
        load_study(LoadRequest(make_file(REFERENCE), (other,), tokens="project"))
