"""What package indexes show of README.md: hatchling asks for it whenever it builds or installs the package.

Links there are relative, which only a checkout can follow. With the address of the repository, `home` in
pyproject.toml, they lead to the files of the release, and the package gets its URLs; without one there are no links,
and no picture.
"""

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK: Final = re.compile(r"(!?)\[([^\]]+)\]\((?![\w+.-]+:)([^)\s]+)\)")


class FrontPage(MetadataHookInterface):
    """Gives the package its description and its URLs."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add both."""
        home = self.config["home"].rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        release = f"v{metadata['version']}"
        metadata["readme"] = {"content-type": "text/markdown", "text": front_page(text, home, release)}
        if home:
            changelog = f"{home}/blob/{release}/CHANGELOG.md"
            metadata["urls"] = {"Source": home, "Issues": f"{home}/issues", "Changelog": changelog}


def front_page(text: str, home: str, release: str) -> str:
    """Let relative links and pictures lead to the files of a release, or leave them out where there is no home."""

    def linked(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        if not home:
            return "" if picture else words
        place = path if path.startswith("#") else f"{home}/{'raw' if picture else 'blob'}/{release}/{path}"
        return f"{picture}[{words}]({place})"

    return re.sub(r"\n{3,}", "\n\n", _LINK.sub(linked, text))
