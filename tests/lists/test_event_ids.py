import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.text import Text
from nerinspect.events.study import Study, make_study
from nerinspect.lists.ids import equal_sentences_before, escaped
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from tests.examples import examples

Span: TypeAlias = tuple[int, int, str]
Sentence: TypeAlias = tuple[list[str], list[Span], list[list[Span]]]
MakeStudy: TypeAlias = Callable[..., Study]
MakeText: TypeAlias = Callable[[Sequence[Sequence[str]]], Text]


def ids_of(study: Study, order: np.ndarray | None = None) -> list[object]:
    return [row[0] for row in MENTIONS.table(study, order)]


def hand_made_id(*parts: object) -> str:
    text = json.dumps(list(parts), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def test_the_id_of_a_written_event(build_study: MakeStudy) -> None:
    study = build_study([(["in", 'New "York"', "\u2028Ä😀"], [(1, 2, "LOC")], [[(1, 3, "a-é")]])], [("el mo", 2)])
    text = '["el mo",2,["in","New \\"York\\"","\u2028Ä😀"],0,1,3,[[1,2,"LOC"]],[[1,3,"a-é"]]]'
    assert ids_of(study) == [hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]]


def test_ids_follow_their_formula(two_systems: Study) -> None:
    column = {name: place for place, name in enumerate(MENTIONS.names(Of.EVENTS))}
    seen_before = [0, 0, 1]  # the last two sentences are equal
    plain = []
    for row in MENTIONS.table(two_systems):
        sentence = row[column["sentence"]]
        assert isinstance(sentence, int)
        tokens = two_systems.text.tokens_of(sentence - 1)
        place = [row[column[name]] for name in ("start", "end", "reference_spans", "predicted_spans")]
        plain.append(hand_made_id(row[column["system"]], row[column["run"]], tokens, seen_before[sentence - 1], *place))
    assert ids_of(two_systems) == plain


def test_ids_are_distinct(two_systems: Study) -> None:
    ids = ids_of(two_systems)
    assert len(set(ids)) == len(ids)


def test_ids_do_not_depend_on_the_order_asked_for(two_systems: Study) -> None:
    order = np.random.default_rng(0).permutation(len(two_systems.events))
    assert ids_of(two_systems, order) == [ids_of(two_systems)[number] for number in order]


def test_ids_do_not_depend_on_other_systems(two_systems: Study) -> None:
    alone = make_study(two_systems.text, two_systems.reference, two_systems.predictions[2:])
    assert ids_of(alone) == ids_of(two_systems)[-len(alone.events) :]


def test_ids_do_not_depend_on_lines_and_documents(two_systems: Study) -> None:
    text = replace(two_systems.text, sentence_line=two_systems.text.sentence_line * 0, document=np.ones(3, np.int32))
    assert ids_of(replace(two_systems, text=text)) == ids_of(two_systems)


def test_ids_do_not_depend_on_other_sentences(build_study: MakeStudy) -> None:
    sentence = (["Paris"], [(0, 1, "LOC")], [[(0, 1, "PER")]])
    other: Sentence = (["Rome"], [(0, 1, "ORG")], [[]])
    assert ids_of(build_study([sentence]))[0] == ids_of(build_study([other, sentence]))[1]


@pytest.mark.parametrize("run", [1, 2])
def test_equal_sentences_have_ids_of_their_own(run: int, build_study: MakeStudy) -> None:
    sentence = (["Paris"], [(0, 1, "LOC")], [[(0, 1, "PER")]])
    first, second = ids_of(build_study([sentence, sentence], [("flair", run)]))
    assert (first, second) == tuple(
        hand_made_id("flair", run, ["Paris"], before, 0, 1, [[0, 1, "LOC"]], [[0, 1, "PER"]]) for before in (0, 1)
    )


@settings(max_examples=examples(60))
@given(
    sentences=st.lists(
        st.lists(st.sampled_from(["a", "b", "a b"]), min_size=1, max_size=3).map(tuple), min_size=1, max_size=9
    )
)
def test_equal_sentences_before_are_counted(sentences: list[tuple[str, ...]], make_text: MakeText) -> None:
    plain = [sentences[:number].count(sentence) for number, sentence in enumerate(sentences)]
    assert equal_sentences_before(make_text(sentences)).tolist() == plain


@given(st.lists(st.text(st.characters(codec="utf-8") | st.sampled_from('"\\\b\n\x00\x1f\x7f\u2028'), max_size=4)))
def test_texts_are_written_as_between_the_quotes_of_json(texts: list[str]) -> None:
    written = [f'"{text}"' for text in escaped(pa.array(texts, pa.string())).to_pylist()]
    assert written == [json.dumps(text, ensure_ascii=False) for text in texts]
