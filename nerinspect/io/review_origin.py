"""Which review a list is from: the command that writes it again, and what its provenance says of the decisions."""

import hashlib
import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.study import Study
from nerinspect.results.events_table import events_table

_as_json = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True)
class ReviewOrigin:
    """The review whose decisions a list holds.

    Attributes
    ----------
    path : str
        The review file.
    lost : tuple of str
        Ids of the events about which something was decided and that are no longer there.
    is_whole : bool
        Whether the review opens the very files that the list is made from, as they are read here.
    """

    path: str
    lost: tuple[str, ...] = ()
    is_whole: bool = True

    def command(self, arguments: Sequence[str]) -> str:
        """Write the command line that lists its events, quoted for a shell."""
        return shlex.join(["nerinspect", "review", "export", self.path, *arguments])

    def details(self, study: Study, decisions: Mapping[int, Decision]) -> dict[str, Any]:
        """Say which review it is and what is decided in it; the bytes of its file say more."""
        return self._details(decisions, decisions_digest(study, decisions))

    def relation_details(self, study: Study, decisions: Mapping[int, Decision]) -> dict[str, Any]:
        """Say the same of decisions about relation events."""
        return self._details(decisions, relation_decisions_digest(study, decisions))

    def _details(self, decisions: Mapping[int, Decision], digest: str) -> dict[str, Any]:
        return {
            "review": self.path,
            "decisions_sha256": digest,
            "decided": sum(bool(one.verdict) for one in decisions.values()),
            "lost": list(self.lost),
        }


def decisions_digest(study: Study, decisions: Mapping[int, Decision]) -> str:
    """Take the digest of decisions: SHA-256 over a line of JSON for each, in the order of the ids of their events.

    Parameters
    ----------
    study : Study
        Where the events are.
    decisions : mapping of int to Decision
        By event number.
    """
    events = np.array(sorted(decisions), dtype=np.int64)
    names = (str(name) for (name,) in events_table(study, events, columns=("event",)))
    return _digest(zip(names, map(decisions.__getitem__, events.tolist()), strict=True))


def relation_decisions_digest(study: Study, decisions: Mapping[int, Decision]) -> str:
    """Take the digest of decisions about relation events in the same way, by their numbers."""
    from nerinspect.results.relation_ids import relation_ids  # few reviews are about relations

    events = np.array(sorted(decisions), dtype=np.int64)
    return _digest(zip(relation_ids(study, events), map(decisions.__getitem__, events.tolist()), strict=True))


def _digest(decided: Iterable[tuple[str, Decision]]) -> str:
    digest = hashlib.sha256()
    for name, one in sorted(decided, key=itemgetter(0)):
        said = [name, one.verdict, one.causes, one.flag, one.note, one.correction, one.decided, one.who]
        digest.update(f"{_as_json(said)}\n".encode(errors="backslashreplace"))
    return digest.hexdigest()
