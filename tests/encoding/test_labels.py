import pytest

from nerinspect.encoding.labels import (
    BEGIN,
    DIALECTS,
    END,
    INSIDE,
    OUTSIDE,
    SINGLE,
    malformation,
    read_labels,
    split_label,
    unknown_state,
)

WELL_FORMED = [
    "O",
    *(f"{state}-LOC" for state in "BIESLUMW"),
    *(f"B-{name}" for name in ["a-b", "-", "a_b", "ÄÖ", "a:b", "0", "O", "(x)"]),
]
MALFORMED = ["", "0", "B", "LOC", "-", "-LOC", "B-", "O-LOC", "O-", "o", "B-location,B-group"]
UNKNOWN_STATES = ["b-LOC", "X-LOC", "BI-LOC", "IE-LOC", "BIES-LOC", " -LOC", "  -LOC", " I-LOC", "I -LOC"]
BAD_TYPES = [f"B-a{sign}b" for sign in ",;|\"' \t\u00a0\u3000\x00\x7f\u0085"]


@pytest.mark.parametrize("label", WELL_FORMED)
def test_a_state_with_a_type_is_well_formed(label: str) -> None:
    assert malformation(label) is None


@pytest.mark.parametrize("label", [*MALFORMED, *UNKNOWN_STATES, *BAD_TYPES])
def test_anything_else_is_malformed(label: str) -> None:
    assert malformation(label) is not None


def test_a_character_that_nobody_sees_is_named_by_its_code() -> None:
    assert str(malformation("B-a\u00a0b")).endswith("or control character (U+00A0)")
    assert str(malformation("B-a,b")).endswith("or control character")


@pytest.mark.parametrize(
    ("label", "parts"), [("B-ORG", ("B", "ORG")), ("O", ("O", "")), ("I-a-b", ("I", "a-b")), ("B--", ("B", "-"))]
)
def test_the_type_is_everything_after_the_first_hyphen(label: str, parts: tuple[str, str]) -> None:
    assert split_label(label) == parts


@pytest.mark.parametrize(
    ("label", "encodings"),
    [
        ("O", "BIO IOB BIOES BILOU BMES BMEOW IO"),
        ("B-X", "BIO IOB BIOES BILOU BMES BMEOW"),
        ("I-X", "BIO IOB BIOES BILOU IO"),
        ("E-X", "BIOES BMES BMEOW"),
        ("S-X", "BIOES BMES"),
        ("L-X", "BILOU"),
        ("U-X", "BILOU"),
        ("M-X", "BMES BMEOW"),
        ("W-X", "BMEOW"),
    ],
)
def test_a_state_is_known_to_its_encodings_only(label: str, encodings: str) -> None:
    assert {name for name, dialect in DIALECTS.items() if unknown_state(label, dialect) is None} == set(
        encodings.split()
    )


def test_labels_are_read_as_roles_and_types() -> None:
    read = read_labels(["S-b", "O", "B-a", "E-a", "I-B"], DIALECTS["BIOES"])
    assert (read.roles.tolist(), [read.types[code] if code >= 0 else "" for code in read.type_codes]) == (
        [SINGLE, OUTSIDE, BEGIN, END, INSIDE],
        ["b", "", "a", "a", "B"],
    )


def test_types_stand_in_the_order_of_code_points() -> None:
    assert read_labels(["B-b", "B-ä", "B-B", "O"], DIALECTS["BIO"]).types == ("B", "b", "ä")
