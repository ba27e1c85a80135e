"""The options that several subcommands share, and what they mean together."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click

from nerinspect.cli.commands import NamedFile, Read, argument, in_chart, in_input, in_output, in_training, in_types
from nerinspect.corpus.text import MATCHINGS
from nerinspect.encoding.labels import AUTO, DIALECTS, REPAIR_METHODS
from nerinspect.errors import CommandError, shown
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.formats.reader import DISCONTINUOUS_RULES, SPAN_RULES
from nerinspect.io.request import TOKEN_RULES, FileOptions, LoadRequest
from nerinspect.io.writing.pictures import TWO_COLUMNS, ChartChoice, FigureLook, form_of_picture, width_of
from nerinspect.io.writing.whole_files import refuse_overwriting, with_record

if TYPE_CHECKING:
    from nerinspect.io.writing.forms import Holds

Command = TypeVar("Command", bound=Callable[..., Any])

ENCODINGS = (*DIALECTS, AUTO)


_NAMES = Read("A,B,…", lambda text: tuple(text.split(",")))


class WrittenFile(NamedFile):
    """A file that is written, most with a record beside it."""

    def __init__(self, has_record: bool = True) -> None:
        self.has_record = has_record

    def convert(self, value: str, *context: Any) -> str:  # noqa: ANN401
        if not value:
            self.fail("the file name is missing", *context)
        return value

    def check(self, path: str) -> None:
        """Refuse, before anything is read, what could not be written; any name will do."""


class WrittenPicture(WrittenFile):
    """A chart that is written."""

    def check(self, path: str) -> None:
        form_of_picture(path)


def _column_numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise CommandError(f"“{text}” is not a list of column numbers such as -1 or 1,2") from None


def _stacked(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


_encoding = in_input(
    "--encoding", type=click.Choice(ENCODINGS, case_sensitive=False), default=AUTO, show_default=True,
    help="Chunk encoding of all files.",
)  # fmt: skip

file_options = _stacked(
    in_input("--format", metavar="F", help="Format of all files, such as conll.  [default: by content]"),
    in_input("--token-column", type=int, default=0, show_default=True, help="Column of the token."),
    in_input(
        "--label-column", "label_columns", type=Read("N[,N…]", _column_numbers), default=(-1,),
        help="Column of the label; in a merged file that of the reference, then one for each system.  [default: -1]",
    ),
    in_input("--comments", is_flag=True, help="Read lines before a sentence that begin with # as comments."),
    in_input(
        "--text-encoding", default="utf-8", show_default=True, metavar="C", help="Text encoding of all files."
    ),
    in_input("--token-field", default="", metavar="NAME", help="Field of the tokens, in formats with named fields."),
    in_input("--label-field", default="", metavar="NAME", help="Field of the labels, in formats with named fields."),
    in_input(
        "--label-names", type=_NAMES, default=(), help="Names of numbered labels, in order from 0."
    ),
    in_input(
        "--spans", type=click.Choice(SPAN_RULES), default="exact", show_default=True,
        help="Character spans off token boundaries: an error, widened outward, or left out.",
    ),
    in_input(
        "--discontinuous", type=click.Choice(DISCONTINUOUS_RULES), default="error", show_default=True,
        help="Discontinuous mentions: an error, or left out.",
    ),
    in_input(
        "--for", "choices", type=(str, str), multiple=True, metavar="FILE OPTION=VALUE",
        help="An option for one file only, such as --for pred.conll label-column=2; repeatable.",
    ),
)  # fmt: skip
"""How files are read; every subcommand that reads files has these."""

type_options = _stacked(
    in_types("--keep-types", type=_NAMES, default=(), help="Only these types, in all files."),
    in_types("--remove-types", type=_NAMES, default=(), help="All types but these, in all files."),
    in_types(
        "--map-types", type=NamedFile(), default="", metavar="FILE",
        help='Rename types: a JSON file {"NEW": ["OLD", …]}.',
    ),
)  # fmt: skip
"""Which types are looked at."""

tokens_option = in_input(
    "--tokens", type=click.Choice(TOKEN_RULES), default="same", show_default=True,
    help="Which tokens must match the reference: all, their number in each sentence, or only the text without blanks.",
)  # fmt: skip
"""Whether predictions must stand on the tokens of the reference."""

_encoding_of_reference = in_input(
    "--encoding-reference", type=click.Choice(ENCODINGS, case_sensitive=False),
    help="Chunk encoding of the reference, if it differs.",
)  # fmt: skip
_repair_of_reference = in_input(
    "--repair-reference", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
    help="Repair of invalid transitions in the reference.",
)  # fmt: skip

_read_options = _stacked(
    _encoding,
    _encoding_of_reference,
    in_input(
        "--repair", type=click.Choice(REPAIR_METHODS), default="none", show_default=True,
        help="Repair of invalid transitions in predictions and training.",
    ),
    _repair_of_reference,
    file_options,
    in_training("--training", type=NamedFile(), metavar="FILE", help="The data that the systems were trained on."),
    in_training(
        "--encoding-training", type=click.Choice(ENCODINGS, case_sensitive=False),
        help="Chunk encoding of the training data, if it differs.",
    ),
    in_training(
        "--training-label-column", type=int, default=-1, show_default=True,
        help="Column of the label in the training data.",
    ),
    in_training(
        "--matching", type=click.Choice(MATCHINGS), default="exact", show_default=True,
        help="How surfaces are compared with training: as written, composed (NFC), ignoring case, or both.",
    ),
    in_training("--retention", is_flag=True, help="Add the retention heuristic, made from --training, as a system."),
    type_options,
)  # fmt: skip

_input_options = _stacked(
    _read_options,
    in_input(
        "--attributes", "attribute_tables", type=NamedFile(), multiple=True, metavar="FILE",
        help="Your own attributes: a table (CSV, Excel or Parquet) by document, sentence or event; repeatable.",
    ),
    tokens_option,
)  # fmt: skip

_predictions = argument("predictions", nargs=-1, metavar="[PREDICTION]...")

load_options = _stacked(argument("reference"), _predictions, _input_options)
"""A reference with its predictions; the parameters are those of `LoadRequest`."""

index_options = _stacked(argument("reference"), _predictions, _read_options, tokens_option)
"""The same without tables of attributes, which are named beside an index."""

open_options = _stacked(argument("reference", required=False), _predictions, _input_options)
"""The same where nothing need be named."""

annotators_option = in_input(
    "--annotators", is_flag=True,
    help="Compare annotators, A=one.conll B=two.conll; none of them is the reference.",
)  # fmt: skip
"""Whether there is no reference."""

outside_option = in_input(
    "--allow-outside", is_flag=True,
    help="Let a review or project open files outside its folder; remembered for that file.",
)  # fmt: skip
"""Whether files that lie elsewhere may be opened, see `settings.py`."""

label_file_options = _stacked(_encoding, file_options)  # files with labels that are looked at one by one

beside_reference_options = _stacked(_encoding_of_reference, _repair_of_reference, type_options, tokens_option)
"""What is asked besides where such files stand beside a reference."""


def _table_option(what: "Holds") -> Callable[[Command], Command]:
    from nerinspect.io.writing.forms import forms_for  # the window shows sooner without it

    text = "Format of the result; xlsx is Excel.  [default: readable on a terminal, else csv; .xlsx, .parquet by name]"
    return in_output("--table", "form", type=click.Choice([form.name for form in forms_for(what)]), help=text)


def _named_file(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Take `-` for standard output, as other programs do, and not for a file of that name."""
    return None if value == STANDARD_INPUT else value


output_option = in_output(
    "-o", "--output", type=WrittenFile(), callback=_named_file,
    help="Write FILE and, beside it, FILE.json.  [default: standard output]",
)  # fmt: skip
"""Where a result goes."""

_safe_option = in_output(
    "--spreadsheet-safe", is_flag=True, help="In CSV, put ' before texts that a spreadsheet takes for formulas."
)


class Output(NamedTuple):
    """Where a result goes and how it is written, as `output_options` and the options of charts and layouts say.

    No `path` is standard output. `form` is as `chosen_form` names it; None for readable text on a terminal, else CSV.
    `chart` and `digits`, those of a table laid out as papers print it, are None if none is asked for.
    """

    path: str | None
    form: str | None
    chart: ChartChoice | None = None
    digits: int | None = None

    @property
    def has_table(self) -> bool:
        """Whether a table is wanted: with a chart only if it has a file."""
        return self.chart is None or self.path is not None

    @property
    def told(self) -> list[str]:
        """The arguments that repeat how and where a table is written."""
        return [
            *(["--table", *self.form.split()] if self.form else []),
            *(["--output", self.path] if self.path else []),
        ]


def form_options(command: Command) -> Command:
    """Give a command the options for the form of a result, as one `form`; see `chosen_form`."""
    from nerinspect.io.writing.forms import Holds, chosen_form, form_of_file

    @_table_option(Holds.RESULTS)
    @_safe_option
    @wraps(command)
    def with_form(form: str | None, spreadsheet_safe: bool, **arguments: Any) -> Any:  # noqa: ANN401 - the command's
        form = form_of_file(form, arguments.get("output", arguments.get("report")))
        return command(form=chosen_form(form, spreadsheet_safe), **arguments)

    return cast("Command", with_form)


def output_options(command: Command) -> Command:
    """Give a command the options for where a table goes and in which form, as one `Output`."""

    @output_option
    @form_options
    @wraps(command)
    def with_output(output: str | None, form: str | None, **arguments: Any) -> Any:  # noqa: ANN401 - the command's
        chart, digits = arguments.pop("chart", None), arguments.pop("digits", None)
        return command(out=Output(output, form, chart, digits), **arguments)

    return cast("Command", with_output)


_chart_options = _stacked(
    in_chart(
        "--chart", "chart_file", type=WrittenPicture(), metavar="FILE.pdf|.svg|.png",
        help="Draw a chart instead of the table and, beside it, FILE.json; -o adds the table.",
    ),
    in_chart(
        "--width", type=Read("84mm", width_of), metavar="84mm", default=TWO_COLUMNS,
        help="Width of the chart.  [default: 174mm]",
    ),
    in_chart("--systems", type=_NAMES, default=(), help="The systems in the chart, in this order.  [default: all]"),
    in_chart("--grey", is_flag=True, help="Distinguish systems by greys and hatching."),
    in_chart("--title", default="", metavar="TEXT", help="Title above the chart."),
)  # fmt: skip


def chart_options(command: Command) -> Command:
    """Give a command the options of figures, as the `chart` of its `Output`."""

    @_chart_options
    @wraps(command)
    def with_chart(
        chart_file: str | None,
        width: float,
        systems: tuple[str, ...],
        grey: bool,
        title: str,
        **arguments: Any,  # noqa: ANN401 - the command's
    ) -> Any:  # noqa: ANN401 - the command's
        chart = None
        if chart_file is not None:
            chart = ChartChoice(chart_file, FigureLook(width, grey, title), systems)
        elif (width, systems, grey, title) != (TWO_COLUMNS, (), False, ""):
            raise CommandError("--width, --systems, --grey and --title apply to charts; add --chart FILE.pdf")
        return command(chart=chart, **arguments)

    return cast("Command", with_chart)


_digits_option = in_output(
    "--digits", type=click.IntRange(0, 6), metavar="N", help="Decimals in --layout paper.  [default: 2]"
)  # fmt: skip


def _paper_digits(layout: str | None, digits: int | None) -> int | None:
    if layout is None and digits is None:
        return None  # as mostly: what lays out need not be imported
    from nerinspect.lists.table import PAPER
    from nerinspect.tables.paper import DIGITS, JOINT

    if layout not in (PAPER, JOINT):
        if digits is not None:
            raise CommandError("--digits applies to tables as papers print them; add --layout paper")
        return None
    return DIGITS if digits is None else digits


def layout_options(option: Callable[[Command], Command], is_passed: bool = True) -> Callable[[Command], Command]:
    """Give a command a choice of layouts, as `layout`, and the decimals of those for papers, as `digits`."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_digits(layout: str | None, digits: int | None, **arguments: Any) -> Any:  # noqa: ANN401 - the command's
            passed = {"layout": layout} if is_passed else {}
            return command(**passed, digits=_paper_digits(layout, digits), **arguments)

        return option(_digits_option(cast("Command", with_digits)))

    return decorate


paper_options = layout_options(
    in_output(
        "--layout", type=click.Choice(("paper",)),
        help="Lay the table out as papers print it: percent, mean ± standard deviation over runs, the best in bold.",
    ),
    is_passed=False,
)  # fmt: skip
"""The layout of papers alone."""


def profile_option(things: str) -> Callable[[Command], Command]:
    """Make the option that writes averages of such things of the reference."""
    return click.option(
        "--profile", type=WrittenFile(), callback=_named_profile,
        help=f"Write averages of the reference {things} to FILE and, beside it, FILE.json.",
    )  # fmt: skip


def _named_profile(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value == STANDARD_INPUT:
        raise CommandError("--profile writes a file beside the result; name one")
    return value


def events_output_options(command: Command, list_columns: Callable[[click.Context], None]) -> Command:
    """Give a command the same for a list of events; `--columns help` calls `list_columns`, before files are asked for.

    What says which columns there are has to be eager.
    """
    from nerinspect.io.writing.forms import Holds

    def or_help(context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
        if value == "help" and not context.resilient_parsing:
            list_columns(context)
            context.exit()
        return value

    columns = in_output(
        "--columns", metavar="A,B,…", callback=or_help,
        help="Only these columns, in this order; “help” lists them.  [default: all]",
    )  # fmt: skip
    return _stacked(output_option, _table_option(Holds.LISTS), columns, _safe_option)(command)


where_option = click.option("--where", metavar="QUERY", default="", help="Only the events that match.")


pair_options = _stacked(
    click.option(
        "--pair", nargs=2, metavar="A B", is_eager=True,
        help="One row for each reference mention, with the events of two systems, or runs, side by side.",
    ),
    click.option("--stretches", is_flag=True, help="With --pair: rows are stretches of text, spurious mentions too."),
)  # fmt: skip
"""Rows of a comparison instead of events."""


def _n_buckets(text: str) -> int:
    lowest, highest = BUCKET_RANGE
    if not text.isdecimal() or not lowest <= int(text) <= highest:
        raise CommandError(f"there can be {lowest} to {highest} buckets, not “{text}”")
    return int(text)


buckets_option = click.option(
    "--buckets", "n_wanted", type=Read("M", _n_buckets), default=DEFAULT_BUCKETS, show_default=True,
    help="Buckets for each attribute, from 2 to 10; equal values share one, so there may be fewer.",
)  # fmt: skip
"""How many buckets attributes have, also in queries that do not say."""

attribute_options = _stacked(
    click.option(
        "--attribute", "attributes", multiple=True, metavar="A",
        help="Only this attribute, such as eLen or type; repeatable.  [default: all]",
    ),
    buckets_option,
)  # fmt: skip
"""Which attributes are put into how many buckets."""


def load_request(arguments: dict[str, Any]) -> LoadRequest:
    """Make the request that the parameters of `load_options` ask for."""
    predictions, choices = tuple(arguments["predictions"]), _choices(arguments)
    request = LoadRequest(**arguments | {"predictions": predictions, "choices": choices})
    _check_choices(choices, request.paths)
    check_outputs(*request.files)
    return request


def check_outputs(*read: str) -> None:
    """Refuse, before anything is read, what the running subcommand is not to write over, or shows on no terminal."""
    context = click.get_current_context()
    from nerinspect.io.writing.forms import FORMS  # the window shows sooner without it

    form = context.params.get("form")
    result = context.params.get("report" if "report" in context.params else "output")
    if form is not None and FORMS[form].is_binary and result is None and sys.stdout.isatty():
        raise CommandError(f"{form} cannot be shown in a terminal; name a file with --output")
    named = [(one.type, context.params.get(one.name or "")) for one in context.command.params]
    written = [(kind, path) for kind, path in named if isinstance(kind, WrittenFile) and path is not None]
    refuse_overwriting([file for kind, path in written for file in with_record(path)[: 1 + kind.has_record]], read)
    for kind, path in written:
        kind.check(path)


def options_of_files(files: Sequence[str], arguments: dict[str, Any]) -> list[FileOptions]:
    """Give what the parameters of `label_file_options` ask for each of some files."""
    known = {field.name for field in fields(LoadRequest)} - {"reference", "predictions"}
    given = {name: value for name, value in arguments.items() if name in known} | {"choices": _choices(arguments)}
    requests = [LoadRequest(file, **given) for file in files]
    paths = [request.paths[0] for request in requests]
    _check_choices(given["choices"], paths)
    check_outputs(*paths, *filter(None, [click.get_current_context().params.get("map_types")]))
    return [request.file_options(path, "prediction") for request, path in zip(requests, paths, strict=True)]


def _choices(arguments: dict[str, Any]) -> tuple[tuple[str, str, str], ...]:
    return tuple((path, *_option_and_value(choice)) for path, choice in arguments["choices"])


def _check_choices(choices: Iterable[tuple[str, str, str]], paths: Sequence[str]) -> None:
    """Refuse a choice for a file that is not read: it would change nothing."""
    for path, option, value in choices:
        if path not in paths:
            given = ", ".join(dict.fromkeys(paths))
            raise CommandError(f"--for {path} {option}={value}: this file is not read; write one as given: {given}")


def _option_and_value(choice: str) -> tuple[str, str]:
    option, equals, value = choice.partition("=")
    if not equals:
        raise CommandError(f"--for needs OPTION=VALUE after the file, such as label-column=2, not {shown(choice)}")
    return option, value
