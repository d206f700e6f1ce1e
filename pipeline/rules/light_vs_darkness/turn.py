"""A Light player's turn: its six phases, what may be done in each, and playing a card (rules R5xx)."""

from typing import Final

from pipeline.rules.light_vs_darkness.costs import Plan, cost_of, pay, plan
from pipeline.rules.light_vs_darkness.table import Design, Piece, Player, Table
from pipeline.rules.play import PASS, Option, Run, Scope, in_order

Letters = tuple[str, ...]


def turn(table: Table, scope: Scope) -> None:
    """The whole turn of `scope.you` (R502)."""
    table.active = scope.you
    table.stack.extend([(phase, scope) for phase in reversed(PHASES)])


# Ready and Draw -----------------------------------------------------------------------------------------------------


def ready_phase(table: Table, scope: Scope) -> None:
    """Resurrection, ready cards, start-of-turn effects of Light and then of Dark, losses last (R510 to R513)."""
    numbers, player = table.numbers, table.players[scope.you]
    table.phase = "ready"
    for each in table.players:
        each.played_before += each.played_turn
        each.played_turn = []
        each.paid = 0
    player.generators = numbers.turn_generators
    player.intercessions = numbers.anointing_intercessions
    if table.log is not None:
        table.note("turn", player.index, table.round, player.life, player.mp)
        table.note("phase", "ready")
    if player.defeated:
        _resurrect(table, player)
    if _skipped(table, player):
        return
    for piece in player.play:
        piece.exhausted = piece.fresh = False
    if player.mentor is not None:
        player.mentor.exhausted = False
    table.stack.append((_owing(player.owed), scope))
    player.owed = 0
    table.fire("start", player.index)


def _resurrect(table: Table, player: Player) -> None:
    """R513, R807, R808."""
    player.defeated = False
    player.life = table.numbers.life_resurrection
    if table.log is not None:
        table.note("resurrect", player.index, player.life)
    table.lose_mp(player, table.numbers.maturity_resurrection_penalty)


def _owing(count: int) -> Run:
    """What was to be lost on this turn is set last, and adds up (R513, R618). What effects of its start say of the next
    turn is of the one after."""

    def owe(table: Table, scope: Scope) -> None:
        table.players[scope.you].losing += count

    return owe


def _skipped(table: Table, player: Player) -> bool:
    """Whether the player skips this phase, which is then done with."""
    left = player.skips.get(table.phase, 0)
    if left:
        player.skips[table.phase] = left - 1
        if table.log is not None:
            table.note("skip", player.index, table.phase)
    return bool(left)


def draw_phase(table: Table, scope: Scope) -> None:
    """R520, whatever stops the draws of cards (R760)."""
    table.phase = "draw"
    if table.log is not None:
        table.note("phase", "draw")
    player = table.players[scope.you]
    if not _skipped(table, player):
        table.draw(player, table.numbers.turn_draw)


# Anointing, Main, Attack --------------------------------------------------------------------------------------------


def anointing_phase(table: Table, scope: Scope) -> None:
    """Play a generator (R301, R530)."""
    table.phase = "anointing"
    if table.log is not None:
        table.note("phase", "anointing")
    if not _skipped(table, table.players[scope.you]):
        _anoint(table, scope)


def _anoint(table: Table, scope: Scope) -> None:
    table.bridging = 0
    player = table.players[scope.you]
    options: list[Option] = []
    if player.generators:
        options = [("play", card, 0) for card in dict.fromkeys(player.hand) if card.is_anointing]
    if options:
        options += _uses(table, player, mana=True)
        options.append(PASS)
        table.ask(player.index, "anointing", options, _anointed, scope)


def _anointed(table: Table, scope: Scope, option: Option) -> None:
    if option is not PASS and option[0] != "pass":
        table.stack.append((_anoint, scope))
        _do(table, scope, option)


def main_phase(table: Table, scope: Scope) -> None:
    """Play cards, use abilities (R540, R541)."""
    table.phase = "main"
    if table.log is not None:
        table.note("phase", "main")
    if table.observer is not None:
        table.observer(table, table.players[scope.you])
    if not _skipped(table, table.players[scope.you]):
        _main(table, scope)


def _main(table: Table, scope: Scope) -> None:
    table.bridging = 0
    player = table.players[scope.you]
    options = main_options(table, player)
    if options:
        options += _uses(table, player, mana=True)
        options.append(PASS)
        table.ask(player.index, "main", options, _mained, scope)


def _mained(table: Table, scope: Scope, option: Option) -> None:
    if option[0] != "pass":
        table.stack.append((_main, scope))
        _do(table, scope, option)


def main_options(table: Table, player: Player) -> list[Option]:
    """What the player can play or use now, Reactions among it (R342), but for generators' anointing."""
    options: list[Option] = []
    known: dict[tuple[Letters, int, int], Plan | None] = {}
    for card in dict.fromkeys(player.hand):
        if not card.is_anointing and (card.kind != "equipment" or has_host(player, card)):
            options += [("play", card, bridging) for bridging in payments(table, player, card, known)]
    return options + _uses(table, player, mana=False)


def payments(
    table: Table, player: Player, card: Design, known: dict[tuple[Letters, int, int], Plan | None]
) -> list[int]:
    """In which ways a card can be paid now: 0 plainly, 1 with Intercession (R211, R220). `known` remembers plans."""
    letters, generic = cost_of(table, player, card)
    found: list[int] = []
    for bridging in (0, 1) if letters and player.intercessions and table.phase != "dark" else (0,):
        key = (letters, generic, bridging)
        if key not in known:
            table.bridging = bridging
            known[key] = plan(table, player, letters, generic)
            table.bridging = 0
        if known[key] is not None:
            found.append(bridging)
    return found


def hosts(player: Player) -> list[Piece]:
    """What Equipment may be attached to: Living Truths and a Transformed Mentor (R330)."""
    return [piece for piece in player.play if piece.kind == "living-truth"]


def has_host(player: Player, card: Design) -> bool:
    """Whether Equipment has something to be attached to; as a trigger it has the Mentor that it transforms (R352)."""
    mentor = player.mentor
    triggers = mentor is not None and mentor.kind == "mentor" and mentor.design.trigger == card.id
    return triggers or bool(hosts(player))


def _uses(table: Table, player: Player, mana: bool) -> list[Option]:
    """Abilities with a cost that can be used now; making anointing is apart from the others (R531, R532, R541)."""
    options: list[Option] = []
    for piece in player.play:
        for number, ability in enumerate(piece.design.uses):
            if (number == piece.design.mana) is not mana or piece.kind != piece.design.kind:
                continue
            assert ability.price is not None
            for bridging in (0,) if mana or not player.intercessions else (0, 1):
                table.bridging = bridging
                scope = Scope(player.index, piece, -1, ability.picks)
                if ability.price.can(table, scope) and (not bridging or ability.price.colored):
                    options.append(("use", piece, number, bridging))
            table.bridging = 0
    return options


def attack_phase(table: Table, scope: Scope) -> None:
    """Attack Strongholds, one attacker after another (R550 to R553)."""
    table.phase = "attack"
    if table.log is not None:
        table.note("phase", "attack")
    if not _skipped(table, table.players[scope.you]):
        _attack(table, scope)


def _attack(table: Table, scope: Scope) -> None:
    """R102: on Strongholds only."""
    player = table.players[scope.you]
    attackers = [piece for piece in player.play if may_attack(table, piece)]
    options: list[Option] = [("attack", target, piece) for piece in attackers for target in table.field]
    if options:
        options += _uses(table, player, mana=True)
        options.append(PASS)
        table.ask(player.index, "attack", options, _attacked, scope)


def may_attack(table: Table, piece: Piece) -> bool:
    """R321, R550, R1101."""
    rested = table.numbers.living_truths_attack_when_played or not piece.fresh
    return piece.kind == "living-truth" and not piece.exhausted and rested


def _attacked(table: Table, scope: Scope, option: Option) -> None:
    if option[0] == "pass":
        return
    table.stack.append((_attack, scope))
    if option[0] == "use":
        _do(table, scope, option)
        return
    target: Piece = option[1]
    piece: Piece = option[2]
    piece.exhausted = True  # R322
    damage = table.atk_of(piece)
    if table.log is not None:
        table.note("attack", piece, target, damage)
    table.hurt_piece(target, damage, scope.you)  # R553 to R555


# End ----------------------------------------------------------------------------------------------------------------


def end_phase(table: Table, scope: Scope) -> None:
    """End-of-turn effects, hand limit, pool (R570 to R572)."""
    table.phase = "end"
    if table.log is not None:
        table.note("phase", "end")
    table.stack.append((_finish, scope))
    if not _skipped(table, table.players[scope.you]):
        table.stack.append((_limit, scope))
        table.fire("end", scope.you)


def _limit(table: Table, scope: Scope) -> None:
    """R571."""
    player = table.players[scope.you]
    if len(player.hand) > table.numbers.turn_hand_limit:
        options: list[Option] = [("choose", card) for card in dict.fromkeys(player.hand)]
        table.ask(player.index, "discard", options, _limited, scope)


def _limited(table: Table, scope: Scope, option: Option) -> None:
    table.stack.append((_limit, scope))
    table.discard(table.players[scope.you], option[1])


def _finish(table: Table, scope: Scope) -> None:
    """R572, R618: whoever's anointing it is that was made this turn."""
    for player in table.players:
        unspent = sum(player.pool.values())
        if unspent and table.log is not None:
            table.note("expire", player.index, unspent)
        player.pool = {}
        player.losing = 0
    table.end_of_turn()


PHASES: Final[tuple[Run, ...]] = (ready_phase, draw_phase, anointing_phase, main_phase, attack_phase, end_phase)


# playing a card -----------------------------------------------------------------------------------------------------


def _do(table: Table, scope: Scope, option: Option) -> None:
    """Play a card or use an ability, to which no surcharge applies (R703)."""
    if option[0] == "play":
        play_card(table, table.players[scope.you], option[1], option[2])
        return
    piece: Piece = option[1]
    ability = piece.design.uses[option[2]]
    assert ability.price is not None
    if table.log is not None:
        table.note("use", piece, option[3])
    table.bridging = option[3]
    own = Scope(scope.you, piece, -1, ability.picks)
    price = ability.price
    paid = [price.pay, _unbridge, ability.run]
    in_order([price.ask, *paid] if price.ask else paid)(table, own)


def _unbridge(table: Table, scope: Scope) -> None:
    table.bridging = 0


def play_card(table: Table, player: Player, card: Design, bridging: int) -> None:
    """Pay for a card and play it: the Mentor that it triggers flips first, then it does what it does, then abilities
    that answer it are done (R211, R352, R1205). A negated card was played all the same (R357, R775, R783)."""
    letters, generic = cost_of(table, player, card)
    table.bridging = bridging
    how = plan(table, player, letters, generic)
    table.bridging = 0
    assert how is not None
    if table.log is not None:
        table.note("play", player.index, card.id, letters, generic, bridging)
        _note_changes(table, player, card)
    player.hand.remove(card)
    if card.is_anointing:
        player.generators -= 1
    negating = [scope.source for scope, means in table.held("negate") if means(table, scope, player, card)]
    player.played_turn.append(card)
    player.played_round.append(card)
    watching = table.watching.get("plays")
    if watching:
        answers = Scope(player.index, card, -1, 1)
        answers.picks[0] = table.answers(watching, player.index, player.index, (player.index, card))
        table.stack.append((_answer, answers))
    own = Scope(player.index, card)
    own.picks = negating[:1]
    table.stack.append((_negated if negating else _resolve, own))
    mentor = player.mentor
    if mentor is not None and mentor.design.trigger == card.id:
        table.stack.append((_flip, own))
    # Paid last, since what answers the payment comes before what the card does.
    pay(table, player, how)


def _note_changes(table: Table, player: Player, card: Design) -> None:
    """Keep which cards change a cost, and by how much."""
    changes = [(scope.source, adds(table, scope, player, card)) for scope, adds in table.held("cost")]
    if not card.is_anointing and any(amount for _, amount in changes):
        table.note("priced", tuple(each for each in changes if each[1]))


def _answer(table: Table, scope: Scope) -> None:
    """What the card's playing set off, if it is still there. A Mentor's passive does not answer the trigger card that
    flips it: the flip is immediate (R352; Draft 5, section 5), and only Side A has a passive (R351)."""
    still = [piece for piece, _ in table.watching.get("plays", ())]
    table.queue([(does, own) for does, own in scope.picks[0] if own.source in still])


def _flip(table: Table, scope: Scope) -> None:
    table.flip(table.players[scope.you])


def _negated(table: Table, scope: Scope) -> None:
    """R1109: it does nothing and is discarded."""
    if table.log is not None:
        table.note("negated", scope.you, scope.source.id, scope.picks[0])
    table.players[scope.you].discard.append(scope.source)


def _resolve(table: Table, scope: Scope) -> None:
    """A card that is paid for does what its kind does, at once (R340, R1205)."""
    card: Design = scope.source
    player = table.players[scope.you]
    if card.kind == "one-time":
        # R341: from now on it lies there; what it does comes next, then, by a switch, it goes on to the discard pile.
        player.spent.append(card)
        table.stack.append((_spent, scope))
        for ability in reversed(card.instructions):
            table.stack.append((ability.run, Scope(scope.you, card, -1, ability.picks)))
    elif card.kind == "equipment":
        options: list[Option] = [("choose", piece) for piece in hosts(player)]
        if options:
            table.ask(scope.you, "host", options, _equip, scope)
        else:
            player.discard.append(card)
    else:
        table.enter(card, scope.you)


def _equip(table: Table, scope: Scope, option: Option) -> None:
    """R330."""
    table.enter(scope.source, scope.you, option[1])


def _spent(table: Table, scope: Scope) -> None:
    """L45's switch."""
    if table.numbers.one_time_returns_to_deck:
        player = table.players[scope.you]
        player.spent.remove(scope.source)
        player.discard.append(scope.source)
