"""`index`: a corpus larger than memory, read once in shards and kept in a folder."""

from typing import Any

import click

from nerinspect.cli.commands import command
from nerinspect.cli.options import index_options, load_request
from nerinspect.cli.session import progress, tell, tell_choices
from nerinspect.errors import CommandError
from nerinspect.io.index.building import SHARD_TOKENS, build_index
from nerinspect.io.index.engines import engine
from nerinspect.quantities import counted


@command(epilog="\b\nExample: nerinspect index test.conll pred.conll -o corpus.events/")
@index_options
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Folder to write the index to.")
@click.option(
    "--shard-tokens", type=click.IntRange(1), default=SHARD_TOKENS, show_default=True, metavar="N",
    help="Approximate number of tokens read at once.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Number of processes.  [default: one for each core]")
@click.option("--scheduler", metavar="ADDRESS", help="Address of a Dask scheduler to run on instead.")
@click.option("--scheduler-file", metavar="FILE", help="The file that the Dask scheduler wrote.")
def index(
    output: str,
    shard_tokens: int,
    jobs: int | None,
    scheduler: str | None,
    scheduler_file: str | None,
    **arguments: Any,  # noqa: ANN401
) -> None:
    """Read a large corpus once, in shards, into a folder that other commands take as REFERENCE.

    Files may be folders, or patterns in quotes such as 'test/*.conll'; they are matched by sentences.
    """
    if sum(one is not None for one in (jobs, scheduler, scheduler_file)) > 1:
        raise CommandError("--jobs, --scheduler and --scheduler-file exclude each other; choose one")
    request = load_request(arguments)
    with engine(jobs, scheduler, scheduler_file) as runs, progress("reading", "tokens") as say:
        made = build_index(request, output, runs, shard_tokens, say)
    tell_choices(made.study)
    again = f", {counted(made.n_kept, 'shard')} kept from before" if made.n_kept else ""
    tell(
        f"{output}: {counted(made.study.text.n_tokens, 'token')} in {counted(made.n_shards, 'shard')}{again},"
        f" {counted(len(made.study.events), 'event')}"
    )
