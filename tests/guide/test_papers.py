"""Every command of the pages about the papers runs as it stands there."""

import json
import os
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from nerinspect.charts.scores import ONE_ATTRIBUTE
from nerinspect.cli.main import run
from nerinspect.ui.pages.overview.page import HIDES, LAYOUTS
from nerinspect.ui.pages.overview.relations import JOINT, MENTION_PROFILE, RELATION_PROFILE, RELATIONS
from tests.guide.papers import PAGES, commands_of
from tests.guide.test_pages import rows_of

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
SENTENCES = [
    {
        "tokens": [head, "taught", tail, "."],
        "entities": [{"type": "Peop", "start": 0, "end": 1}, {"type": "Peop", "start": 2, "end": 3}],
        "relations": [{"type": "Teach", "head": 0, "tail": 1}],
    }
    for head, tail in (("Ann", "Bo"), ("Cy", "Di"))
]
COMMANDS = [command for page in PAGES for commands in commands_of(page).values() for command in commands]


@pytest.fixture(scope="session")
def paper_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with every file that the pages name."""
    folder = tmp_path_factory.mktemp("papers")
    for name in ("test", "train"):
        shutil.copy(SAMPLE / f"{name}.conll", folder)
    shutil.copy(SAMPLE / "rich.conll", folder / "raw.conll")
    shutil.copy(SAMPLE / "plain.conll", folder / "pred.conll")
    shutil.copy(SAMPLE / "plain.conll", folder / "run2.conll")
    before = Path.cwd()
    try:
        os.chdir(folder)
        assert run(["repair", "raw.conll", "--method", "conlleval", "-o", "run1.conll", "--quiet"]) == 0
        for name in ("test", "train", "dev", "run1", "run2", "original1"):
            (folder / f"{name}.json").write_text(json.dumps(SENTENCES), encoding="utf-8")
        assert run(["swap", "test.json", "--type", "Teach", "-o", "swapped1.json", "--quiet"]) == 0
    finally:
        os.chdir(before)
    systems = 'predictions = ["A=run1.conll", "B=pred.conll"]\ntraining = "train.conll"'
    text = "\n".join(f'[[data]]\nname = "{name}"\nreference = "test.conll"\n{systems}' for name in ("one", "two"))
    features = "".join(f"\n[systems.{name}]\nsize = {size}\n" for name, size in (("A", 1), ("B", 6)))
    (folder / "data.toml").write_text(text + features, encoding="utf-8")
    systems = 'predictions = ["A=run1.json"]\ntraining = "train.json"'
    text = "\n".join(f'[[data]]\nname = "{name}"\nreference = "test.json"\n{systems}' for name in ("one", "two"))
    (folder / "relations.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("arguments", COMMANDS, ids=[" ".join(one[:2]) for one in COMMANDS])
def test_a_command_runs(
    arguments: list[str], paper_files: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(paper_files)
    status = run([*arguments, "--quiet"])
    told = capfd.readouterr()
    assert (status, told.err) == (0, "")
    written = [value for name, value in pairwise(arguments) if name in ("-o", "--chart", "--profile")]
    for name in written:
        (paper_files / name).unlink()
        (paper_files / f"{name}.json").unlink()
    assert told.out or written


def test_what_the_overview_is_said_to_have_is_there() -> None:
    layouts = {title for titles in LAYOUTS.values() for title in titles}
    said = {
        title for page in PAGES for row in rows_of(page, 3) for title in re.findall(r"Overview, \*([^*]+)\*", row[2])
    }
    assert said - layouts == {HIDES, ONE_ATTRIBUTE, RELATIONS, JOINT, MENTION_PROFILE, RELATION_PROFILE}
