from collections.abc import Callable

import pytest

from nerinspect.io.reading.loading import load_annotators, load_study, names_in
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import AgreementOrigin, of_annotators

MakeFile = Callable[..., str]

INVALID = "Rome I-LOC\nand O\nUlm B-LOC\nNew I-ORG\n"


def test_the_window_and_the_command_line_read_the_same_mentions(make_file: MakeFile) -> None:
    request = LoadRequest(
        make_file(INVALID, "a.conll"), (make_file(INVALID, "b.conll"),), encoding="BIO", repair="discard",
        repair_reference="conlleval", retention=False, training=make_file(INVALID, "train.conll"),
    )  # fmt: skip
    study, alone = load_study(request), load_annotators(of_annotators(request))
    assert [len(one.mentions) for one in (study.reference, study.predictions[0].annotation)] == [3, 1]
    assert [source["mentions"] for source in alone.sources] == [3, 1]
    assert names_in(study) == alone.names == ("a", "b")


def test_a_reference_named_as_a_system_is_told_apart(make_file: MakeFile) -> None:
    path = make_file("Ulm B-LOC\n", "a.conll")
    study = load_study(LoadRequest(path, (f"a={path}", f"b={path}", f"b={path}")))
    assert names_in(study) == ("a (reference)", "a", "b run 1", "b run 2")


@pytest.mark.parametrize(("reference", "names"), [("B={}", ("m", "B")), ("{}", ("m:1", "m:2"))])
def test_a_merged_file_names_its_reference_too(make_file: MakeFile, reference: str, names: tuple[str, str]) -> None:
    path = make_file("Ulm B-LOC O\n", "m.conll")
    request = LoadRequest(reference.format(path), label_columns=(1, 2))
    assert load_annotators(of_annotators(request)).names == names


def test_the_record_repeats_the_agreement_and_names_annotators(make_file: MakeFile) -> None:
    request = LoadRequest(make_file("Ulm B-LOC\n", "a.conll"), (make_file("Ulm O\n", "b.conll"),))
    record = AgreementOrigin(load_study(request), request).record("Agreement by type", "csv", ("a", "b"), True)
    assert record["command"] == f"nerinspect agreement {request.reference} {request.predictions[0]} --table csv"
    assert record["annotators"] == ["a", "b"]
    assert "systems" not in record
