"""Moves as lines that people write and replays keep, and why a line is no legal move.

`play passover`, `play passover by intercession`, `use solitude`, `attack stronghold-fear with put-on-praise#2`,
`block with put-on-praise`, `choose daniel/put-on-praise`, `pass` (docs/scenarios.md).
"""

from typing import Any

from pipeline.rules.light_vs_darkness.costs import cost_of, ready_generators, yields_of
from pipeline.rules.light_vs_darkness.table import Design, Piece, Player, Table
from pipeline.rules.light_vs_darkness.turn import has_host, may_attack
from pipeline.rules.play import Choice, IllegalMoveError, Option


def name_of(table: Table, thing: Any, asked: int) -> str:
    """A card, piece, player or word as a line names it to the player who is asked."""
    if isinstance(thing, Piece):
        name = thing.design.id
        if thing.owner < 0:
            return name
        owner = table.players[thing.owner]
        same = [each for each in owner.play if each.design is thing.design]
        number = next((at for at, each in enumerate(same, 1) if each is thing), 1)
        return ("" if thing.owner == asked else f"{owner.name}/") + name + (f"#{number}" if number > 1 else "")
    if isinstance(thing, Design):
        return thing.id
    return thing.name if isinstance(thing, Player) else str(thing)


def write_move(table: Table, option: Option, asked: int) -> str:
    """An option of the player who is asked, as a line."""
    verb = option[0]
    if verb == "play":
        return f"play {option[1].id}" + (" by intercession" if option[2] else "")
    if verb == "use":
        number = f" {option[2] + 1}" if option[2] else ""
        return f"use {name_of(table, option[1], asked)}{number}" + (" by intercession" if option[3] else "")
    if verb == "attack":
        return f"attack {option[1].design.id} with {name_of(table, option[2], asked)}"
    if verb == "block":
        return f"block with {name_of(table, option[1], asked)}"
    return "pass" if verb == "pass" else f"choose {name_of(table, option[1], asked)}"


def legal_moves(table: Table) -> list[str]:
    """What the player who is asked may answer; nothing when the game is over."""
    choice = table.choice
    return [] if choice is None else [write_move(table, option, choice.player) for option in choice.options]


def read_move(table: Table, line: str) -> Option:
    """The option that a line means. Raises IllegalMoveError, naming the rule that it breaks."""
    choice = table.choice
    if choice is None:
        rule = "R901" if table.winner == "light" else "R916" if table.living() else "R915"
        raise IllegalMoveError(line, rule, "the game is over")
    wanted = " ".join(line.replace("#1 ", " ").removesuffix("#1").split())
    for option in choice.options:
        if write_move(table, option, choice.player) == wanted:
            return option
    raise IllegalMoveError(line, *_why_not(table, choice, wanted))


def _why_not(table: Table, choice: Choice, line: str) -> tuple[str, str]:
    """The rule that a line breaks, and what is wrong in words."""
    verb, _, rest = line.partition(" ")
    player = table.players[choice.player]
    if verb == "pass":
        if choice.kind == "block":
            return "R632", "ready Living Truths must block"
        return "", "there is a choice to make"
    if verb == "choose" and choice.kind == "draft":
        return "R414", f"{rest} is not in the Market Row"
    if choice.kind not in ("anointing", "main", "attack", "window", "block"):
        return "R1205", "the choice that was asked for comes first"
    if verb == "play":
        return _why_not_play(table, choice, player, rest)
    if verb == "use":
        return _why_not_use(table, choice, player, rest)
    if verb == "attack":
        return _why_not_attack(table, choice, player, rest)
    if verb == "block":
        piece = _piece(table, player, rest.removeprefix("with "))
        return ("R631", "only ready Living Truths block") if piece else ("", "no such card is in play")
    return "", "no such move"


def _why_not_play(table: Table, choice: Choice, player: Player, rest: str) -> tuple[str, str]:
    name, bridging = rest.removesuffix(" by intercession"), rest.endswith(" by intercession")
    card = next((card for card in player.hand if card.id == name), None)
    if card is None:
        return "R540", f"{name} is not in hand"
    if choice.kind == "window":
        if not card.reaction and table.numbers.reactions_only_marked_cards:
            return "R621", f"{card.name} is no Reaction"
        if bridging:
            return "R221", "Intercession is for your own turn"
        return _why_not_paid(table, player, card, bridging)
    if card.is_anointing:
        if not player.generators:
            return "R301", "no more generators may be played this turn"
        return "R530", "generators are played in the Anointing Phase"
    if choice.kind != "main":
        return "R540", "cards are played in the Main Phase"
    if card.kind == "equipment" and not has_host(player, card):
        return "R330", "there is nothing to attach it to"
    return _why_not_paid(table, player, card, bridging)


def _why_not_paid(table: Table, player: Player, card: Design, bridging: bool) -> tuple[str, str]:
    letters, _generic = cost_of(table, player, card)
    if bridging and not letters:
        return "R223", f"{card.name} has no colored requirement"
    if bridging and not table.numbers.anointing_intercessions:
        return "R220", "this ruleset has no Intercession"
    if bridging and not player.intercessions:
        return "R220", "Intercession was used this turn"
    colors = {color for piece in ready_generators(player) for color in yields_of(piece)[0]}
    colors |= {color for color, amount in player.pool.items() if amount}
    if not bridging and letters and not colors & {*letters, table.numbers.anointing_wild}:
        return "R204", f"{card.name} must be paid with {', '.join(letters)}, and there is none"
    return "R211", f"there is not the anointing to pay for {card.name}"


def _why_not_use(table: Table, choice: Choice, player: Player, rest: str) -> tuple[str, str]:
    name = rest.removesuffix(" by intercession")
    number = 0
    if name[-2:-1] == " " and name[-1].isdigit():
        name, number = name[:-2], int(name[-1]) - 1
    piece = _piece(table, player, name)
    if piece is None or piece.owner != player.index:
        return "R541", f"{name} is not in play before you"
    if number >= len(piece.design.uses):
        return "R541", f"{piece.design.name} has no such ability"
    if choice.kind == "window":
        return "R621", "only Reactions are played in a Reaction Window"
    if number != piece.design.mana and choice.kind != "main":
        return "R541", "abilities are used in the Main Phase"
    if piece.exhausted and number == piece.design.mana:
        return "R1102", f"{piece.design.name} is exhausted"
    return "R211", "its cost cannot be paid whole"


def _why_not_attack(table: Table, choice: Choice, player: Player, rest: str) -> tuple[str, str]:
    if choice.kind != "attack":
        return "R550", "attacks come in the Attack Phase"
    target, _, name = rest.partition(" with ")
    piece = _piece(table, player, name)
    if piece is None or piece.owner != player.index or piece.kind != "living-truth":
        return "R550", f"{name} is no Living Truth of yours in play"
    if piece.exhausted:
        return "R550", f"{piece.design.name} is exhausted"
    if not may_attack(table, piece):
        return "R321", f"{piece.design.name} came this turn"
    return "R550", f"{target} is not active"


def _piece(table: Table, player: Player, name: str) -> Piece | None:
    pieces = [*table.field, *(piece for each in table.players for piece in each.play)]
    return next((piece for piece in pieces if name_of(table, piece, player.index) == name), None)
