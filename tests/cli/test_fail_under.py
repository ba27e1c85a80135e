from pathlib import Path

import pytest

from nerinspect.cli.main import run


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ref.txt").write_text("a B-PER\nb B-LOC\n")
    Path("half.txt").write_text("a B-PER\nb B-ORG\n")
    Path("none.txt").write_text("a O\nb O\n")


@pytest.mark.parametrize(
    ("bound", "predictions", "status"),
    [
        ("50", ["half.txt"], 0),
        ("50.01", ["half.txt"], 3),
        ("60", ["ref.txt", "half.txt"], 3),
        ("75", ["s=ref.txt", "s=half.txt"], 0),  # runs are averaged
        ("75.5", ["s=ref.txt", "s=half.txt"], 3),
        ("0", ["none.txt"], 0),
        ("1", ["none.txt"], 3),
    ],
)
def test_a_lower_f1_ends_with_status_3(
    bound: str, predictions: list[str], status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["score", "ref.txt", *predictions, "--fail-under", bound]) == status
    out, err = capfd.readouterr()
    assert out.startswith("system,run,type")  # the table is written all the same
    assert ("lower than" in err) == (status == 3)


def test_a_lower_f1_looks_lower_however_near_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    Path("three.txt").write_text("a B-PER\nb O\nc O\n")
    Path("third.txt").write_text("a B-PER\nb B-PER\nc B-PER\n\n")  # F1 is 50
    Path("near.txt").write_text("a B-PER\nb B-PER\nc O\n")  # 66.666…
    assert run(["score", "three.txt", "third.txt", "near.txt", "--fail-under", "66.67"]) == 3
    said = capfd.readouterr().err.splitlines()
    assert said[-2:] == [
        "nerinspect: third: F1 is 50.00, lower than 66.67",
        "nerinspect: near: F1 is 66.667, lower than 66.67",
    ]


def test_an_undefined_f1_is_not_lower(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "none.txt", "p=none.txt", "--fail-under", "90"]) == 0
    assert "p: F1 is undefined" in capfd.readouterr().err


@pytest.mark.parametrize("bound", ["nan", "inf", "-5", "140", "many", ""])
def test_a_bound_that_no_f1_can_be_held_against_is_refused(bound: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "ref.txt", "half.txt", "--fail-under", bound]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert f"write a percentage from 0 to 100, not “{bound}”" in err


def test_a_bound_that_looks_like_a_fraction_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "ref.txt", "half.txt", "--fail-under", "0.85"]) == 0
    assert "--fail-under 0.85 is less than one percent; for a fraction write 85" in capfd.readouterr().err
