import pytest

from nerinspect.encoding.dialects import ALWAYS, DIALECTS, NEVER, SAME_TYPE

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
    pytest.param(name, before, state, SAME_TYPE if state in same else ALWAYS if state in any_type else NEVER,
                 id=f"{name}-{before}{state}")
    for name, rules in OPEN_RULES + CLOSED_RULES
    for before, (same, any_type) in rules.items()
    for state in rules
]  # fmt: skip


@pytest.mark.parametrize(("name", "before", "state", "rule"), CASES)
def test_a_state_may_follow_another(name: str, before: str, state: str, rule: int) -> None:
    dialect = DIALECTS[name]
    assert dialect.legal[dialect.role_of(before), dialect.role_of(state)] == rule


def test_encodings_stand_in_the_order_of_preference() -> None:
    assert list(DIALECTS) == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("state", ["", " ", "  ", " I", "I ", "BI", "X", "b", "OO"])
def test_no_encoding_has_other_states(name: str, state: str) -> None:
    assert DIALECTS[name].role_of(state) is None


@pytest.mark.parametrize("name", NAMES)
def test_repairs_are_defined_by_encoding(name: str) -> None:
    assert DIALECTS[name].repairs == (("none", "conlleval") if name == "IOB" else ("none", "conlleval", "discard"))
