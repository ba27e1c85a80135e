"""Train the two models of the sample and write their predictions.

Both are linear-chain CRFs trained on ``train.conll``. They differ in their
features alone: ``plain`` sees little but the words, ``rich`` sees their form.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pycrfsuite

HERE = Path(__file__).resolve().parent
DOCUMENT_LINE = "-DOCSTART-"
PARAMETERS = {"c1": 0.0, "c2": 0.1, "max_iterations": 60}
WINDOW = (-2, -1, 1, 2)

Row = tuple[str, str]
Features = Callable[[list[str], int], list[str]]


def read_blocks(path: Path) -> Iterator[list[Row]]:
    """Yield the sentences of a CoNLL file, document lines as blocks of one."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line]
        if rows:
            yield [(token, label) for token, label in rows]


def is_document_line(block: list[Row]) -> bool:
    """Tell whether a block is the line that begins a document."""
    return block[0][0] == DOCUMENT_LINE


def neighbour(tokens: list[str], index: int) -> str:
    """Return the token at an index, or a mark beyond the sentence."""
    return tokens[index] if 0 <= index < len(tokens) else "<edge>"


def shape(token: str) -> str:
    """Return the token with letters and digits replaced by their kind."""
    kinds = {"Lu": "X", "Ll": "x", "Lo": "o", "Nd": "9"}
    return "".join(kinds.get(unicodedata.category(char), char) for char in token)


def short_shape(token: str) -> str:
    """Return the shape with runs of one kind shortened to one character."""
    return "".join(kind for kind, _ in itertools.groupby(shape(token)))


def script(token: str) -> str:
    """Return the first word of the Unicode name of the first character."""
    return unicodedata.name(token[0], "UNKNOWN").split()[0]


def plain_features(tokens: list[str], index: int) -> list[str]:
    """Return the word, its ending and its two neighbours."""
    features = {f"word{offset:+d}={neighbour(tokens, index + offset)}" for offset in (-1, 0, 1)}
    features.add(f"suffix={tokens[index][-3:]}")
    return sorted(features)


def rich_features(tokens: list[str], index: int) -> list[str]:
    """Return words, shapes, affixes and place in a window around the token."""
    token = tokens[index]
    lower = token.lower()
    features = {
        f"word={token}",
        f"lower={lower}",
        f"shape={shape(token)}",
        f"short={short_shape(token)}",
        f"script={script(token)}",
        f"first={index == 0}",
        f"capitals={not any(other.islower() for other in tokens)}",
        f"sentence_digits={any(other.isdigit() for other in tokens)}",
    }
    features |= {f"prefix={lower[:size]}" for size in (2, 3, 4)}
    features |= {f"suffix={lower[-size:]}" for size in (1, 2, 3, 4)}
    for offset in WINDOW:
        other = neighbour(tokens, index + offset)
        features.add(f"lower{offset:+d}={other.lower()}")
        features.add(f"short{offset:+d}={short_shape(other)}")
    for offset in (-1, 1):
        other = neighbour(tokens, index + offset)
        features.add(f"suffix{offset:+d}={other.lower()[-3:]}")
        features.add(f"short,short{offset:+d}={short_shape(token)},{short_shape(other)}")
    return sorted(features)


MODELS: dict[str, Features] = {"plain": plain_features, "rich": rich_features}


def describe(sentence: list[Row], features: Features) -> list[list[str]]:
    """Return the features of every token of a sentence."""
    tokens = [token for token, _ in sentence]
    return [features(tokens, index) for index in range(len(tokens))]


def train(features: Features, model: Path) -> None:
    """Train a CRF on the training part and write it to a file."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=PARAMETERS, verbose=False)
    for block in read_blocks(HERE / "train.conll"):
        if not is_document_line(block):
            trainer.append(describe(block, features), [label for _, label in block])
    trainer.train(str(model))


def predict(features: Features, model: Path, output: Path) -> None:
    """Write the labels a trained CRF gives to the test part."""
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    lines: list[str] = []
    for block in read_blocks(HERE / "test.conll"):
        labels = ["O"] if is_document_line(block) else tagger.tag(describe(block, features))
        lines += [f"{token}\t{label}" for (token, _), label in zip(block, labels, strict=True)]
        lines.append("")
    tagger.close()
    output.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8"))


def main() -> None:
    """Train both models and write their predictions."""
    parser = argparse.ArgumentParser(description="Write the predictions of the sample.")
    parser.add_argument("--folder", type=Path, default=HERE, help="where to write")
    folder: Path = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as scratch:
        for name, features in MODELS.items():
            model = Path(scratch) / f"{name}.crfsuite"
            train(features, model)
            predict(features, model, folder / f"{name}.conll")
            print(folder / f"{name}.conll")


if __name__ == "__main__":
    main()
