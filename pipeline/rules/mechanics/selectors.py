"""Which cards and which players: filters, selectors, players, measures."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from pipeline.language import Node, also, say, walk, worded
from pipeline.rules.mechanics.terms import Degree, Hue, Noun, State, Where
from pipeline.rules.play import Get, Option, Pick, Scope, Scribe


class Cards(Node, label="a card noun"):
    """Cards of some description."""


_BEFORE_PLACE: Final = "[?other <otro:noun>] {noun} [{hue:noun,any}] [{state:noun,any}]"


@dataclass(frozen=True)
class Filter(Cards):
    """A description of cards: [other] [ready] [Red] noun [in play]."""

    noun: Noun
    other: bool = False
    state: State | None = None
    hue: Hue | None = None
    where: Where | None = None

    agrees = "noun"
    reading = ("[?other other ][{state} ][{hue} ]{noun}[ {where}]",)
    words = worded(
        en="[?other other] [{state:any}] [{hue:any}] {noun} [{where:any}]",
        es=(
            say(f"{_BEFORE_PLACE} [{{where:noun,any}}]", styles="plain explained"),
            say(f"{_BEFORE_PLACE} de mayor coste [{{where:noun,any}}]", styles="ranked"),
        ),
    )
    glossary = (("Truth card", "A Living Truth, an Equipment or a One Time card; no Anointing card, no Mentor."),)


def _shared(first: Filter, second: Filter, leading: tuple[str, ...], trailing: tuple[str, ...]) -> "Either | None":
    """The other meaning of "Red A and B in play": what leads said of both, what trails said of both."""
    lead = {name: getattr(first, name) for name in leading if getattr(first, name) and not getattr(second, name)}
    trail = {name: getattr(second, name) for name in trailing if getattr(second, name) and not getattr(first, name)}
    if not lead and not trail:
        return None
    return Either(replace(first, **trail), replace(second, **lead))


def _shared_in_english(first: Filter, second: Filter) -> "Either | None":
    return _shared(first, second, ("other", "state", "hue"), ("where",))


def _shared_in_spanish(first: Filter, second: Filter) -> "Either | None":
    return _shared(first, second, ("other",), ("hue", "state", "where"))


@dataclass(frozen=True)
class Either(Cards):
    """Cards of one description or another. What may belong to both is read both ways, and so refused."""

    first: Filter
    second: Filter

    agrees = "first"
    reading = ("{first} or {second}",)
    words = worded(
        en=(
            say("{first} and {second}", numbers="many"),
            also("{first} and {second}", numbers="many", build=_shared_in_english),
            say("{first} or {second}", numbers="one"),
            also("{first} or {second}", numbers="one", build=_shared_in_english),
        ),
        es=(
            say("{first} y {second:free}", numbers="many"),
            also("{first} y {second:free}", numbers="many", build=_shared_in_spanish),
            say("{first} o {second:free}", numbers="one"),
            also("{first} o {second:free}", numbers="one", build=_shared_in_spanish),
        ),
    )


def nouns(cards: Node) -> tuple[str, ...]:
    """The nouns of a description."""
    return tuple(each.noun for each in walk(cards) if isinstance(each, Filter))


class Target(Node, label="a target"):
    """What an effect strikes or helps: cards or players."""

    def pick(self, make: Scribe) -> Pick:
        """How it is chosen, where there is a choice, and what it then is; compiled."""
        raise NotImplementedError


@dataclass(frozen=True)
class You(Target):
    """Whoever does it: the unwritten subject, as an object."""

    reading = ("you",)
    words = worded(en="<thee>", es="<ti>")

    def pick(self, make: Scribe) -> Pick:
        """The player who does it."""
        return Pick(None, lambda table, scope: (table.players[scope.you],))


YOU: Final = You()


class Selector(Target, label="a card"):
    """Cards chosen from those of a description."""


@dataclass(frozen=True)
class This(Selector):
    """The card whose text it is; its name is another way to say so."""

    reading = ("this card",)
    words = worded(en=(say("this"), also("{@name}")), es=(say("esta carta"), also("{@name}")))

    def number_of(self) -> str:
        return "one"

    def pick(self, make: Scribe) -> Pick:
        """The card itself."""
        return Pick(None, lambda table, scope: (scope.source,))


def choosing(make: Scribe, find: Get, least: int, most: int) -> Pick:
    """Choose `most` of what is found, or fewer where fewer are there or, after `least`, enough is enough.

    Where there is none nothing is chosen (R704). Cards in a hand that are the same are offered once.
    """
    slot = make.slot()
    done: Option = ("choose", "done")

    def answered(table: Any, scope: Scope, option: Option) -> None:
        if option is not done and option[1] != "done":
            scope.picks[slot] = (*scope.picks[slot], option[1])
            ask(table, scope)

    def ask(table: Any, scope: Scope) -> None:
        chosen = scope.picks[slot]
        if len(chosen) == most:
            return
        left = list(find(table, scope))
        for each in chosen:
            if each in left:
                left.remove(each)
        if not left:
            return
        if len(chosen) + len(left) <= least:
            scope.picks[slot] = (*chosen, *left)
            return
        options: list[Option] = [("choose", each) for each in dict.fromkeys(left)]
        if len(chosen) >= least:
            options.append(done)
        table.ask(scope.you, "target", options, answered, scope)

    return Pick(ask, lambda table, scope: scope.picks[slot])


def _chosen_once(make: Scribe, filter: Cards) -> Pick:
    picked = choosing(make, make.find(filter), 1, 1)
    make.named.append((nouns(filter), make.slots - 1))
    return picked


def _named(slot: int) -> Pick:
    return Pick(None, lambda table, scope: scope.picks[slot])


def _is_other(cards: Cards) -> bool:
    first = cards.first if isinstance(cards, Either) else cards
    return isinstance(first, Filter) and first.other


def _with_article(filter: Cards) -> "A | None":
    return None if _is_other(filter) else A(filter)


def _without_article(filter: Cards) -> "A | None":
    """Spanish "otra carta", another card, has no article."""
    return A(filter) if _is_other(filter) else None


@dataclass(frozen=True)
class A(Selector):
    """One card of a description, chosen."""

    filter: Cards

    agrees = "filter"
    reading = ("1 {filter:one}, chosen by you",)
    words = worded(
        en=(
            say("1 {filter:one,plain}", styles="numeral"),
            also("a {filter:one,plain}", styles="numeral"),
            say("a {filter:one}", styles="plain", numbers="one"),
            also("1 {filter:one}", styles="plain", numbers="one"),
        ),
        es=(
            say("1 {filter:one,plain}", styles="numeral"),
            also("<un:filter> {filter:one,plain}", styles="numeral", build=_with_article),
            also("{filter:one,plain}", styles="numeral", build=_without_article),
            say("<un:filter> {filter:one}", styles="plain", numbers="one", build=_with_article),
            say("{filter:one}", styles="plain", numbers="one", build=_without_article),
            also("1 {filter:one}", styles="plain", numbers="one"),
        ),
    )

    def pick(self, make: Scribe) -> Pick:
        """One that its player chooses."""
        return _chosen_once(make, self.filter)


def _several(count: int, filter: Cards) -> "Several | None":
    return Several(count, filter) if count > 1 else None


@dataclass(frozen=True)
class Several(Selector):
    """A number of cards of a description, two or more, chosen."""

    count: int
    filter: Cards

    agrees = "filter"
    reading = ("{count} {filter:many}, chosen by you",)
    words = worded(
        en=say("{count} {filter:count,plain}", numbers="many", build=_several),
        es=say("{count} {filter:count,plain}", numbers="many", build=_several),
    )

    def pick(self, make: Scribe) -> Pick:
        """As many as said, or all where there are fewer."""
        return choosing(make, make.find(self.filter), self.count, self.count)


def _up_to(count: int, filter: Cards) -> "UpTo | None":
    return UpTo(count, filter) if count > 1 else None


@dataclass(frozen=True)
class UpTo(Selector):
    """Any number of cards of a description, none included, up to one."""

    count: int
    filter: Cards

    agrees = "filter"
    reading = ("up to {count} {filter:many}, chosen by you",)
    words = worded(
        en=(
            say("up to 1 {filter:one,plain}", numbers="one", count=1),
            say("up to {count} {filter:count,plain}", numbers="many", build=_up_to),
        ),
        es=(
            say("hasta 1 {filter:one,plain}", numbers="one", count=1),
            say("hasta {count} {filter:count,plain}", numbers="many", build=_up_to),
        ),
    )

    def pick(self, make: Scribe) -> Pick:
        """As many as its player likes, up to the number."""
        return choosing(make, make.find(self.filter), 0, self.count)


@dataclass(frozen=True)
class Each(Selector):
    """All cards of a description, one by one."""

    filter: Cards

    agrees = "filter"
    reading = ("every {filter:one}",)
    words = worded(
        en=say("each {filter:one,plain}", numbers="one"),
        es=say("cada {filter:one,plain}", numbers="one"),
    )

    def pick(self, make: Scribe) -> Pick:
        """All there are."""
        find = make.find(self.filter)
        return Pick(None, lambda table, scope: tuple(find(table, scope)))


@dataclass(frozen=True)
class Highest(Selector):
    """The card of a description with the highest printed cost; of several, its owner picks (L38)."""

    filter: Cards

    agrees = "filter"
    reading = ("the {filter:one} with the highest printed cost; of equals, the one its owner picks",)
    words = worded(
        en=say("the highest-cost {filter:one,plain}", numbers="one"),
        es=say("<el:filter> {filter:one,ranked}", numbers="one"),
    )

    def pick(self, make: Scribe) -> Pick:
        """By printed cost, surcharges aside (R745); of several its owner picks (R746)."""
        find = make.find(self.filter)

        def highest(table: Any, scope: Scope) -> list[Any]:
            found = list(find(table, scope))
            most = max((table.printed_cost(each) for each in found), default=0)
            return [each for each in found if table.printed_cost(each) == most]

        picked = choosing(make, highest, 1, 1)
        make.named.append((nouns(self.filter), make.slots - 1))
        return picked


@dataclass(frozen=True)
class It(Selector):
    """The only single thing named before in the paragraph."""

    reading = ("the card named before",)
    words = worded(en=say("it", numbers="one"), es=say("dicha carta", numbers="one"))

    def pick(self, make: Scribe) -> Pick:
        """What was chosen under the only name before."""
        (slot,) = (slot for _, slot in make.named)
        return _named(slot)


@dataclass(frozen=True)
class That(Selector):
    """The only thing of its noun named before in the paragraph."""

    noun: Noun

    agrees = "noun"
    reading = ("the {noun:one} named before",)
    words = worded(
        en=say("that {noun:one}", numbers="one"),
        es=say("<ese:noun> {noun:one}", numbers="one"),
    )

    def pick(self, make: Scribe) -> Pick:
        """What was chosen under this noun before."""
        (slot,) = (slot for names, slot in make.named if self.noun in names)
        return _named(slot)


class Player(Target, label="a player"):
    """One player or several."""


def _all_but(except_for: Callable[[Scope], int]) -> Get:
    """The players still in the game, in turn order, but for one (by index; -1: nobody); a lone player has no other
    (R771)."""

    def get(table: Any, scope: Scope) -> tuple[Any, ...]:
        apart = except_for(scope)
        return tuple(player for player in table.players if player.index != apart and not player.out)

    return get


def _nobody(scope: Scope) -> int:
    return -1


def _whoever_does_it(scope: Scope) -> int:
    return scope.you


def _someone(make: Scribe, find: Get) -> Pick:
    picked = choosing(make, find, 1, 1)
    make.someone = make.slots - 1
    return picked


@dataclass(frozen=True)
class EachPlayer(Player):
    """Every player, in turn order."""

    reading = ("every player in turn order",)
    words = worded(
        en=(say("each player", numbers="one"), also("every player", numbers="one")),
        es=say("cada jugador", numbers="one"),
    )

    def pick(self, make: Scribe) -> Pick:
        """All of them."""
        return Pick(None, _all_but(_nobody))


@dataclass(frozen=True)
class OtherPlayers(Player):
    """Every player but the one whom the trigger speaks of; without one, every player but you."""

    reading = ("every player but the one whom the trigger speaks of",)
    words = worded(
        en=(
            say("every other player", numbers="one"),
            also("each other player", numbers="one"),
            also("all other players", numbers="many"),
        ),
        es=(
            say("cada uno de los demás jugadores", numbers="one"),
            also("todos los demás jugadores", numbers="many"),
        ),
    )

    def pick(self, make: Scribe) -> Pick:
        """All but one."""
        return Pick(None, _all_but(lambda scope: scope.about if scope.about >= 0 else scope.you))


class OnePlayer(Player, label="a player"):
    """One player, any."""


@dataclass(frozen=True)
class APlayer(OnePlayer):
    """A player: chosen by an effect, any in a trigger."""

    reading = ("any one player",)
    words = worded(
        en=(
            say("a player", numbers="one"),
            also("any player", numbers="one"),
            also("a other / any player", numbers="one"),
        ),
        es=(say("un jugador", numbers="one"), also("cualquier jugador", numbers="one")),
    )

    def pick(self, make: Scribe) -> Pick:
        """Whom you choose."""
        return _someone(make, _all_but(_nobody))


@dataclass(frozen=True)
class AnotherPlayer(OnePlayer):
    """A player other than you."""

    reading = ("any one player but you",)
    words = worded(
        en=say("a other player", numbers="one"),
        es=say("otro jugador", numbers="one"),
    )

    def pick(self, make: Scribe) -> Pick:
        """Whom you choose, but for yourself."""
        return _someone(make, _all_but(_whoever_does_it))


@dataclass(frozen=True)
class ThatPlayer(Player):
    """The player whom the trigger speaks of, or the one chosen before."""

    reading = ("the player named before",)
    words = worded(
        en=(say("that player", numbers="one"), also("they", numbers="many")),
        es=say("ese jugador", numbers="one"),
    )

    def pick(self, make: Scribe) -> Pick:
        """The one who was chosen, or else whom the trigger is about."""
        slot = make.someone

        def get(table: Any, scope: Scope) -> tuple[Any, ...]:
            if slot >= 0:
                return tuple(scope.picks[slot])
            return (table.players[scope.about],) if scope.about >= 0 else ()

        return Pick(None, get)


@dataclass(frozen=True)
class Ranked(Player):
    """The player or players with the fewest or the most cards of a description: all who are tied."""

    degree: Degree
    filter: Cards

    inline = worded(en="ties: all tied players", es="empates: todos los empatados")
    reading = ("every player who is tied for the {degree} {filter:many}",)
    words = worded(
        en=say("the player(s) with the {degree:any} {filter:many,any,plain,their}", numbers="many"),
        es=say("el jugador o los jugadores con {degree:any} {filter:many,any,plain,free,their}", numbers="many"),
    )

    def pick(self, make: Scribe) -> Pick:
        """All who are tied; who is out of the game is not counted (R717, R718)."""
        find = make.find(self.filter, mine=True)
        best = min if self.degree == "fewest" else max

        def get(table: Any, scope: Scope) -> tuple[Any, ...]:
            players = [player for player in table.players if not player.out]
            counts = [len(find(table, scope.anew(player.index))) for player in players]
            wanted = best(counts, default=0)
            return tuple(player for player, count in zip(players, counts, strict=True) if count == wanted)

        return Pick(None, get)


class Measure(Node, label="an amount"):
    """How a count compares with a number."""

    def holds(self, found: int) -> bool:
        """Whether it holds for a count."""
        raise NotImplementedError


@dataclass(frozen=True)
class Fewer(Measure):
    """Fewer than a number."""

    count: int

    reading = ("fewer than {count}",)
    words = worded(en="fewer than {count}", es="menos de {count}")

    def holds(self, found: int) -> bool:
        """Whether a count is so."""
        return found < self.count

    def number_of(self) -> str:
        return "one" if self.count == 1 else "many"


@dataclass(frozen=True)
class More(Measure):
    """More than a number."""

    count: int

    reading = ("more than {count}",)
    words = worded(en="more than {count}", es="más de {count}")

    def holds(self, found: int) -> bool:
        """Whether a count is so."""
        return found > self.count

    def number_of(self) -> str:
        return "one" if self.count == 1 else "many"


@dataclass(frozen=True)
class AtLeast(Measure):
    """A number or more."""

    count: int

    reading = ("at least {count}",)
    words = worded(en="{count} or more", es="{count} o más")

    def holds(self, found: int) -> bool:
        """Whether a count is so."""
        return found >= self.count

    def number_of(self) -> str:
        return "many"


SELECTORS: tuple[type[Node], ...] = (
    Filter, Either, You, This, A, Several, UpTo, Each, Highest, It, That, EachPlayer, OtherPlayers, APlayer,
    AnotherPlayer, ThatPlayer, Ranked, Fewer, More, AtLeast,
)  # fmt: skip
