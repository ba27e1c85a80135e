"""How many examples hypothesis draws: few by default, many with `--hypothesis-profile many`."""

from hypothesis import HealthCheck, settings

_PROFILES = {"usual": 30, "many": 1_000}
"""For each profile how many examples stand for a hundred."""

for _name, _number in _PROFILES.items():
    # Deadlines and the check for slow examples go by the clock: on shared cores they tell of the other programs.
    settings.register_profile(
        _name, settings(), max_examples=_number, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
settings.load_profile("usual")


def examples(number: int) -> int:
    """Give how many examples are drawn where a hundred would be the rule."""
    return max(5, number * settings().max_examples // 100)
