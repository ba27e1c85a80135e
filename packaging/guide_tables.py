"""Write the tables of the guide's reference from the fields, columns and options themselves.

    .venv/bin/python packaging/guide_tables.py

On the pages of the guide they are between `<!-- made: NAME -->` and `<!-- end: NAME -->`; all else there is written
by hand.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

import nerinspect.guide
from nerinspect.cli.commands import HEADINGS
from nerinspect.cli.main import nerinspect as program
from nerinspect.glossary import meaning
from nerinspect.guide import table
from nerinspect.lists.columns import BUILT_IN_COLUMNS
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Of
from nerinspect.query.fields.table import NAMED_FIELDS

_TEXT: Final = Path(nerinspect.guide.__file__).parent / "text"
_DEFAULT: Final = re.compile(r"\s*\[default: (.+)\]$")

_ABOUT: Final = {
    "mentions": "Text and mentions",
    "outcomes": "Outcomes",
    "whose": "Systems",
    "relations": "Relations",
    "decisions": "Decisions",
    "chance": "Samples",
}
_MORE: Final = {
    "bucket": "buckets.md",
    "attr": "buckets.md",
    "correction": "corrected-reference.md",
    "nested": "kinds.md#overlapping-mentions",
    "pair": "schemes.md#pairs",
    "part": "relations.md#what-training-knows",
    "relkind": "relations.md#the-kinds",
    "repaired": "repair.md#repair",
    "sample": "samples.md",
    "scheme": "schemes.md#what-each-counts",
    "shape": "shapes.md",
    "kind": "kinds.md#the-kinds",
    "tough": "tough.md#subsets",
    "verdict": "lists.md#what-may-be-changed",
    "--allow-outside": "review-file.md#from-somebody-else",
    "--annotators": "annotators.md",
    "--attributes": "own-attributes.md",
    "--chart": "figures.md",
    "--columns": "columns.md",
    "--correction": "compare-page.md#many-comparisons",
    "--detectable": "compare-page.md#many-comparisons",
    "--encoding": "repair.md#chunk-encodings",
    "--format": "formats.md",
    "--keep-types": "conversion.md#types",
    "--layout": "scores.md#for-a-paper",
    "--matching": "tough.md#what-is-compared",
    "--repair": "repair.md#repair",
    "--retention": "tough.md#memory-as-a-system",
    "--samples": "compare.md#the-paired-bootstrap",
    "--show": "project-tables.md",
    "--spans": "running-text.md#spans-that-cut-a-token",
    "--table": "export.md",
    "--walk-agreement": "adjudication.md#what-all-agree-on",
    "--weight": "fair.md#own-weights",
    "--where": "search.md",
}
"""The pages that say more."""


def fields() -> str:
    """List the fields of queries by what they are about."""
    parts = []
    for about, title in _ABOUT.items():
        rows = [
            (f"`{name}:`", _linked(field.meaning, name), f"`{EXAMPLES.get(name) or f'{name}:{field.example}'}`")
            for name, field in NAMED_FIELDS.items()
            if field.about == about
        ]
        parts.append(f"## {title}\n\n{table(('Field', 'Asks for', 'Example'), rows)}")
    return "\n\n".join(parts)


def columns(sort: EventSort, names: Sequence[str]) -> str:
    """List columns with their definitions in the glossary."""
    keys = [sort.columns[name].meaning_key if name in sort.columns else name.lower() for name in names]
    return table(("Column", "Holds"), [(f"`{name}`", meaning(key)) for name, key in zip(names, keys, strict=True)])


def commands(command: click.Command = program, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Give all commands that do something, by name."""
    if isinstance(command, click.Group):
        for one in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), one)
            assert found is not None
            yield from commands(found, f"{name} {one}".strip())
    else:
        yield name, command


def options() -> str:
    """List the options of all commands, shared ones first, in the groups of their help."""
    found: dict[str, dict[tuple[str, str, str], list[str]]] = {heading: {} for heading in (*HEADINGS[1:], HEADINGS[0])}
    for name, command in commands():
        for option in command.get_params(click.Context(command)):
            if isinstance(option, click.Option):
                is_help = "--help" in option.opts
                heading = HEADINGS[-1] if is_help else getattr(option, "heading", HEADINGS[0])
                found[heading].setdefault(_described(option), []).append(name)
    n_commands = len(list(commands()))
    parts = []
    for heading, rows in found.items():
        cells = [(opts, _of(names, n_commands), said, default) for (opts, said, default), names in rows.items()]
        title = heading if heading != HEADINGS[0] else "Of single commands"
        parts.append(f"## {title}\n\n{table(('Option', 'Commands', 'Meaning', 'Default'), cells)}")
    return "\n\n".join(parts)


def _described(option: click.Option) -> tuple[str, str, str]:
    said = option.help or ""
    written = _DEFAULT.search(said)
    said = _DEFAULT.sub("", said)
    if isinstance(option.type, click.Choice) and len(option.type.choices) > 1:
        said += " One of " + ", ".join(f"`{one}`" for one in option.type.choices) + "."
    default = option.default if isinstance(option.default, str | int | float) and not option.is_flag else ""
    name = ", ".join(f"`{one}`" for one in option.opts)
    if option.multiple and "repeatable" not in said:
        said += " Repeats."
    return name, _linked(said, option.opts[-1]), written[1] if written else str(default)


def _of(names: Sequence[str], n_commands: int) -> str:
    if len(names) == n_commands:
        return "all"
    return ", ".join(f"`{name}`" for name in names) if len(names) <= _FEW else "most"


_FEW: Final = 8


def _linked(said: str, name: str) -> str:
    return f"{said} [More]({_MORE[name]})" if name in _MORE else said


EXAMPLES: Final = {
    "type": "type:LOC",
    "ref": "ref:ORG",
    "shape": "shape:split",
    "pair": "pair:type",
    "scheme": "scheme:partial-missed",
    "system": "system:rich",
    "surface": 'surface:"Port of Pell"',
    "wrong": "wrong:rich",
    "right": "right:rich",
    "same": "same:rich",
    "differs": "differs:rich",
    "kindof": "kindof:rich=fn,rich=be",
    "rel": "rel:none",
    "refrel": "refrel:none",
}
"""What to ask of fields that have no example of their own, and of the sample."""

MADE: Final = {
    "fields": fields,
    "events": lambda: columns(MENTIONS, MENTIONS.names(Of.EVENTS)),
    "training": lambda: columns(MENTIONS, MENTIONS.names(Of.TRAINING, Of.EVIDENCE)),
    "attributes": lambda: columns(MENTIONS, BUILT_IN_COLUMNS),
    "decisions": lambda: columns(MENTIONS, MENTIONS.names(Of.DECISIONS, Of.PEOPLE)),
    "relations": lambda: columns(RELATIONS, RELATIONS.names(Of.EVENTS, Of.TRAINING)),
    "options": options,
}
"""What makes each table."""


def with_tables(text: str) -> str:
    """Give a page with its tables made anew."""
    return re.sub(
        r"(<!-- made: (\w+) -->\n\n).*?(\n\n<!-- end: \2 -->)",
        lambda found: found[1] + MADE[found[2]]() + found[3],
        text,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    for path in sorted(_TEXT.glob("*.md")):
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
