import pytest

from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import of_predictions


def test_two_versions_are_asked_for_by_their_files() -> None:
    request = LoadRequest("test.conll", ("a.conll", "b.conll", "c.conll"))
    assert of_predictions(request, (2, 0)).predictions == ("c.conll", "a.conll")


@pytest.mark.parametrize(
    "request_of_all",
    [LoadRequest("test.conll", ("merged.conll",), label_columns=(1, 2)), LoadRequest("test.conll", ("a.conll",))],
)
def test_predictions_that_are_no_files_of_their_own_are_asked_for_all_together(request_of_all: LoadRequest) -> None:
    assert of_predictions(request_of_all, (0, 1)) == request_of_all
