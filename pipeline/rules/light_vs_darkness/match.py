"""A game that goes on move by move: played by bots or by people, told, saved, stepped back."""

import re
from collections.abc import Iterator
from typing import Any, Final

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
    "anointing": "Play a generator.",
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
_ENDINGS: Final = {
    "anointing": "Play none",
    "main": "Done: on to the attack",
    "attack": "Done: end the turn",
    "window": "Do not react",
    "block": "No more blockers",
}


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
            strength = f"{table.atk_of(piece)}/{table.hp_of(piece)}"
            lines.append(f"  {piece.design.name}  {strength}  {piece.design.mp} MP  {text}")
        if not table.field:
            lines.append("  nothing stands there")
        for player in [each for each in table.players if each is not me] + [me]:
            lines += self._player(player, player is me)
        return lines

    def _player(self, player: Player, mine: bool) -> Iterator[str]:
        table = self.table
        yield ""
        name = "You" if mine else player_names(table)[player.index]
        state = ", eliminated" if player.out else ", Defeated" if player.defeated else ""
        counts = f"deck {len(player.deck)}, discard {len(player.discard)}"
        yield f"{name}: {player.life} Life, {player.mp} MP{state} ({counts})"
        mentor = player.mentor
        if mentor is not None and mentor.kind == "mentor":
            yield f"  {mentor.design.name}, Side A: {self._text(mentor.design)}"
        generators = [piece for piece in player.play if piece.design.yields]
        if generators:
            ready = [piece for piece in generators if not piece.exhausted]
            shown = ", ".join(f"{piece.design.name} ({_colors(piece.design)})" for piece in ready) or "none"
            yield f"  Generators ready, {len(ready)} of {len(generators)}: {shown}"
        for piece in player.play:
            if piece.kind == "living-truth":
                worn = "".join(f" with {each.design.name}" for each in piece.worn)
                turned = "exhausted" if piece.exhausted else "ready"
                yield f"  {piece.design.name}{worn}  {table.atk_of(piece)}/{table.hp_of(piece)}  {turned}"
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
        strength = f"  {card.atk}/{card.hp}" if card.kind == "living-truth" else ""
        bonus = f"  +{card.atk}/+{card.hp}" if card.kind == "equipment" else ""
        return f"{card.name}  [{self._cost(card, player)}]{strength}{bonus}  {self._text(card)}".rstrip()

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

    def labels(self) -> list[tuple[str, str]]:
        """What may be answered: each line with what it means in words."""
        table, choice = self.table, self.table.choice
        if choice is None:
            return []
        player = table.players[choice.player]
        return [
            (write_move(table, option, choice.player), self._label(option, player, choice.kind))
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
                return f"Use {piece.design.name}: {self._text(piece.design)}"
            case "attack":
                return f"{option[2].design.name} ({table.atk_of(option[2])}) attacks {option[1].design.name}"
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


def _colors(card: Design) -> str:
    colors = card.yields[0] if card.yields else ()
    return " or ".join(map(color_name, colors))


def _letter(rulebook: Rulebook, color: str) -> str:
    return rulebook.game.colors[color].letter if color in rulebook.game.colors else color


def match_of(rulebook: Rulebook, mode: str, players: int, variant: str, seed: str, deck: str) -> Match:
    """A game of a mode. Raises Refused where the decks at hand do not allow it."""
    return Match(rulebook, rulebook.setup(mode, players, variant, seed, deck), seed)
