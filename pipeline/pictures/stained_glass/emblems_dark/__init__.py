"""Emblems of the Dark: what each lie looks like, before the fortress that it builds."""

from collections.abc import Callable
from random import Random

from pipeline.pictures.stained_glass.emblems_dark import losses, masks, powers
from pipeline.pictures.stained_glass.kernel import Pane

Emblem = Callable[[Random], list[Pane]]

EMBLEMS: dict[str, Emblem] = {
    "toppled-tower": powers.toppled_tower,
    "claw": powers.claw,
    "mask": masks.mask,
    "forked-tongue": masks.forked_tongue,
    "broken-reed": losses.broken_reed,
    "millstone": losses.millstone,
    "empty-doorway": losses.empty_doorway,
    "thorned-fruit": masks.thorned_fruit,
    "chain": powers.chain,
    "fist-of-flame": powers.fist_of_flame,
    "silent-bell": losses.silent_bell,
    "empty-bowl": losses.empty_bowl,
    "two-faced-mirror": masks.two_faced_mirror,
    "broken-urn": losses.broken_urn,
    "eclipsed-eye": powers.eclipsed_eye,
}
