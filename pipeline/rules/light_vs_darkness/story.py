"""Games told in plain words, from their events.

A line is a heading (`# Round 3`, `## Esther's turn`, `### Main Phase`) or what happened, in sentences. Events are told
in the order in which they came. What belongs together is told together: a card with what was paid for it, an attack
with what it did, a block with what the blocker took; and an effect with the card whose text it is. Nothing is told of
what a piece is now, only of what an event says: the table has gone on since.
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
#: Told together with the card or the ability that was paid for.
_PAYING: Final = ("priced", "exhaust", "make", "lost", "pay")
#: Never done by a triggered ability: where one came to nothing, these come from elsewhere.
_OTHER: Final = (
    "play", "use", "attack", "assault", "block", "overflow", "summon", "seed", "over", "skip", "expire", "resurrect"
)  # fmt: skip
#: A tiebreaker that breaks no tie.
_SHARED: Final = "shared honor"


def account(events: Sequence[Event], names: Sequence[str], cards: Mapping[str, Design]) -> list[str]:
    """What happened, in sentences. `names`: the players', by seat; `cards`: all of the game, by id."""
    return list(_Teller(events, names, cards).tell())


def player_names(table: Table) -> list[str]:
    """What the story calls the players, by seat: by their Mentors."""
    return [" ".join(part.capitalize() for part in player.name.split("-")) for player in table.players]


class _Teller:
    """Goes through the events once; `_at` is the next one, which what is told before it may take along."""

    def __init__(self, events: Sequence[Event], names: Sequence[str], cards: Mapping[str, Design]) -> None:
        self._events = events
        self._names = names
        self._cards = cards
        self._at = 0
        self._opening = self._attacked = False

    def tell(self) -> Iterator[str]:
        because = phase = ""
        while self._at < len(self._events):
            event = self._events[self._at]
            self._at += 1
            what = event[0]
            if what == "because":
                because = f"{self._source(event[1])}: "
                continue
            if what == "phase":
                because, phase = "", f"### {PHASES[event[1]]}"
                continue
            telling: Callable[..., str] | None = getattr(self, f"_on_{what}", None)
            sentence = telling(*event[1:]) if telling else ""
            if not sentence:
                continue
            if sentence.startswith("#"):
                because = phase = ""
                yield sentence
                continue
            if phase:
                yield phase
                phase = ""
            # An effect that came to nothing is passed over: what follows is no part of it.
            yield sentence if what in _OTHER else because + sentence
            because = ""

    def _next(self, *begins: Any) -> Event:
        """The next event, if it begins so, which is then told; otherwise an empty one."""
        if self._at < len(self._events) and self._events[self._at][: len(begins)] == begins:
            self._at += 1
            return self._events[self._at - 1]
        return ()

    # names ------------------------------------------------------------------------------------------------------------

    def _card(self, card: str) -> str:
        return _named(self._cards[card])

    def _piece(self, piece: Piece) -> str:
        """A piece that fights or is hurt; somebody's own where it is not the Dark Field's."""
        if piece.owner < 0:
            return piece.design.name
        if piece.design.kind == "mentor":
            # With Side A up a Mentor does neither.
            return f"Transformed {piece.design.name}"
        return f"{self._names[piece.owner]}'s {_named(piece.design)}"

    def _source(self, thing: Piece | Design) -> str:
        """The card whose text is done."""
        if isinstance(thing, Design):
            return _named(thing)
        # Of a Mentor it is that of Side A: the other has none.
        return f"{thing.design.name} (Side A)" if thing.design.kind == "mentor" else self._piece(thing)

    def _thing(self, thing: Piece | int) -> str:
        return self._piece(thing) if isinstance(thing, Piece) else self._names[thing]

    # playing ----------------------------------------------------------------------------------------------------------

    def _paid(self, nothing: Sequence[str]) -> list[Event]:
        """What was paid for the card or ability just told of: up to the payment and what is exhausted after it, since
        anointing made then is no part of it; without a payment only events of `nothing`."""
        start = end = self._at
        while end < len(self._events) and self._events[end][0] in _PAYING:
            end += 1
        run = [each[0] for each in self._events[start:end]]
        length = run.index("pay") + 1 if "pay" in run else 0
        while length < len(run) and run[length] in (("exhaust",) if "pay" in run else nothing):
            length += 1
        self._at = start + length
        return list(self._events[start : self._at])

    def _on_play(self, seat: int, card: str, letters: Sequence[str], generic: int, bridging: int) -> str:
        design = self._cards[card]
        paid = self._paid(nothing=("priced",))
        strength = f" ({_strength(design.atk, design.hp)})" if design.kind == "living-truth" else ""
        plays = "reacts and plays" if self._attacked else "plays"
        sentence = f"{self._names[seat]} {plays} {_named(design)}{strength}"
        if not design.is_anointing:
            sentence += f" for {_cost(letters, generic)}"
        changes = [change for each in paid if each[0] == "priced" for change in each[1]]
        if changes:
            told = (f"{abs(by)} {'more' if by > 0 else 'less'} by {self._source(card)}" for card, by in changes)
            sentence += f" ({', '.join(told)})"
        return sentence + self._payment(paid, bridging) + "."

    def _on_use(self, piece: Piece, bridging: int) -> str:
        paid = self._paid(nothing=_PAYING)
        name = self._names[piece.owner]
        itself = [each for each in paid if each[0] == "exhaust" and each[1] is piece]
        made = [f"{each[3]} {color_name(each[2])} anointing" for each in paid if each[0] == "make"]
        lost = sum(each[3] for each in paid if each[0] == "lost")
        if itself and not any(each[0] == "pay" for each in paid) and (made or lost):
            gone = f"{lost} anointing, which is lost" if lost else ""
            return f"{name} exhausts {_named(piece.design)} for {_listed([*made, gone] if gone else made)}."
        sentence = f"{name} uses {_named(piece.design)}" + (", exhausting it" if itself else "")
        return sentence + self._payment([each for each in paid if each not in itself], bridging) + "."

    def _payment(self, paid: Sequence[Event], bridging: int) -> str:
        """With what something was paid."""
        exhausted = [each[1].design for each in paid if each[0] == "exhaust"]
        lost = sum(each[3] for each in paid if each[0] == "lost")
        made = sum(each[3] for each in paid if each[0] == "make")
        spent = sum(each[2] for each in paid if each[0] == "pay")
        told = ""
        if bridging:
            bridge = sum(each[3] for each in paid if each[0] == "pay")
            told += f" by Intercession ({bridge} anointing of any color for 1 of the color asked for)"
        if exhausted:
            told += f", exhausting {_counted(exhausted)}"
        if spent > made:
            told += f", {'and ' if exhausted else ''}with {spent - made} anointing from the pool"
        if lost:
            told += f"; {lost} of the anointing that {'this makes is' if exhausted else 'is made is'} lost"
        return told

    def _on_make(self, seat: int, color: str, count: int) -> str:
        return f"{self._names[seat]} adds {count} {color_name(color)} anointing to the pool."

    def _on_lost(self, seat: int, color: str, count: int) -> str:
        return f"{count} {color_name(color)} anointing of {self._names[seat]}'s {'is' if count == 1 else 'are'} lost."

    def _on_expire(self, seat: int, count: int) -> str:
        return f"{count} anointing that {self._names[seat]} did not spend {'is' if count == 1 else 'are'} gone."

    def _on_negated(self, seat: int, card: str, by: Piece) -> str:
        return f"{self._source(by)} negates {self._card(card)}: it is discarded with no effect."

    def _on_enter(self, piece: Piece, host: Piece | None) -> str:
        if host is not None:
            gains = _gains(piece.design.atk, piece.design.hp)
            return f"{piece.design.name} is attached to {self._piece(host)}{f', for {gains}' if gains else ''}."
        return f"{_named(piece.design)} enters exhausted." if piece.design.enters_exhausted else ""

    def _on_transform(self, seat: int, atk: int, hp: int) -> str:
        return (
            f"It is the trigger of {self._names[seat]}'s Mentor, who is Transformed: from now on a Living Truth "
            f"({_strength(atk, hp)})."
        )

    # cards ------------------------------------------------------------------------------------------------------------

    def _on_draw(self, seat: int, card: str) -> str:
        drawn = [self._cards[card]]
        while more := self._next("draw", seat):
            drawn.append(self._cards[more[2]])
        hand = " an opening hand:" if self._opening else ""
        return f"{self._names[seat]} draws{hand} {_counted(drawn)}."

    def _on_undrawn(self, seat: int, by: Piece) -> str:
        return f"{self._source(by)} keeps {self._names[seat]} from drawing."

    def _on_reshuffle(self, seat: int) -> str:
        return f"{self._names[seat]}'s deck is empty: the discard pile is shuffled into a new one."

    def _on_discard(self, seat: int, card: str) -> str:
        return f"{self._names[seat]} discards {self._card(card)}."

    def _on_remove(self, seat: int, card: str) -> str:
        return f"{self._names[seat]} removes {self._card(card)} from the game."

    def _on_sacrifice(self, piece: Piece) -> str:
        return f"{self._names[piece.owner]} sacrifices {_named(piece.design)}."

    def _on_falls(self, piece: Piece, host: Piece) -> str:
        return f"{piece.design.name}, attached to {self._piece(host)}, is discarded with it."

    def _on_look(self, seat: int, where: str) -> str:
        kept = "leaves it there" if where == "top" else "puts it on the bottom"
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

    def _on_shield(self, thing: Piece | int, amount: int) -> str:
        return f"The next {amount} damage to {self._thing(thing)} this turn will be prevented."

    def _on_prevented(self, seat: int, amount: int) -> str:
        return f"{amount} of the damage to {self._names[seat]} is prevented."

    def _on_hurt(self, seat: int, amount: int, life: int) -> str:
        return f"{self._names[seat]} takes {amount} damage and has {life or 'no'} Life left."

    def _on_life(self, seat: int, amount: int, life: int) -> str:
        return f"{self._names[seat]} loses {amount} Life and has {life or 'no'} Life left."

    def _on_wound(self, piece: Piece, amount: int, left: int, prevented: int) -> str:
        if not amount and not prevented:
            return ""
        return f"{self._piece(piece)} {self._suffers(piece, amount, left, prevented)}."

    def _suffers(self, piece: Piece, amount: int, left: int, prevented: int) -> str:
        """What damage does to a piece, as the end of a sentence about it; a Living Truth may be destroyed by it."""
        if not amount:
            return "takes no damage, which is all prevented"
        but = f" ({prevented} more is prevented)" if prevented else ""
        if left == 0 and self._next("destroy", piece):
            return f"takes {amount} damage{but} and is destroyed{self._gone(piece)}"
        return f"takes {amount} damage{but} and has {left or 'no'} HP left"

    def _on_boost(self, piece: Piece, atk: int, hp: int) -> str:
        gains = _gains(atk, hp)
        return f"{self._piece(piece)} gets {gains} until the end of the turn." if gains else ""

    def _on_mp(self, seat: int, amount: int, total: int) -> str:
        verb = f"gains {amount}" if amount > 0 else f"loses {-amount}"
        return f"{self._names[seat]} {verb} MP and has {total}."

    def _on_halved(self, by: Piece, reward: int) -> str:
        return f"{self._source(by)} halves the MP for it, to {reward}."

    def _on_owe(self, seat: int, count: int, later: bool) -> str:
        when = "on the next turn" if later else "this turn"
        first = f"first {count}" if count != 1 else "first"
        return f"The {first} anointing that {self._names[seat]} makes {when} will be lost."

    def _on_defeat(self, seat: int) -> str:
        if self._next("eliminated", seat):
            return f"{self._names[seat]} is Defeated for the last time, and out of the game."
        return f"{self._names[seat]} is Defeated."

    def _on_resurrect(self, seat: int, life: int) -> str:
        return f"{self._names[seat]} Resurrects with {life} Life."

    def _on_destroy(self, piece: Piece) -> str:
        return f"{self._piece(piece)} is destroyed{self._gone(piece)}."

    def _gone(self, piece: Piece) -> str:
        return " and out of the game" if piece.design.kind == "mentor" else ""

    def _on_demolish(self, seat: int, card: str, total: int, needed: int) -> str:
        return (
            f"{self._card(card)} is demolished, and {self._names[seat]} keeps it as a trophy: {total} of the {needed} "
            "that the Light needs."
        )

    # the course of the game -------------------------------------------------------------------------------------------

    def _on_draft(self) -> str:
        return "# The draft"

    def _on_setup(self) -> str:
        self._opening = True
        return "# Setup"

    def _on_round(self, number: int) -> str:
        self._opening = self._attacked = False
        return f"# Round {number}"

    def _on_turn(self, seat: int, number: int, life: int, mp: int) -> str:
        return f"## {self._names[seat]}'s turn ({life} Life, {mp} MP)"

    def _on_dark(self, number: int) -> str:
        return "## The Dark Turn"

    def _on_seed(self, piece: Piece, atk: int, hp: int) -> str:
        return f"{piece.design.name} ({_strength(atk, hp)}) stands in the Dark Field from the start."

    def _on_summon(self, piece: Piece, atk: int, hp: int) -> str:
        return f"{piece.design.name} ({_strength(atk, hp)}) is summoned to the Dark Field."

    def _on_attack(self, piece: Piece, target: Piece, damage: int) -> str:
        sentence = f"{self._piece(piece)} attacks {target.design.name} for {damage}"
        if self._next("wound", target, damage):
            left = self._events[self._at - 1][3]
            sentence += f"; {target.design.name} has {left or 'no'} HP left"
        return sentence + "."

    def _on_assault(self, piece: Piece, seat: int, strike: int) -> str:
        self._attacked = True
        return f"{piece.design.name} attacks {self._names[seat]} for {strike}."

    def _on_block(self, piece: Piece, taken: int, left: int) -> str:
        sentence = f"{self._piece(piece)} blocks"
        if wound := self._next("wound", piece):
            sentence += (", " if wound[2] else " and ") + self._suffers(*wound[1:])
        return sentence + ("." if left else "; nothing of the attack is left.")

    def _on_overflow(self, seat: int, left: int, blockers: int) -> str:
        how = f"The other {left} damage overflows" if blockers else "Nobody blocks"
        if hurt := self._next("hurt", seat, left):
            life = f"{hurt[3] or 'no'} Life left"
            name = self._names[seat]
            return f"{how} to {name}, who has {life}." if blockers else f"{how}: {name} has {life}."
        return f"{how} to {self._names[seat]}." if blockers else f"{how}."

    def _on_over(
        self, winner: str, champions: Sequence[int], field: int, by: Sequence[str], ranks: Sequence[Sequence[int]]
    ) -> str:
        if winner == "dark":
            if field:
                return f"{field} Strongholds stand in the Dark Field at once: the Encroaching Dark. The Darkness wins."
            return "No player is left. The Darkness wins."
        won = "As many Strongholds are demolished as the Light needs. The Light wins"
        if len(ranks) == 1:
            return f"{won}."
        if not champions:
            return f"{won}, all players together."
        if len(champions) > 1:
            shared = _listed([self._names[seat] for seat in champions])
            return f"{won}. {shared} share the honor, by {self._ranking(by, ranks)}."
        return f"{won}. {self._names[champions[0]]} is its champion, by {self._ranking(by, ranks)}."

    def _ranking(self, by: Sequence[str], ranks: Sequence[Sequence[int]]) -> str:
        """What made the champion: the first that told players apart, and ties before it."""
        still = list(range(len(ranks)))
        told = []
        for at, what in enumerate(by):
            if len(still) == 1 or what == _SHARED:
                break
            told.append(f"{what} ({', '.join(f'{self._names[seat]} {ranks[seat][at]}' for seat in still)})")
            best = max(ranks[seat][at] for seat in still)
            still = [seat for seat in still if ranks[seat][at] == best]
        return ", then ".join(told)


def _named(card: Design) -> str:
    """A card by its name; Basic Anointing, which has one name in every color, with its color."""
    if card.kind == "basic-anointing":
        return f"{card.name} ({', '.join(color_name(hue) for hue in card.hues)})"
    return card.name


def color_name(color: str) -> str:
    """A color's name, by its id."""
    return " ".join(part.capitalize() for part in color.split("-")) if color != "colorless" else color


def _cost(letters: Sequence[str], generic: int) -> str:
    parts = [f"{count} {color_name(letter)}" for letter, count in Counter(letters).items()]
    return _listed([*parts, f"{generic} generic"] if generic else parts) or "nothing"


def _strength(atk: int, hp: int) -> str:
    return f"{atk} ATK, {hp} HP"


def _gains(atk: int, hp: int) -> str:
    return _listed([f"+{amount} {what}" for amount, what in ((atk, "ATK"), (hp, "HP")) if amount])


def _counted(cards: Sequence[Design]) -> str:
    """Cards in the order in which they first come, with their numbers where there are several."""
    return _listed([name if count == 1 else f"{count} {name}" for name, count in Counter(map(_named, cards)).items()])


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]
