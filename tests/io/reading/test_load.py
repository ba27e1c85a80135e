from collections.abc import Callable
from typing import Any

import pytest

from nerinspect.encoding.transitions import UndefinedRepairError
from nerinspect.errors import CommandError, InvalidTransitionError, MalformedLabelError, NerinspectError, NoTokensError
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study, load_training
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Cancelled

MakeFile = Callable[..., str]
Load = Callable[..., Study]

BIO = "a B-X\nb I-X\nc O\n"
INVALID = "a O\nb I-X\nc I-Y\n"


@pytest.fixture
def load(make_file: MakeFile) -> Load:
    """Write a reference and predictions and load them."""

    def load_files(reference: str, *predictions: str, **options: Any) -> Study:  # noqa: ANN401
        paths = [make_file(prediction, f"p{number}.conll") for number, prediction in enumerate(predictions)]
        return load_study(LoadRequest(make_file(reference, "ref.conll"), tuple(paths), **options))

    return load_files


def spans(study: Study, prediction: int = 0) -> list[tuple[int, int, str]]:
    found = study.predictions[prediction].mentions
    rows = zip(found.start.tolist(), found.end.tolist(), found.type_codes.tolist(), strict=True)
    return [(start, end, found.types[code]) for start, end, code in rows]


def test_predictions_keep_their_order(load: Load) -> None:
    assert load(BIO, BIO, BIO, BIO).systems == ("p0", "p1", "p2")


def test_runs_of_a_system_stand_together(make_file: MakeFile) -> None:
    path = make_file(BIO)
    study = load_study(LoadRequest(path, (f"s={path}", f"t={path}", f"s={path}")))
    assert [(one.system, one.run) for one in study.predictions] == [("s", 1), ("s", 2), ("t", 1)]


def test_a_merged_file_holds_reference_and_systems(load: Load) -> None:
    study = load("a B-X O B-Y\nb I-X B-X I-Y\n", label_columns=(1, 2, -1))
    assert (study.systems, spans(study, 0), spans(study, 1)) == (("ref:2", "ref:-1"), [(1, 2, "X")], [(0, 2, "Y")])


def test_systems_of_a_merged_file_can_be_named(make_file: MakeFile) -> None:
    path = make_file("a B-X O B-Y\n")
    assert load_study(LoadRequest(f"A,B={path}", label_columns=(1, 2, 3))).systems == ("A", "B")


def test_a_merged_file_wants_a_name_for_each_column(make_file: MakeFile) -> None:
    path = make_file("a B-X O B-Y\n")
    with pytest.raises(CommandError, match=r"1 names? for 2 predicted columns"):
        load_study(LoadRequest(f"A={path}", label_columns=(1, 2, 3)))


def test_a_merged_file_stands_alone(load: Load) -> None:
    with pytest.raises(CommandError, match="a merged file contains its predictions"):
        load("a O O\n", "a O\n", label_columns=(1, 2))


def test_standard_input_is_read_only_once() -> None:
    with pytest.raises(CommandError, match="- is given twice, but standard input can be read only once"):
        load_study(LoadRequest("-", ("-",)))


def test_an_invalid_transition_asks_for_a_repair(load: Load) -> None:
    with pytest.raises(InvalidTransitionError) as caught:
        load(BIO, INVALID, encoding="BIO")
    assert str(caught.value).endswith(
        "p0.conll:2: I-X cannot follow O in BIO (2 invalid transitions in this file);"
        " choose a repair with --repair (conlleval or discard), or fix the file"
    )


def test_an_invalid_transition_of_the_reference_names_its_own_option(load: Load) -> None:
    with pytest.raises(InvalidTransitionError, match=r"ref.conll:2: .* choose a repair with --repair-reference"):
        load(INVALID, BIO, encoding="BIO")


@pytest.mark.parametrize(("method", "expected"), [("conlleval", [(1, 2, "X"), (2, 3, "Y")]), ("discard", [])])
def test_repairs_are_for_predictions(load: Load, method: str, expected: list[tuple[int, int, str]]) -> None:
    assert spans(load(BIO, INVALID, encoding="BIO", repair=method)) == expected


def test_repair_counts_transitions_and_labels_apart(load: Load) -> None:
    source = load(BIO, "a O\nb I-X\nc I-X\n", encoding="BIO", repair="discard").predictions[0].annotation.source
    assert (source.repair, source.n_invalid, source.n_changed) == ("discard", 1, 2)


def test_the_reference_has_a_repair_of_its_own(load: Load) -> None:
    study = load(INVALID, BIO, encoding="BIO", repair_reference="conlleval")
    assert (study.reference.source.n_changed, study.predictions[0].annotation.source.repair) == (2, "none")


def test_an_undefined_repair_is_a_mistake_of_the_command_line(load: Load) -> None:
    with pytest.raises(UndefinedRepairError, match="repair discard is not defined for IOB"):
        load(BIO, "a I-X\nb B-X\nc O\n", encoding="IOB", encoding_reference="BIO", repair="discard")


@pytest.mark.parametrize(
    "label",
    [
        "B-",
        "-LOC",
        "LOC",
        "0",
        "O-LOC",
        "X-LOC",
        "b-LOC",
        "B-a,B-b",
        "B-a;b",
        "B-a|b",
        'B-"a"',
        "B-'a",
        "B-\u3000",
        "o",
    ],
)
def test_a_malformed_label_is_told_with_line_and_token(load: Load, label: str) -> None:
    with pytest.raises(MalformedLabelError) as caught:
        load(BIO, f"a O\nb O\nc {label}\n")
    assert (caught.value.line, caught.value.token, caught.value.label) == (3, "c", label)


@pytest.mark.parametrize(("label", "encoding"), [("E-X", "BIO"), ("L-X", "BIOES"), ("B-X", "IO"), ("S-X", "BILOU")])
def test_a_state_the_encoding_does_not_have_is_malformed(load: Load, label: str, encoding: str) -> None:
    with pytest.raises(MalformedLabelError, match=f"{encoding} has no state {label[0]}"):
        load(f"a {label}\n", encoding=encoding)


def test_a_column_of_words_is_told_as_such(load: Load) -> None:
    with pytest.raises(MalformedLabelError, match="the column looks like words, not labels: choose another"):
        load("a O the\nb O old\nc O man\n")


@pytest.mark.parametrize(
    ("training", "remedy"),
    [
        ("a O\nb O\nc LOC\n", "fix the label, or choose another --training-label-column or --encoding-training"),
        ("a the O\nb old O\nc man X\nd\n", "choose other columns with --token-column and --training-label-column"),
        ("a O the\nb O old\n", "choose another with --training-label-column"),
    ],
)
def test_a_mistake_in_training_data_names_their_own_options(make_file: MakeFile, training: str, remedy: str) -> None:
    request = LoadRequest(make_file(BIO, "ref.conll"), training=make_file(training, "train.conll"))
    for read in (load_study, load_training):
        with pytest.raises(NerinspectError, match=rf"train\.conll:\d+: .*{remedy}"):
            read(request)


def test_a_mistake_in_the_reference_names_the_options_of_all(make_file: MakeFile) -> None:
    request = LoadRequest(make_file("a LOC\n", "ref.conll"), training=make_file(BIO, "train.conll"))
    with pytest.raises(NerinspectError, match=r"another with --label-column$"):
        load_study(request)


def test_types_may_hold_hyphens(load: Load) -> None:
    assert load("a B-work-of-art\n").types == ("work-of-art",)


def test_the_encoding_is_detected_for_each_file(load: Load) -> None:
    study = load(BIO, "a B-X\nb E-X\nc S-X\n")
    found = [study.reference.source, study.predictions[0].annotation.source]
    assert [(source.encoding, source.encoding_chosen_by) for source in found] == [("BIO", "auto"), ("BIOES", "auto")]


def test_a_prediction_without_mentions_takes_the_encoding_of_the_reference(load: Load) -> None:
    study = load("a B-X\nb E-X\nc O\n", "a O\nb O\nc O\n")
    assert study.predictions[0].annotation.source.encoding == "BIOES"


def test_a_prediction_without_mentions_is_noticed(load: Load) -> None:
    study = load(BIO, "a O\nb O\nc O\n")
    assert [warning.split(": ")[1] for warning in study.warnings] == ["p0 predicts no mentions at all"]


def test_sides_without_a_common_type_are_noticed(load: Load) -> None:
    assert "share no type" in load(BIO, "a B-Y\nb O\nc O\n").warnings[0]


def test_an_empty_prediction_is_told(load: Load) -> None:
    with pytest.raises(NoTokensError, match=r"p0.conll: the file has no tokens"):
        load(BIO, "")


def test_the_first_mistake_in_the_order_given_is_told(load: Load) -> None:
    with pytest.raises(NerinspectError, match=r"p0.conll:1: "):
        load(BIO, "a\n" * 20000 + "b O\n", "x O\n", "z\n")


def test_the_reference_is_checked_before_the_predictions(load: Load) -> None:
    with pytest.raises(NerinspectError, match=r"ref.conll:1: malformed"):
        load("a X\nb O\nc O\n", "a Y\nb O\nc O\n")


def test_loading_can_be_cancelled(make_file: MakeFile) -> None:
    def cancel(_done: int, _total: int) -> None:
        raise Cancelled

    path = make_file(BIO)
    with pytest.raises(Cancelled):
        load_study(LoadRequest(path, (path,)), cancel)


def test_sources_tell_size_and_role(load: Load) -> None:
    source = load("a B-X\n\nb O\n", "a B-X\n\nb O\n").predictions[0].annotation.source
    assert (source.role, source.n_sentences, source.n_tokens, source.size) == ("prediction", 2, 2, 11)


def test_a_key_on_a_file_without_lists_is_a_mistake(make_file: MakeFile) -> None:
    path = make_file(BIO)
    with pytest.raises(CommandError, match="has no lists; leave out #x"):
        load_study(LoadRequest(f"{path}#x"))


def test_a_thousand_types_are_all_kept(load: Load) -> None:
    text = "".join(f"w{number} B-T{number}\n" for number in range(1000))
    assert len(load(text, text).types) == 1000
