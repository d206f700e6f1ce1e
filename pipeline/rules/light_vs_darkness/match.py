"""A game that goes on move by move: played by bots or by people, told, saved, stepped back."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pipeline.model import statement
from pipeline.problem import Problem, Refused, nearest
from pipeline.rules.light_vs_darkness.bots import MOST_ROUNDS, SensibleBot
from pipeline.rules.light_vs_darkness.costs import cost_of
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.light_vs_darkness.moves import read_move, write_move
from pipeline.rules.light_vs_darkness.setup import Setup, begin
from pipeline.rules.light_vs_darkness.story import PHASES, account, color_name, player_names
from pipeline.rules.light_vs_darkness.table import Design, Piece, Player, Table
from pipeline.rules.play import Option

_QUESTIONS: Final = {
    "mulligan": "Your hand has no Anointing card. Shuffle it back and draw a new one?",
    "anointing": "Which generator do you play?",
    "main": "What do you do?",
    "attack": "Whom do you attack?",
    "window": "You are under attack. Do you react?",
    "block": "Who takes the damage next?",
    "discard": "Your hand is too large. Which card do you discard?",
    "host": "To whom is it attached?",
    "order": "Which comes first?",
    "target": "Choose.",
    "color": "Which color?",
    "look": "Put it back on top, or on the bottom?",
    "draft": "Which card do you draft?",
    "may": "Do you want to?",
    "option": "Which one?",
}
#: A glyph in a card's text, which is said in words here.
_GLYPH: Final = re.compile(r"\{([^{}]+)\}")
#: The numbered rules that say what may be answered.
_RULES: Final = {
    "mulligan": ("R421",),
    "anointing": ("R530", "R301"),
    "main": ("R540", "R541", "R211", "R204", "R220"),
    "attack": ("R550", "R321", "R553", "R555"),
    "window": ("R620", "R621"),
    "block": ("R630", "R631", "R632", "R634", "R636"),
    "discard": ("R571",),
    "host": ("R330",),
    "order": ("R1204",),
    "draft": ("R414",),
}
_ENDINGS: Final = {
    "anointing": "Play none",
    "main": "Done: on to the attack",
    "attack": "Done: end the turn",
    "window": "Do not react",
    "block": "No more blockers",
}


class Label(NamedTuple):
    """An answer: its line, what it means in words, and the heading under which it stands (none: no heading)."""

    line: str
    text: str
    group: str


class Match:
    """One game. `moves` are the lines answered so far; with the setup and the seed they are the whole game."""

    def __init__(self, rulebook: Rulebook, setup: Setup, seed: str) -> None:
        self._rulebook = rulebook
        self._setup = setup
        self._seed = seed
        self._bot = SensibleBot(rulebook)
        self.moves: list[str] = []
        self._events: list[tuple[Any, ...]] = []
        self.table: Table = begin(setup, seed, self._events)

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.table.choice is None

    @property
    def asked(self) -> str:
        """The name of the player who is asked; empty when the game is over."""
        return "" if self.table.choice is None else self.table.players[self.table.choice.player].name

    @property
    def host(self) -> str:
        """The name of the player whose deck was asked for, or of the first in the seating."""
        return self._setup.seats[0].name

    def play(self, line: str) -> None:
        """Answer with a line. Raises IllegalMoveError, naming the rule that the line breaks."""
        option = read_move(self.table, line)
        assert self.table.choice is not None
        self.moves.append(write_move(self.table, option, self.table.choice.player))
        self.table.take(option)

    def play_by_bot(self) -> None:
        """Answer as the sensible bot does."""
        assert self.table.choice is not None
        option = self._bot.choose(self.table)
        self.moves.append(write_move(self.table, option, self.table.choice.player))
        self.table.take(option)

    def play_out(self) -> None:
        """Let the bot play to the end, or to a round that no game of people reaches."""
        while not self.over and self.table.round <= MOST_ROUNDS:
            self.play_by_bot()

    def back(self, moves: int) -> None:
        """Go back to where so many moves had been made, by playing them again from the start."""
        again = self.moves[:moves]
        self.moves = []
        self._events.clear()
        self.table = begin(self._setup, self._seed, self._events)
        for line in again:
            self.play(line)

    # telling ----------------------------------------------------------------------------------------------------------

    def story(self, start: int = 0) -> list[str]:
        """What happened, in sentences, from an event on; see `told`."""
        return account(self._events[start:], player_names(self.table), self._rulebook.designs)

    @property
    def told(self) -> int:
        """How many events there were: where the story goes on from."""
        return len(self._events)

    def result(self) -> dict[str, Any]:
        """How it stands, or ended, in plain values."""
        table = self.table
        return {
            "winner": table.winner,
            "champions": [table.players[seat].name for seat in table.champions],
            "round": table.round,
            "players": [
                {
                    "name": player.name,
                    "life": player.life,
                    "mp": player.mp,
                    "demolished": [design.id for design in player.demolished],
                    "eliminated": player.out,
                }
                for player in table.players
            ],
        }

    # for a person -----------------------------------------------------------------------------------------------------

    def view(self) -> list[str]:
        """The table as the player who is asked sees it."""
        table = self.table
        choice = table.choice
        me = table.players[choice.player if choice else table.active]
        lines = [f"Round {table.round}, {PHASES[table.phase]}", "", "The Dark Field"]
        for piece in table.field:
            text = self._text(piece.design)
            strength = f"{table.atk_of(piece)} ATK, {table.hp_of(piece)} HP left, worth {piece.design.mp} MP"
            lines.append(f"  {piece.design.name} ({strength}): {text}")
        if not table.field:
            lines.append("  nothing stands there")
        for player in [each for each in table.players if each is not me] + [me]:
            lines += self._player(player, player is me)
        return lines

    def _player(self, player: Player, mine: bool) -> Iterator[str]:
        table = self.table
        yield ""
        player_name = player_names(table)[player.index]
        name = f"You, {player_name}" if mine else player_name
        state = ", eliminated" if player.out else ", Defeated" if player.defeated else ""
        piles = f"deck {len(player.deck)}, discard {len(player.discard)}"
        yield f"{name}: {player.life} Life, {player.mp} MP{state} ({piles})"
        mentor = player.mentor
        if mentor is not None and mentor.kind == "mentor":
            yield f"  {mentor.design.name}, Side A: {self._text(mentor.design)}"
        generators = [piece for piece in player.play if piece.design.yields]
        if generators:
            ready = [piece for piece in generators if not piece.exhausted]
            counts = Counter(f"{piece.design.name} ({_colors(piece.design)})" for piece in ready).items()
            shown = ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts) or "none"
            yield f"  Generators ready, {len(ready)} of {len(generators)}: {shown}"
        for piece in player.play:
            if piece.kind == "living-truth":
                worn = "".join(f" with {each.design.name}" for each in piece.worn)
                turned = "exhausted" if piece.exhausted else "ready"
                strength = f"{table.atk_of(piece)} ATK, {table.hp_of(piece)} HP left, {turned}"
                if piece is mentor:
                    yield f"  Transformed {piece.design.name}{worn} ({strength})"
                else:
                    yield f"  {piece.design.name}{worn} ({strength}): {self._text(piece.design)}".removesuffix(": ")
        pool = ", ".join(f"{count} {color}" for color, count in player.pool.items() if count)
        if pool:
            yield f"  Pool: {pool}"
        if player.losing:
            yield f"  The first {player.losing} anointing made this turn will be lost."
        if mine:
            yield f"  Hand ({len(player.hand)}):"
            for card in player.hand:
                yield f"    {self._shown(card, player)}"
        else:
            yield f"  Hand: {len(player.hand)} cards"

    def _shown(self, card: Design, player: Player) -> str:
        if card.is_anointing:
            return f"{card.name} ({_colors(card)})"
        parts = [self._cost(card, player), _worth(card), "Reaction" if card.reaction else ""]
        return f"{card.name} ({'; '.join(filter(None, parts))}): {self._text(card)}".removesuffix(": ")

    def _cost(self, card: Design, player: Player) -> str:
        letters, generic = cost_of(self.table, player, card)
        parts = [*(_letter(self._rulebook, color) for color in letters), *([str(generic)] if generic else [])]
        return "+".join(parts) or "Free"

    def _text(self, card: Design) -> str:
        text = " ".join(str(self._rulebook.game.cards[card.id].fields.get("text") or "").split())
        symbols = self._rulebook.game.symbols
        return _GLYPH.sub(lambda found: symbols[found[1]].words if found[1] in symbols else found[0], text)

    def question(self) -> str:
        """What is asked."""
        choice = self.table.choice
        if choice is None:
            return ""
        source = choice.scope.source
        card = source.design if isinstance(source, Piece) else source
        named = isinstance(card, Design) and choice.kind in ("target", "may", "color", "option")
        return (f"{card.name}: " if named else "") + _QUESTIONS.get(choice.kind, "Choose.")

    def rules(self) -> list[str]:
        """The numbered rules about what is asked."""
        choice, rulebook = self.table.choice, self._rulebook
        numbers = _RULES.get(choice.kind, ()) if choice else ()
        rules = [rulebook.game.rules[each] for each in numbers if each in rulebook.game.rules]
        return [self.rule(each.number) for each in rules if each.holds_in(rulebook.ruleset)]

    def rule(self, number: str) -> str:
        """A numbered rule as it reads in this game; empty where the ruleset has none of the number."""
        game, ruleset = self._rulebook.game, self._rulebook.ruleset
        known = number in game.rules and game.rules[number].holds_in(ruleset)
        return f"{number}: {statement(game, game.rules[number], ruleset)}" if known else ""

    def explain(self, name: str) -> str:
        """What a card says. `name`: its name, its id, or a part of its name."""
        wanted = name.casefold()
        cards = self._rulebook.designs.values()
        found = [card for card in cards if wanted in (card.name.casefold(), card.id)]
        found = found or [card for card in cards if wanted in card.name.casefold()]
        if not found:
            return f'There is no card "{name}"; {nearest(name, [card.name for card in cards]) or "see the table (t)"}.'
        card = found[0]
        kind = self._rulebook.game.kinds[card.kind].name
        parts = [f"cost {self._printed(card)}" if card.is_truth else "", _worth(card)]
        worth = f"; worth {card.mp} MP" if card.mp else ""
        return (
            f"{_name(card)}: {kind}; {'; '.join(filter(None, parts))}".removesuffix("; ")
            + f"{worth}. {self._text(card)}"
        )

    def _printed(self, card: Design) -> str:
        parts = [
            *(_letter(self._rulebook, each) for each in card.letters),
            *([str(card.generic)] if card.generic else []),
        ]
        return "+".join(parts) or "Free"

    def labels(self) -> list[Label]:
        """What may be answered."""
        table, choice = self.table, self.table.choice
        if choice is None:
            return []
        player = table.players[choice.player]
        return [
            Label(write_move(table, option, choice.player), self._label(option, player, choice.kind), _group(option))
            for option in choice.options
        ]

    def _label(self, option: Option, player: Player, kind: str) -> str:
        table = self.table
        match option[0]:
            case "play":
                card: Design = option[1]
                if card.is_anointing:
                    return f"Play {card.name} ({_colors(card)})"
                by = ", by Intercession" if option[2] else ""
                return f"Play {card.name} for {self._cost(card, player)}{by}"
            case "use":
                piece: Piece = option[1]
                if option[2] == piece.design.mana:
                    return f"Exhaust {piece.design.name} for {_colors(piece.design)}"
                return f"Use {piece.design.name}: {self._text(piece.design)}"
            case "attack":
                target = f"{option[1].design.name} ({table.hp_of(option[1])} HP left)"
                return f"{option[2].design.name} ({table.atk_of(option[2])} ATK) attacks {target}"
            case "block":
                return f"{option[1].design.name} blocks ({table.hp_of(option[1])} HP left)"
            case "pass":
                return _ENDINGS.get(kind, "Done")
        thing = option[1]
        if isinstance(thing, Piece):
            owner = "" if thing.owner in (-1, player.index) else f"{player_names(table)[thing.owner]}'s "
            strength = f" ({table.atk_of(thing)}/{table.hp_of(thing)})" if thing.hp else ""
            return f"{owner}{thing.design.name}{strength}"
        if isinstance(thing, Design):
            return self._shown(thing, player)
        if isinstance(thing, Player):
            return "Yourself" if thing is player else player_names(table)[thing.index]
        return str(thing).replace("-", " ").capitalize()


def _group(option: Option) -> str:
    """The heading over an answer, by what it does."""
    match option[0]:
        case "play":
            return "Play a generator" if option[1].is_anointing else "Play a card"
        case "use":
            makes = option[2] == option[1].design.mana
            return "Exhaust for anointing (what you pay for exhausts by itself)" if makes else "Use an ability"
        case "attack":
            return "Attack"
        case "block":
            return "Block"
        case "pass":
            return "Go on"
    return ""


def _name(card: Design) -> str:
    return f"{card.name} ({_colors(card)})" if card.kind == "basic-anointing" else card.name


def _worth(card: Design) -> str:
    """ATK and HP, or what Equipment gives of them."""
    sign = "+" if card.kind == "equipment" else ""
    return f"{sign}{card.atk} ATK, {sign}{card.hp} HP" if card.hp or card.atk else ""


def _colors(card: Design) -> str:
    colors = card.yields[0] if card.yields else ()
    return " or ".join(map(color_name, colors))


def _letter(rulebook: Rulebook, color: str) -> str:
    return rulebook.game.colors[color].letter if color in rulebook.game.colors else color


def match_of(rulebook: Rulebook, mode: str, players: int, variant: str, seed: str, deck: str) -> Match:
    """A game of a mode. Raises Refused where the decks at hand do not allow it, or `deck` is no player's in it."""
    setup = rulebook.setup(mode, players, variant, seed, deck)
    if deck:
        given = rulebook.game.decks[deck]
        cards = Counter({entry.card: entry.quantity for entry in given.entries})
        if not cards <= Counter(card.id for card in setup.seats[0].deck):
            raise Refused([Problem(given.place, f'"{deck}" is no deck that a player has in the mode "{mode}"')])
    return Match(rulebook, setup, seed)
