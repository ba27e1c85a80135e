"""Cells of running text: written as the file writes it, while queries and files join tokens by a blank."""

import json
from pathlib import Path

from nerinspect.events.context import context_of
from nerinspect.events.explanation import event_surface, explain
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.lists.event_cells import EventCells

TEXT = "It's U.S. Steel, now."


def test_running_text_keeps_its_blanks_on_screen_alone(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("gold.jsonl", "system.jsonl")]
    for path, start in zip(paths, (5, 10), strict=True):
        Path(path).write_text(json.dumps({"text": TEXT, "label": [[start, 15, "ORG"]]}) + "\n")
    study = load_study(LoadRequest(paths[0], (paths[1],)))
    cells, sentence = EventCells(study), context_of(study, 0).sentence
    segment = cells.segment(0)
    assert (cells.before(0), segment.text, cells.after(0)) == ("It's", "U.S. Steel", ", now.")
    assert [segment.text[one.start : one.end] for one in (*segment.reference, *segment.predicted)] == [
        "U.S. Steel",
        "Steel",
    ]
    assert sentence.words() == TEXT
    assert sentence.gaps[:5] == ("", "", "", " ", "")
    assert "“U.S.”" in explain(study, 0)
    assert event_surface(study, 0) == "U . S . Steel"
    assert study.text.joined(*study.text.sentence_start[:, None]).to_pylist() == ["It ' s U . S . Steel , now ."]
