from hypothesis import given
from hypothesis import strategies as st

from nerinspect.encoding.labels import REPAIR_METHODS
from nerinspect.io.formats.reader import ReadOptions
from nerinspect.io.provenance import command_line
from nerinspect.io.reading.chosen_files import OpenedFile, request_for
from nerinspect.io.request import FileOptions, LoadRequest, Role


def file(path: str, role: Role, **choices: object) -> OpenedFile:
    columns = choices.pop("label_columns", (-1,))
    reading = ReadOptions(label_columns=columns, may_be_labels_alone=role == "prediction")  # type: ignore[arg-type]
    return OpenedFile(path, path, role, FileOptions(reading=reading, **choices))  # type: ignore[arg-type]


BASE = LoadRequest("")


def test_defaults_are_not_written() -> None:
    files = [file("ref", "reference"), file("pred", "prediction"), file("train", "training")]
    assert request_for(files, BASE) == LoadRequest("ref", ("pred",), training="train")


def test_what_all_files_share_is_one_option() -> None:
    files = [file("ref", "reference", text_encoding="cp1252"), file("pred", "prediction", text_encoding="cp1252")]
    assert request_for(files, BASE) == LoadRequest("ref", ("pred",), text_encoding="cp1252")


def test_what_differs_is_a_choice_for_the_file() -> None:
    files = [file("ref", "reference"), file("pred", "prediction", text_encoding="cp1252")]
    assert request_for(files, BASE).choices == (("pred", "text-encoding", "cp1252"),)


def test_the_rule_for_tokens_and_the_types_are_kept() -> None:
    base = LoadRequest("", tokens="positions", keep_types=("PER",), remove_types=("LOC",), map_types="map.json")
    request = request_for([file("ref", "reference")], base)
    assert (request.tokens, request.keep_types, request.remove_types, request.map_types) == (
        "positions",
        ("PER",),
        ("LOC",),
        "map.json",
    )


def test_a_merged_file_is_repaired_in_all_its_columns() -> None:
    request = request_for([file("ref", "reference", repair="discard", label_columns=(1, 2))], BASE)
    assert (request.repair, request.repair_reference, request.label_columns) == ("discard", "discard", (1, 2))


def test_a_repair_of_some_predictions_is_one_option_where_the_others_need_none() -> None:
    needy = file("a", "prediction", repair="conlleval")
    valid = file("b", "prediction")._replace(is_valid=True)
    request = request_for([file("ref", "reference")._replace(is_valid=True), needy, valid], BASE)
    assert command_line("open", request) == "nerinspect open ref a b --repair conlleval"


OPTIONS = st.fixed_dictionaries(
    {
        "text_encoding": st.sampled_from(["utf-8", "cp1252"]),
        "encoding": st.sampled_from(["auto", "BIO", "IOB"]),
        "repair": st.sampled_from(REPAIR_METHODS),
        "format": st.sampled_from([None, "conll"]),
        "label_columns": st.sampled_from([(-1,), (1,)]),
    }
)


@given(OPTIONS, st.lists(OPTIONS, max_size=3), st.none() | OPTIONS)
def test_each_file_is_read_as_was_chosen(
    reference: dict[str, object], predictions: list[dict[str, object]], training: dict[str, object] | None
) -> None:
    files = [file("ref", "reference", **reference)]
    files += [file(f"p{number}", "prediction", **options) for number, options in enumerate(predictions)]
    files += [file("train", "training", **training)] if training else []
    request = request_for(files, BASE)
    for one in files:
        asked = request.file_options(one.path, one.role)
        if one.options.format is None:  # a format that others name is never forced on a file
            assert asked.format is None
        assert asked == one.options
