"""Cards made ready to play: their records and the trees of their texts, compiled."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pipeline.language import Node, walk
from pipeline.model import Card, Cost, Game
from pipeline.rules.light_vs_darkness.effects import (
    CONTROL,
    OFFERING,
    Add,
    AddAnointing,
    Draw,
    Exhaust,
    Heal,
    may_be_sacrificed,
)
from pipeline.rules.light_vs_darkness.numbers import Numbers
from pipeline.rules.light_vs_darkness.statics import EntersExhausted
from pipeline.rules.light_vs_darkness.table import COLORLESS, Design, Piece, Table
from pipeline.rules.mechanics.composition import Activated, Text
from pipeline.rules.mechanics.selectors import Either, Filter
from pipeline.rules.play import Get, Scope, Scribe

#: Noun -> whether a card of some kind is one, wherever it is. A Mentor's kind on the table may be another.
_DESIGNS: Final[Mapping[str, Callable[[Design], bool]]] = {
    "card": lambda design: True,
    "truth-card": lambda design: design.is_truth,
    "anointing-card": lambda design: design.is_anointing,
    "healing-card": lambda design: design.heals,
}


def _is_noun(noun: str) -> Callable[[Design], bool]:
    return _DESIGNS.get(noun) or (lambda design: design.kind == noun)


class CardScribe(Scribe):
    """Knows where this game's cards lie."""

    def fits(self, cards: Node) -> Callable[[Any], bool]:
        """By noun and color."""
        if isinstance(cards, Either):
            first, second = self.fits(cards.first), self.fits(cards.second)
            return lambda design: first(design) or second(design)
        assert isinstance(cards, Filter)
        is_noun, hue = _is_noun(cards.noun), cards.hue
        if hue is None:
            return is_noun
        return lambda design: hue in design.hues and is_noun(design)

    def matches(self, cards: Node) -> Callable[[Any, Scope, Any], bool]:
        """By noun, color and state; "other" is other than the card whose text it is. A Transformed Mentor is a Living
        Truth and no Truth card, and Equipment on it is one (R311 to R313, R353)."""
        if isinstance(cards, Either):
            first, second = self.matches(cards.first), self.matches(cards.second)
            return lambda table, scope, piece: first(table, scope, piece) or second(table, scope, piece)
        assert isinstance(cards, Filter)
        is_noun, noun, hue, other, ready = _is_noun(cards.noun), cards.noun, cards.hue, cards.other, cards.state

        def match(table: Table, scope: Scope, piece: Piece) -> bool:
            if noun == "living-truth":
                if piece.kind != noun:
                    return False
            elif not is_noun(piece.design):
                return False
            if hue is not None and hue not in piece.design.hues:
                return False
            if other and piece is scope.source:
                return False
            return not (ready == "ready" and piece.exhausted)

        return match

    def find(self, cards: Node, mine: bool = False) -> Get:
        """Where they are: in a hand, attached, controlled, or anywhere in play."""
        if isinstance(cards, Either):
            first, second = self.find(cards.first, mine), self.find(cards.second, mine)
            return lambda table, scope: [*first(table, scope), *second(table, scope)]
        assert isinstance(cards, Filter)
        where, noun = cards.where, cards.noun
        if where == "hand":
            fits = self.fits(cards)
            return lambda table, scope: [card for card in table.players[scope.you].hand if fits(card)]
        match = self.matches(cards)

        def find(table: Table, scope: Scope) -> list[Piece]:
            if where == "attached":
                among = scope.source.worn
            elif where == OFFERING:
                among = [piece for piece in table.players[scope.you].play if may_be_sacrificed(piece)]
            elif noun == "stronghold":
                among = table.field
            else:
                players = [table.players[scope.you]] if mine or where == CONTROL else table.living()
                among = [piece for player in players for piece in player.play]
                if noun in ("mentor", "card"):
                    among += [each.mentor for each in players if each.mentor and each.mentor.kind == "mentor"]
                if noun == "card" and not mine and where != CONTROL:
                    among += table.field
            return [piece for piece in among if match(table, scope, piece)]

        return find


def make_designs(game: Game, trees: Mapping[str, Node], numbers: Numbers) -> dict[str, Design]:
    """Every card of the game, by id. `trees` are the readings of their texts, by card."""
    colors = colors_of(game)
    return {card.id: make_design(card, trees.get(card.id), colors, numbers) for card in game.cards.values()}


def colors_of(game: Game) -> dict[str, str]:
    """Ids of the game's colors, by letter."""
    return {color.letter: color.id for color in game.colors.values()}


def make_design(card: Card, tree: Node | None, colors: Mapping[str, str], numbers: Numbers) -> Design:
    """A card from its record and its text's tree; `colors`: ids by letter. A card without a text does nothing."""
    fields = card.fields
    cost = fields.get("cost")
    letters: tuple[str, ...] = ()
    generic = 0
    if isinstance(cost, Cost):
        letters = (colors[cost.color],) if cost.color in colors else (cost.color,) if cost.color else ()
        generic = cost.number
    hues = fields.get("colors") or fields.get("color") or ()
    parts = list(walk(tree)) if tree is not None else []
    paragraphs = tree.abilities if isinstance(tree, Text) else ()
    scribe = CardScribe(colors)
    abilities = [made for each in paragraphs if (made := each.ability(scribe)) is not None]
    discipline = card.kind == "spiritual-discipline"
    yields, mana = _yields(paragraphs, colors)
    reminded = any(isinstance(part, EntersExhausted) for part in parts)
    return Design(
        id=card.id,
        name=card.name,
        kind=card.kind,
        hues=(str(hues),) if isinstance(hues, str) else tuple(str(hue) for hue in _several(hues)),
        letters=letters,
        generic=generic,
        atk=_number(fields.get("atk")),
        hp=_number(fields.get("hp")),
        mp=_number(fields.get("mp")),
        reaction=bool(fields.get("reaction")),
        meditate=bool(fields.get("meditate")),
        # R730
        heals=any(isinstance(part, Heal) for part in parts),
        draws=any(isinstance(part, Draw) for part in parts),
        # R305, R306: of a Discipline the ruleset says whether it enters exhausted, and its text only reminds of that.
        enters_exhausted=numbers.anointing_disciplines_enter_exhausted if discipline else reminded,
        disciplines=tuple(str(each) for each in _several(fields.get("disciplines"))),
        trigger=str(fields.get("trigger") or ""),
        instructions=tuple(each for each in abilities if not (each.watch or each.hold or each.price)),
        watches=tuple(each for each in abilities if each.watch),
        holds=tuple(each for each in abilities if each.hold),
        uses=tuple(each for each in abilities if each.price),
        yields=yields,
        mana=mana,
    )


def _number(value: object) -> int:
    return int(value) if isinstance(value, int) else 0


def _several(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else ()


def _yields(
    paragraphs: tuple[Node, ...], colors: Mapping[str, str]
) -> tuple[tuple[tuple[str, ...], int] | None, int]:
    """What a card makes that is exhausted for anointing and for nothing else, and which of its abilities that is."""
    for at, each in enumerate(each for each in paragraphs if isinstance(each, Activated)):
        if each.cost.parts == (Exhaust(),) and len(each.body) == 1:
            (effect,) = each.body
            if isinstance(effect, Add):
                return (tuple(colors[letter] for letter in effect.options), 1), at
            if isinstance(effect, AddAnointing) and effect.per is None:
                plain = (COLORLESS,) if effect.kind == "colorless" else tuple(colors.values())
                return (plain, effect.count), at
    return None, -1
