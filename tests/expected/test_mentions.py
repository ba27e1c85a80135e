from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from nerinspect.events.study import Study

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]


def mentions_by_type(study: Study) -> dict[str, int]:
    mentions = study.reference.mentions
    names = Counter(mentions.types[code] for code in mentions.type_codes.tolist())
    return {"ALL": len(mentions), **names}


def test_mentions_of_conll02(expected: Expected, load_data: LoadData) -> None:
    assert mentions_by_type(load_data("conll02-nl/ned.testb")) == expected("conll02-nl")["mentions"]["all"]


@pytest.mark.parametrize("data", ["masakhaner2-pcm", "masakhaner2-ewe"])
def test_mentions_of_masakhaner2(data: str, expected: Expected, load_data: LoadData) -> None:
    assert mentions_by_type(load_data(f"{data}/test.txt")) == expected(data)["composition"]["mentions"]["all"]


@pytest.mark.parametrize("system", ["flair", "elmo"])
def test_mentions_of_wnut16(system: str, expected: Expected, load_data: LoadData) -> None:
    assert mentions_by_type(load_data("wnut16/test.txt")) == expected("wnut16")[system]["tough"]["mentions"]["all"]


def test_mentions_of_conll04(expected: Expected, load_data: LoadData) -> None:
    study = load_data("conll04-re/conll04.sincere.json#test")
    assert len(study.reference.mentions) == expected("conll04-re")["profile"]["mentions"]
