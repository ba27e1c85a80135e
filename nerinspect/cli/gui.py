"""`open` and `demo`: the window. Qt is imported inside the functions only."""

from contextlib import suppress
from typing import Any

import click

from nerinspect.cli.commands import command
from nerinspect.cli.options import WrittenFile, annotators_option, load_request, open_options, outside_option
from nerinspect.errors import NoWindowError
from nerinspect.progress import collecting_later


class _WindowPicture(WrittenFile):
    """A picture of the window, which is PNG."""

    def convert(self, value: str, *context: Any) -> str:  # noqa: ANN401
        if not super().convert(value, *context).casefold().endswith(".png"):
            self.fail(f"the picture is PNG; name a file that ends in .png, not “{value}”", *context)
        return value


_picture_option = click.option(
    "--picture", type=_WindowPicture(has_record=False), metavar="FILE.png",
    help="Draw the window into FILE.png and exit.",
)  # fmt: skip


@command("open", epilog="\b\nExample: nerinspect open test.conll flair=pred.conll --repair conlleval")
@open_options
@annotators_option
@click.option("--where", metavar="QUERY", help="Only the events that match.  [default: all errors]")
@outside_option
@_picture_option
def open_window(where: str | None, allow_outside: bool, picture: str | None, **arguments: Any) -> int:  # noqa: ANN401
    """Open the window on these files."""
    load_window()
    from nerinspect.ui.app import run_window

    request = load_request(arguments) if arguments["reference"] else None
    return run_window(request, where, picture, allow_outside)


@command(epilog="\b\nExample: nerinspect demo")
@_picture_option
def demo(picture: str | None) -> int:
    """Open the window on the bundled sample.

    Without a display it draws a picture and writes the sample's errors instead.
    """
    load_window()
    from nerinspect.ui.app import run_demo

    return run_demo(picture)


def load_window() -> None:
    """Import what the window is made of; no cycles are looked for in it, for it stays."""
    with collecting_later(all_stays=True):
        from nerinspect.ui.platforms import load_qt

        load_qt()
        import nerinspect.ui.app  # noqa: F401


def show_mistake(mistake: str) -> None:
    """Show in a box what ended the program, if there is a display."""
    with suppress(NoWindowError):
        load_window()
        from nerinspect.ui.app import make_app, mistake_box

        make_app()
        mistake_box(mistake).exec()
