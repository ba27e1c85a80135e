"""CoNLL-U and CoNLL-U Plus."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError, NerinspectError
from nerinspect.io.content import FileBytes
from nerinspect.io.formats.conllu import READER
from nerinspect.io.formats.reader import CERTAIN, LIKELY, RawFile, ReadOptions
from nerinspect.io.reading.files import choose_reader, open_path
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import FileOptions, LoadRequest
from nerinspect.progress import no_checkpoint
from tests.examples import examples
from tests.measuring import keeps_within

MakeFile = Callable[..., str]

REST = "_\tNOUN\t_\t_\t0\troot\t_"

WORDS = f"""# newdoc id = first
# sent_id = a-1
# text = Im Haag
1-2\tIm\t_\t_\t_\t_\t_\t_\t_\t_
1\tIn\t{REST}\tNER=O
2\tdem\t{REST}\tNER=B-LOC|SpaceAfter=No
2.1\tgone\t{REST}\t_
3\tHaag\t{REST}\tNER=I-LOC

# newdoc id = second
# sent_id = b-1
1\tAnna\t{REST}\tSpaceAfter=No|NER=B-PER
2\tschlief\t{REST}\t_

"""

PLUS = """# global.columns = ID FORM UPOS PROJECT:NE
# sent_id = 1
1\tAnna\tPROPN\tB-PER
2\tschlief\tVERB\tO
"""


def read(text: str, **options: object) -> RawFile:
    content = FileBytes("x.conllu", text.encode(), "", 0).as_text()
    return READER.read(content, ReadOptions(**options), no_checkpoint)  # type: ignore[arg-type]


def labels_of(raw: RawFile) -> list[str]:
    (column,) = raw.columns
    return [column.names[code] for code in column.codes]


def test_labels_stand_in_a_field_of_misc() -> None:
    assert labels_of(read(WORDS)) == ["O", "B-LOC", "I-LOC", "B-PER", "O"]


def test_words_keep_sentences_documents_names_and_lines() -> None:
    raw = read(WORDS)
    text = raw.text
    assert text is not None
    assert [text.tokens_of(sentence) for sentence in range(2)] == [["In", "dem", "Haag"], ["Anna", "schlief"]]
    assert text.document.tolist() == [1, 2]
    assert (text.document_names, text.sentence_names) == (("first", "second"), ("a-1", "b-1"))
    assert [text.line_of(position) for position in range(5)] == [5, 6, 8, 12, 13]
    assert raw.notes == ("2 lines left out: multiword tokens, empty nodes",)


def test_other_columns_are_read_on_demand() -> None:
    assert read(WORDS).others == ()
    (upos,) = [column for column in read(WORDS, others=True).others if column.name == "UPOS"]
    assert upos.value(3) == "NOUN"


def test_named_columns_are_found_by_name() -> None:
    raw = read(PLUS, others=True)
    assert labels_of(raw) == ["B-PER", "O"]
    assert [column.name for column in raw.others] == ["UPOS"]


def test_a_column_or_field_can_be_named() -> None:
    text = WORDS.replace("NER=", "mine=").replace("_\n\n", "mine=O|yours=B-X\n\n")
    assert labels_of(read(text, label_field="yours"))[-1] == "B-X"
    with pytest.raises(DataError, match=r"several MISC fields have labels \(there are: mine, yours\)"):
        read(text)
    assert labels_of(read(PLUS, label_columns=(3,))) == ["B-PER", "O"]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("1\ta\n", "1 field|2 fields", 1),
        (f"x\ta\t{REST}\tNER=O\n", "not a number such as", 1),
        (f"1\t\t{REST}\tNER=O\n", "token is empty", 1),
        (f"1\ta\t{REST}\tLemma=B\n", "no MISC field has labels", None),
        ("# sent_id = 1\n\n", "no tokens", None),
    ],
)
def test_what_is_wrong_is_told(text: str, message: str, line: int | None) -> None:
    with pytest.raises(DataError, match=message) as caught:
        read(text)
    assert caught.value.line == line


def test_writing_changes_only_what_was_asked_for() -> None:
    raw = read(WORDS)
    assert READER.with_labels(raw, {}) == WORDS.encode()
    changed = READER.with_labels(raw, {3: "B-ORG", 4: "I-ORG", 0: "O"}).decode()
    assert changed == WORDS.replace("NER=B-PER", "NER=B-ORG").replace(
        f"schlief\t{REST}\t_", f"schlief\t{REST}\tNER=I-ORG"
    )
    assert labels_of(read(changed)) == ["O", "B-LOC", "I-LOC", "B-ORG", "I-ORG"]


@pytest.mark.parametrize(("text", "certainty"), [(WORDS, LIKELY), (PLUS, CERTAIN)])
def test_the_format_is_known_by_its_content(make_file: MakeFile, text: str, certainty: int) -> None:
    reader, guess = choose_reader(open_path(make_file(text, "x.txt")), FileOptions())
    assert reader.name == "conllu"
    assert guess is not None
    assert guess.certainty == certainty


def test_a_study_tells_the_lines_of_words(make_file: MakeFile) -> None:
    study = load_study(LoadRequest(make_file(WORDS), (make_file(WORDS.replace("PER", "ORG"), "p.conllu"),)))
    assert study.text.lines_of(study.events.start).tolist() == [6, 12]
    assert study.types == ("LOC", "ORG", "PER")


def test_the_genuine_library_writes_what_is_read(tmp_path: Path) -> None:
    conllu = pytest.importorskip("conllu")
    written = "".join(sentence.serialize() for sentence in conllu.parse(WORDS))
    assert labels_of(read(written)) == ["O", "B-LOC", "I-LOC", "B-PER", "O"]


@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from([*WORDS.splitlines(), "", "\t", "1\t", "#", "# newdoc", "9\tz\t\t\t\t\t\t\t\tNER=", "x"]))
)
def test_any_lines_are_read_or_told(lines: list[str]) -> None:
    try:
        raw = read("\n".join(lines))
    except NerinspectError:
        return
    assert raw.text is not None
    assert len(raw.columns[0].codes) == raw.text.n_tokens > 0
    assert READER.with_labels(raw, {}) == "\n".join(lines).encode()


ODD_HEADS = [b"\n" * 60_000, b" \n\t\n" * 9_999 + b"x", b"#\n" * 9_999, b"1\t" * 30_000]


@pytest.mark.parametrize("head", ODD_HEADS)
def test_an_odd_beginning_is_not_of_the_format(head: bytes) -> None:
    assert READER.guess("x", head) is None


@pytest.mark.benchmark
@pytest.mark.parametrize("head", ODD_HEADS)
def test_the_format_is_guessed_at_once(head: bytes) -> None:
    def guess() -> float:
        begun = process_time()
        READER.guess("x", head)
        return process_time() - begun

    assert keeps_within(20, guess, process_time)
