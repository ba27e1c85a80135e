import pytest

from nerinspect.encoding.labels import ALWAYS, DIALECTS, NEVER, SAME_TYPE

NAMES = ["BIO", "IOB", "BIOES", "BILOU", "BMES", "BMEOW", "IO"]
CLOSED = {"BIOES": "BIES", "BILOU": "BILU", "BMES": "BMES", "BMEOW": "BMEW"}

# What may follow each state: with the same type only, with any type (O has none).
OPEN_RULES = [
    ("BIO", {"O": ("", "OB"), "B": ("I", "OB"), "I": ("I", "OB")}),
    ("IOB", {"O": ("", "OI"), "B": ("B", "OI"), "I": ("B", "OI")}),
    ("IO", {"O": ("", "OI"), "I": ("", "OI")}),
]
CLOSED_RULES = [
    (
        name,
        {
            "O": ("", f"O{begin}{single}"),
            begin: (f"{inside}{end}", ""),
            inside: (f"{inside}{end}", ""),
            end: ("", f"O{begin}{single}"),
            single: ("", f"O{begin}{single}"),
        },
    )
    for name, states in CLOSED.items()
    for begin, inside, end, single in [tuple(states)]
]
CASES = [
    (name, before, state, SAME_TYPE if state in same else ALWAYS if state in any_type else NEVER)
    for name, rules in OPEN_RULES + CLOSED_RULES
    for before, (same, any_type) in rules.items()
    for state in rules
]


def test_which_states_may_follow_another() -> None:
    for name, before, state, rule in CASES:
        dialect = DIALECTS[name]
        assert dialect.legal[dialect.role_of(before), dialect.role_of(state)] == rule, (name, before, state)


def test_encodings_stand_in_the_order_of_preference() -> None:
    assert list(DIALECTS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_no_encoding_has_other_states(name: str) -> None:
    others = ["", " ", "  ", " I", "I ", "BI", "X", "b", "OO"]
    assert [state for state in others if DIALECTS[name].role_of(state) is not None] == []


@pytest.mark.parametrize("name", NAMES)
def test_repairs_are_defined_by_encoding(name: str) -> None:
    assert DIALECTS[name].repairs == (("none", "conlleval") if name == "IOB" else ("none", "conlleval", "discard"))
