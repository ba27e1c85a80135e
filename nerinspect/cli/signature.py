"""`signature`: what a result rests on, and in what two results differ."""

from typing import Final

from nerinspect.cli.commands import argument, command
from nerinspect.cli.options import Output, check_outputs, output_options
from nerinspect.cli.session import command_as_given, tell, write_table
from nerinspect.io.signature import find_signature, read_signature, signature_differences
from nerinspect.lists.table import Table
from nerinspect.quantities import counted

SIGNATURE_COLUMNS: Final = ("part", "a", "b")


@command(epilog="\b\nExample: nerinspect signature scores.csv scores-of-june.csv")
@argument("a", metavar="RESULT")
@argument("b", metavar="[RESULT]", required=False)
@output_options
def signature(a: str, b: str | None, out: Output) -> int:
    """Show what the signature of a result says, or where two differ; exit status 1 if they do.

    A result is a file that was exported, its provenance, or a signature in quotes.
    """
    check_outputs(*(path for result in (a, b) if result for path in (result, f"{result}.json")))
    one = find_signature(a)
    if b is None:
        table = Table(SIGNATURE_COLUMNS[:2], list(read_signature(one).items()))
    else:
        differences = signature_differences(one, find_signature(b))
        tell(f"the signatures differ in {counted(len(differences), 'part')}" if differences else "the signatures agree")
        table = Table(SIGNATURE_COLUMNS, differences)
    write_table(table, out, command_as_given(), [], {"table": "signature"})
    return 1 if b is not None and differences else 0
