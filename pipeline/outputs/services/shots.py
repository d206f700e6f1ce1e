"""Shots: what is known of sides that were drawn for a print service."""

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.checks.flaws import Flaw
from pipeline.outputs.services.plan import Side
from pipeline.problem import Problem


@dataclass(frozen=True, slots=True)
class Shot:
    """A side as it was drawn: the product, the picture's digest and bytes, its proof's digest; what is wrong with it,
    the least room around what must not be cut off; colors that it tells by more than color."""

    identity: str
    width: int
    height: int
    sha256: str
    size: int
    proof: str
    flaws: tuple[Flaw, ...]
    room: float
    cues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shots:
    """What came of an export's sides: their shots, the problems of those that could not be made, and the files that
    are new: in the folder of pictures, and under the same names in that of proofs."""

    made: Mapping[Side, Shot]
    problems: tuple[Problem, ...]
    new: tuple[str, ...]
