"""The bytes of every table that the command line makes of the sample."""

import io
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from nerinspect.cli.main import run
from nerinspect.io.writing.forms import Holds, forms_for
from nerinspect.ui.platforms import resource_path
from tests.rails.data import relations_in, small_files

_TABLES = (
    *("events", "score", "confusion", "errors", "schemes", "tough", "buckets", "diagnose", "compare"),
    *("consistency", "retention", "summarize", "validate", "agreement"),
)

_FORMS = [form.name for form in forms_for(Holds.RESULTS)]


def write_files(folder: Path) -> None:
    """Run each command, and write down what it writes and says."""
    folder.mkdir(parents=True)
    with small_files() as data:
        _write_all(folder, data)


def _write_all(folder: Path, data: Path) -> None:
    test, rich, plain, train = (str(resource_path("sample", f"{n}.conll")) for n in ("test", "rich", "plain", "train"))
    both, repair = [test, f"rich={rich}", f"plain={plain}"], ["--repair", "conlleval"]
    request = relations_in(data)
    alone = {"validate": [rich], "consistency": [test, "--training", train], "summarize": [test, train]}
    for command in _TABLES:
        usual = [*both, *repair, *([] if command == "agreement" else ["--training", train])]
        for form in _FORMS:
            _write(folder, f"{command}.{form}", [command, *alone.get(command, usual), "--table", form])
    for form in _FORMS:
        relations = [request.reference, *request.predictions, "--training", str(request.training)]
        _write(folder, f"relations.{form}", ["relations", *relations, "--table", form])
        _write(folder, f"relation-events.{form}", ["relations", *relations, "--events", "--table", form])
    review = str(data / "a.nerinspect")
    _write(folder, "review-new", ["review", "new", review, *both, *repair])
    for form in _FORMS:
        _write(folder, f"review-export.{form}", ["review", "export", review, "--table", form])
    _write(folder, "review-reference", ["review", "reference", review])
    for command in ("repair", "convert"):
        changed = ["--method", "conlleval"] if command == "repair" else ["--to", "BIOES", *repair]
        _write(folder, command, [command, rich, *changed])
    for words in (["--help"], *([command, "--help"] for command in (*_TABLES, "relations", "review", "open"))):
        _write(folder, "-".join(words).replace("--", ""), words)


def _write(folder: Path, name: str, words: list[str]) -> None:
    printed, said = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with redirect_stdout(printed), redirect_stderr(said):
        status = run(words)
    texts = []
    for stream in (printed, said):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(errors="backslashreplace"))
    text = "\n---\n".join([str(status), *texts])
    (folder / f"{name}.txt").write_text(re.sub(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?", "TIME", text), encoding="utf-8")
