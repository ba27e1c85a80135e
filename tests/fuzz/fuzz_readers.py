"""Throw bytes at the readers: what comes out fits the data model, or is an error that a user can mend.

The tests of this folder run it for some seconds. To run it for longer, guided by the code that the bytes reach:

    python -m tests.fuzz.fuzz_readers FORMAT [-max_total_time=300] [FOLDER FOR FINDINGS]

FORMAT is the name of a reader; `study` loads two files and aligns them, `check` shows one before it is opened, `bytes`
unpacks and decodes; those of `other_inputs.py` read what is no data.
"""

import contextlib
import gc
import gzip
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Final, TypeAlias

from nerinspect.encoding.labels import REPAIR_METHODS
from nerinspect.errors import NerinspectError
from nerinspect.io.content import read_content
from nerinspect.io.formats.reader import HEAD_BYTES, SPAN_RULES, RawFile, ReadOptions, reader_named, readers
from nerinspect.io.reading.checking import check_file
from nerinspect.io.reading.files import open_path, read_with
from nerinspect.io.reading.loading import load_study
from nerinspect.io.reading.preview import Preview
from nerinspect.io.request import TOKEN_RULES, FileOptions, LoadRequest
from tests.fuzz.data_model import assert_calm, assert_fit_the_text, assert_fits_the_model, assert_stays_when_written
from tests.fuzz.examples import PARTS, examples
from tests.fuzz.mutation import mutated
from tests.fuzz.other_inputs import OTHERS, check_other, other_examples

READINGS: Final = (
    ReadOptions(),
    ReadOptions(spans="outward", discontinuous="skip", others=True),
    ReadOptions(spans="skip", discontinuous="skip"),
    ReadOptions(comments=True, others=True),
    ReadOptions(label_names=("O", "B-PER", "I-PER"), others=True),
    ReadOptions(token_column=1, label_columns=(-1, 2)),
    ReadOptions(may_be_labels_alone=True),
    ReadOptions(key="dev", spans="outward"),
    ReadOptions(label_field="sc", spans="skip"),
)
"""The first byte of an input chooses one of these."""

ENCODINGS: Final = ("utf-8", "utf-16", "utf-32", "utf-7", "cp037", "gb18030", "shift_jis", "cp1252", "utf-8-sig")

ENDINGS: Final = {"spacy": ".spacy", "brat": ".ann", "parquet": ".parquet"}


Check: TypeAlias = Callable[[str, bytes], object]


def check_reading(name: str, data: bytes) -> RawFile | NerinspectError:
    """Read one input with a reader.

    Parameters
    ----------
    name : str
        Of the reader.
    data : bytes
        A byte that chooses the options, then the file; for brat two files. What shall be a file of spaCy and is not
        compressed is compressed first.

    Returns
    -------
    RawFile or NerinspectError
        Whatever else happens is a mistake.
    """
    reading, body = READINGS[(data[:1] or b"\0")[0] % len(READINGS)], data[1:]
    if name == "spacy" and not body.startswith(b"x"):
        body = zlib.compress(body, 1)
    with written_files(name, body) as paths:
        opened = open_path(paths[0])
        for reader in readers().values():
            reader.guess(paths[0], opened.data[:HEAD_BYTES])
        try:
            raw = read_with(reader_named(name), opened, FileOptions(reading=reading))
        except NerinspectError as error:
            assert_calm(error)
            return error
        assert_fits_the_model(raw)
        assert_stays_when_written(name, raw)
    return raw


def check_study(name: str, data: bytes) -> None:
    """Load one part as reference and the other as prediction, guessed, and align them."""
    before, _, after = data[1:].partition(PARTS)
    choice = (data[:1] or b"\0")[0]
    with written_files("", before) as one, written_files("", after or before) as other:
        request = LoadRequest(
            one[0],
            (other[0],),
            repair=REPAIR_METHODS[choice % 3],
            repair_reference="conlleval",
            spans=SPAN_RULES[choice // 3 % 3],
            tokens=TOKEN_RULES[choice // 9 % 3],
            comments=choice > 127,
            training=one[0] if choice % 2 else None,
        )
        try:
            study = load_study(request, with_others=True)
        except NerinspectError as error:
            assert_calm(error)
            return
        for annotation in (study.reference, *(prediction.annotation for prediction in study.predictions)):
            assert_fit_the_text(annotation.mentions, study.text)


def check_preview(name: str, data: bytes) -> None:
    """Check one file as the opening dialog does, and make its first rows."""
    before, _, after = data[1:].partition(PARTS)
    with written_files("", before) as one, written_files("", after or before) as other:
        request = LoadRequest(one[0], (other[0],))
        reference = check_file(one[0], "reference", request)
        for check in (reference, check_file(other[0], "prediction", request, reference)):
            preview = Preview(check)
            for number in range(min(preview.n_rows, 40)):
                preview.row(number)
            assert check.faulty_lines is None or len(check.faulty_lines)
            assert all(check.type_counts.values())
            assert len(set(check.lists)) == len(check.lists)


def check_bytes(name: str, data: bytes) -> None:
    """Unpack and decode."""
    encoding = ENCODINGS[(data[:1] or b"\0")[0] % len(ENCODINGS)]
    for packed in (data[1:], gzip.compress(data[1:])):
        with tempfile.NamedTemporaryFile(suffix=".gz", dir=_quick_folder()) as file:
            file.write(packed)
            file.flush()
            try:
                content = read_content(file.name, encoding)
            except NerinspectError as error:
                assert_calm(error)
            else:
                content.data.decode()
                assert content.data.endswith(b"\n")


@contextlib.contextmanager
def written_files(name: str, body: bytes) -> Iterator[list[str]]:
    """Put an input on disk; two files for brat."""
    with tempfile.TemporaryDirectory(dir=_quick_folder()) as folder:
        ending = ENDINGS.get(name, ".txt" if name else ".data")
        parts = body.split(PARTS, 1) if name == "brat" else [body]
        paths = [os.path.join(folder, f"x{ending}"), os.path.join(folder, "x.txt")][: len(parts)]
        for path, part in zip(paths, parts, strict=True):
            Path(path).write_bytes(part)
        yield paths


def _quick_folder() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


TARGETS: Final[dict[str, Check]] = {
    "study": check_study, "check": check_preview, "bytes": check_bytes, **dict.fromkeys(OTHERS, check_other)
}  # fmt: skip


def target(name: str) -> Check:
    """Give what is done with each input."""
    return TARGETS.get(name, check_reading)


def inputs(name: str) -> Iterator[bytes]:
    """Give inputs to begin with."""
    if name in OTHERS:
        yield from (b"\0" + example for example in other_examples(name))
        return
    if name in TARGETS:
        files = [example for reader in readers() for example in examples(reader)]
        yield from (b"\0" + file for file in files)
        yield from (b"\1" + file + PARTS + file for file in files)
        return
    for number in range(len(READINGS)):
        for example in examples(name):
            yield bytes([number]) + example
            if name == "spacy":
                yield bytes([number]) + zlib.decompress(example)


def main() -> None:
    """Run the fuzzer on one target."""
    import atheris

    name, arguments = sys.argv[1], sys.argv[2:]
    folder = next((argument for argument in arguments if not argument.startswith("-")), f"fuzz-{name}")
    corpus = Path(folder, "corpus")
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(inputs(name)):
        Path(corpus, f"example-{number}").write_bytes(data)

    def mutate(data: bytes, most_bytes: int, seed: int) -> bytes:
        new = mutated(data, Random(seed)) if seed % 3 else atheris.Mutate(data, most_bytes)
        return new[:most_bytes]

    run = target(name)
    run(name, next(inputs(name)))  # imports what is imported when it is needed
    guides = ("nerinspect.",) if name in TARGETS else ("nerinspect.io.", "nerinspect.encoding.", "nerinspect.corpus.")
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and (found.__module__ or "").startswith(guides):
            atheris.instrument_func(found)
    options = [argument for argument in arguments if argument.startswith("-")]
    defaults = ["-timeout=20", "-rss_limit_mb=4096", "-max_len=4096", f"-artifact_prefix={folder}/"]
    settings = [sys.argv[0], *defaults, *options, str(corpus)]
    atheris.Setup(settings, lambda data: run(name, data), custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
