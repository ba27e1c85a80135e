"""Verdicts stand in one table: what it holds has keys, words and places everywhere, or is refused."""

import subprocess
import sys

import pytest

from nerinspect.glossary.verdicts import VERDICT_TABLE, verdicts_by_name

_EVERYWHERE = """
from importlib import reload

import nerinspect.glossary
from nerinspect.glossary import verdicts

verdicts.VERDICT_TABLE["out-of-scope"] = verdicts.Verdict(
    "out-of-scope", "W", "Out of scope", "Both sides read it rightly.",
    "W", "Both are right", "Both read it rightly.", left_standing="with both right",
)
reload(nerinspect.glossary)  # what was defined before the verdict was there

from nerinspect.decisions.adjudication import UNSETTLED
from nerinspect.events.decision import CORRECTING, VERDICTS
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, NEUTRAL
from nerinspect.query.language.words import verdict_words
from nerinspect.ui.desk.actions import MENUS
from nerinspect.ui.pages.blind import _VERDICTS as blind

assert VERDICTS[-1] == "out-of-scope" and "out-of-scope" not in CORRECTING
assert JUDGED.verdict_keys["out-of-scope"] == NEUTRAL.verdict_keys["out-of-scope"] == "W"
assert meaning("out-of-scope") == JUDGED.meaning("out-of-scope") == "Both sides read it rightly."
assert verdict_words("out-of-scope") == "out of scope" and verdict_words("out-of-scope", NEUTRAL) == "Both are right"
assert UNSETTLED["out-of-scope"] == "with both right"
command = next(one for one in MENUS["&Review"] if one.name == "verdict_out-of-scope")
assert (command.text, command.keys) == ("&Out of scope", "W")
assert blind["out-of-scope"] == ("Both are right", "W", "Both read it rightly.")
"""


def test_a_verdict_that_is_new_has_words_and_keys_everywhere() -> None:
    run = subprocess.run([sys.executable, "-c", _EVERYWHERE], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("shared", ["key", "words", "key_between", "words_between"])
def test_two_verdicts_share_neither_key_nor_words(shared: str) -> None:
    first = next(iter(VERDICT_TABLE.values()))
    made = first._replace(name="x", key="1", words="X", key_between="2", words_between="Y")
    verdicts_by_name((*VERDICT_TABLE.values(), made))
    with pytest.raises(ValueError, match="share"):
        verdicts_by_name((*VERDICT_TABLE.values(), made._replace(**{shared: getattr(first, shared)})))


def test_the_name_of_a_verdict_is_one_word() -> None:
    with pytest.raises(ValueError, match="one word"):
        verdicts_by_name((VERDICT_TABLE["ambiguous"]._replace(name="not clear"),))
