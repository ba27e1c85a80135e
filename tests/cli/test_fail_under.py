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


def test_an_undefined_f1_is_not_lower(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "none.txt", "p=none.txt", "--fail-under", "90"]) == 0
