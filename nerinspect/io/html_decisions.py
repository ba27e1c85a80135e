"""The cells of exported pages that say what was decided about an event."""

from collections.abc import Callable
from html import escape
from typing import Final

from nerinspect.analysis.decisions import VERDICTS
from nerinspect.glossary.wording import Wording
from nerinspect.results.review_table import causes_in

CORRECTED: Final = "corrected_spans"
"""The column of the right reading, which is drawn as the segment is."""

HEADS: Final = {CORRECTED: "corrected reading"}
"""Heads of columns that people read otherwise than programs."""

STYLE: Final = """
.verdict { white-space: nowrap; font-weight: 600; }
.cause { display: inline-block; border: 1px solid var(--hairline); border-radius: .6em; padding: 0 .5em;
  margin: 0 .2em .2em 0; font-weight: 400; }
.note { white-space: pre-wrap; min-width: 12em; }
.corrected { min-width: 8em; padding-block: .5em; line-height: 2.8; white-space: pre-wrap; }
.none { color: var(--text2); font-style: italic; }
"""


def escaped(text: str) -> str:
    """Write text so that a browser reads it unchanged; NUL, which it cannot hold, is marked."""
    return escape(text).replace("\r", "&#13;").replace("\0", "\ufffd")


def verdict_words(verdict: str, wording: Wording) -> str:
    """Give a verdict as the window says it."""
    return wording.name(verdict).lower() if verdict in VERDICTS else verdict


def _verdict(verdict: str, wording: Wording) -> str:
    said = verdict_words(verdict, wording)
    return f'<td class="verdict" dir="auto">{escaped(said[:1].upper() + said[1:])}</td>'


def _causes(causes: str, _wording: Wording) -> str:
    listed = " ".join(f'<b class="cause" dir="auto">{escaped(cause)}</b>' for cause in causes_in(causes))
    return f"<td>{listed}</td>"


def _flag(flag: str, _wording: Wording) -> str:
    sign = '<b title="flagged">⚑</b>' if flag else ""
    return f"<td>{sign}</td>"


def _note(note: str, _wording: Wording) -> str:
    return f'<td class="note" dir="auto">{escaped(note)}</td>'


DECISION_CELLS: Final[dict[str, Callable[[str, Wording], str]]] = {
    "verdict": _verdict,
    "causes": _causes,
    "flag": _flag,
    "note": _note,
}
"""What writes the cells of each column, but for the corrected reading."""
