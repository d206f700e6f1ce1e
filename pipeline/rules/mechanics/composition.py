"""How clauses become sentences, sentences abilities, and abilities a text (docs/language.md, Composition).

From the loosest to the tightest: Text, Ability, Sentence (if), Timed (until), Repeated (for each), Offered (may, choose
one), Chain (then), Step (and), Clause. Each sort gathers the next, so that what stands in front comes in this order and
reaches to the full stop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.language import Form, Node, also, say, worded
from pipeline.rules.mechanics.selectors import Cards, Player
from pipeline.rules.mechanics.terms import Until
from pipeline.rules.play import (
    Ability,
    Effect,
    Hold,
    Option,
    Pick,
    Price,
    Run,
    Scope,
    Scribe,
    Test,
    Watch,
    asking,
    in_order,
    nothing,
    whole,
)

_YES: Final[Option] = ("choose", "yes")
_NO: Final[Option] = ("choose", "no")


class Sentence(Node, label="an effect"):
    """A sentence of an ability, without its full stop."""

    verbal = True

    def play(self, make: Scribe) -> Effect:
        """What it does, compiled."""
        raise NotImplementedError


def _body(sentences: Sequence[Sentence], make: Scribe) -> Run:
    return in_order([whole(each.play(make)) for each in sentences])


class Timed(Sentence, label="an effect"):
    """A sentence without its condition."""

    verbal = True


class Repeated(Timed, label="an effect"):
    """A sentence without condition and duration."""

    verbal = True


class Offered(Repeated, label="an effect"):
    """What may be an offer or a choice."""

    verbal = True


class Chain(Offered, label="an effect"):
    """Effects one after another."""

    verbal = True


class Step(Chain, label="an effect"):
    """Effects at one time."""

    verbal = True

    @classmethod
    def follow(cls, form: Form, previous: object) -> Form:
        """After a clause with a subject of its own, "you" must be written to come back to you."""
        if form.verb in ("do", "after"):
            return form.having("do" if _ends_with_you(previous) else "after")
        return form


class Clause(Step, label="an effect"):
    """One effect. Its subject is you, unwritten or written, unless it brings its own."""

    verbal = True
    through = worded(
        en=(also("you {it:thou}", verbs="do"), say("you {it:thou}", verbs="after")),
        es=(also("tú {it:thou}", verbs="do"), say("tú {it:thou}", verbs="after")),
    )


class Change(Clause, label="what changes"):
    """A clause about a card that changes for a time; its subject is that card."""

    verbal = True


def _ends_with_you(value: object) -> bool:
    if isinstance(value, Then):
        return _ends_with_you(value.steps[-1])
    if isinstance(value, And):
        return _ends_with_you(value.parts[-1])
    return not isinstance(value, Does | Change)


class Cost(Node, label="a cost"):
    """One part of a cost."""

    verbal = True

    def price(self, make: Scribe) -> Price:
        """How it is paid, compiled."""
        raise NotImplementedError


@dataclass(frozen=True)
class Costs(Node):
    """A whole cost: paid whole or not at all."""

    parts: tuple[Cost, ...]

    label = "a cost"
    verbal = True
    reading = ("{parts}",)
    words = worded(en="{parts&all}", es="{parts&all}")

    def price(self, make: Scribe) -> Price:
        """All parts: offered only where each can be paid; all choices first, then all payments as one."""
        prices = [part.price(make) for part in self.parts]
        if len(prices) == 1:
            return prices[0]
        tests = [price.can for price in prices]
        payments = [price.pay for price in sorted(prices, key=lambda price: not price.first)]

        def can(table: Any, scope: Scope) -> bool:
            return all(test(table, scope) for test in tests)

        def pay(table: Any, scope: Scope) -> None:
            for each in payments:
                each(table, scope)

        ask = asking(*(price.ask for price in prices))
        return Price(can, ask, pay, colored=any(price.colored for price in prices))


class Trigger(Node, label="a trigger"):
    """When an ability comes about."""

    def watch(self, make: Scribe) -> Watch:
        """The event it waits for, compiled."""
        raise NotImplementedError


class Condition(Node, label="a condition"):
    """What must hold for a sentence to be done, or for a static ability to last."""

    def test(self, make: Scribe) -> Test:
        """Whether it holds, compiled."""
        raise NotImplementedError


class Static(Node, label="an ability"):
    """What holds for as long as the card is in play."""

    verbal = True

    def hold(self, make: Scribe) -> Hold:
        """What it bears on, compiled."""
        raise NotImplementedError


class Paragraph(Node, label="an ability"):
    """A paragraph of a text: one ability."""

    def ability(self, make: Scribe) -> Ability | None:
        """The ability, compiled; None for a paragraph that only reminds of a rule."""
        raise NotImplementedError


@dataclass(frozen=True)
class Text(Node):
    """A card's whole text."""

    abilities: tuple[Paragraph, ...]

    reading = ("{abilities}",)
    words = worded(en="{abilities&lines}", es="{abilities&lines}")


@dataclass(frozen=True)
class Instruction(Paragraph):
    """What is done once, when the card is played."""

    body: tuple[Sentence, ...]

    reading = ("When: once, as it is played", "{body}")
    words = worded(en="^{body&sentences:do}", es="^{body&sentences:do}")

    def ability(self, make: Scribe) -> Ability:
        """Done as it stands."""
        make.begin()
        body = _body(self.body, make)
        return Ability(body, make.slots)


@dataclass(frozen=True)
class Triggered(Paragraph):
    """What is done whenever the trigger comes about."""

    trigger: Trigger
    body: tuple[Sentence, ...]

    reading = ("Trigger: {trigger}", "{body}")
    words = worded(
        en="^{trigger}, {body&sentences:do} (!after)",
        es="^{trigger}, {body&sentences:do} (!after)",
    )

    def ability(self, make: Scribe) -> Ability:
        """Done when the event comes."""
        make.begin()
        watch = self.trigger.watch(make)
        body = _body(self.body, make)
        return Ability(body, make.slots, watch=watch)


@dataclass(frozen=True)
class Activated(Paragraph):
    """What its controller may do for a cost."""

    cost: Costs
    body: tuple[Sentence, ...]

    reading = ("When: as often as its cost is paid", "{cost}", "{body}")
    words = worded(
        en="^{cost:do}: ^{body&sentences:do}",
        es="^{cost:do}: ^{body&sentences:do}",
    )

    def ability(self, make: Scribe) -> Ability:
        """Done when its controller pays."""
        make.begin()
        price = self.cost.price(make)
        body = _body(self.body, make)
        return Ability(body, make.slots, price=price)


@dataclass(frozen=True)
class Lasting(Paragraph):
    """A static ability, while a condition holds where there is one."""

    static: Static
    condition: Condition | None = None

    reading = ("When: as long as it is in play", "[Condition: {condition}]", "{static}")
    words = worded(
        en=(say("^{static:static}. (!after)"), say("^while {condition}, {static:static}. (!after)")),
        es=(say("^{static:static}. (!after)"), say("^mientras {condition}, {static:static}. (!after)")),
    )

    def ability(self, make: Scribe) -> Ability:
        """Holds while the card is in play, and its condition."""
        make.begin()
        hold = self.static.hold(make)
        if self.condition is not None:
            hold = hold._replace(test=self.condition.test(make))
        return Ability(nothing, make.slots, hold=hold)


@dataclass(frozen=True)
class If(Sentence):
    """Done if a condition holds when it is about to happen; otherwise, something else, where said."""

    condition: Condition
    then: Timed
    otherwise: Timed | None = None

    reading = ("Condition: {condition}", "{then}", "[?otherwise Otherwise: what follows]", "{otherwise}")
    words = worded(
        en="if {condition}, {then} [. ^otherwise, {otherwise}]",
        es="si {condition}, {then} [. ^de lo contrario, {otherwise}]",
    )

    def play(self, make: Scribe) -> Effect:
        """The condition is looked at once, when this is about to happen."""
        test = self.condition.test(make)
        then = whole(self.then.play(make))
        otherwise = whole(self.otherwise.play(make)) if self.otherwise else nothing

        def do(table: Any, scope: Scope) -> None:
            (then if test(table, scope) else otherwise)(table, scope)

        return Effect(None, do)


@dataclass(frozen=True)
class During(Timed):
    """Changes that last as long as said in front."""

    until: Until
    changes: tuple[Change, ...]

    reading = ("Duration: {until}", "{changes}")
    words = worded(
        en=say("{until}, {changes&all:timed}", verbs="do"),
        es=say("{until}, {changes&all:timed}", verbs="do"),
    )

    def play(self, make: Scribe) -> Effect:
        """Every change, each until the time that is said in front of all."""
        effects = [change.play(make) for change in self.changes]
        return Effect(asking(*(each.ask for each in effects)), in_order([each.do for each in effects]))


@dataclass(frozen=True)
class ForEach(Repeated):
    """Done once for each card of a description, with new choices each time; counted at the start."""

    filter: Cards
    effect: Offered

    reading = ("Repeated: once for each {filter:one}", "{effect}")
    words = worded(
        en=say("for each {filter:one}, {effect}", verbs="do"),
        es=say("por cada {filter:one}, {effect}", verbs="do"),
    )

    def play(self, make: Scribe) -> Effect:
        """As often as cards were found at the start."""
        find = make.find(self.filter)
        body = whole(self.effect.play(make))

        def do(table: Any, scope: Scope) -> None:
            table.stack.extend([(body, scope.anew(scope.you)) for _ in find(table, scope)])

        return Effect(None, do)


@dataclass(frozen=True)
class May(Offered):
    """An offer, for a cost where there is one: to you, or to each player named, in turn order."""

    who: Player | None
    cost: Costs | None
    effect: Chain

    reading = ("Choice: {who|you} may do it, or not", "{cost}", "{effect}")
    words = worded(
        en=(
            say("you may {cost:to} to {effect:to}", verbs="do", who=None),
            say("you may {effect:to}", verbs="do", who=None, cost=None),
            say("{who:one} may {cost:to_they} to {effect:to_they}", verbs="do"),
            say("{who:one} may {effect:to_they}", verbs="do", cost=None),
            say("{who:many} may {cost:to_they} to {effect:to_they}", verbs="do"),
            say("{who:many} may {effect:to_they}", verbs="do", cost=None),
            also("you may {cost:to}. ^if you do, {effect:do}", verbs="do", who=None),
        ),
        es=(
            say("puedes {cost:to} para {effect:to}", verbs="do", who=None),
            say("puedes {effect:to}", verbs="do", who=None, cost=None),
            say("{who:one} puede {cost:to_they} para {effect:to_they}", verbs="do"),
            say("{who:one} puede {effect:to_they}", verbs="do", cost=None),
            say("{who:many} pueden {cost:to_they} para {effect:to_they}", verbs="do"),
            say("{who:many} pueden {effect:to_they}", verbs="do", cost=None),
            also("puedes {cost:to}. ^si lo haces, {effect:do}", verbs="do", who=None),
        ),
    )

    def play(self, make: Scribe) -> Effect:
        """Each player decides for themself; a cost that cannot be paid whole is not offered."""
        who = self.who.pick(make) if self.who else None
        price = self.cost.price(make) if self.cost else None
        body = whole(self.effect.play(make))
        deed = body if price is None else in_order([price.ask or nothing, price.pay, body])

        def answered(table: Any, scope: Scope, option: Option) -> None:
            if option == _YES:
                table.stack.append((deed, scope))

        def offer(table: Any, scope: Scope) -> None:
            if price is None or price.can(table, scope):
                table.ask(scope.you, "may", [_YES, _NO], answered, scope)

        if who is None:
            return Effect(None, offer)
        return Effect(who.ask, _for_each_player(who, offer))


@dataclass(frozen=True)
class Choose(Offered):
    """One of several, chosen when it is about to happen."""

    options: tuple[Chain, ...]

    reading = ("Choice: one of these", "{options:apart}")
    words = worded(
        en=say("choose one: {options&options}", verbs="do"),
        es=say("elige una: {options&options}", verbs="do"),
    )

    def play(self, make: Scribe) -> Effect:
        """The option is named by its number, from 1."""
        bodies = {str(number): whole(each.play(make)) for number, each in enumerate(self.options, 1)}
        options = [("choose", number) for number in bodies]

        def answered(table: Any, scope: Scope, option: Option) -> None:
            table.stack.append((bodies[option[1]], scope))

        def offer(table: Any, scope: Scope) -> None:
            table.ask(scope.you, "option", options, answered, scope)

        return Effect(None, offer)


@dataclass(frozen=True)
class Then(Chain):
    """One after another: the second choice is made after the first is done."""

    steps: tuple[Step, ...]

    reading = ("Order: each is done before the next is chosen", "{steps}")
    words = worded(en="{steps&then}", es="{steps&then}")

    def play(self, make: Scribe) -> Effect:
        """Each step whole before the next."""
        return Effect(None, in_order([whole(step.play(make)) for step in self.steps]))


@dataclass(frozen=True)
class And(Step):
    """All choices first, then all in written order."""

    parts: tuple[Clause, ...]

    reading = ("Order: all is chosen before any is done", "{parts}")
    words = worded(en="{parts&and}", es="{parts&and}")

    def play(self, make: Scribe) -> Effect:
        """All choices, then all deeds."""
        effects = [part.play(make) for part in self.parts]
        return Effect(asking(*(each.ask for each in effects)), in_order([each.do for each in effects]))


@dataclass(frozen=True)
class Does(Clause):
    """What players do who are named; they stay the subject to the full stop, or to "and you"."""

    who: Player
    effect: Chain

    reading = ("Who: {who}", "{effect:their}")
    words = worded(
        en=(
            say("{who:one} {effect:does} (!inline)", verbs="do after"),
            say("{who:many} {effect:they} (!inline)", verbs="do after"),
        ),
        es=(
            say("{who:one} {effect:does} (!inline)", verbs="do after"),
            say("{who:many} {effect:they} (!inline)", verbs="do after"),
        ),
    )

    def play(self, make: Scribe) -> Effect:
        """One player after another, in turn order."""
        who = self.who.pick(make)
        return Effect(who.ask, _for_each_player(who, whole(self.effect.play(make))))


def _for_each_player(who: Pick, body: Run) -> Run:
    def do(table: Any, scope: Scope) -> None:
        table.stack.extend([(body, scope.anew(player.index)) for player in reversed(who.get(table, scope))])

    return do


COMPOSITION: tuple[type[Node], ...] = (
    Text, Instruction, Triggered, Activated, Lasting, If, During, ForEach, May, Choose, Then, And, Does, Costs,
)  # fmt: skip
