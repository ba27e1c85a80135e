import json
from dataclasses import replace
from pathlib import Path

import pytest

from nerinspect.io.request import LoadRequest
from nerinspect.settings import (
    FOLDER_VARIABLE,
    MOST_RECENT,
    ExportChoice,
    Layout,
    OpenWindow,
    Session,
    Settings,
    load_settings,
    save_settings,
    settings_path,
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "config"))
    return tmp_path / "config"


def session(reference: str = "/data/ref.conll") -> Session:
    request = LoadRequest(reference, ("a=/data/a.conll",), repair="conlleval", label_columns=(1, 2))
    return Session(request, '-kind:tp surface:"New York"', 1, 12, ("ab", "cd"), colours=(("a", 3),))


def test_without_a_file_the_defaults_stand() -> None:
    assert load_settings() == (Settings(), "")


def test_what_was_saved_comes_back() -> None:
    layout = Layout("AAA=", (300, 800, 310, 400, 200), ("types",), ("kind", "segment"), (0, 90), 1.8, True)
    windows = (OpenWindow(layout, session()), OpenWindow(Layout()))
    settings = Settings(
        layout,
        windows,
        (session(), replace(session("/b"), query=None)),
        ("kind:fn",),
        "dark",
        ExportChoice("html", ("kind",)),
    )
    assert save_settings(settings) == ""
    assert load_settings() == (settings, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"sessions": [{}]}',
        '{"sessions": [{"request": {"reference": "a"}, "colours": [["a"]]}]}',
        '{"layout": {"zoom": "big"}}',
        '{"sessions": 3}',
        "\udcff",
    ],
)
def test_a_damaged_file_starts_clean_and_says_so(text: str, folder: Path) -> None:
    folder.mkdir()
    settings_path().write_bytes(text.encode("utf-8", "surrogateescape"))
    settings, problem = load_settings()
    assert settings == Settings()
    assert str(settings_path()) in problem


def test_what_a_newer_version_wrote_is_passed_over(folder: Path) -> None:
    save_settings(Settings(colours="dark"))
    data = json.loads(settings_path().read_text()) | {"sound": "loud"}
    settings_path().write_text(json.dumps(data))
    assert load_settings() == (Settings(colours="dark"), "")


def test_a_repair_that_does_not_exist_is_refused(folder: Path) -> None:
    save_settings(Settings(sessions=(session(),)))
    settings_path().write_text(settings_path().read_text().replace("conlleval", "magic"))
    assert load_settings()[0] == Settings()


def test_the_newest_session_comes_first_and_each_set_of_files_once() -> None:
    settings = Settings(sessions=(session("/a"), session("/b")))
    newer = replace(session("/b"), query="kind:fn")
    assert settings.with_session(newer) == (newer, session("/a"))


def test_old_sessions_are_forgotten() -> None:
    settings = Settings(sessions=tuple(session(f"/{number}") for number in range(MOST_RECENT)))
    sessions = settings.with_session(session("/new"))
    assert (len(sessions), sessions[-1]) == (MOST_RECENT, session(f"/{MOST_RECENT - 2}"))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file"))
    assert "not saved" in save_settings(Settings())


@pytest.mark.parametrize(
    ("before", "number"),
    [
        ({"layout": {"n_buckets": 6}, "diagnosis": {"n_wanted": 5}, "buckets": {"n_wanted": 2}}, 6),
        ({"layout": {"n_buckets": 0}, "diagnosis": {"n_wanted": 4, "a": "x"}, "buckets": {"n_wanted": 2}}, 2),
        ({"layout": {"n_buckets": 4}, "diagnosis": {"n_wanted": 99}}, 10),
        ({"layout": {"n_buckets": "many"}}, 4),
        ({"layout": {"n_buckets": 6}, "analysis": {"n_buckets": 3}}, 3),
    ],
)
def test_the_numbers_of_buckets_of_older_settings_become_one(
    before: dict[str, object], number: int, folder: Path
) -> None:
    folder.mkdir()
    settings_path().write_text(json.dumps(before), encoding="utf-8")
    settings, problem = load_settings()
    assert (settings.analysis.n_buckets, problem) == (number, "")
