"""Small valid files of every format, to begin with."""

import io
import json
from functools import cache
from typing import Any, Final

import pyarrow as pa

PARTS: Final = b"\n====\n"
"""What parts two files in one input."""

WEBANNO: Final = """\
#FORMAT=WebAnno TSV 3.3
#T_SP=webanno.custom.NamedEntity|value|other
#T_RL=webanno.custom.Rel|of|BT_webanno.custom.NamedEntity


#Text=Ana Smith sang .
1-1\t0-3\tAna\t*[1]\tPER[1]\t_\t_\t
1-2\t4-9\tSmith\t*[1]|*[2]\tPER[1]|X[2]\t_\t_\t
1-3\t10-14\tsang\t*\tEVENT\tof\t1-1[1_0]\t
1-4\t15-16\t.\t_\t_\t_\t_\t

#Text=Bo
2-1\t17-19\tBo\t_\tPER\t_\t_\t
"""

_NAMES: Final = {"info": {"features": {"ner_tags": {"feature": {"names": ["O", "B-PER"]}}}}}
PARQUET_TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"tokens": pa.array([["a", "b"], ["c"]]), "ner_tags": pa.array([["B-PER", "O"], ["O"]])},
    {
        "id": pa.array([7, None]),
        "tokens": pa.array([["a"], None]),
        "ner_tags": pa.array([[1], None], pa.list_(pa.int8())),
    },
    {"tokens": pa.array([["a"], []]), "ner_tags": pa.array([[None], []], pa.list_(pa.string()))},
    {"tokens": pa.array([["a", ""]]), "ner_tags": pa.array([["O", "O"]]), "more": pa.array([[1 << 62, None]])},
    {"words": pa.array([["a"]], pa.large_list(pa.large_string())), "ner": pa.array([[0]], pa.list_(pa.uint64()))},
    {
        "tokens": pa.array([["a", "b"]], pa.list_(pa.string(), 2)),
        "ner_tags": pa.array([[1, 0]], pa.list_(pa.uint64(), 2)),
    },
    {"tokens": pa.array([["a"], None], pa.list_(pa.string(), 1)), "ner_tags": pa.array([["O"], None])},
    {
        "tokens": pa.array([["a"]], pa.list_(pa.dictionary(pa.int32(), pa.string()))),
        "ner_tags": pa.array([["B-PER"]], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
    },
    {"tokens": pa.array([[["a"]]]), "ner_tags": pa.array([[{"x": 1}]])},
    {"tokens": pa.array(["a b"]), "ner_tags": pa.array([1.5])},
    {"tokens": pa.array([], pa.list_(pa.string())), "ner_tags": pa.array([], pa.list_(pa.string()))},
    {"tokens": pa.array([["a"]], pa.list_view(pa.string())), "ner_tags": pa.array([["O"]], pa.list_(pa.string_view()))},
)


@cache
def examples(name: str) -> tuple[bytes, ...]:
    """Write valid files of a format."""
    words, labels = ["Ana", "Smith", "sang", "."], ["B-PER", "I-PER", "O", "O"]
    record = {"tokens": words, "ner_tags": labels}
    sentence = {
        "tokens": words,
        "entities": [{"type": "PER", "start": 0, "end": 2}, {"type": "X", "start": 0, "end": 1}],
        "relations": [{"type": "of", "head": 0, "tail": 1}],
    }
    span_record = {
        "id": 1,
        "text": "Ana Smith sang 𝄞.\nBo too.",
        "spans": [{"id": 7, "start": 0, "end": 9, "label": "PER"}, {"id": 8, "start": 18, "end": 20, "label": "PER"}],
        "relations": [{"from_id": 7, "to_id": 8, "type": "with"}],
    }
    texts = {
        "conll": ["# a\nAna B-PER\nSmith I-PER\n\n-DOCSTART- O\n\n. O\n", "a\tX\tO\tB-PER\n \tY\tO\tO\n\nb\tZ\tO\tO"],
        "conllu": [
            "# newdoc id = d\n# sent_id = s\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
            "1\tde\tx\tX\tX\tA=b\t0\troot\t_\tNER=B-PER|SpaceAfter=No\n2\tle\t_\tX\t_\t_\t1\tx\t_\t_\n\n",
            "# global.columns = ID FORM UPOS NE\n1\tAna\tX\tB-PER\n1.1\te\tX\tO\n2\tS\tX\t*\n",
        ],
        "json": [json.dumps([sentence, {"tokens": ["x"]}]), json.dumps({"train": [], "dev": [sentence]})],
        "jsonl": [
            f"{json.dumps(record | {'id': 's1', 'pos': words})}\n{json.dumps(record)}\n",
            json.dumps([{"tokens": ["a"], "labels": [1]}, {"tokens": [], "labels": []}]),
        ],
        "jsonl-spans": [
            json.dumps(span_record) + "\n" + json.dumps({"text": "Bo", "label": [[0, 2, "PER"]]}),
            json.dumps([["Ana sang", {"entities": [[0, 3, "PER"]]}]]),
            json.dumps(
                span_record | {"answer": "accept", "tokens": [{"start": 0, "end": 9}, {"start": 10, "end": 25}]}
            ),
        ],
        "label-studio": [json.dumps([_task()])],
        "brat": [
            "T1\tPER 0 9\tAna Smith\nT2\tPER 15 17;19 22\tBo too\nR1\tof Arg1:T1 Arg2:T2\t\nA1\tSure T1\n#1\tN T1\tx\n"
            f"{PARTS.decode()}Ana Smith sang\nBo, too.\n"
        ],
        "webanno": [WEBANNO],
    }
    if name == "spacy":
        return _spacy_example()
    if name == "parquet":
        return tuple(map(_parquet, PARQUET_TABLES))
    return tuple(text.encode() for text in texts[name])


def _task() -> dict[str, object]:
    region = {
        "id": "a",
        "type": "labels",
        "from_name": "label",
        "to_name": "text",
        "value": {"start": 0, "end": 9, "text": "Ana Smith", "labels": ["PER"]},
    }
    other = region | {"id": "b", "value": {"start": 15, "end": 17, "text": "Bo", "labels": ["PER", "X"]}}
    relation = {"type": "relation", "from_id": "a", "to_id": "b", "direction": "right", "labels": ["with"]}
    version = {"id": 1, "completed_by": 2, "result": [region, other, relation]}
    return {"id": 3, "data": {"text": "Ana Smith sang\nBo too."}, "annotations": [version], "predictions": [version]}


def _spacy_example() -> tuple[bytes, ...]:
    try:
        import spacy
        from spacy.tokens import Doc, DocBin, Span
    except ImportError:
        return ()
    doc = Doc(spacy.blank("en").vocab, ["Ana", "Smith", "sang", "."], sent_starts=[1, 0, 0, 1])
    doc.ents = [Span(doc, 0, 2, "PER")]
    doc.spans["sc"] = [Span(doc, 0, 1, "X"), Span(doc, 2, 4, "Y")]
    data: bytes = DocBin(docs=[doc], attrs=["ENT_IOB", "ENT_TYPE", "SENT_START"]).to_bytes()
    return (data,)


def _parquet(columns: dict[str, Any]) -> bytes:
    import pyarrow.parquet as pq

    target = io.BytesIO()
    try:
        pq.write_table(pa.table(columns).replace_schema_metadata({"huggingface": json.dumps(_NAMES)}), target)
    except pa.ArrowException:  # not every type can be written by every version
        return b"PAR1"
    return target.getvalue()
