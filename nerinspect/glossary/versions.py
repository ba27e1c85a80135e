"""What becomes of errors from one version of a system to another."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, Definition

ENTRIES: Final = (
    Definition(
        "fixed",
        "Fixed",
        "Wrong in the old version and right in the new one; a spurious mention that is gone is fixed too.",
        PROGRAM,
    ),
    Definition(
        "broken",
        "Broken",
        "Right in the old version and wrong in the new one; a spurious mention where nothing was is broken too.",
        PROGRAM,
    ),
    Definition("changed", "Changed", "Wrong in both versions, but not in the same form.", PROGRAM),
    Definition("unchanged", "Unchanged", "Wrong in both versions, in the same form.", PROGRAM),
)
