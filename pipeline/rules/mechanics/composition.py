"""How clauses become sentences, sentences abilities, and abilities a text (docs/language.md, Composition).

From the loosest to the tightest: Text, Ability, Sentence (if), Timed (until), Repeated (for each), Offered (may, choose
one), Chain (then), Step (and), Clause. Each sort gathers the next, so that what stands in front comes in this order and
reaches to the full stop.
"""

from dataclasses import dataclass

from pipeline.language import Form, Node, also, say, worded
from pipeline.rules.mechanics.selectors import Cards, Player
from pipeline.rules.mechanics.terms import Until


class Sentence(Node, label="an effect"):
    """A sentence of an ability, without its full stop."""

    verbal = True


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


@dataclass(frozen=True)
class Costs(Node):
    """A whole cost: paid whole or not at all."""

    parts: tuple[Cost, ...]

    label = "a cost"
    verbal = True
    words = worded(en="{parts&all}", es="{parts&all}")


class Trigger(Node, label="a trigger"):
    """When an ability comes about."""


class Condition(Node, label="a condition"):
    """What must hold for a sentence to be done, or for a static ability to last."""


class Static(Node, label="an ability"):
    """What holds for as long as the card is in play."""

    verbal = True


class Ability(Node, label="an ability"):
    """A paragraph of a text."""


@dataclass(frozen=True)
class Text(Node):
    """A card's whole text."""

    abilities: tuple[Ability, ...]

    words = worded(en="{abilities&lines}", es="{abilities&lines}")


@dataclass(frozen=True)
class Instruction(Ability):
    """What is done once, when the card is played."""

    body: tuple[Sentence, ...]

    words = worded(en="^{body&sentences:do}", es="^{body&sentences:do}")


@dataclass(frozen=True)
class Triggered(Ability):
    """What is done whenever the trigger comes about."""

    trigger: Trigger
    body: tuple[Sentence, ...]

    words = worded(
        en="^{trigger}, {body&sentences:do} (!after)",
        es="^{trigger}, {body&sentences:do} (!after)",
    )


@dataclass(frozen=True)
class Activated(Ability):
    """What its controller may do for a cost."""

    cost: Costs
    body: tuple[Sentence, ...]

    words = worded(
        en="^{cost:do}: ^{body&sentences:do}",
        es="^{cost:do}: ^{body&sentences:do}",
    )


@dataclass(frozen=True)
class Lasting(Ability):
    """A static ability, while a condition holds where there is one."""

    static: Static
    condition: Condition | None = None

    words = worded(
        en=(say("^{static:static}. (!after)"), say("^while {condition}, {static:static}. (!after)")),
        es=(say("^{static:static}. (!after)"), say("^mientras {condition}, {static:static}. (!after)")),
    )


@dataclass(frozen=True)
class If(Sentence):
    """Done if a condition holds when it is about to happen; otherwise, something else, where said."""

    condition: Condition
    then: Timed
    otherwise: Timed | None = None

    words = worded(
        en="if {condition}, {then} [. ^otherwise, {otherwise}]",
        es="si {condition}, {then} [. ^de lo contrario, {otherwise}]",
    )


@dataclass(frozen=True)
class During(Timed):
    """Changes that last as long as said in front."""

    until: Until
    changes: tuple[Change, ...]

    words = worded(
        en=say("{until}, {changes&all:timed}", verbs="do"),
        es=say("{until}, {changes&all:timed}", verbs="do"),
    )


@dataclass(frozen=True)
class ForEach(Repeated):
    """Done once for each card of a description, with new choices each time; counted at the start."""

    filter: Cards
    effect: Offered

    words = worded(
        en=say("for each {filter:one}, {effect}", verbs="do"),
        es=say("por cada {filter:one}, {effect}", verbs="do"),
    )


@dataclass(frozen=True)
class May(Offered):
    """An offer, for a cost where there is one: to you, or to each player named, in turn order."""

    who: Player | None
    cost: Costs | None
    effect: Chain

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


@dataclass(frozen=True)
class Choose(Offered):
    """One of several, chosen when it is about to happen."""

    options: tuple[Chain, ...]

    words = worded(
        en=say("choose one: {options&options}", verbs="do"),
        es=say("elige una: {options&options}", verbs="do"),
    )


@dataclass(frozen=True)
class Then(Chain):
    """One after another: the second choice is made after the first is done."""

    steps: tuple[Step, ...]

    words = worded(en="{steps&then}", es="{steps&then}")


@dataclass(frozen=True)
class And(Step):
    """All choices first, then all in written order."""

    parts: tuple[Clause, ...]

    words = worded(en="{parts&and}", es="{parts&and}")


@dataclass(frozen=True)
class Does(Clause):
    """What players do who are named; they stay the subject to the full stop, or to "and you"."""

    who: Player
    effect: Chain

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


COMPOSITION: tuple[type[Node], ...] = (
    Text, Instruction, Triggered, Activated, Lasting, If, During, ForEach, May, Choose, Then, And, Does, Costs,
)  # fmt: skip
