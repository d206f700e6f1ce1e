"""Games told in plain words, from their events.

A line is a heading (`# Round 3`, `## Esther's turn`) or a sentence. Events are told in the order in which they came;
what was exhausted and paid for a card is told with it, and an effect with the card whose text it is.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pipeline.rules.light_vs_darkness.table import Design, Piece, Table

Event = tuple[Any, ...]

#: What phases are called.
PHASES: Final = {
    "setup": "Setup",
    "draft": "Draft",
    "ready": "Ready Phase",
    "draw": "Draw Phase",
    "anointing": "Anointing Phase",
    "main": "Main Phase",
    "attack": "Attack Phase",
    "end": "End Phase",
    "dark": "Dark Turn",
}
#: Told together with the card that was paid for.
_PAYING: Final = ("exhaust", "make", "lost", "pay")
#: Never done by a triggered ability: where one came to nothing, these come from elsewhere.
_OTHER: Final = ("play", "use", "attack", "assault", "summon", "seed", "over", "skip", "expire", "resurrect")


def account(events: Sequence[Event], names: Sequence[str], cards: Mapping[str, Design]) -> list[str]:
    """What happened, in sentences. `names`: the players', by seat; `cards`: all of the game, by id."""
    return list(_Teller(names, cards).tell(events))


def player_names(table: Table) -> list[str]:
    """What the story calls the players, by seat: by their Mentors."""
    return [" ".join(part.capitalize() for part in player.name.split("-")) for player in table.players]


class _Teller:
    def __init__(self, names: Sequence[str], cards: Mapping[str, Design]) -> None:
        self._names = names
        self._cards = cards

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        at = 0
        because = ""
        while at < len(events):
            event = events[at]
            end = at + 1
            if event[0] == "because":
                because = f"{self._thing(event[1])}: "
                at = end
                continue
            if event[0] in ("play", "use"):
                while end < len(events) and events[end][0] in _PAYING:
                    end += 1
                sentence = self._played(event, events[at + 1 : end])
            elif event[0] == "draw":
                while end < len(events) and events[end][:2] == event[:2]:
                    end += 1
                drawn = [self._card(each[2]) for each in events[at:end]]
                sentence = f"{self._names[event[1]]} draws {_listed(drawn)}."
            else:
                telling: Callable[..., str] | None = getattr(self, f"_on_{event[0]}", None)
                sentence = telling(*event[1:]) if telling else ""
            at = end
            if sentence:
                # An effect that came to nothing is passed over: what follows is no part of it.
                yield sentence if sentence.startswith("#") or event[0] in _OTHER else because + sentence
                because = ""

    # names ------------------------------------------------------------------------------------------------------------

    def _card(self, card: str) -> str:
        return self._cards[card].name

    def _piece(self, piece: Piece) -> str:
        """A piece on the table; somebody's own where it is not the Dark Field's."""
        if piece.owner < 0:
            return piece.design.name
        if piece.design.kind == "mentor":
            return f"Transformed {piece.design.name}" if piece.kind == "living-truth" else piece.design.name
        return f"{self._names[piece.owner]}'s {piece.design.name}"

    def _thing(self, thing: Any) -> str:
        if isinstance(thing, Piece):
            return self._piece(thing)
        return thing.name if isinstance(thing, Design) else self._names[thing]

    # playing ----------------------------------------------------------------------------------------------------------

    def _played(self, event: Event, paid: Sequence[Event]) -> str:
        by_intercession = " by Intercession" if event[-1] else ""
        if event[0] == "play":
            card = self._cards[event[2]]
            sentence = f"{self._names[event[1]]} plays {card.name}"
            cost = _cost(event[3], event[4])
            if card.is_anointing:
                cost = ""
            elif cost == "nothing":
                sentence += " for nothing"
            else:
                sentence += f" for {cost}{by_intercession}"
        else:
            sentence = f"{self._names[event[1].owner]} uses {event[1].design.name}{by_intercession}"
        exhausted = Counter(each[1].design.name for each in paid if each[0] == "exhaust" and each[1] is not event[1])
        lost = sum(each[3] for each in paid if each[0] == "lost")
        if exhausted:
            told = [name if count == 1 else f"{count} {name}" for name, count in exhausted.items()]
            sentence += f", exhausting {_listed(told)}"
        if lost:
            sentence += f"; {lost} of what that makes {'is' if lost == 1 else 'are'} lost"
        if event[0] == "use":
            sentence += "".join(
                f" and makes {each[3]} {color_name(each[2])} anointing" for each in paid if each[0] == "make"
            )
        return sentence + "."

    def _on_make(self, seat: int, color: str, count: int) -> str:
        return f"{self._names[seat]} adds {count} {color_name(color)} anointing."

    def _on_lost(self, seat: int, color: str, count: int) -> str:
        return f"{count} {color_name(color)} anointing of {self._names[seat]}'s {'is' if count == 1 else 'are'} lost."

    def _on_expire(self, seat: int, count: int) -> str:
        return f"{count} anointing that {self._names[seat]} did not spend expire{'s' if count == 1 else ''}."

    def _on_negated(self, seat: int, card: str) -> str:
        return f"{self._card(card)} is negated: it is discarded with no effect."

    def _on_enter(self, piece: Piece) -> str:
        if piece.design.kind == "equipment" and piece.host is not None:
            return f"{piece.design.name} is attached to {self._piece(piece.host)}."
        return f"{piece.design.name} enters exhausted." if piece.design.enters_exhausted else ""

    def _on_transform(self, seat: int) -> str:
        return f"{self._names[seat]}'s Mentor is Transformed: a 7/7 Living Truth from now on."

    # cards ------------------------------------------------------------------------------------------------------------

    def _on_reshuffle(self, seat: int) -> str:
        return f"{self._names[seat]}'s deck is empty; the discard pile is shuffled into a new one."

    def _on_discard(self, seat: int, card: str) -> str:
        return f"{self._names[seat]} discards {self._card(card)}."

    def _on_remove(self, seat: int, card: str) -> str:
        return f"{self._names[seat]} removes {self._card(card)} from the game."

    def _on_sacrifice(self, piece: Piece) -> str:
        return f"{self._names[piece.owner]} sacrifices {piece.design.name}."

    def _on_look(self, seat: int, where: str) -> str:
        kept = "puts it back" if where == "top" else "puts it on the bottom"
        return f"{self._names[seat]} looks at the top card of the deck and {kept}."

    def _on_mulligan(self, seat: int) -> str:
        return f"{self._names[seat]} has no Anointing card in hand, shuffles it back and draws anew."

    def _on_pick(self, seat: int, card: str) -> str:
        return f"{self._names[seat]} drafts {self._card(card)}."

    def _on_skip(self, seat: int, phase: str) -> str:
        return f"{self._names[seat]} skips the {PHASES[phase]}."

    # Life, damage, MP -------------------------------------------------------------------------------------------------

    def _on_heal(self, seat: int, amount: int, life: int) -> str:
        return f"{self._names[seat]} regains {amount} Life and has {life}."

    def _on_mend(self, piece: Piece, amount: int, left: int) -> str:
        return f"{self._piece(piece)} regains {amount} HP and has {left}."

    def _on_shield(self, thing: Any, amount: int) -> str:
        return f"The next {amount} damage to {self._thing(thing)} this turn will be prevented."

    def _on_prevented(self, seat: int, amount: int) -> str:
        return f"{amount} of the damage to {self._names[seat]} {'is' if amount == 1 else 'are'} prevented."

    def _on_hurt(self, seat: int, amount: int, life: int) -> str:
        return f"{self._names[seat]} takes {amount} damage and has {life} Life left."

    def _on_wound(self, piece: Piece, amount: int, left: int) -> str:
        if not amount:
            return ""
        return f"{self._piece(piece)} takes {amount} damage and has {left} HP left."

    def _on_boost(self, piece: Piece, atk: int, hp: int) -> str:
        gains = [f"+{amount} {what}" for amount, what in ((atk, "ATK"), (hp, "HP")) if amount]
        return f"{self._piece(piece)} gets {_listed(gains)} until the end of the turn." if gains else ""

    def _on_mp(self, seat: int, amount: int, total: int) -> str:
        verb = f"gains {amount}" if amount > 0 else f"loses {-amount}"
        return f"{self._names[seat]} {verb} MP and has {total}."

    def _on_owe(self, seat: int, count: int, later: bool) -> str:
        when = "on the next turn" if later else "this turn"
        return f"The first {count} anointing that {self._names[seat]} makes {when} will be lost."

    def _on_defeat(self, seat: int) -> str:
        return f"{self._names[seat]} is Defeated."

    def _on_resurrect(self, seat: int, life: int) -> str:
        return f"{self._names[seat]} Resurrects with {life} Life."

    def _on_eliminated(self, seat: int) -> str:
        return f"{self._names[seat]} is Defeated for the last time, and out of the game."

    def _on_destroy(self, piece: Piece) -> str:
        return f"{self._piece(piece)} is destroyed."

    def _on_demolish(self, seat: int, card: str) -> str:
        return f"{self._card(card)} is demolished; {self._names[seat]} keeps it as a trophy."

    # the course of the game -------------------------------------------------------------------------------------------

    def _on_round(self, number: int) -> str:
        return f"# Round {number}"

    def _on_turn(self, seat: int, number: int, life: int, mp: int) -> str:
        return f"## {self._names[seat]}'s turn ({life} Life, {mp} MP)"

    def _on_dark(self, number: int) -> str:
        return "## The Dark Turn"

    def _on_seed(self, piece: Piece, atk: int, hp: int) -> str:
        return f"{piece.design.name} ({atk}/{hp}) looms over the table. It will not attack before the first Dark Turn."

    def _on_summon(self, piece: Piece, atk: int, hp: int) -> str:
        return f"{piece.design.name} ({atk}/{hp}) is summoned."

    def _on_attack(self, piece: Piece, target: Piece, damage: int) -> str:
        return f"{self._piece(piece)} attacks {target.design.name} for {damage}."

    def _on_assault(self, piece: Piece, seat: int, strike: int) -> str:
        return f"{piece.design.name} attacks {self._names[seat]} for {strike}."

    def _on_block(self, piece: Piece, taken: int) -> str:
        return f"{self._piece(piece)} blocks {taken}."

    def _on_over(self, winner: str, champions: Sequence[int]) -> str:
        if winner == "dark":
            return "The Darkness wins."
        if len(champions) == 1:
            return f"The Light wins, and {self._names[champions[0]]} is its champion."
        if champions:
            return f"The Light wins; {_listed([self._names[seat] for seat in champions])} share the honor."
        return "The Light wins."


def color_name(color: str) -> str:
    """A color's name, by its id."""
    return " ".join(part.capitalize() for part in color.split("-")) if color != "colorless" else color


def _cost(letters: Sequence[str], generic: int) -> str:
    parts = [f"1 {color_name(letter)}" for letter in letters] + ([f"{generic} generic"] if generic else [])
    return " and ".join(parts) or "nothing"


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]
