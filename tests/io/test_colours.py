from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from nerinspect.io.colours import ROLES, SYSTEM_INKS, system_ink

Colour: TypeAlias = npt.NDArray[np.float64]


def luminance(colour: str) -> float:
    return float(linear(colour) @ (0.2126, 0.7152, 0.0722))


SIGHTS = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""How the colour-blind see linear RGB: Machado, Oliveira and Fernandes (2009), severity 1."""


def linear(colour: str) -> Colour:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return np.array([share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares])


def lightness_and_hue(colour: Colour) -> Colour:
    """Give linear RGB as Oklab, in which distances are as large as they look."""
    cones = np.array([
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    ])  # fmt: skip
    axes = np.array([
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    ])  # fmt: skip
    place: Colour = axes @ np.cbrt(cones @ np.clip(colour, 0, 1))
    return place


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("ink", SYSTEM_INKS)
@pytest.mark.parametrize("ground", ["base", "window"])
@pytest.mark.parametrize("scheme", [0, 1])
def test_the_ink_of_a_system_stands_out_from_the_ground(ink: tuple[str, str], ground: str, scheme: int) -> None:
    assert contrast(ink[scheme], ROLES[ground][scheme]) >= 3


@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)
@pytest.mark.parametrize("scheme", [0, 1])
def test_the_inks_of_any_two_systems_are_told_apart(scheme: int, sight: Sequence[Sequence[float]]) -> None:
    places = [lightness_and_hue(np.array(sight) @ linear(ink[scheme])) for ink in SYSTEM_INKS]
    assert min(np.linalg.norm(one - other) for one, other in combinations(places, 2)) >= 0.1


def test_inks_begin_again_past_the_last() -> None:
    assert system_ink(len(SYSTEM_INKS) + 1) == system_ink(1)
