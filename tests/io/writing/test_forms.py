"""Forms stand in one table: what it holds is offered everywhere, and what cannot be written is refused."""

import subprocess
import sys

import pytest

from nerinspect.io.writing.forms import FORMS, Form, Holds, forms_by_name, write_csv, write_readable

_OFFERED = """
import click
from nerinspect.io.writing.forms import FORMS, Form, Holds, write_readable
FORMS["org"] = Form("org", "Org", "org", ~Holds(0), write_readable, is_for_people=True, comment="# {}")

from nerinspect.cli.main import nerinspect as commands
from nerinspect.ui.kit.pages.take_away import called, form_of, table_forms

def choices(command):
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            yield from choices(command.get_command(click.Context(command), name))
    for option in command.params:
        if option.name == "form":
            yield option.type.choices

offered = list(choices(commands))
assert len(offered) > 10 and all("org" in choice for choice in offered), offered
assert table_forms()["Org (*.org)"] == "org" and form_of("a.org").name == "org"
assert called(FORMS["org"], True) == "Org with signature"
"""


def test_a_form_that_is_new_is_offered_by_commands_and_by_dialogs_for_files() -> None:
    run = subprocess.run([sys.executable, "-c", _OFFERED], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("suffix", "holds", "others"),
    [
        ("org", Holds(0), {"write": write_csv}),
        ("", Holds.RESULTS, {"write": write_csv}),
        ("org", Holds.COPIES, {"write": write_csv}),
        ("org", Holds.RESULTS, {}),
        ("org", Holds.LISTS, {}),
        ("org", Holds.LISTS, {"lists": {"mentions": "a:b"}}),
        ("org", Holds.RESULTS | Holds.LISTS, {"lists": {"mentions": "a:b", "relations": "a:c"}}),
    ],
)
def test_what_could_not_be_written_is_refused(suffix: str, holds: Holds, others: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"^org: "):
        Form("org", "Org", suffix, holds, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "words", "suffix"), [("csv", "X", "x"), ("x", "CSV", "x"), ("x", "X", "csv")])
def test_two_forms_share_neither_name_nor_words_nor_suffix(name: str, words: str, suffix: str) -> None:
    with pytest.raises(ValueError, match="share"):
        forms_by_name(*FORMS.values(), Form(name, words, suffix, Holds.RESULTS, write_readable))


@pytest.mark.parametrize("name", [form.name for form in FORMS.values() if form.lists])
def test_what_writes_a_sort_of_events_is_there(name: str) -> None:
    for sort in ("mentions", "relations", "compared"):
        if writer := FORMS[name].list_writer(sort):
            assert {"kind", "text"} <= {*writer.drawn(("kind", "text"))}
        assert FORMS[name].can_list(sort) or (name, sort) == ("latex-slashes", "relations")


def test_lists_of_another_sort_are_tables_where_a_form_writes_tables() -> None:
    found = {form.name for form in FORMS.values() if form.can_list("documents")}
    assert found == {form.name for form in FORMS.values() if form.write is not FORMS["html"].write}
    assert all(FORMS[name].list_writer("documents") is None for name in found)
