"""One file that the dialog asks about: what it is for, how it is read, and what was found in it."""

from dataclasses import dataclass, field, replace

from nerinspect.io.file_check import FileCheck
from nerinspect.io.names import NamedPath, parse_named_path
from nerinspect.io.request import Role


@dataclass(eq=False)
class Entry:
    """One file of the list.

    Attributes
    ----------
    path : str
        As named, perhaps with `#KEY`, without a system's name.
    role : str
        What it is for.
    reason : str
        Why it has this role.
    name : str
        The system; empty to call it after its file.
    is_used : bool
        Whether it is opened.
    choices : dict of str to str
        What the user chose for it, see `FILE_CHOICES`.
    is_role_chosen, is_use_chosen : bool
        Whether the user said so.
    n_chosen : int
        For a folder how many of its documents were chosen, of which it stands in the place; 0 if it was itself.
    check : FileCheck or None
        What was found; None while it is not known yet.
    """

    path: str
    role: Role
    reason: str = ""
    name: str = ""
    is_used: bool = True
    choices: dict[str, str] = field(default_factory=dict)
    is_role_chosen: bool = False
    is_use_chosen: bool = False
    n_chosen: int = 0
    check: FileCheck | None = None

    @property
    def argument(self) -> str:
        """As the command line names it."""
        path = f"./{self.path}" if "=" in self.path and not self.path.startswith(("/", ".")) else self.path
        return f"{self.name}={path}" if self.name else path

    @property
    def file(self) -> NamedPath:
        """Its path, and the list inside it."""
        return parse_named_path(replace(self, name="").argument)

    @property
    def is_fine(self) -> bool:
        """Whether it was checked and can be opened."""
        return self.check is not None and self.check.problem is None
