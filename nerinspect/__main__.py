"""The program `nerinspect`, also run as ``python -m nerinspect``."""

import sys

from nerinspect import __version__


def main() -> None:
    """Say which version this is, for which nothing need be loaded, or run the command line."""
    if sys.argv[1:] == ["--version"]:
        print(f"nerinspect, version {__version__}")
        return
    from nerinspect.cli.main import main as run_command_line

    run_command_line()


if __name__ == "__main__":
    main()
