"""What a card costs, and how it is paid: from the pool first, then by exhausting ready generators.

Who wants to pay with certain generators exhausts them before; the pool goes first. Of the generators that are ready
those with the fewest colors go first, so that what is left can pay for most.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.rules.light_vs_darkness.table import COLORLESS, Design, Piece, Player, Table


class Plan(NamedTuple):
    """How a cost is paid: generators to exhaust, in order, with the color each makes; colors to spend for letters; how
    many of any color (Intercession); how many generic."""

    exhaust: tuple[tuple[Piece, str], ...]
    letters: tuple[str, ...]
    bridge: int
    generic: int


def cost_of(table: Table, player: Player, design: Design) -> tuple[tuple[str, ...], int]:
    """What it costs this player to play a card now: the letters, and the generic part after surcharges and discounts,
    which leave the letters alone (R212, R224); a Free card may cost something by them (R207, R765). Generators cost
    nothing (R302, R766)."""
    generic = design.generic
    if not design.is_anointing:
        for scope, adds in table.held("cost"):
            generic += adds(table, scope, player, design)
    return design.letters, max(0, generic)


def ready_generators(player: Player) -> list[Piece]:
    """What a player can exhaust for anointing now."""
    return [piece for piece in player.play if piece.design.yields is not None and not piece.exhausted]


def plan(
    table: Table, player: Player, letters: tuple[str, ...], generic: int, without: Piece | None = None
) -> Plan | None:
    """How a cost can be paid, or None. `without`: a piece that is exhausted for the same cost. With `table.bridging`
    one letter is paid by Intercession (R220 to R222), where one is to be had."""
    numbers = table.numbers
    if table.bridging:
        if not letters or not player.intercessions or table.phase == "dark" or table.active != player.index:
            return None
        for at in range(len(letters)):
            rest = letters[:at] + letters[at + 1 :]
            found = _plan(table, player, rest, numbers.anointing_intercession_price, generic, without)
            if found is not None:
                return found
        return None
    return _plan(table, player, letters, 0, generic, without)


def _plan(
    table: Table, player: Player, letters: tuple[str, ...], bridge: int, generic: int, without: Piece | None
) -> Plan | None:
    # R205, R206: what is left after letters pays for the number, whatever its color.
    pool = dict(player.pool)
    total = len(letters) + bridge + generic
    sources: list[Piece] = []
    losing = 0
    window = table.phase == "dark"
    if not window or table.numbers.reactions_paid_from_ready_generators:
        sources = [piece for piece in ready_generators(player) if piece is not without]
        losing = 0 if window else player.losing
    if sum(pool.values()) + max(0, sum(_amount(piece) for piece in sources) - losing) < total:
        return None
    sources.sort(key=_flexibility)
    used: list[tuple[Piece, str]] = []
    spent = _assign(table, letters, pool, sources, used)
    if spent is None:
        return None
    takes_colorless = table.numbers.anointing_intercession_takes_colorless
    still = bridge
    for color in sorted(pool, key=lambda color: -pool[color]):
        if color != COLORLESS or takes_colorless:
            taken = min(still, pool[color])
            pool[color] -= taken
            still -= taken
    for piece in list(sources):
        colors, amount = yields_of(piece)
        if still <= 0:
            break
        color = next((each for each in colors if each != COLORLESS), "")
        if color or takes_colorless:
            sources.remove(piece)
            used.append((piece, color or COLORLESS))
            if amount > still:
                pool[color] = pool.get(color, 0) + amount - still
            still -= amount
    if still > 0:
        return None
    still = generic - sum(pool.values())
    for piece in list(sources):
        if still <= 0:
            break
        colors, amount = yields_of(piece)
        sources.remove(piece)
        used.append((piece, colors[0]))
        still -= amount
    if still > 0:
        return None
    burnt: list[tuple[Piece, str]] = []
    if used:
        for piece in sources:
            if losing <= 0:
                break
            colors, amount = yields_of(piece)
            burnt.append((piece, colors[0]))
            losing -= amount
        if losing > 0:
            return None
    return Plan((*burnt, *used), spent, bridge, generic)


def _assign(
    table: Table, letters: Sequence[str], pool: dict[str, int], sources: list[Piece], used: list[tuple[Piece, str]]
) -> tuple[str, ...] | None:
    """Find anointing for each letter, from the pool or a generator; the colors to spend, or None (R201, R204, R209). No
    color is wild, or by some rulesets one is (R202, R203)."""
    if not letters:
        return ()
    letter, rest = letters[0], letters[1:]
    wild = table.numbers.anointing_wild
    for color in (letter, wild) if wild and wild != letter else (letter,):
        if pool.get(color, 0):
            pool[color] -= 1
            found = _assign(table, rest, pool, sources, used)
            if found is not None:
                return (color, *found)
            pool[color] += 1
        for piece in list(sources):
            colors, amount = yields_of(piece)
            if color in colors:
                at = sources.index(piece)
                sources.remove(piece)
                used.append((piece, color))
                pool[color] = pool.get(color, 0) + amount - 1
                found = _assign(table, rest, pool, sources, used)
                if found is not None:
                    return (color, *found)
                pool[color] -= amount - 1
                used.pop()
                sources.insert(at, piece)
    return None


def yields_of(piece: Piece) -> tuple[tuple[str, ...], int]:
    """The colors that a generator makes one of, and how much."""
    assert piece.design.yields is not None
    return piece.design.yields


def _amount(piece: Piece) -> int:
    return yields_of(piece)[1]


def _flexibility(piece: Piece) -> int:
    colors = yields_of(piece)[0]
    return 0 if colors == (COLORLESS,) else len(colors)


def pay(table: Table, player: Player, how: Plan) -> None:
    """Exhaust and spend as planned. What is paid counts as spent, surcharges and Intercession with it (R755), what
    is lost does not (R756)."""
    for piece, color in how.exhaust:
        piece.exhausted = True
        if table.log is not None:
            table.note("exhaust", piece)
        table.make(player, color, _amount(piece))
    pool = player.pool
    before = sum(pool.values())
    for color in how.letters:
        pool[color] -= 1
    _spend(pool, how.bridge, table.numbers.anointing_intercession_takes_colorless)
    _spend(pool, how.generic, True)
    paid = before - sum(pool.values())
    player.paid += paid
    if how.bridge:
        player.intercessions -= 1
    if paid:
        if table.log is not None:
            table.note("pay", player.index, paid, how.bridge)
        table.fire("spends", player.index, player.index, paid)


def _spend(pool: dict[str, int], amount: int, colorless: bool) -> None:
    """Colorless first, where it may be: it pays for nothing else. Then the color of which most is left."""
    for color in sorted(pool, key=lambda color: (color != COLORLESS, -pool[color])):
        if color != COLORLESS or colorless:
            taken = min(amount, pool[color])
            pool[color] -= taken
            amount -= taken
