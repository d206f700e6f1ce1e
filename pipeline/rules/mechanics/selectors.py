"""Which cards and which players: filters, selectors, players, measures."""

from dataclasses import dataclass, replace
from typing import Final

from pipeline.language import Node, also, say, worded
from pipeline.rules.mechanics.terms import Degree, Hue, Noun, State, Where


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


class Target(Node, label="a target"):
    """What an effect strikes or helps: cards or players."""


@dataclass(frozen=True)
class You(Target):
    """Whoever does it: the unwritten subject, as an object."""

    words = worded(en="<thee>", es="<ti>")


YOU: Final = You()


class Selector(Target, label="a card"):
    """Cards chosen from those of a description."""


@dataclass(frozen=True)
class This(Selector):
    """The card whose text it is; its name is another way to say so."""

    words = worded(en=(say("this"), also("{@name}")), es=(say("esta carta"), also("{@name}")))

    def number_of(self) -> str:
        return "one"


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


def _several(count: int, filter: Cards) -> "Several | None":
    return Several(count, filter) if count > 1 else None


@dataclass(frozen=True)
class Several(Selector):
    """A number of cards of a description, two or more, chosen."""

    count: int
    filter: Cards

    agrees = "filter"
    words = worded(
        en=say("{count} {filter:count,plain}", numbers="many", build=_several),
        es=say("{count} {filter:count,plain}", numbers="many", build=_several),
    )


def _up_to(count: int, filter: Cards) -> "UpTo | None":
    return UpTo(count, filter) if count > 1 else None


@dataclass(frozen=True)
class UpTo(Selector):
    """Any number of cards of a description, none included, up to one."""

    count: int
    filter: Cards

    agrees = "filter"
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


@dataclass(frozen=True)
class Each(Selector):
    """All cards of a description, one by one."""

    filter: Cards

    agrees = "filter"
    words = worded(
        en=say("each {filter:one,plain}", numbers="one"),
        es=say("cada {filter:one,plain}", numbers="one"),
    )


@dataclass(frozen=True)
class Highest(Selector):
    """The card of a description with the highest printed cost; of several, its owner picks (L38)."""

    filter: Cards

    agrees = "filter"
    words = worded(
        en=say("the highest-cost {filter:one,plain}", numbers="one"),
        es=say("<el:filter> {filter:one,ranked}", numbers="one"),
    )


@dataclass(frozen=True)
class It(Selector):
    """The only single thing named before in the paragraph."""

    words = worded(en=say("it", numbers="one"), es=say("dicha carta", numbers="one"))


@dataclass(frozen=True)
class That(Selector):
    """The only thing of its noun named before in the paragraph."""

    noun: Noun

    agrees = "noun"
    words = worded(
        en=say("that {noun:one}", numbers="one"),
        es=say("<ese:noun> {noun:one}", numbers="one"),
    )


class Player(Target, label="a player"):
    """One player or several."""


@dataclass(frozen=True)
class EachPlayer(Player):
    """Every player, in turn order."""

    words = worded(
        en=(say("each player", numbers="one"), also("every player", numbers="one")),
        es=say("cada jugador", numbers="one"),
    )


@dataclass(frozen=True)
class OtherPlayers(Player):
    """Every player but the one whom the trigger speaks of; without one, every player but you."""

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


class OnePlayer(Player, label="a player"):
    """One player, any."""


@dataclass(frozen=True)
class APlayer(OnePlayer):
    """A player: chosen by an effect, any in a trigger."""

    words = worded(
        en=(
            say("a player", numbers="one"),
            also("any player", numbers="one"),
            also("a other / any player", numbers="one"),
        ),
        es=(say("un jugador", numbers="one"), also("cualquier jugador", numbers="one")),
    )


@dataclass(frozen=True)
class AnotherPlayer(OnePlayer):
    """A player other than you."""

    words = worded(
        en=say("a other player", numbers="one"),
        es=say("otro jugador", numbers="one"),
    )


@dataclass(frozen=True)
class ThatPlayer(Player):
    """The player whom the trigger speaks of, or the one chosen before."""

    words = worded(
        en=(say("that player", numbers="one"), also("they", numbers="many")),
        es=say("ese jugador", numbers="one"),
    )


@dataclass(frozen=True)
class Ranked(Player):
    """The player or players with the fewest or the most cards of a description: all who are tied."""

    degree: Degree
    filter: Cards

    inline = worded(en="ties: all tied players", es="empates: todos los empatados")
    words = worded(
        en=say("the player(s) with the {degree:any} {filter:many,any,plain,their}", numbers="many"),
        es=say("el jugador o los jugadores con {degree:any} {filter:many,any,plain,free,their}", numbers="many"),
    )


class Measure(Node, label="an amount"):
    """How a count compares with a number."""


@dataclass(frozen=True)
class Fewer(Measure):
    """Fewer than a number."""

    count: int

    words = worded(en="fewer than {count}", es="menos de {count}")

    def number_of(self) -> str:
        return "one" if self.count == 1 else "many"


@dataclass(frozen=True)
class More(Measure):
    """More than a number."""

    count: int

    words = worded(en="more than {count}", es="más de {count}")

    def number_of(self) -> str:
        return "one" if self.count == 1 else "many"


@dataclass(frozen=True)
class AtLeast(Measure):
    """A number or more."""

    count: int

    words = worded(en="{count} or more", es="{count} o más")

    def number_of(self) -> str:
        return "many"


SELECTORS: tuple[type[Node], ...] = (
    Filter, Either, You, This, A, Several, UpTo, Each, Highest, It, That, EachPlayer, OtherPlayers, APlayer,
    AnotherPlayer, ThatPlayer, Ranked, Fewer, More, AtLeast,
)  # fmt: skip
