"""Predictions that are added, renamed, moved or removed give the study that their request loads."""

from collections.abc import Callable, Sequence

import pytest

from nerinspect.errors import CommandError, FileChangedError, TokensDifferError
from nerinspect.io.provenance import load_arguments
from nerinspect.io.reading.loading import load_more_predictions, load_study
from nerinspect.io.request import LoadRequest, check_name, rearranged
from nerinspect.progress import Cancelled
from nerinspect.systems.arranging import Arranged, arranged
from tests.systems.test_arranging import assert_equal

MakeFile = Callable[..., str]

REFERENCE = "a B-X\nb I-X\nc O\n"
TEXTS = ("a B-Y\nb I-Y\nc O\n", "a B-X\nb O\nc O\n", "a O\nb O\nc B-Z\n", REFERENCE)


@pytest.fixture
def request_of(make_file: MakeFile) -> Callable[..., LoadRequest]:
    """Write a reference and predictions; names are given as `A=` before the file."""

    def write(*files: str, **options: object) -> LoadRequest:
        reference = make_file(REFERENCE, "ref.conll")
        paths = []
        for text, file in zip(TEXTS, files, strict=False):
            name, equals, path = file.rpartition("=")
            paths.append(f"{name}{equals}{make_file(text, path)}")
        return LoadRequest(reference, tuple(paths), **options)  # type: ignore[arg-type]

    return write


@pytest.mark.parametrize(
    "files",
    [
        ("p.conll", "q.conll", "r.conll"),
        ("A=p.conll", "B=q.conll", "A=r.conll"),
        ("one/p.conll", "q.conll", "two/p.conll"),
        ("A=p.conll", "q.conll", "r.conll", "A=s.conll"),
    ],
)
@pytest.mark.parametrize("n_before", [0, 1, 2])
def test_added_predictions_give_the_study_of_all_files(
    request_of: Callable[..., LoadRequest], files: Sequence[str], n_before: int
) -> None:
    request = request_of(*files)
    before = load_study(LoadRequest(request.reference, request.predictions[:n_before]), with_others=True)
    grown = load_more_predictions(before, request, n_before)
    assert_equal(grown, load_study(request, with_others=True))


def test_added_predictions_are_projected_where_that_was_chosen(make_file: MakeFile) -> None:
    request = LoadRequest(make_file(REFERENCE, "ref.conll"), (make_file("ab B-X\nc O\n", "p.conll"),), tokens="project")
    before = load_study(LoadRequest(request.reference, tokens="project"))
    assert len(load_more_predictions(before, request, 0).predicted) == 1


def test_only_new_predictions_are_read(request_of: Callable[..., LoadRequest], make_file: MakeFile) -> None:
    request = request_of("p.conll", "q.conll")
    before = load_study(LoadRequest(request.reference, request.predictions[:1]))
    make_file("nothing of the kind", "p.conll")
    assert load_more_predictions(before, request, 1).systems == ("p", "q")


def test_a_reference_that_changed_is_not_mixed_with_what_was_read(
    request_of: Callable[..., LoadRequest], make_file: MakeFile
) -> None:
    request = request_of("p.conll")
    before = load_study(LoadRequest(request.reference))
    make_file(REFERENCE + "\nd O\n", "ref.conll")
    with pytest.raises((FileChangedError, TokensDifferError)):
        load_more_predictions(before, request, 0)


def test_adding_can_be_cancelled(request_of: Callable[..., LoadRequest]) -> None:
    request = request_of("p.conll")

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        load_more_predictions(load_study(LoadRequest(request.reference)), request, 0, stop)


@pytest.mark.parametrize(
    "wanted",
    [
        [(2, "r"), (0, "p")],
        [(1, "x"), (0, "p"), (2, "x")],
        [(0, "q"), (1, "p"), (2, "r")],
        [(2, "p"), (1, "p"), (0, "p")],
        [],
    ],
)
@pytest.mark.parametrize("files", [("p.conll", "q.conll", "r.conll"), ("A=p.conll", "B=q.conll", "A=r.conll")])
def test_the_request_repeats_what_is_arranged(
    request_of: Callable[..., LoadRequest], files: Sequence[str], wanted: list[tuple[int, str]]
) -> None:
    request = request_of(*files)
    order = [Arranged(*one) for one in wanted]
    assert_equal(arranged(load_study(request), order), load_study(rearranged(request, order)))


@pytest.mark.parametrize("wanted", [[(1, "B"), (0, "x")], [(0, "x"), (1, "x")], [(1, "y")]])
def test_a_merged_file_is_read_in_the_new_order(make_file: MakeFile, wanted: list[tuple[int, str]]) -> None:
    path = make_file("a B-X O B-Y\nb I-X B-X I-Y\n")
    request = LoadRequest(f"A,B={path}", label_columns=(1, 2, 3))
    order = [Arranged(*one) for one in wanted]
    names = [(one.system, one.run) for one in load_study(rearranged(request, order)).predictions]
    assert names == [(one.system, one.run) for one in arranged(load_study(request), order).predictions]


def test_a_name_is_written_only_where_the_file_does_not_say_it(request_of: Callable[..., LoadRequest]) -> None:
    request = request_of("p.conll", "q.conll")
    arguments = load_arguments(rearranged(request, [Arranged(1, "q"), Arranged(0, "bert")]))
    assert arguments == [request.reference, request.predictions[1], f"bert={request.predictions[0]}"]


def test_choices_for_a_file_go_with_it(request_of: Callable[..., LoadRequest]) -> None:
    request = request_of("p.conll", "q.conll")
    choices = tuple((path, "repair", "discard") for path in request.predictions)
    request = LoadRequest(request.reference, request.predictions, choices=choices)
    assert rearranged(request, [Arranged(1, "q")]).choices == choices[1:]


@pytest.mark.parametrize("name", ["", "a,b", "a=b", "./a", "/a", "retention"])
def test_a_name_that_no_command_line_can_say_is_refused(name: str) -> None:
    with pytest.raises(CommandError):
        check_name(name)


@pytest.mark.parametrize("name", ["bert", "bert large", "a.b", "ß/x"])
def test_other_names_are_fine(name: str) -> None:
    check_name(name)
