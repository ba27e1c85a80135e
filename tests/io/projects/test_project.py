import re
from pathlib import Path

import pytest

from nerinspect.errors import DataError
from nerinspect.io.projects import OPTIONS, read_project
from nerinspect.io.request import LoadRequest


def written(folder: Path, text: str) -> str:
    path = folder / "languages.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_every_data_set_has_its_files_and_options(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        [options]
        repair = "conlleval"
        comments = true

        [[data]]
        name = "pcm"
        reference = "pcm/test.txt"
        predictions = ["mbert=pcm/one.txt", "mbert=pcm/two.txt", "/abs/three.txt"]
        training = "pcm/train.txt"
        keep-types = ["PER", "LOC"]

        [[data]]
        reference = "wnut.txt"
        label-column = [1, 2]
        repair = "none"
        attributes = "genre.csv"
        """,
    )
    pcm, wnut = read_project(path).data_sets
    assert pcm.name == "pcm"
    assert pcm.request == LoadRequest(
        f"{tmp_path}/pcm/test.txt",
        (f"mbert={tmp_path}/pcm/one.txt", f"mbert={tmp_path}/pcm/two.txt", "/abs/three.txt"),
        training=f"{tmp_path}/pcm/train.txt",
        repair="conlleval",
        comments=True,
        keep_types=("PER", "LOC"),
    )
    assert wnut.name == "wnut.txt"
    assert wnut.request == LoadRequest(
        f"{tmp_path}/wnut.txt",
        repair="none",
        comments=True,
        label_columns=(1, 2),
        attribute_tables=(f"{tmp_path}/genre.csv",),
    )


def test_paths_of_a_project_named_without_a_folder_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, '[[data]]\nreference = "test.txt"\npredictions = ["a=pred.txt"]\n')
    monkeypatch.chdir(tmp_path)
    [only] = read_project("languages.toml").data_sets
    assert only.request == LoadRequest("test.txt", ("a=pred.txt",))


def test_features_of_systems_are_words_and_numbers(tmp_path: Path) -> None:
    project = read_project(written(tmp_path, f'{ONE}[systems."m 1"]\nsize = 100\nshare = 0.5\nencoder = "mbert"\n'))
    assert project.features == {"m 1": {"size": 100, "share": 0.5, "encoder": "mbert"}}
    assert read_project(written(tmp_path, ONE)).features == {}


ONE = '[[data]]\nreference = "a.txt"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".".join("a" * 50_000) + " = 1", "a key has more parts with dots between them than any project needs"),
        ("[data." + ".".join(["'a'"] * 999) + "]", "a key has more parts with dots between them than any"),
        ("x = " + "[" * 3_000, "lists or tables are nested too deep; fix it there"),
        ("x = " + "{a = " * 3_000, "lists or tables are nested too deep"),
        ("x = " + "9" * 5_000, "it contains too long a number; fix it there"),
        ("", "it names no data set; begin each with a line [[data]]"),
        ("data = 3", "it names no data set"),
        ('[[data]]\nname = "a"', "data set 1 names no reference"),
        ("[[data]]\nreference = 3", "reference of data set 1 is 3; write a path in quotes"),
        (ONE + "predictions = [3]", "predictions of data set 1 is 3; write a path in quotes"),
        (ONE + "predictions = 3", "predictions of data set 1 is 3; write a path in quotes"),
        (ONE + 'name = ""', "name of data set 1 is empty; write a name in quotes"),
        (
            ONE + 'trainng = "x"',
            "data set 1 has an unknown key “trainng”; write training if that is meant, or remove it",
        ),
        (ONE + 'repair = "conleval"', "data set 1: no repair is called “conleval”; the nearest is conlleval"),
        (ONE + "token-column = true", "token-column"),
        (ONE + "matching = {a = 1}", "matching"),
        ("options = 3\n" + ONE, "options is not a table"),
        ("[option]\n" + ONE, "the file has an unknown key “option”; write options"),
        (ONE + ONE, "two data sets are called “a.txt”"),
        (ONE + "[systems]\nmbert = 100", "systems is not a table of systems"),
        (ONE + "[systems.mbert]\nsize = [1]", "size of the system “mbert” is a list; write a number"),
        (ONE + "[systems.mbert]\nsize = nan", "size of the system “mbert” is nan; write a number"),
        (ONE + "[systems.mbert]\nbig = true", "big of the system “mbert” is true; write a number"),
        ("[[data]]\nreference = \n", "this is not valid TOML"),
    ],
)
def test_a_mistake_is_one_calm_sentence(text: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as caught:
        read_project(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("1.5", "1.5"),
        ("1979-05-27", "a date or a time"),
        ("{a = 1}", "a table"),
        ('[["a"], ["b"]]', "a list with a list"),
        ("[true]", "a list with true"),
    ],
)
def test_a_value_of_another_kind_is_told(option: str, value: str, said: str, tmp_path: Path) -> None:
    for text in (f"{ONE}{option} = {value}", f"[options]\n{option} = {value}\n{ONE}"):
        with pytest.raises(DataError) as caught:
            read_project(written(tmp_path, text))
        expected = re.escape(said if said in str(caught.value) else "a list")  # where no list may stand
        assert re.search(f": data set 1: {option} is .+, not {expected}; fix it there$", str(caught.value))


@pytest.mark.parametrize("option", ["keep-types", "remove-types", "label-names", "attributes"])
def test_names_are_not_true(option: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=f"data set 1: {option} is a list of texts in quotes, not true; fix it there"):
        read_project(written(tmp_path, f"{ONE}{option} = true"))


def test_numbers_may_be_texts_and_flags_words(tmp_path: Path) -> None:
    path = written(tmp_path, f'{ONE}label-column = ["1", 2]\ntoken-column = "3"\ncomments = "yes"\nretention = false\n')
    [only] = read_project(path).data_sets
    asked = only.request
    assert (asked.label_columns, asked.token_column, asked.comments, asked.retention) == ((1, 2), 3, True, False)
