"""Where the tables and charts of the window come from: what was counted, and the command that gives it again."""

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from nerinspect.charts.scores import BY_BUCKET
from nerinspect.events.study import DEFAULT_BUCKETS, Study
from nerinspect.io.index.opening import made_with
from nerinspect.io.projects import Project
from nerinspect.io.provenance import (
    command_line,
    paths_read,
    provenance,
    study_sources,
    write_with_provenance,
    youngest,
)
from nerinspect.io.request import LoadRequest, stem
from nerinspect.io.writing.pictures import ChartChoice, form_of_picture
from nerinspect.io.writing.whole_files import writer_of
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import PAPER
from nerinspect.quantities import word_for
from nerinspect.query.filters import Filter, all_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import EVERY_EVENT, MENTION_FIELDS, WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.systems.schemes import schemes_with
from nerinspect.systems.significance import SAMPLES, SEED
from nerinspect.systems.weights import USUAL, Weights
from nerinspect.tables.buckets import Diagnosis
from nerinspect.tables.paper import JOINT
from nerinspect.tables.projects import WITH_BUCKETS, ProjectTable
from nerinspect.tables.tough import COMPOSITION, RECALL, small_note
from nerinspect.training.retention import RETENTION

if TYPE_CHECKING:
    from nerinspect.query.counts.relations import RelationBase

WHOLE_TEST_SET: Final = "the whole test set"
_IN_PAPER: Final = ("--layout", PAPER)
_SAME_SCORES: Final = "The command line gives the same scores, for every system and type and with its own column names"


class Source(NamedTuple):
    """The command that gives the numbers of a table, with its options, and what it gives instead; empty for nothing."""

    command: tuple[str, ...]
    differs: str = ""


_OF_MENTIONS: Final = {
    "Scores by system": Source(("score", *_IN_PAPER)),
    "F1 by scheme": Source(("schemes", *_IN_PAPER)),
    "Tough mentions, composition": Source(("tough", "--layout", COMPOSITION), f"{_SAME_SCORES}."),
    "Tough mentions, recall": Source(("tough", *_IN_PAPER)),
    "F1 on seen and unseen": Source(("retention", *_IN_PAPER)),
    "Tough mentions": Source(("tough",), f"{_SAME_SCORES}; what is missed is what is not recalled."),
    "Seen and unseen": Source(
        ("retention",), "The command line gives the same scores, but those of types are in the window alone."
    ),
    "Other ways to count": Source(("schemes",), f"{_SAME_SCORES}; differences are between its F1."),
    "Profile of mentions": Source(
        ("retention", "--profile", "profile.csv"), "The command line writes the same averages to profile.csv."
    ),
}
"""Where the numbers of tables come from, but for those that `score` gives."""

OF_RELATIONS: Final = {
    "Relations": Source((), f"{_SAME_SCORES}."),
    "Mentions and relations": Source(
        ("--layout", JOINT), "The command line gives the same scores, a row a system, in percent."
    ),
    "F1 on exact, partial and new relations": Source(_IN_PAPER),
    "Scores of mentions and relations": Source(("--layout", JOINT)),
    "Profile of relations": Source(
        ("--profile", "profile.csv"), "The command line writes the same averages to profile.csv."
    ),
}
"""Tables about relations; the options are those of `relations`."""


class TableOrigin(ABC):
    """Where a table of numbers comes from."""

    kept: Selection | None  # what is selected, if only what that keeps is counted

    @property
    @abstractmethod
    def counted(self) -> str:
        """What is counted, in words."""

    @property
    @abstractmethod
    def data_name(self) -> str:
        """Name the data, for the name of a file."""

    def note(self, shown: str) -> str:
        """Say in one sentence what a reader of a table must know, such as what is left out; empty if nothing."""
        return ""

    @abstractmethod
    def description(self, systems: Sequence[str]) -> str:
        """Say in one line what a picture shows of some systems."""

    @abstractmethod
    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file of the table or chart of a title.

        `has_command` says that its numbers are among those of the command line, for the whole test set.
        """

    @property
    @abstractmethod
    def _read(self) -> list[str]:
        """Paths of the files that were read."""

    def write(
        self,
        output: str,
        write: Callable[[BinaryIO], Any],
        shown: str,
        form: str,
        systems: Sequence[str],
        has_command: bool = True,
    ) -> None:
        """Write a file and its `record` beside it; see `write_with_provenance`, whose errors it raises."""
        write_with_provenance(output, write, self.record(shown, form, systems, has_command), self._read)

    def figure_command(self, shown: str, told: Sequence[str]) -> str:
        """Write the command line that draws the same figure with some arguments; empty if there is none."""
        return ""

    def write_figure(
        self,
        output: str,
        draw: Callable[[str, str, datetime | None], bytes],
        shown: str,
        choice: ChartChoice,
        systems: Sequence[str],
        facts: Mapping[str, str],
    ) -> None:
        """Write a figure and its record, which says `facts` too; `shown` is the title of the chart.

        It is drawn with the title and the description that the file says of itself, empty for those of the command
        line, and the date.
        """
        look, form = choice.look, form_of_picture(output)
        command = self.figure_command(shown, [*choice.told_systems, "--chart", output, *look.told])
        record = self.record(shown, form, systems, True)
        record |= {"width_mm": look.width, "grey": look.grey, "title": look.title, **facts} if facts else {}
        said = shown, self.description(systems)
        if command:
            record |= {"command": command, "command_differs": "The command line draws the same picture."}
            said = "", ""
        content = draw(*said, youngest(self._read))
        write_with_provenance(output, writer_of(content), record, self._read)


@dataclass(frozen=True, eq=False)
class ScoresOrigin(TableOrigin):
    """Where scores come from: of what is selected, if only what that keeps is counted, else of the whole test set.

    `weights` are those of schemes that leave them to choice.
    """

    study: Study
    request: LoadRequest
    kept: Selection | None = None
    weights: Weights = field(default=USUAL, kw_only=True)

    @property
    def base(self) -> MentionBase:
        return WHOLE if self.kept is None else MentionBase.of(self.kept)

    @property
    def counted(self) -> str:
        aside = [] if self.kept is None else terms_by_say(self.kept)[1]
        change = word_for(len(aside), "changes", "change")
        return f"{self._mentions}; {query_text(all_of(*aside))} {change} no score" if aside else self._mentions

    @property
    def data_name(self) -> str:
        return PurePath(self.study.reference.source.path).stem

    def description(self, systems: Sequence[str]) -> str:
        query = self._query
        parts = [
            f"Reference {self.study.reference.source.path}",
            f"{word_for(len(systems), 'system')} {', '.join(systems)}",
            f"counted: {self.counted}",
            *([f"filter: {query}"] if query else []),
        ]
        return "; ".join(parts)

    def note(self, shown: str) -> str:
        layouts = {"Tough mentions, composition": COMPOSITION, "Tough mentions, recall": RECALL}
        return small_note(self.study, layouts[shown]) if shown in layouts else ""

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file, with the warnings and the way to its numbers."""
        note, (words, differs) = self.note(shown), self._source(shown, has_command)
        details = {
            "shows": shown,
            **({"note": note} if note else {}),
            "form": form,
            "systems": list(systems),
            "counted": self.counted,
            "filter": self._query,
            **self._base_details,
            "command_differs": differs
            if self._mentions == WHOLE_TEST_SET
            else f"The command line counts {WHOLE_TEST_SET}, not {self._mentions}.",
            "warnings": list(self.study.warnings),
            **self._chosen(shown),
        }
        subcommand, *more = words
        same = form if {PAPER, JOINT} & {*more} else "csv"
        command = command_line(subcommand, self._asked, [*more, "--table", same])
        return provenance(command, study_sources(self.study), details)

    def _chosen(self, shown: str) -> dict[str, Any]:
        """Say what else was chosen that changes the numbers; the signature holds it."""
        matching = {"matching": self.study.matching} if self.study.training is not None else {}
        schemes = {"scheme": [scheme.said for scheme in schemes_with(self.weights)]}
        return matching | (schemes if self._source(shown).command[0] == "schemes" else {})

    @property
    def _asked(self) -> LoadRequest:
        """What the command line asks for."""
        return self.request

    @property
    def _base_details(self) -> dict[str, Any]:
        return {
            "counted_types": list(self.base.types_of(self.study)),
            "counted_events": query_text(self.base.events),
        }

    @property
    def _read(self) -> list[str]:
        return paths_read(study_sources(self.study), *self.request.files)

    @property
    def _mentions(self) -> str:
        base = self.base
        if base.is_everything:
            return WHOLE_TEST_SET
        types = ", ".join(base.types_of(self.study)) or "no type"
        mentions = f"mentions of {types}" if base.named or base.excluded else "mentions"
        if base.asked:
            mentions += f" that are themselves {query_text(all_of(*base.asked))}"
        return mentions if base.events == EVERY_EVENT else f"{mentions} in events that match {query_text(base.events)}"

    @property
    def _query(self) -> str:
        return "" if self.kept is None else self.kept.text

    def _source(self, shown: str, has_command: bool = True) -> Source:
        """Say where numbers come from that are counted over the whole test set; `has_command` as in `record`."""
        command, differs = _OF_MENTIONS.get(shown, Source(("score",), f"{_SAME_SCORES}."))
        if differs and not has_command:
            differs = f"{_SAME_SCORES}; how mentions lie in events of each kind (“{shown}”) is in the window alone."
        return Source((*command, *(self.weights.options if command[0] == "schemes" else ())), differs)


def terms_by_say(selection: Selection) -> tuple[list[Filter], list[Filter]]:
    """Part the terms that choose the mentions to count from those that change no score."""
    chosen = [term for term in selection.terms if term.fields <= MENTION_FIELDS]
    return chosen, [term for term in selection.terms if term not in chosen]


@dataclass(frozen=True, eq=False)
class RelationsOrigin(ScoresOrigin):
    """Where scores of relations come from, and which `setting` those on show are of; layouts for papers have both."""

    setting: str = ""

    @property
    def counted(self) -> str:
        return self._mentions

    def _chosen(self, shown: str) -> dict[str, Any]:
        asked = {"setting": self.setting} if "--setting" in self._source(shown).command else {}
        return super()._chosen(shown) | asked | {"symmetric": list(self.study.relation_choice.symmetric)}

    def _source(self, shown: str, has_command: bool = True) -> Source:
        told, differs = OF_RELATIONS[shown]
        if self.study.training is None:
            differs = "The command line scores relations with training data alone."
        setting = ("--setting", self.setting) if shown in ("Relations", "Mentions and relations") else ()
        symmetric = (part for name in self.study.relation_choice.symmetric for part in ("--symmetric", name))
        return Source(("relations", *told, *setting, *symmetric), differs)

    @property
    def _base_details(self) -> dict[str, Any]:
        return {"counted_types": self._types, "counted_events": self._relations.events.text}

    @property
    def _relations(self) -> "RelationBase":
        from nerinspect.query.counts.relations import RelationBase  # most studies have no relations

        return RelationBase.of(self.kept or Selection())

    @property
    def _types(self) -> list[str]:
        from nerinspect.events.relation_events import relation_types

        return list(self._relations.types_of(relation_types(self.study)))

    @property
    def _mentions(self) -> str:
        base = self._relations
        if base == type(base)():
            return WHOLE_TEST_SET
        types = ", ".join(self._types) or "no type"
        relations = f"relations of {types}" if base.named or base.excluded else "relations"
        return f"{relations} in events that match {base.events.text}" if base.events.terms else relations


AGREEMENT_IN_PAPER: Final = "Agreement in pairs"


class AgreementOrigin(ScoresOrigin):
    """Where the agreement of annotators comes from."""

    def description(self, systems: Sequence[str]) -> str:
        return f"Annotators {', '.join(systems)}; counted: {WHOLE_TEST_SET}"

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        record = super().record(shown, form, systems, has_command)
        record["annotators"] = record.pop("systems")
        return record

    @property
    def _asked(self) -> LoadRequest:
        return of_annotators(self.request)

    def _source(self, shown: str, has_command: bool = True) -> Source:
        if shown == AGREEMENT_IN_PAPER:
            return Source(("agreement", *_IN_PAPER))
        differs = {
            "Intervals of all pairs": "The command line gives the same numbers without intervals.",
            "Where they disagree": "Places by the kind of difference are in the window alone.",
        }
        usual = "The command line gives the same numbers for every pair and type, with its own column names."
        usual = usual if has_command else "The agreement in single documents is in the window alone."
        return Source(("agreement",), differs.get(shown, usual))


def of_annotators(request: LoadRequest) -> LoadRequest:
    """Ask for the same files as annotators: what was chosen for the reference is said of its file alone."""
    if request.annotators:
        return replace(request, annotators=False)
    first = request.paths[0]
    named = {path_and_option[:2] for path_and_option in request.choices}
    of_first = (("encoding", request.encoding_reference), ("repair", request.repair_reference))
    choices = tuple(
        (first, name, value)
        for name, value in of_first
        if value and value != getattr(request, name) and (first, name) not in named
    )
    names, equals, path = request.reference.partition("=")
    is_merged = len(request.label_columns) > 1 and equals and not names.startswith((".", "/"))
    return replace(
        _as_usual(request, "encoding_reference", "repair_reference", *_BESIDES),
        reference=f"{stem(path)},{names}={path}" if is_merged else request.reference,
        choices=(*request.choices, *choices),
    )


_BESIDES: Final = (
    "training", "encoding_training", "training_label_column", "matching", "retention", "attribute_tables",
)  # fmt: skip
"""What is asked for besides annotations."""


def _as_usual(request: LoadRequest, *names: str) -> LoadRequest:
    default = LoadRequest(request.reference)
    return replace(request, **{name: getattr(default, name) for name in names})


@dataclass(frozen=True, eq=False)
class BucketsOrigin(ScoresOrigin):
    """Where scores by bucket come from: attributes by name, empty for those that are there without asking."""

    attributes: tuple[str, ...] = ()
    n_wanted: int = DEFAULT_BUCKETS

    def description(self, systems: Sequence[str]) -> str:
        return f"{super().description(systems)}; {self._buckets}"

    def _chosen(self, shown: str) -> dict[str, Any]:
        return super()._chosen(shown) | {"attribute": ", ".join(self.attributes) or "all", "buckets": self.n_wanted}

    @property
    def _buckets(self) -> str:
        named = (
            f"{word_for(len(self.attributes), 'attribute')}: {', '.join(self.attributes)}; " if self.attributes else ""
        )
        return f"{named}buckets: {self.n_wanted}"

    def _source(self, shown: str, has_command: bool = True) -> Source:
        chosen = (part for name in self.attributes for part in ("--attribute", name))
        same = "The command line gives the same scores, for every system and with its own column names"
        more = "; the 95 % intervals are in the window alone" if self.attributes else ""
        return Source(("buckets", *chosen, "--buckets", str(self.n_wanted)), f"{same}{more}.")

    def figure_command(self, shown: str, told: Sequence[str]) -> str:
        """Write the command line for all attributes of the whole test set."""
        if shown != BY_BUCKET or not self.base.is_everything:
            return ""
        request = replace(self.request, retention=RETENTION in self.study.systems)
        return command_line("buckets", request, [*self._source(shown).command[1:], *told])


PAIRS: Final = "Systems in pairs"
PAIRS_IN_PAPER: Final = "Differences of systems in pairs"
TESTS: Final = "How sure the difference is"
VERSIONS: Final = ("What changed", "Kinds, old to new")  # tables that the command line has, or counts from


@dataclass(frozen=True, eq=False)
class ComparisonOrigin(ScoresOrigin):
    """Where a comparison comes from.

    `notes` say what the numbers of pairs rest on, in sentences without an end; `chosen` are further options of
    `compare`; `differs` says what that gives instead of the layout for papers, if something else.
    """

    notes: tuple[str, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)
    differs: str = ""

    def note(self, shown: str) -> str:
        return "; ".join(self.notes) if shown == PAIRS else ""

    def of_versions(self, old: int, new: int) -> "ComparisonOrigin":
        """Say where the table of two versions comes from, which counts the whole test set."""
        return replace(self, request=of_predictions(self.request, (old, new)), kept=None)

    def of_pairs(self, first: Sequence[int]) -> "ComparisonOrigin":
        """Say where the table of pairs comes from: the system of the first predictions is A in its pairs."""
        others = (number for number in range(len(self.request.predictions)) if number not in first)
        return replace(self, request=of_predictions(self.request, (*first, *others)))

    def _chosen(self, shown: str) -> dict[str, Any]:
        is_drawn = shown in (PAIRS, PAIRS_IN_PAPER, TESTS)
        return super()._chosen(shown) | ({"samples": SAMPLES, "seed": SEED, **self.chosen} if is_drawn else {})

    def _source(self, shown: str, has_command: bool = True) -> Source:
        compare = ("compare", *(part for name, value in self.chosen.items() for part in (f"--{name}", value)))
        if shown == PAIRS_IN_PAPER:
            return Source((*compare, *_IN_PAPER), self.differs)
        if shown in (PAIRS, TESTS):
            same = "The command line gives the same numbers for every pair and type, with its own column names."
            exchanged = " Where it exchanges A and B, differences have the other sign." * self.request.retention
            return Source((*compare, *(("--detectable",) if shown == PAIRS else ())), same + exchanged)
        if shown in VERSIONS and self._has_versions:
            return Source(("diff",), "The command line lists the events that are counted here.")
        if shown in VERSIONS:
            return Source(compare, "What changed between these two is in the window alone.")
        return Source(compare, "Which systems have which mentions is in the window alone.")

    @property
    def _has_versions(self) -> bool:
        return len(self.request.predictions) == len(VERSIONS) and not self.request.retention


def of_predictions(request: LoadRequest, numbers: Sequence[int]) -> LoadRequest:
    """Ask for some predictions only; for all of them where files and predictions do not go one by one."""
    is_single = len(request.label_columns) == 1 and max(numbers) < len(request.predictions)
    return replace(request, predictions=tuple(request.predictions[n] for n in numbers)) if is_single else request


@dataclass(frozen=True, eq=False)
class RepairOrigin(ScoresOrigin):
    """Where what each repair makes of the labels of one file comes from; `dialect` is the encoding they are read in."""

    path: str = ""
    dialect: str = ""

    @property
    def counted(self) -> str:
        return f"{self.path}, read as {self.dialect}"

    @property
    def data_name(self) -> str:
        return PurePath(self.path).stem

    def description(self, systems: Sequence[str]) -> str:
        return f"Labels of {', '.join(systems)}: {self.counted}"

    def _source(self, shown: str, has_command: bool = True) -> Source:
        one = "The command line scores one repair at a time"
        return Source(("score",), f"{one}; repairs of one source side by side are in the window alone.")


@dataclass(frozen=True, eq=False)
class RepairsOrigin(ScoresOrigin):
    """Where repairs of all systems come from; the command tries every repair, whatever the files were read with."""

    def _source(self, shown: str, has_command: bool = True) -> Source:
        if shown == "F1 by repair":
            return Source(("repair", *_IN_PAPER))
        same = "The command line gives the same numbers, for every type and with its own column names"
        return Source(("repair",), f"{same}; those of single runs are in the window alone.")


def of_repairs(request: LoadRequest) -> LoadRequest:
    """Ask for the same reference and predictions alone, to be repaired in every way."""
    return _as_usual(made_with(request), "repair", *_BESIDES)


DIAGNOSES_IN_PAPER: Final[Mapping[str, Diagnosis]] = {
    "Mean values and correlations": "attribute",
    "Correlation and spread by system": "model",
    "Worst and best bucket by system": "self",
    "Best and worst difference": "comparative",
}
"""Which kind of `diagnose` gives the numbers of a table laid out for papers."""

_TABLES: Final[Mapping[str, Source]] = {
    "Attributes": Source(
        ("diagnose", "--kind", "attribute"), "; Spearman and spread of each system are those of --kind model"
    ),
    "Worst and best buckets": Source(("diagnose", "--kind", "self")),
    "F1 by system and bucket": Source(("buckets",)),
    "Difference of two systems": Source(("buckets",), "; a difference is that of two F1"),
}
"""The same of other tables, and what is left to be done."""


@dataclass(frozen=True, eq=False)
class DiagnosisOrigin(ScoresOrigin):
    """Where a diagnosis comes from: attributes by name, if they are others than those that are there without asking.

    `differs` says what `diagnose` gives instead of the layout for papers, if something else.
    """

    n_wanted: int = DEFAULT_BUCKETS
    attributes: tuple[str, ...] = ()
    differs: str = ""

    def of_pair(self, first: Sequence[int], other: Sequence[int]) -> "DiagnosisOrigin":
        """Say where the differences of two systems come from, given by their predictions."""
        request = of_predictions(self.request, (*first, *other))
        differs = "The command line gives every pair of systems." if request is self.request else ""
        return replace(self, request=request, differs=differs)

    def description(self, systems: Sequence[str]) -> str:
        return f"{super().description(systems)}; buckets: {self.n_wanted}"

    def _chosen(self, shown: str) -> dict[str, Any]:
        named = {"attributes": list(self.attributes)} if self.attributes else {}
        return super()._chosen(shown) | named | {"buckets": self.n_wanted}

    def _source(self, shown: str, has_command: bool = True) -> Source:
        named = (part for name in self.attributes for part in ("--attribute", name))
        buckets = (*named, "--buckets", str(self.n_wanted))
        if shown in DIAGNOSES_IN_PAPER:
            return Source(("diagnose", "--kind", DIAGNOSES_IN_PAPER[shown], *buckets, *_IN_PAPER), self.differs)
        if shown not in _TABLES:
            return Source(("score",), "Scores by document are in the window alone.")
        words, more = _TABLES[shown]
        return Source((*words, *buckets), f"The command line gives the same numbers, with its own column names{more}.")


@dataclass(frozen=True, eq=False)
class ReviewProgressOrigin(ScoresOrigin):
    """Where the numbers of a review, given by its path, come from."""

    review: str = ""
    sort: EventSort = MENTIONS

    @property
    def counted(self) -> str:
        query, events = self._query, f"{self.sort.event}s"
        return f"{events} that match {query}" if query else f"all {events}"

    @property
    def data_name(self) -> str:
        return self.review.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]

    def description(self, systems: Sequence[str]) -> str:
        return f"Review {self.review}; {', '.join(systems)}; counted: {self.counted}"

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file; the command lists the events with what was decided about them."""
        query, study = self._query, self.study
        matched = [*self.sort.in_review, *self.sort.matched(study)]
        words = ["nerinspect", "review", "export", self.review, *matched, *(["--where", query] if query else [])]
        details = {
            "shows": shown,
            "form": form,
            "systems": list(systems),
            "review": self.review,
            "counted": self.counted,
            "filter": query,
            "decided": len(self.sort.decisions(study).with_verdict()),
            "command_differs": "The command line lists the events that are counted here.",
            "warnings": list(study.warnings),
        }
        return provenance(shlex.join(words), study_sources(study), details)


@dataclass(frozen=True, eq=False)
class ProjectOrigin(TableOrigin):
    """Where a table over the data sets that were read comes from.

    `sources` are their files as provenance has them; `notes` say what is to be known of means, and of data sets that
    were not read; `n_wanted` is the number of buckets, if the table has some, of which a figure, and a table as
    papers print it, which `is_laid_out`, shows `attribute`.
    """

    project: Project
    kind: ProjectTable
    data_sets: tuple[str, ...]
    sources: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...] = ()
    n_wanted: int = DEFAULT_BUCKETS
    attribute: str = ""
    is_laid_out: bool = False

    kept: None = None
    counted: str = WHOLE_TEST_SET

    @property
    def data_name(self) -> str:
        return PurePath(self.project.path).stem

    def note(self, shown: str) -> str:
        return "; ".join(self.notes)

    def description(self, systems: Sequence[str]) -> str:
        return f"Data sets {', '.join(self.data_sets)}; systems {', '.join(systems)}; counted: {self.counted}"

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file, with the details that the command line gives; see `ScoresOrigin.record`."""
        by_bucket = {"attributes": [], "buckets": self.n_wanted} if self.kind in WITH_BUCKETS else {}
        details = {
            "table": "project",
            "kind": self.kind,
            "data_sets": list(self.data_sets),
            **by_bucket,
            "notes": list(self.notes),
            "form": form,
            "title": shown,
        }
        laid_out = [*self._about_attribute, *_IN_PAPER, "--table", form]
        return provenance(self._command(*(laid_out if self.is_laid_out else ("--table", "csv"))), self.sources, details)

    def figure_command(self, shown: str, told: Sequence[str]) -> str:
        """Write the command line, unless it would read a data set that is missing here."""
        if len(self.data_sets) < len(self.project.data_sets):
            return ""
        return self._command(*self._about_attribute, *told)

    @property
    def _about_attribute(self) -> list[str]:
        return ["--attribute", self.attribute] if self.attribute else []

    def _command(self, *told: str) -> str:
        is_told = self.kind in WITH_BUCKETS and self.n_wanted != DEFAULT_BUCKETS
        number = ["--buckets", str(self.n_wanted)] if is_told else []
        return shlex.join(["nerinspect", "project", self.project.path, "--show", self.kind, *number, *told])

    @property
    def _read(self) -> list[str]:
        return paths_read(self.sources, *self.project.files)
