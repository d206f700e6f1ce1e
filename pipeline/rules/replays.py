"""Games saved: their setup, seed and moves, from which they are played again (TOML)."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import Field

from pipeline.cache import digest_of
from pipeline.load.toml import Entry, parse_toml
from pipeline.model import Game
from pipeline.problem import Place, Problem, Problems, Refused, nearest
from pipeline.rules.games import new_match, playable
from pipeline.rules.light_vs_darkness.match import Match
from pipeline.rules.play import IllegalMoveError
from pipeline.rules.rulebooks import Rulebooks

__all__ = ["Again", "Match", "Replay", "cards_digest", "open_match", "play_again", "read_replay", "write_replay"]

#: A text in quotes.
_MOVE: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
#: A game of people has a few hundred moves.
_MOST_BYTES: Final = 1_000_000


class Replay(Entry):
    """A game as it is saved. `switches` are values of the ruleset that were set otherwise, by name; `cards` is a digest
    of the records that it was played with."""

    game: str
    ruleset: str
    switches: dict[str, bool | int | str] = Field(default_factory=dict)
    mode: str
    variant: str = "standard"
    players: int
    deck: str = ""
    seed: str
    cards: str = ""
    moves: list[str] = Field(default_factory=list)


def cards_digest(game: Game) -> str:
    """A short digest of every card's record and every deck: others may make another game of the same moves."""
    cards = sorted((card.id, sorted(card.raw.items())) for card in game.cards.values())
    decks = sorted((deck.id, [(each.card, each.quantity) for each in deck.entries]) for deck in game.decks.values())
    return digest_of((cards, decks))[:16]


def write_replay(replay: Replay) -> str:
    """A replay's file, a move a line."""
    fields = {name: getattr(replay, name) for name in Replay.model_fields if name != "moves"}
    lines = [f"{name} = {_toml(value)}" for name, value in fields.items()]
    moves = [f"    {json.dumps(move, ensure_ascii=False)}," for move in replay.moves]
    return "\n".join([*lines, "moves = [", *moves, "]"]) + "\n"


def _toml(value: Any) -> str:
    """A value as TOML writes it; what is quoted is quoted as in JSON."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{json.dumps(name)} = {_toml(each)}" for name, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return json.dumps(value, ensure_ascii=False)


def read_replay(path: Path) -> Replay:
    """Read a replay's file. Raises Refused with everything that is wrong with its form."""
    place = Place(path.name)
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise Refused([Problem(place, f"is larger than {_MOST_BYTES // 1_000_000} MB, which no game is")])
        text = data.decode("utf-8")
    except OSError as error:
        raise Refused([Problem(place, f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise Refused([Problem(place, "is not UTF-8 text")]) from None
    problems = Problems()
    toml = parse_toml(path.name, text, problems)
    replay = toml.check(Replay, problems) if toml is not None else None
    problems.refuse()
    assert replay is not None
    return replay


@dataclass(frozen=True, slots=True)
class Again:
    """A replay played again; `other_cards`: whether the records have changed since."""

    match: Match
    other_cards: bool


def open_match(game: Game, replay: Replay, place: Place) -> Match:
    """The game of a replay before its first move. Raises Refused for what the game does not have."""
    can = playable(game)
    problems = []
    for what, value, known in (
        ("game", replay.game, (game.id,)),
        ("ruleset", replay.ruleset, tuple(game.rulesets)),
        ("mode", replay.mode, can.modes),
        ("variant", replay.variant, can.variants),
        ("deck", replay.deck, ("", *game.decks)),
    ):
        if value not in known:
            hint = nearest(value, known) or f"there are: {', '.join(filter(None, known))}"
            problems.append(Problem(place.at(what), f'there is no {what} "{value}"', hint))
    if replay.ruleset in game.rulesets:
        values = game.rulesets[replay.ruleset].values
        for name, switched in replay.switches.items():
            if name not in values:
                hint = nearest(name, values)
                problems.append(Problem(place.at("switches"), f'the ruleset has no value "{name}"', hint))
            elif type(switched) is not type(values[name]):
                problems.append(Problem(place.at("switches"), f"{name} cannot be {_toml(switched)}"))
    if problems:
        raise Refused(problems)
    return new_match(
        Rulebooks(game).of(replay.ruleset, replay.switches),
        replay.mode,
        replay.players,
        replay.variant,
        replay.seed,
        replay.deck,
    )


def play_again(game: Game, replay: Replay, path: Path) -> Again:
    """Play a replay again, to where it was saved. Raises Refused at the first move that the rules do not allow."""
    match = open_match(game, replay, Place(path.name))
    other = bool(replay.cards) and replay.cards != cards_digest(game)
    for number, line in enumerate(replay.moves):
        try:
            match.play(line)
        except IllegalMoveError as error:
            hint = "cards or decks have changed since it was saved" if other else ""
            raise Refused([Problem(Place(path.name, _line_of(path, number), "moves"), str(error), hint)]) from None
    return Again(match, other)


def _line_of(path: Path, number: int) -> int | None:
    """The line of a move, however many stand on one."""
    lines = path.read_text("utf-8").splitlines()
    start = next((at for at, line in enumerate(lines) if line.startswith("moves")), len(lines))
    for at, line in enumerate(lines[start:], start + 1):
        number -= len(_MOVE.findall(line))
        if number < 0:
            return at
    return None
