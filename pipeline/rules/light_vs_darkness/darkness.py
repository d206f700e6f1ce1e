"""Rounds and the Dark Turn: the schedule, summons, attacks, Reaction Windows, blockers, overflow (rules R6xx)."""

from pipeline.rules.light_vs_darkness.costs import Plan
from pipeline.rules.light_vs_darkness.table import Piece, Player, Table
from pipeline.rules.light_vs_darkness.turn import Letters, payments, play_card, turn
from pipeline.rules.play import PASS, Option, Scope


def next_round(table: Table, scope: Scope) -> None:
    """A turn for every player, from the first one on, then, where the schedule says so, the Dark Turn; again and again
    (R401, R402, R501, R602)."""
    table.round += 1
    for player in table.players:
        player.played_round = []
    if table.log is not None:
        table.note("round", table.round)
    table.stack.append((next_round, scope))
    table.stack.append((dark_turn, scope))
    table.stack.extend([(_turn_of, Scope(player.index, None)) for player in reversed(table.players)])


def _turn_of(table: Table, scope: Scope) -> None:
    """R813."""
    if not table.players[scope.you].out:
        turn(table, scope)


def first_round(table: Table) -> int:
    """The round at whose end the first Dark Turn comes (R603, R604)."""
    return table.numbers.dark_first_round_solo if len(table.players) == 1 else table.numbers.dark_first_round


def scheduled(table: Table, round: int) -> bool:
    """Whether a Dark Turn with a summons comes at the end of a round (R603 to R606)."""
    first = first_round(table)
    return round >= first and (round - first) % table.numbers.dark_interval == 0


def attacking(table: Table, round: int) -> bool:
    """Whether the Strongholds attack at the end of a round: in Iron Saints every round from the first Dark Turn on
    (R1006), or from the first round on (R1007), whatever the decks are made of (R1009)."""
    if table.variant != "iron-saints" or scheduled(table, round):
        return scheduled(table, round)
    return round >= first_round(table) or not table.numbers.iron_saints_from_first_dark_turn


def dark_turn(table: Table, scope: Scope) -> None:
    """Summon, attack, end-of-Dark-Turn effects (R607); nobody is asked for any of it (R601), and without a summons the
    attacks go on (R610)."""
    # R606, R719: until then none attacks, and nothing answers an attack.
    if not attacking(table, table.round):
        return
    table.phase = "dark"
    table.active = 0
    for player in table.players:
        player.played_before += player.played_turn
        player.played_turn = []
        player.paid = 0
    if table.log is not None:
        table.note("dark", table.round)
    table.stack.append((_attacks, scope))
    table.fire("dark-start", 0)
    if scheduled(table, table.round):
        # R1008: summons keep to the schedule.
        for _ in range(table.numbers.dark_summons):
            table.stack.append((_summon, scope))


def _summon(table: Table, scope: Scope) -> None:
    """R608; the Encroaching Dark is looked for at once (R611, R916)."""
    table.reveal(summoned=True)
    if len(table.field) >= table.numbers.dark_encroaching:
        table.finish("dark")


def _attacks(table: Table, scope: Scope) -> None:
    """Each Stronghold, in the order in which they entered, on each player in turn order (R612, R613)."""
    table.attackers = []
    table.stack.append((_after, scope))
    for piece in reversed(table.field):
        table.stack.append((_attacked_all, Scope(0, piece)))
        for player in reversed(table.players):
            table.stack.append((_attack, Scope(player.index, piece, -1, 1)))


def _attacked_all(table: Table, scope: Scope) -> None:
    if scope.source in table.field:
        table.attackers.append(scope.source)


def _attack(table: Table, scope: Scope) -> None:
    """One Stronghold attacks one player (R620, R630, R636), but no Defeated one, by most rulesets (R803, R804)."""
    player, piece = table.players[scope.you], scope.source
    spared = player.defeated and not table.numbers.life_defeated_takes_damage
    if piece not in table.field or player.out or spared:
        return
    table.strike = table.atk_of(piece)
    if table.log is not None:
        table.note("assault", piece, player.index, table.strike)
    table.stack.append((_overflow, scope))
    table.stack.append((_block, scope))
    table.stack.append((_window, scope))
    table.fire("attacks", player.index, player.index, (player.index, piece))


def _window(table: Table, scope: Scope) -> None:
    """The Reaction Window: as many Reactions as the defending player wants and can pay (R620 to R625), in whoever's
    turn (R1108)."""
    player = table.players[scope.you]
    if player.out or scope.source not in table.field:
        return
    numbers = table.numbers
    known: dict[tuple[Letters, int, int], Plan | None] = {}
    options: list[Option] = []
    for card in dict.fromkeys(player.hand):
        reacts = card.reaction or not numbers.reactions_only_marked_cards
        if card.kind == "one-time" and reacts and payments(table, player, card, known):
            options.append(("play", card, 0))
    if options:
        options.append(PASS)
        table.ask(player.index, "window", options, _reacted, scope)
    else:
        player.pool = {}


def _reacted(table: Table, scope: Scope, option: Option) -> None:
    """R1206: what was played is done before the window opens again."""
    player = table.players[scope.you]
    if option[0] == "pass":
        player.pool = {}  # R624
        return
    table.stack.append((_window, scope))
    play_card(table, player, option[1], 0)


def blockers(table: Table, player: Player) -> list[Piece]:
    """Who can block: ready Living Truths, a Transformed Mentor among them (R631, R354); they stay ready (R638)."""
    exhausted_too = table.numbers.living_truths_exhausted_may_block
    return [piece for piece in player.play if piece.kind == "living-truth" and (exhausted_too or not piece.exhausted)]


def _block(table: Table, scope: Scope) -> None:
    """Blockers take the damage, in the order that their player chooses, until nothing is left of it (R630 to R634)."""
    player = table.players[scope.you]
    if scope.source not in table.field or player.out:
        table.strike = 0
    done = scope.picks[0]
    left = [piece for piece in blockers(table, player) if piece not in done]
    if table.strike <= 0 or not left:
        return
    options: list[Option] = [("block", piece) for piece in left]
    if not table.numbers.living_truths_must_block:
        options.append(PASS)
    elif table.strike >= sum(table.hp_of(piece) for piece in left):
        # All of them fall, in whatever order.
        options = options[:1]
    table.ask(player.index, "block", options, _blocked, scope)


def _blocked(table: Table, scope: Scope, option: Option) -> None:
    if option[0] == "pass":
        return
    piece: Piece = option[1]
    scope.picks[0] = (*scope.picks[0], piece)
    taken = min(table.strike, table.hp_of(piece))
    table.strike -= taken
    table.stack.append((_block, scope))
    if table.log is not None:
        table.note("block", piece, taken, table.strike)
    table.hurt_piece(piece, taken, scope.you)


def _overflow(table: Table, scope: Scope) -> None:
    """What no blocker took goes to Life (R636)."""
    left, table.strike = table.strike, 0
    if left > 0 and scope.source in table.field:
        if table.log is not None:
            table.note("overflow", scope.you, left, len(scope.picks[0]))
        table.hurt_player(table.players[scope.you], left)


def _after(table: Table, scope: Scope) -> None:
    """End-of-Dark-Turn effects (R607): Light's first (R1203), then those of the Strongholds that attacked, which count
    only now (R715; L52) and not those of a Stronghold that Light's have demolished (R371)."""
    table.stack += [(_over, scope), (_settle, scope)]
    table.fire("dark-end", 0)


def _settle(table: Table, scope: Scope) -> None:
    waiting = table.watching.get("attacked", [])
    found = [each for piece in table.attackers for each in table.answers(waiting, 0, -1, piece) if piece in table.field]
    table.stack.extend(reversed(found))


def _over(table: Table, scope: Scope) -> None:
    for player in table.players:
        player.pool = {}
        player.losing = 0
    table.attackers = []
    table.end_of_turn()
