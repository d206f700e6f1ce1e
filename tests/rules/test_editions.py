"""What the texts of earlier editions mean: Draft 4's, which its ruleset plays, and those of the first printing."""

import random
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from pipeline.language import Language, Node
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.rules import NoWordsError, edition_trees, older_language, subject
from pipeline.rules.light_vs_darkness.designs import CardScribe
from pipeline.rules.light_vs_darkness.effects import Lose, Skip
from pipeline.rules.light_vs_darkness.older import Spends
from pipeline.rules.light_vs_darkness.statics import By, First, Stopped
from pipeline.rules.light_vs_darkness.triggers import Enters
from pipeline.rules.mechanics.composition import Does
from pipeline.rules.mechanics.selectors import APlayer, AtLeast, EachPlayer, ThatPlayer, This
from pipeline.rules.mechanics.terms import Period, Phase
from pipeline.rules.play import Scope
from tests.rules.conftest import ROOT, distinct, load
from tests.rules.test_damage import damaged
from tests.rules.test_meaning import MEANINGS, MP, TRUTH, always, when

#: The same play as today, in other words: the trees are those that test_meaning writes down.
SAME = {
    "draft-4": [
        "stronghold-pride", "stronghold-fear", "stronghold-shame", "stronghold-lying", "stronghold-infirmity",
        "stronghold-heaviness", "stronghold-lust", "stronghold-addictions", "stronghold-deaf-and-dumb",
        "stronghold-poverty", "stronghold-jealousy", "stronghold-grief",
    ],
    "printed": [
        "stronghold-fear", "stronghold-shame", "stronghold-lying", "stronghold-infirmity", "stronghold-heaviness",
        "stronghold-lust", "stronghold-addictions", "stronghold-poverty", "stronghold-jealousy", "stronghold-grief",
        "love-one-another", "the-blood-of-the-lamb",
    ],
}  # fmt: skip

#: Played otherwise than today.
OTHER = {
    # Also when it is seeded at setup; today only when it is summoned on a Dark Turn.
    "stronghold-abandonment": when(Enters(This()), Does(EachPlayer(), Skip(Phase("draw")))),
    # When the fifth is spent, in anybody's turn; today at the end of that player's turn.
    "stronghold-anger": when(Spends(APlayer(), AtLeast(5)), Does(ThatPlayer(), Lose(1, MP))),
    # One for the whole table; today one for each player.
    "stronghold-occult": always(Stopped(First(TRUTH, By("table"), Period("round")))),
}


def wordings(game: Game) -> dict[str, str]:
    """Every older text, with its card; not the two quotations of a part."""
    return {
        fields["text"]: card
        for edition in game.editions.values()
        for card, fields in edition.wording.items()
        if edition.changes.get(card) != {"text": "no change"}
    }


TEXTS = wordings(load())


@pytest.fixture(scope="session")
def older(lvd: Game) -> Language:
    return older_language(lvd)


@pytest.mark.parametrize("edition", SAME)
def test_the_texts_of_an_edition_mean_what_they_say(edition: str, lvd: Game) -> None:
    expected: dict[str, Node] = {card: MEANINGS[card] for card in SAME[edition]} | OTHER
    assert edition_trees(lvd, edition) == expected


def test_draft_4_words_every_stronghold(lvd: Game) -> None:
    assert set(edition_trees(lvd, "draft-4")) == {card.id for card in lvd.cards.values() if card.kind == "stronghold"}


def test_three_strongholds_of_draft_4_play_otherwise(lvd: Game) -> None:
    assert [card for card in OTHER if OTHER[card] == MEANINGS[card]] == []


@pytest.mark.parametrize("text", TEXTS)
def test_older_words_are_none_of_today(text: str, lvd: Game, english: Language) -> None:
    card = TEXTS[text]
    readings = english.read(text, subject(lvd.cards[card]))
    if card in ("stronghold-pride", "stronghold-jealousy"):
        assert readings.error is None
    else:
        assert readings.trees == ()


def test_another_player_is_anybody_on_an_older_stronghold(lvd: Game, english: Language, older: Language) -> None:
    jealousy = lvd.cards["stronghold-jealousy"]
    text = "When another player gains MP, all other players lose 1 anointing."
    assert older.read(text, subject(jealousy)).tree == MEANINGS["stronghold-jealousy"]
    assert english.read(text, subject(jealousy)).tree != MEANINGS["stronghold-jealousy"]


def test_texts_of_today_read_beside_older_ones(lvd: Game, english: Language, older: Language) -> None:
    for text, card in distinct(lvd).items():
        assert older.read(text, subject(card)).trees == (english.read(text, subject(card)).tree,)


#: What damage may turn into what without a change of meaning, beside today's list: before, after, why.
ALTERNATES = [
    ("colorless ", "", "a surcharge in any anointing"),
    (" related", "", "Healing cards"),
    ("their hand", "hand", "cards in hand"),
    (r"\+2", "2", "a gain with its sign"),
]


@pytest.mark.parametrize("text", TEXTS)
def test_damage_to_older_words_is_never_overlooked(text: str, lvd: Game, older: Language) -> None:
    card = subject(lvd.cards[TEXTS[text]])
    meant = older.read(text, card).tree
    words = sorted({word for each in TEXTS for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+|\S", each)})
    listed = {re.sub(before, after, text) for before, after, _ in ALTERNATES}
    damages = [each for each in damaged(text, words, random.Random(text)) if each not in (text, *listed)]
    read = {damage: older.read(damage, card) for damage in damages}
    assert [damage for damage, its in read.items() if its.error is None and its.tree == meant] == []


@pytest.mark.parametrize(
    ("before", "paid", "strikes"),
    [(0, 4, False), (0, 5, True), (3, 2, True), (4, 3, True), (5, 1, False), (7, 5, False), (3, 1, False)],
)
def test_anger_of_draft_4_strikes_once_a_turn_when_the_fifth_is_spent(before: int, paid: int, strikes: bool) -> None:
    fits = Spends(APlayer(), AtLeast(5)).watch(CardScribe({})).fits
    table = SimpleNamespace(players=[SimpleNamespace(paid=0), SimpleNamespace(paid=before + paid)])
    assert fits is not None and fits(table, Scope(1, None, about=1), paid) is strikes


def test_a_text_that_does_not_read_is_told_at_its_place(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "card_data" / "light-vs-darkness", tmp_path / "card_data" / "light-vs-darkness")
    table = tmp_path / "card_data/light-vs-darkness/editions/draft-4.csv"
    text = table.read_text("utf-8").replace("discards 1 card permanently", "discards 1 card forever")
    table.write_text(text.replace("colorless anointing to play", "colorless annointing to play"), "utf-8")
    game, problems = load_game(Project(tmp_path), "light-vs-darkness")
    assert game is not None and not problems
    with pytest.raises(Refused) as refused:
        edition_trees(game, "draft-4")
    lying, poverty = map(str, refused.value.problems)
    assert lying.startswith("card_data/light-vs-darkness/editions/draft-4.csv:5:wording stronghold-lying: col 29: ")
    assert poverty == (
        "card_data/light-vs-darkness/editions/draft-4.csv:13:wording stronghold-poverty: "
        'col 29: "annointing"; expected "anointing"; did you mean "anointing"?'
    )


def test_a_game_without_mechanics_has_no_older_language(lvd: Game) -> None:
    with pytest.raises(NoWordsError, match="no mechanics"):
        edition_trees(replace(lvd, id="battle-for-souls"), "draft-4")
