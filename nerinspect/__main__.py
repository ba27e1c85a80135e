"""Run the program as ``python -m nerinspect``."""

from nerinspect.cli.main import main

if __name__ == "__main__":
    main()
