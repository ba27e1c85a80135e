"""A view is one row of a table, which menus, buttons, keys, guide and settings are made from."""

import subprocess
import sys

import pytest

from nerinspect.guide import PAGE_KEYS
from nerinspect.ui.desk.views import VIEWS, View, views_by_name

MADE_UP = View("Sentences", "&Sentences", 0, "tests.ui.kit.pages.test_page:SentencesPage", "words", "buckets")


@pytest.mark.parametrize(
    ("same", "clashing"),
    [
        ("name", MADE_UP._replace(name="Overview", remembers="")),
        ("digit", MADE_UP._replace(digit=2, remembers="")),
        ("remembers", MADE_UP),
    ],
)
def test_two_views_share_nothing_that_tells_them_apart(same: str, clashing: View) -> None:
    assert "Sentences" in views_by_name(*VIEWS.values(), MADE_UP._replace(remembers=""))
    with pytest.raises(ValueError, match=f"two views have the {same}"):
        views_by_name(*VIEWS.values(), clashing)


def test_every_view_has_a_page_of_the_guide_and_a_page_of_its_name() -> None:
    assert {view.guide for view in VIEWS.values()} <= set(PAGE_KEYS)
    pages = {view.name: view.load() for view in VIEWS.values() if view.page}
    assert all(getattr(page, "name", name) == name for name, page in pages.items())


def test_a_made_up_view_is_there_wherever_views_are() -> None:
    made = """
from tests.ui.desk.test_views import MADE_UP
from nerinspect.ui.desk import views
views.VIEWS[MADE_UP.name] = MADE_UP._replace(remembers="")
from nerinspect.ui.app import make_app
app = make_app(False)
from nerinspect.io.reading.loading import load_study
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.guide import page_about
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.window import MainWindow
window = MainWindow()
request = without_training(sample_request())
window.opener.show(load_study(request), request)
window.show()
action = window.menus.action("sentences")
menu = next(one.menu() for one in window.menus.actions() if one.text() == "&View")
in_menu = [one.text() for one in menu.actions()]
print(in_menu[0], in_menu.index("&Sentences") == len(views.VIEWS) - 1)
print(action.text(), action.shortcut().toString(), window.toolbar.views.has("Sentences"))
action.trigger()
app.processEvents()
page = window.workspace.currentWidget()
print(page.name, len(page.looks), page_about(page))
window.document.show_prediction(1)
print(len(page.looks), page.regions == [page])
window.close()
"""
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["&Events True", "&Sentences  True", "Sentences 1 words", "2 True"], done.stderr
