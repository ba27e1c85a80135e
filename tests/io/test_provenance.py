import json
from dataclasses import replace

from nerinspect import __version__
from nerinspect.corpus.text import Source
from nerinspect.io.provenance import page_record, paths_read, provenance, provenance_bytes, source_entry

SOURCE = Source("x.conll", "ab12", 7, "prediction", "conll", "utf-8", -1, "BIO", "auto", "conlleval", 2, 3, 4, 5)


def test_a_source_is_described_by_the_words_of_the_field() -> None:
    entry = source_entry(SOURCE, system="flair", run=1)
    named = ("role", "system", "run", "path", "sha256", "invalid_transitions", "labels_changed", "sentences", "tokens")
    assert [entry[name] for name in named] == ["prediction", "flair", 1, "x.conll", "ab12", 2, 3, 4, 5]


def test_the_record_holds_details_and_sources() -> None:
    record = provenance("nerinspect events x", [source_entry(SOURCE)], {"rows": 3})
    assert (record["version"], record["command"], record["rows"]) == (__version__, "nerinspect events x", 3)
    assert record["sources"][0]["path"] == "x.conll"


def test_a_page_says_nothing_that_changes_from_run_to_run() -> None:
    record = page_record("nerinspect events x", [source_entry(SOURCE, system="flair")], {"rows": 3})
    assert record == {
        "program": f"nerinspect {__version__}",
        "command": "nerinspect events x",
        "signature": f"nerinspect {__version__}; scheme=exact; filter=; flair=ab12 BIO conlleval:3",
        "rows": 3,
        "sources": [
            {
                "role": "prediction",
                "system": "flair",
                "path": "x.conll",
                "sha256": "ab12",
                "encoding": "BIO",
                "repair": "conlleval",
                "labels_changed": 3,
            }
        ],
    }


def test_names_of_files_that_are_no_utf_8_can_be_written() -> None:
    written = provenance_bytes(provenance("", [source_entry(replace(SOURCE, path="\udcff.conll"))], {}))
    assert json.loads(written)["sources"][0]["path"] == "\udcff.conll"


def test_data_in_memory_have_a_name_and_no_command() -> None:
    entry = source_entry(replace(SOURCE, path="flair", format="memory"))
    assert (entry["memory"], entry["sha256"], "path" in entry) == ("flair", "ab12", False)
    record = provenance("nerinspect score x", [entry], {})
    assert "command" not in record
    assert record["no_command"] == "no command line reads what was in memory: flair"
    assert page_record("", [entry], {})["sources"][0]["memory"] == "flair"
    assert paths_read([entry, source_entry(SOURCE)]) == ["x.conll"]
