"""Kinds stand in one table each: what it holds is drawn, named, filtered and listed everywhere, or is refused."""

import subprocess
import sys
from dataclasses import replace

import pytest

from nerinspect.events.kinds import KIND_TABLE, RELATION_KIND_TABLE, Arcs, Bars, kinds_by_code

_EVERYWHERE = """
import sys
from pathlib import Path

from nerinspect.events import kinds
from nerinspect.glossary import DEFINITIONS, PROGRAM, Definition
from nerinspect.glossary.wording import NEUTRAL

said = Definition("xe", "odd error", "XE: what nobody has met.", PROGRAM)
DEFINITIONS["xe"] = NEUTRAL.definitions["xe"] = said
kinds.KIND_TABLE["xe"] = kinds.Kind("xe", "XE", ("#123456", "#ABCDEF"), kinds.Bars(9, 16), "odd")

from nerinspect.io.reading.loading import load_study
from nerinspect.io.writing.export import ListedEvents, ListForm
from nerinspect.lists.mentions import MENTIONS
from nerinspect.query.fields.kinds import KIND
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.app import make_app
from nerinspect.ui.charts.demerits import DOUBLY_PENALISED
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS
from nerinspect.ui.pages.overview.page import KIND_COLUMNS
from nerinspect.ui.theme.marks import KIND_SYMBOLS
from nerinspect.ui.theme.themes import DARK, LIGHT
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import relation_request

folder = Path(sys.argv[1])
request = relation_request(folder)
study = load_study(request)
assert not parse_query("kind:xe", Vocabulary.of(study)).mask(study).any()
assert "xe" in KIND.choices(Vocabulary.of(study)) and "xe" in DOUBLY_PENALISED
assert [theme.kind_colour("xe").name().upper() for theme in (LIGHT, DARK)] == ["#123456", "#ABCDEF"]
assert KIND_SYMBOLS.outline("xe").boundingRect().width() > 0
assert "odd" in [column.title for column in KIND_COLUMNS]
nothing = ListedEvents(MENTIONS, study, request, study.events.start[:0])
nothing.export(ListForm(MENTIONS, "html", ("kind", "text")), str(folder / "none.html"))
page = (folder / "none.html").read_text(encoding="utf-8")
assert '<symbol id="xe"' in page and "--xe: #123456;" in page

app, window = make_app(needs_display=False), MainWindow()
window.opener.show(study, request, "")
window.show()
rows = window.workspace.filters.kinds.view.model()
assert rows.index(rows.rowCount() - 1, 0).data() == "odd error"
command = window.menus.action("kind_xe")
assert (command.text(), command.shortcut().toString(), command.isEnabled()) == ("Toggle “odd error”", "7", True)
window.show_view(RELATIONS)
assert not command.isEnabled() and window.menus.action("kind_lbe").text() == "Toggle “reversed”"
window.show_view(EVENTS_VIEW)
command.trigger()
assert command.isEnabled() and window.document.query == "kind:xe"
window.close()
"""


def test_a_kind_that_is_new_is_known_everywhere(tmp_path: str) -> None:
    command = [sys.executable, "-c", _EVERYWHERE, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_kind_without_a_mark_on_either_side_is_refused() -> None:
    with pytest.raises(ValueError, match="no symbol"):
        kinds_by_code([replace(KIND_TABLE["fn"], symbol=Bars(0, 0))])
    with pytest.raises(ValueError, match="no symbol"):
        kinds_by_code([replace(RELATION_KIND_TABLE["missed"], symbol=Arcs(None, None))])


def test_a_kind_that_the_glossary_does_not_explain_is_refused() -> None:
    for code in ("xe", "tn"):  # the second one is explained to those alone who have a reference
        with pytest.raises(ValueError, match="glossary"):
            kinds_by_code([replace(KIND_TABLE["fn"], code=code)])


@pytest.mark.parametrize("shared", ["letters", "ink", "symbol"])
def test_kinds_can_be_told_apart(shared: str) -> None:
    kinds_by_code(KIND_TABLE.values())
    alike = replace(KIND_TABLE["fn"], **{shared: getattr(KIND_TABLE["be"], shared)})
    with pytest.raises(ValueError, match=shared):
        kinds_by_code([KIND_TABLE["be"], alike])


@pytest.mark.parametrize(("kind", "sides"), [("fp", (False, True)), ("fn", (True, False)), ("be", (True, True))])
def test_a_kind_has_the_sides_that_it_is_drawn_with(kind: str, sides: tuple[bool, bool]) -> None:
    assert (KIND_TABLE[kind].has_reference, KIND_TABLE[kind].has_prediction) == sides
