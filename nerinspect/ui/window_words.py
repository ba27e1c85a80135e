"""Mistakes told in the words of the window: a choice in the dialog where the command line names an option."""

import re
from typing import Final

from nerinspect.errors import NerinspectError
from nerinspect.io.request import TokenRule

CHOICES: Final = {
    "--token-column": "Columns",
    "--label-column": "Columns",
    "--training-label-column": "Columns",
    "--token-field": "Fields",
    "--label-field": "Fields",
    "--label-names": "Label names",
    "--comments": "Comments",
    "--format": "Format",
    "--text-encoding": "Text encoding",
    "--encoding": "Chunk encoding",
    "--encoding-reference": "Chunk encoding",
    "--encoding-training": "Chunk encoding",
    "--repair": "Repair",
    "--repair-reference": "Repair",
    "--method": "Repair",
    "--spans": "Spans",
    "--discontinuous": "Mentions in pieces",
    "--tokens": "Tokens",
    "--training": "Role",
    "--annotators": "Annotators, without a reference",
    "--matching": "Compare Surfaces",
    "--retention": "System",
    "--keep-types": "Types",
    "--remove-types": "Types",
    "--map-types": "Types",
    "--attributes": "Attribute Table",
}
"""What the dialog calls the choice that an option makes."""

TOKEN_RULE_WORDS: Final[dict[TokenRule, str]] = {
    "same": "Require identical tokens",
    "positions": "Allow different tokens, same number per sentence",
    "project": "Allow different tokenization",
}
"""What the dialog calls the rules for tokens."""

_VALUES: Final = {
    "--tokens positions": f"“Tokens”: {TOKEN_RULE_WORDS['positions']}",
    "--tokens project": f"“Tokens”: {TOKEN_RULE_WORDS['project']}",
    "--spans outward": "“Spans”: widen to whole tokens",
    "--spans skip": "“Spans”: leave others out",
    "--discontinuous skip": "“Mentions in pieces”: are left out",
}
"""What the dialog calls values of options that messages name."""

_OPTION: Final = re.compile(r"(?:another |other |one )?(--[a-z]+(?:-[a-z]+)*)((?: and | or |, )--[a-z]+(?:-[a-z]+)*)*")
_NAME: Final = re.compile(r"--[a-z]+(?:-[a-z]+)*")
_WORD: Final = re.compile(r"[^\s/\\.:]+[,;:]?(\s|$)")
"""What a sentence begins with; the name of a file stands as it is."""

_LIST: Final = re.compile(r"name one(?: of these behind #|, as \S+#\S+?(?=\.?$))")


def in_window_words(text: str) -> str:
    """Name choices of the dialog instead of options.

    Examples
    --------
    >>> in_window_words("choose a repair with --repair, or mend the file")
    'choose a repair with “Repair”, or mend the file'
    """
    for option, words in _VALUES.items():
        text = text.replace(option, words)
    return _LIST.sub("choose one under “List”", _OPTION.sub(_choices, text))


def told(error: NerinspectError) -> str:
    """Tell a mistake as a sentence of the window."""
    text = in_window_words(str(error))
    path = getattr(error, "path", "")
    is_path = (path and text.startswith(path)) or not _WORD.match(text)
    return (text if is_path else text[:1].upper() + text[1:]) + "."


def _choices(found: re.Match[str]) -> str:
    names = dict.fromkeys(
        CHOICES.get(option, option.strip("-").replace("-", " ")) for option in _NAME.findall(found[0])
    )
    return " or ".join(f"“{name}”" for name in names)
