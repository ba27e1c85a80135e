"""Records with spans, and what was read in them."""

import json
from typing import Any

from nerinspect.io.content import FileBytes
from nerinspect.io.formats.jsonl_spans import READER
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.progress import no_checkpoint

# As doccano exports a project of sequence labelling, without and with relations.
DOCCANO = """\
{"id": 1, "text": "EU rejects German call.", "label": [[0, 2, "ORG"], [11, 17, "MISC"]], "Comments": []}
{"id": 2, "text": "Peter Blackburn", "label": [], "Comments": ["?"]}
"""

DOCCANO_RELATIONS = """\
{"id": 6, "text": "Ana met Bo.", "Comments": [], "entities": [{"id": 31, "label": "PER", "start_offset": 0, \
"end_offset": 3}, {"id": 32, "label": "PER", "start_offset": 8, "end_offset": 10}], "relations": [{"id": 4, \
"from_id": 32, "to_id": 31, "type": "met"}]}
"""

# As `prodigy db-out` writes tasks of ner.manual.
PRODIGY = """\
{"text":"Apple  updates","_input_hash":-1842,"_task_hash":53,"tokens":[{"text":"Apple","start":0,"end":5,"id":0,"ws":true},{"text":" ","start":6,"end":7,"id":1,"ws":false},{"text":"updates","start":7,"end":14,"id":2,"ws":false}],"_view_id":"ner_manual","spans":[{"start":0,"end":5,"token_start":0,"token_end":0,"label":"ORG"}],"answer":"accept","_timestamp":1700000000}
{"text":"Uber","_input_hash":7,"_task_hash":8,"tokens":[{"text":"Uber","start":0,"end":4,"id":0,"ws":false}],"_view_id":"ner_manual","spans":[{"start":0,"end":4,"token_start":0,"token_end":0,"label":"ORG"}],"answer":"reject"}
{"text":"don't know","tokens":[{"text":"don't","start":0,"end":5,"id":0,"ws":true},{"text":"know","start":6,"end":10,"id":1,"ws":false}],"spans":[],"answer":"accept"}
"""  # fmt: skip # noqa: E501

# As the NER Annotator for spaCy exports; null is a text that was skipped.
NER_ANNOTATOR = """\
{"classes":["PER"],"annotations":[
["Ana",{"entities":[[0,3,"PER"]]}],
null,
["with Bo",{"entities":[[5,7,"PER"]]}]]}"""

SPACY = '[\n  ["Uber blew", {"entities": [[0, 4, "ORG"]]}],\n  ["No one", {"entities": []}]\n]\n'


def content(text: str | bytes, text_encoding: str = "utf-8") -> Any:  # noqa: ANN401
    data = text if isinstance(text, bytes) else text.encode()
    return FileBytes("x.jsonl", data, "", len(data)).as_text(text_encoding)


def read(text: str | bytes, text_encoding: str = "utf-8", **options: Any) -> RawFile:  # noqa: ANN401
    return READER.read(content(text, text_encoding), ReadOptions(**options), no_checkpoint)


def found(file: RawFile) -> list[tuple[str, str]]:
    text, mentions = file.text, file.mentions
    assert text is not None
    assert mentions is not None
    surfaces = text.joined(mentions.start, mentions.end).to_pylist()
    return [(surface, mentions.types[code]) for surface, code in zip(surfaces, mentions.type_codes, strict=True)]


def record(text: str, *spans: Any, field: str = "label", **others: Any) -> str:  # noqa: ANN401
    return json.dumps({"text": text, field: list(spans), **others}, ensure_ascii=False) + "\n"
