"""Players that are programs: one that does anything legal, and one that plays sensibly.

A bot answers the choice at which a table stands. It sees what its player may see, and keeps no state of the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from pipeline.language import Node, walk
from pipeline.rules.light_vs_darkness.darkness import blockers
from pipeline.rules.light_vs_darkness.effects import Deal, Draw, Heal, Prevent, PreventThat, Sacrifice
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.light_vs_darkness.table import Design, Piece, Player, Table
from pipeline.rules.play import PASS, Option

#: No game of people comes so far.
MOST_ROUNDS: Final = 200
#: A Transformed Mentor is worth more than any other card that could be played.
_TRIGGER: Final = 100.0
#: From so many generators on, another one is worth little.
_ENOUGH: Final = 7
#: A player with so little Life left heals rather than strikes.
_LOW: Final = 10


class Bot(Protocol):
    """Whoever answers choices, a program or a person."""

    def choose(self, table: Table) -> Option:
        """One of `table.choice.options`."""


class RandomBot:
    """Any option, each as likely as another. The same seed gives the same answers."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed).random

    def choose(self, table: Table) -> Option:
        """One of the options."""
        choice = table.choice
        assert choice is not None
        return choice.options[int(self._random() * len(choice.options))]


@dataclass(frozen=True, slots=True)
class Trait:
    """What a card's text comes to, roughly: amounts of damage, healing, cards and prevention."""

    damage: int = 0
    heals: int = 0
    draws: int = 0
    prevents: int = 0
    sacrifices: bool = False


def trait_of(tree: Node | None) -> Trait:
    """What a tree comes to: the sum of each sort of effect in it."""
    parts = list(walk(tree)) if tree is not None else []
    return Trait(
        damage=sum(part.count for part in parts if isinstance(part, Deal)),
        heals=sum(part.count for part in parts if isinstance(part, Heal)),
        draws=sum(part.count for part in parts if isinstance(part, Draw)),
        prevents=sum(part.count for part in parts if isinstance(part, Prevent | PreventThat)),
        sacrifices=any(isinstance(part, Sacrifice) for part in parts),
    )


class SensibleBot:
    """Plays a generator each turn, then the best card that it can pay; fells what it can fell, strikes with the rest,
    and keeps Reactions for attacks that hurt. It looks at nothing but the position, and searches nothing."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._traits: Mapping[str, Trait] = {each: trait_of(rulebook.trees.get(each)) for each in rulebook.designs}

    def choose(self, table: Table) -> Option:
        """One of the options."""
        choice = table.choice
        assert choice is not None
        player, options = table.players[choice.player], choice.options
        match choice.kind:
            case "anointing":
                return self._generator(table, player, options)
            case "main":
                return self._play(table, player, options)
            case "attack":
                return self._attack(table, options)
            case "window":
                return self._react(table, player, options)
            case "block":
                return self._block(table, player, options)
            case "target" | "discard" | "host":
                return self._target(table, player, options, choice.kind, choice.scope.source)
            case "color":
                return self._color(player, options)
            case "draft":
                return self._draft(player, options)
            case "look":
                return options[1] if self._unwanted(player) else options[0]
            case _:
                return options[0]  # mulligan: yes; may: yes, having been played for it; orders: as they lie

    # one's own turn ---------------------------------------------------------------------------------------------------

    def _generator(self, table: Table, player: Player, options: Sequence[Option]) -> Option:
        made = {color for piece in player.play if piece.design.yields for color in piece.design.yields[0]}
        wanted = {color for card in player.hand for color in card.letters} - made
        ready = sum(1 for piece in player.play if piece.design.yields)

        def worth(option: Option) -> float:
            card: Design = option[1]
            colors = card.yields[0] if card.yields else ()
            # One that enters exhausted is best when nothing could be paid with one more anyway.
            helps_now = any(each.cost == ready + 1 for each in player.hand if each.is_truth)
            late = card.enters_exhausted and helps_now
            return 4 * len(wanted & set(colors)) + (0 if late else 2 * card.enters_exhausted) + 0.1 * len(colors)

        return max((option for option in options if option[0] == "play"), key=worth)

    def _play(self, table: Table, player: Player, options: Sequence[Option]) -> Option:
        best, most = PASS, 0.0
        plain = {option[1] for option in options if option[0] == "play" and not option[2]}
        for option in options:
            if option[0] == "play":
                card: Design = option[1]
                worth = self._worth(table, player, card)
                if option[2]:
                    # Intercession costs one more: only where there is no other way.
                    worth = 0.0 if card in plain else worth - 1
            elif option[0] == "use" and option[2] != option[1].design.mana:
                worth = self._use(table, player, option[1])
            else:
                continue
            if worth > most:
                best, most = option, worth
        return best if most else options[-1]

    def _worth(self, table: Table, player: Player, card: Design) -> float:
        """What playing a card now is worth; 0: keep it."""
        mentor, trait = player.mentor, self._traits[card.id]
        if mentor is not None and mentor.kind == "mentor" and mentor.design.trigger == card.id:
            return _TRIGGER
        if card.kind == "living-truth":
            return 10.0 + 2 * card.atk + card.hp + trait.damage + trait.draws
        if card.kind == "equipment":
            return 8.0 + 2 * card.atk + card.hp + trait.damage
        if card.reaction:
            return 0.0
        missing = table.numbers.start_life - player.life
        worth = 2.0 * trait.draws + (min(trait.heals, missing) if missing >= trait.heals else 0)
        if trait.damage and table.field:
            worth += 3.0 * trait.damage + 20 * any(table.hp_of(each) <= trait.damage for each in table.field)
        if not (trait.damage or trait.heals or trait.draws):
            worth += 1.0
        return worth

    def _use(self, table: Table, player: Player, piece: Piece) -> float:
        """What an ability with a cost is worth: a sacrifice must kill or save."""
        trait = self._traits[piece.design.id]
        if trait.sacrifices:
            kills = trait.damage and any(table.hp_of(each) <= trait.damage for each in table.field)
            return 6.0 if kills or (trait.heals and player.life <= trait.heals + 2) else 0.0
        missing = table.numbers.start_life - player.life
        return 1.0 if trait.heals and player.life <= _LOW and missing >= trait.heals else 0.0

    def _attack(self, table: Table, options: Sequence[Option]) -> Option:
        """The Stronghold that is worth most of those that can be felled, with the fewest attackers; or the weakest."""
        attacks = [option for option in options if option[0] == "attack"]
        if not attacks:
            return options[-1]
        strength = {option[2]: table.atk_of(option[2]) for option in attacks}
        able = {piece: atk for piece, atk in strength.items() if atk > 0}
        if not able:
            return options[-1]
        total = sum(able.values())
        left = {target: table.hp_of(target) for target in table.field}
        fallen = [target for target in table.field if left[target] <= total]
        if fallen:
            target = max(fallen, key=lambda each: each.design.mp + 2 * each.atk - left[each])
            enough = [piece for piece, atk in able.items() if atk >= left[target]]
            piece = min(enough, key=able.__getitem__) if enough else max(able, key=able.__getitem__)
        else:
            target = min(table.field, key=lambda each: left[each] - each.atk)
            piece = max(able, key=able.__getitem__)
        return next(option for option in attacks if option[1] is target and option[2] is piece)

    # under attack -----------------------------------------------------------------------------------------------------

    def _react(self, table: Table, player: Player, options: Sequence[Option]) -> Option:
        shield = sum(table.hp_of(piece) for piece in blockers(table, player)) + player.shield
        overflow = table.strike - shield
        later = sum(table.atk_of(piece) for piece in table.field) - table.strike
        in_need = overflow >= player.life or (overflow > 0 and player.life <= overflow + max(0, later - shield))
        for option in options:
            if option[0] == "play":
                trait = self._traits[option[1].id]
                if trait.prevents and (in_need or overflow >= trait.prevents) and overflow > 0:
                    return option
                if trait.damage and any(table.hp_of(each) <= trait.damage for each in table.field):
                    return option
                if trait.heals and player.life <= _LOW:
                    return option
        return options[-1]

    def _block(self, table: Table, player: Player, options: Sequence[Option]) -> Option:
        """One that survives, or the least that dies; none, where that is allowed and Life outlasts
        all Strongholds."""
        able = [option for option in options if option[0] == "block"]
        standing = [option for option in able if table.hp_of(option[1]) > table.strike]
        if standing:
            return max(standing, key=lambda option: table.hp_of(option[1]))
        if options[-1][0] == "pass" and player.life > sum(table.atk_of(piece) for piece in table.field):
            return options[-1]
        return min(able, key=lambda option: (2 * table.atk_of(option[1]) + option[1].hp, table.hp_of(option[1])))

    # choices of effects -----------------------------------------------------------------------------------------------

    def _target(self, table: Table, player: Player, options: Sequence[Option], kind: str, source: Any) -> Option:
        things = [option for option in options if option[1] != "done"]
        first = things[0][1]
        if isinstance(first, Design):
            return min(things, key=lambda option: self._keep(table, player, option[1]))
        if isinstance(first, Player):
            return min(things, key=lambda option: option[1].life - 5 * (option[1] is player))
        design = source.design if isinstance(source, Piece) else source
        trait = self._traits[design.id] if isinstance(design, Design) else Trait()
        if first.owner < 0:
            # The one that this fells and that is worth most, or the one with least to go.
            fallen = [option for option in things if table.hp_of(option[1]) <= max(1, trait.damage)]
            if fallen:
                return max(fallen, key=lambda option: option[1].design.mp)
            return min(things, key=lambda option: table.hp_of(option[1]))
        if kind == "target" and trait.sacrifices:
            return min(things, key=lambda option: 2 * table.atk_of(option[1]) + table.hp_of(option[1]))
        if trait.heals:
            return max(things, key=lambda option: option[1].damage)
        own = [option for option in things if option[1].owner == player.index] or things
        return max(own, key=lambda option: (not option[1].exhausted, table.hp_of(option[1]), table.atk_of(option[1])))

    def _keep(self, table: Table, player: Player, card: Design) -> float:
        """How much one would like to keep a card in hand."""
        if card.is_anointing:
            return 12.0 if sum(1 for piece in player.play if piece.design.yields) < _ENOUGH else 0.0
        if card.reaction:
            return 6.0
        colors = {color for piece in player.play if piece.design.yields for color in piece.design.yields[0]}
        return max(self._worth(table, player, card), 2.0) - (5 if set(card.letters) - colors else 0)

    def _color(self, player: Player, options: Sequence[Option]) -> Option:
        wanted = [color for card in player.hand for color in card.letters]
        return max(options, key=lambda option: wanted.count(option[1]))

    def _unwanted(self, player: Player) -> bool:
        """Whether the top of the deck is a generator that is not needed any more. (The player has looked at it.)"""
        top = player.deck[-1]
        return top.is_anointing and sum(1 for piece in player.play if piece.design.yields) >= _ENOUGH

    def _draft(self, player: Player, options: Sequence[Option]) -> Option:
        colors = {color for card in player.deck if card.yields for color in card.yields[0]}
        main = set(player.mentor.design.hues) if player.mentor else set()

        def worth(option: Option) -> float:
            card: Design = option[1]
            trait = self._traits[card.id]
            value = 2 * card.atk + card.hp + 2 * trait.damage + 2 * trait.draws + trait.heals + trait.prevents / 3
            color = 3 if set(card.letters) <= main else 1 if set(card.letters) <= colors else -6
            return value - card.cost + color

        return max(options, key=worth)


def play_out(table: Table, bots: Sequence[Bot], most_rounds: int = MOST_ROUNDS) -> None:
    """Let bots, by seat, play a game to its end, or until a round that no game of people reaches."""
    while table.choice is not None and table.round <= most_rounds:
        table.take(bots[table.choice.player].choose(table))
