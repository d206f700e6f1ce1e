"""What the cards mean: trees that a person wrote from the printed words, and from the decisions on them (docs)."""

from collections import defaultdict

import pytest

from pipeline.language import Language, Node, walk
from pipeline.model import Game
from pipeline.rules import read_words, subject
from pipeline.rules.light_vs_darkness import MECHANICS, effects, statics, triggers
from pipeline.rules.light_vs_darkness.effects import (
    NEXT_TURN,
    THIS_TURN,
    Add,
    AddAnointing,
    Deal,
    Discard,
    Draw,
    Exhaust,
    Gain,
    Gets,
    Heal,
    LookAtTop,
    Lose,
    Plain,
    Prevent,
    PreventThat,
    Remove,
    Sacrifice,
    Skip,
)
from pipeline.rules.light_vs_darkness.statics import (
    Abilities,
    All,
    Boosts,
    By,
    DrawsBlocked,
    EntersExhausted,
    First,
    PlayingCost,
    RewardsHalved,
    Stopped,
    Trait,
)
from pipeline.rules.light_vs_darkness.triggers import At, Attacks, Enters, GainsMP, Have, Played, Plays, Spent
from pipeline.rules.mechanics.composition import (
    Activated,
    Costs,
    Does,
    During,
    If,
    Instruction,
    Lasting,
    May,
    Text,
    Triggered,
)
from pipeline.rules.mechanics.selectors import (
    YOU,
    A,
    APlayer,
    AtLeast,
    Each,
    EachPlayer,
    Fewer,
    Filter,
    Highest,
    More,
    OtherPlayers,
    Ranked,
    This,
)
from pipeline.rules.mechanics.terms import (
    Degree,
    Edge,
    Hue,
    Mana,
    Noun,
    Period,
    Phase,
    Resource,
    Turn,
    Until,
    Where,
)

START = At(Edge("start"), Turn("yours"))
END = At(Edge("end"), Turn("yours"))
STRONGHOLD = Filter(Noun("stronghold"))
LIVING_TRUTH = Filter(Noun("living-truth"))
MINE = Filter(Noun("living-truth"), where=Where("control"))
TRUTH = Filter(Noun("truth-card"))
CARD = Filter(Noun("card"))
ANOINTING, MP = Resource("anointing"), Resource("mp")
PLAY, HAND = Where("play"), Where("hand")
RED = Hue("red")


def when(trigger: Node, *body: Node) -> Text:
    return Text((Triggered(trigger, body),))  # type: ignore[arg-type]


def always(static: Node) -> Text:
    return Text((Lasting(static),))  # type: ignore[arg-type]


def once(*body: Node) -> Text:
    return Text((Instruction(body),))  # type: ignore[arg-type]


def using(cost: Node, *body: Node) -> Text:
    return Text((Activated(Costs((cost,)), body),))  # type: ignore[arg-type]


MEANINGS = {
    "stronghold-pride": always(Stopped(Abilities(Noun("mentor")))),
    "stronghold-fear": when(
        Attacks(This()),
        Does(
            Ranked(Degree("fewest"), Filter(Noun("anointing-card"), where=PLAY)),
            Lose(3, ANOINTING, NEXT_TURN),
        ),
    ),
    "stronghold-shame": always(RewardsHalved(Filter(Noun("stronghold"), other=True))),
    "stronghold-lying": when(START, Remove(A(Filter(Noun("card"), where=HAND)))),
    "stronghold-infirmity": always(PlayingCost(All(Filter(Noun("healing-card"))), more=2)),
    "stronghold-heaviness": when(
        START, If(Have(Filter(Noun("truth-card"), where=PLAY), Fewer(2)), Discard(A(CARD)))
    ),
    "stronghold-abandonment": when(Enters(This(), True), Does(EachPlayer(), Skip(Phase("draw")))),
    "stronghold-lust": when(START, Discard(Highest(Filter(Noun("truth-card"), where=HAND)))),
    "stronghold-addictions": when(START, Lose(2, ANOINTING, THIS_TURN)),
    "stronghold-anger": when(END, If(Spent(AtLeast(5)), Lose(1, MP))),
    "stronghold-deaf-and-dumb": always(DrawsBlocked((Trait("additional-draw"), Trait("meditate")))),
    "stronghold-poverty": always(PlayingCost(All(CARD), more=1)),
    "stronghold-jealousy": when(GainsMP(APlayer()), Does(OtherPlayers(), Lose(1, ANOINTING, NEXT_TURN))),
    "stronghold-grief": when(END, If(Played(Fewer(2), CARD), Lose(2, ANOINTING, NEXT_TURN))),
    "stronghold-occult": always(Stopped(First(TRUTH, By("each-player"), Period("round")))),
    "mentor-esther": when(Plays(A(Filter(Noun("one-time"), hue=RED))), Deal(1, A(STRONGHOLD))),
    "mentor-mary": when(
        START,
        If(Have(Filter(Noun("anointing-card"), where=PLAY), AtLeast(4)), AddAnointing(1, Plain("colorless"))),
    ),
    "mentor-deborah": when(Attacks(A(STRONGHOLD), you=True), PreventThat(1)),
    "mentor-daniel": when(START, Heal(1, APlayer())),
    "mentor-david": when(START, Gets(A(MINE), atk=1, until=Until("end-of-turn"))),
    "mentor-paul": when(START, LookAtTop()),
    "mentor-samuel": when(At(Edge("end"), Turn("dark")), Deal(2, A(STRONGHOLD))),
    "basic-anointing-red": using(Exhaust(), Add((Mana("R"),))),
    "meditation-on-the-word": Text(
        (Activated(Costs((Exhaust(),)), (Add((Mana("D"), Mana("P"), Mana("O"))),)), EntersExhausted())
    ),
    "prayer-of-the-righteous": Text(
        (Activated(Costs((Exhaust(),)), (AddAnointing(1, Plain("any-color")),)), EntersExhausted())
    ),
    "by-his-stripes": using(Sacrifice(This()), Heal(4, APlayer())),
    "the-lord-our-righteousness": when(Enters(This()), Deal(2, A(STRONGHOLD))),
    "the-blood-of-the-lamb": always(PlayingCost(All(Filter(Noun("truth-card"), hue=RED)), less=1)),
    "put-on-praise": when(START, Heal(1)),
    "planted-by-the-rivers": using(Exhaust(), Heal(2, APlayer())),
    "abide-in-the-vine": always(Boosts(Filter(Noun("living-truth"), other=True), atk=1)),
    "like-a-shepherd": when(Enters(This()), Heal(3, EachPlayer())),
    "beside-the-still-waters": when(Enters(This()), Draw(1)),
    "twelve-manner-of-fruits": when(START, Heal(1, Each(MINE))),
    "love-one-another": once(If(Played(More(5), Filter(Noun("truth-card"), hue=RED), game=True), Gain(2))),
    "passover": once(May(None, Costs((Sacrifice(A(MINE)),)), Prevent(10, YOU))),
    "the-lions-mouths": once(Prevent(6, APlayer())),
    "awake-awake-deborah": once(During(Until("end-of-turn"), (Gets(Each(MINE), atk=1),))),
    "meditate-day-and-night": once(Draw(2)),
    "the-fire-fell": once(Deal(4, A(STRONGHOLD))),
    "the-lord-provides": once(AddAnointing(1, Plain("colorless"))),
}


@pytest.mark.parametrize("card", MEANINGS)
def test_a_card_means_what_it_says(card: str, lvd: Game, english: Language) -> None:
    record = lvd.cards[card]
    assert english.read(str(record.fields["text"]), subject(record)).trees == (MEANINGS[card],)


# Appendix B's Draft 5 column, where its words differ from section 7's.
APPENDIX_B = {
    "stronghold-fear": "After Fear attacks, the player(s) with the fewest anointing cards in play lose 3 anointing on "
    "their next turn.",
    "stronghold-shame": "While in play, MP rewards from demolishing other Strongholds are halved, rounded up.",
    "stronghold-infirmity": "Healing cards cost +2 generic to play.",
    "stronghold-heaviness": "At the start of your turn, if you have fewer than 2 Truth cards in play, discard 1 card.",
    "stronghold-abandonment": "When Abandonment is summoned on a Dark Turn, every player skips their next Draw Phase.",
    "stronghold-grief": "At the end of your turn, if you played fewer than 2 cards, lose 2 anointing on your next "
    "turn.",
    "stronghold-occult": "The first Truth card each player plays each round is negated (discarded with no effect; cost "
    "still paid).",
}


@pytest.mark.parametrize("card", APPENDIX_B)
def test_both_official_wordings_mean_the_same(card: str, lvd: Game, english: Language) -> None:
    assert english.read(APPENDIX_B[card], subject(lvd.cards[card])).trees == (MEANINGS[card],)


def test_another_or_any_player_is_two_wordings_in_one_cell(english: Language) -> None:
    losses = "every other player loses 1 anointing on their next turn."
    other = english.read(f"Whenever another player gains MP, {losses}").tree
    both = english.read("When another / any player gains MP, all other players lose 1 anointing.").tree
    assert both == MEANINGS["stronghold-jealousy"]
    assert other != both


def test_every_text_reads_and_stands_in_house_style(lvd: Game) -> None:
    words = list(read_words(lvd))
    assert len(words) == 68
    assert [(each.card.id, str(each.readings.error)) for each in words if each.readings.error] == []
    assert [(each.card.id, each.canonical) for each in words if each.canonical != each.text] == []


def test_the_own_name_is_this(english: Language, lvd: Game) -> None:
    fear = subject(lvd.cards["stronghold-fear"])
    assert english.read("After this attacks, heal 1.", fear).tree == english.read("After Fear attacks, heal 1.").tree
    error = english.read("After Shame attacks, heal 1.", fear).error
    assert error is not None and error.column == 7


def test_a_ruling_repeats_its_own_card_rightly(english: Language, lvd: Game) -> None:
    shame = lvd.cards["stronghold-shame"]
    wrong = str(shame.fields["text"]).replace("full 9", "full 8")
    error = english.read(wrong, subject(shame)).error
    assert error is not None and error.word == "8" and error.expected == ('"9"',)


def uses(game: Game, language: Language) -> dict[type, set[str]]:
    """Which cards use a class."""
    found: dict[type, set[str]] = defaultdict(set)
    for card in game.cards.values():
        for each in walk(language.read(str(card.fields["text"]), subject(card)).tree):
            found[type(each)].add(card.id)
    return found


#: Mechanics that no card of the set uses: "pay" is one of the costs that combine with "you may" and with ":".
UNUSED = {effects.Pay}


def test_there_are_no_mechanics_that_no_card_uses(lvd: Game, english: Language) -> None:
    used = uses(lvd, english)
    own = {*triggers.TRIGGERS, *effects.EFFECTS, *statics.STATICS}
    assert {mechanic for mechanic in own if mechanic not in used} == UNUSED


def test_mechanics_of_a_single_card_are_few_and_say_why(lvd: Game, english: Language) -> None:
    used = uses(lvd, english)
    # A subject of a static ability says which cards, as a filter does; it is no mechanic of its own.
    said = {statics.All, statics.First, statics.Abilities}
    own = {*triggers.TRIGGERS, *effects.EFFECTS, *statics.STATICS} - said
    single = {mechanic.__name__ for mechanic in own if len(used.get(mechanic, ())) == 1}
    assert single == {mechanic.__name__ for mechanic in MECHANICS if mechanic.one_card}
    assert len(single) <= 10
