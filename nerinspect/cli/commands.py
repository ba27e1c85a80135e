"""What all commands have in common: help in groups, their own options first, and `--quiet`."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from nerinspect.errors import CommandError
from nerinspect.progress import tell_heap

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_M_ARENA_MAX: Final = -8  # of <malloc.h>
_QUIET: Final = "nerinspect.cli.quiet"
_OWN: Final = "Options"
_INPUT: Final = "Input"
_TYPES: Final = "Types"
_TRAINING: Final = "Training"
_CHART: Final = "Chart"
_OUTPUT: Final = "Output"
HEADINGS: Final = (_OWN, _INPUT, _TYPES, _TRAINING, _CHART, _OUTPUT)  # the groups of options in a help


def offered_files(incomplete: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem  # shells alone ask for it

    return [CompletionItem(incomplete, type="file")]


ReadT = TypeVar("ReadT")


class Read(click.ParamType[ReadT]):
    """What a function reads of a text; its `CommandError` or `ValueError` says what is wrong with one."""

    def __init__(self, name: str, read: Callable[[str], ReadT]) -> None:
        self.name, self._read = name, read

    def convert(self, value: str | ReadT, *context: Any) -> ReadT:  # noqa: ANN401 - as click has it
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except (CommandError, ValueError) as error:
            self.fail(str(error), *context)


class NamedFile(click.ParamType[str]):
    """A file as it is named on the command line, which shells complete."""

    name = "FILE"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        return offered_files(incomplete)


argument = partial(click.argument, type=NamedFile())


class _Option(click.Option):
    """An option that several commands share, under a heading of their help."""

    def __init__(self, *arguments: Any, heading: str, **more: Any) -> None:  # noqa: ANN401 - what click takes
        super().__init__(*arguments, **more)
        self.heading = heading


in_input = partial(click.option, cls=_Option, heading=_INPUT)
in_types = partial(click.option, cls=_Option, heading=_TYPES)
in_training = partial(click.option, cls=_Option, heading=_TRAINING)
in_chart = partial(click.option, cls=_Option, heading=_CHART)
in_output = partial(click.option, cls=_Option, heading=_OUTPUT)


def _keep_quiet(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta[_QUIET] = value


def is_quiet() -> bool:
    """Tell whether the running command is to say nothing but errors."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


_quiet: Final = _Option(
    ["-q", "--quiet"], is_flag=True, heading=_OUTPUT, expose_value=False, is_eager=True, callback=_keep_quiet,
    help="Write only errors to standard error.",
)  # fmt: skip


class Command(click.Command):
    """A command with `--quiet`, and with a help in groups."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - what the command returns
        """Run the command, with one heap for all threads: what one gives back, the others take.

        On large files this is a quarter of the memory, and no more time.
        """
        tell_heap("mallopt", _M_ARENA_MAX, 1)
        return super().invoke(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Add `--quiet`: it changes no result, and so is in no record."""
        *params, help_option = super().get_params(ctx)
        return [*params, _quiet, help_option]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options group by group, the command's own first."""
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        for option in self.get_params(ctx):
            if isinstance(option, click.Option) and (record := option.get_help_record(ctx)):
                is_help = option is self.get_help_option(ctx)
                groups[_OUTPUT if is_help else getattr(option, "heading", _OWN)].append(record)
        for heading, records in groups.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Give the first sentence whole, however many lines it takes in a list of commands."""
        return super().get_short_help_str(10 * limit)


command = partial(click.command, cls=Command)
