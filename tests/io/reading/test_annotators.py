from collections.abc import Callable

import pytest

from nerinspect.errors import CommandError, InvalidTransitionError, NerinspectError, TokensDifferError
from nerinspect.io.reading.loading import load_annotators
from nerinspect.io.request import LoadRequest

MakeFile = Callable[..., str]

BIO = "Rome B-LOC\nand O\nNew B-ORG\nYork I-ORG\n"
BIOES = "Rome S-LOC\nand O\nNew B-LOC\nYork E-LOC\n"
INVALID = "Rome I-LOC\nand O\nNew B-ORG\nYork I-LOC\n"


def message(request: LoadRequest, kind: type[NerinspectError]) -> str:
    with pytest.raises(kind) as caught:
        load_annotators(request)
    return str(caught.value)


def test_annotators_keep_their_names_and_their_order(make_file: MakeFile) -> None:
    a, b = make_file(BIO, "a.conll"), make_file(BIOES, "b.conll")
    found = load_annotators(LoadRequest(f"x={a}", (f"y={b}", f"x={a}", b)))
    assert found.names == ("x run 1", "y", "x run 2", "b")
    assert [one.encoding for one in (side.source for side in found.study.annotations)] == [
        "BIO",
        "BIOES",
        "BIO",
        "BIOES",
    ]
    assert [(one["role"], one["annotator"]) for one in found.sources] == [("annotator", name) for name in found.names]


def test_files_of_one_name_are_told_apart_by_their_folders(make_file: MakeFile) -> None:
    found = load_annotators(LoadRequest(make_file(BIO, "anna/a.conll"), (make_file(BIOES, "ben/a.conll"),)))
    assert found.names == ("anna/a", "ben/a")


def test_a_merged_file_holds_all_annotators(make_file: MakeFile) -> None:
    path = make_file("Rome B-LOC O S-PER\nin O O O\n", "m.conll")
    columns = (1, 2, 3)
    assert load_annotators(LoadRequest(path, label_columns=columns)).names == ("m:1", "m:2", "m:3")
    found = load_annotators(LoadRequest(f"A,B,C={path}", label_columns=columns, choices=((path, "encoding", "auto"),)))
    assert found.names == ("A", "B", "C")
    assert [len(one.mentions) for one in found.study.annotations] == [1, 0, 1]
    assert "2 names for 3 annotators" in message(LoadRequest(f"A,B={path}", label_columns=columns), CommandError)


def test_one_repair_is_for_all_files(make_file: MakeFile) -> None:
    paths = make_file(INVALID, "a.conll"), make_file(INVALID, "b.conll")
    found = load_annotators(LoadRequest(paths[0], paths[1:], encoding="BIO", repair="conlleval"))
    sources = [one.source for one in found.study.annotations]
    assert [(one.repair, one.n_changed) for one in sources] == [("conlleval", 2), ("conlleval", 2)]


def test_an_invalid_transition_names_the_option_for_all_files(make_file: MakeFile) -> None:
    paths = make_file(INVALID, "a.conll"), make_file(BIO, "b.conll")
    for request in (LoadRequest(paths[0], paths[1:], encoding="BIO"), LoadRequest(paths[1], paths[:1], encoding="BIO")):
        said = message(request, InvalidTransitionError)
        assert "choose a repair with --repair (" in said


@pytest.mark.parametrize("other", ["Rome B-LOC\nor O\nNew B-ORG\nYork I-ORG\n", BIO + "\nYes O\n"])
def test_other_tokens_are_told_with_both_files_and_no_reference(make_file: MakeFile, other: str) -> None:
    a, b = make_file(BIO, "a.conll"), make_file(other, "b.conll")
    said = message(LoadRequest(a, (b,)), TokensDifferError)
    assert a in said
    assert b in said
    assert not {"reference", "prediction", "predict"} & {*said.replace("'", " ").split()}


def test_labels_alone_say_whose_tokens_they_are_laid_on(make_file: MakeFile) -> None:
    a, b = make_file(BIO, "a.conll"), make_file("B-LOC\nO\nO\nO\n", "b.conll")
    found = load_annotators(LoadRequest(a, (b,)))
    assert found.sources[1]["notes"] == (f"labels only: tokens taken from {a}, line by line",)


def test_agreement_takes_two(make_file: MakeFile) -> None:
    assert message(LoadRequest(make_file(BIO, "a.conll")), CommandError) == (
        "there is only one annotator, “a”, and agreement needs two; name another"
    )


def test_a_file_given_twice_without_names_is_told_as_an_annotator(make_file: MakeFile) -> None:
    path = make_file(BIO, "a.conll")
    assert "the annotator" in message(LoadRequest(path, (path,)), CommandError)
