"""A damaged text is refused, or means something else, or is another wording that a person has listed here."""

import random
import re
from collections.abc import Iterator

import pytest

from pipeline.language import Language
from pipeline.model import Card, Game
from pipeline.rules import subject, translated
from tests.rules.conftest import distinct, load

#: What damage may turn into what without a change of meaning: before, after, why.
ALTERNATES = {
    "en": [
        (r"\b(Abandonment|Fear)\b", "this", "a card's own name is this card"),
        ("Whenever", "When", "a gain that recurs: both words are used for it"),
        (r"\b1\b", "a", "one card to discard, draw or remove, in words"),
        (r"\ba\b", "any", "any player"),
        (r"\ba\b", "1", "one card chosen, in digits"),
        ("[Ee]very", "each", "every player, every other player"),
        ("each", "every", "each player"),
        (r"\+2", "2", "a gain with its sign"),
        ("you lose", "lose", "the subject that need not be written"),
        ("your hand", "hand", "cards in hand"),
        (" from your hand", "", "a discard is from the hand"),
        (" this turn", "", "cards are counted this turn"),
        (" on (your|their) next turn", "", "anointing is lost on the next turn"),
        (r" \((ties|any|Side|other|its).*?\)", "", "a reminder need not be there"),
        (r" \((Shame|If).*\.\)", "", "a reminder need not be there"),
        ("while in play|While in play, ", "", "a static ability lasts while its card is in play"),
        (r"\(This enters exhausted\.\)", "This enters exhausted.", "the rule without its parentheses"),
    ],
    "es": [
        (r"\b1\b", "una", "una carta por 1 carta"),
        (r"\buna?\b", "1", "1 carta por una carta"),
        (r"\bun\b", "cualquier", "cualquier jugador"),
        (r"\ben (tu|su) mano", r"de \1 mano", "cartas de la mano"),
        (r" \((empates|cualquier|pasivas|los|su).*?\)", "", "a reminder need not be there"),
        (r" \((Vergüenza|Si).*\.\)", "", "a reminder need not be there"),
        (r"\(Esta carta entra agotada\.\)", "Esta carta entra agotada.", "the rule without its parentheses"),
    ],
}



def shapes(game: Game) -> dict[str, Card]:
    """One text of those that differ in symbols and numbers only, with a card that bears it."""
    texts: dict[str, tuple[str, Card]] = {}
    for text, card in distinct(game).items():
        texts.setdefault(re.sub(r"\{.\}|\d", "", text), (text, card))
    return dict(texts.values())


TEXTS = {"en": shapes(load()), "es": shapes(translated(load(), "es"))}


def same_by_list(language: str, before: str, after: str) -> bool:
    """Whether a listed alternate makes one text of the other."""
    return any(
        candidate == after
        for pattern, new, _ in ALTERNATES[language]
        for match in re.finditer(pattern, before)
        for candidate in (before[: match.start()] + match.expand(new) + before[match.end() :],)
    )


_TOKEN = re.compile(r"\{[^}]*\}|[^\W\d_]+(?:[’'-][^\W\d_]+)*(?:\(s\))?|\d+|\S")


def damaged(text: str, words: list[str], chance: random.Random) -> Iterator[str]:
    """The text with each character dropped, doubled or changed, and each word dropped, doubled, moved or exchanged."""
    for at, character in enumerate(text):
        changed = chance.choice("abdlnrstoS0129 ,.;:+()")
        yield text[:at] + chance.choice(["", character * 2, changed]) + text[at + 1 :]
    tokens = list(_TOKEN.finditer(text))
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        before, after = text[: token.start()], text[token.end() :]
        yield before.rstrip(" ") + after if after[:1] in " .,:" else before + after.lstrip(" ")
        yield f"{before}{token.group()} {token.group()}{after}"
        for word in chance.sample(words, 4):
            yield before + word + after
        if token.group().isdecimal():
            yield f"{before}{int(token.group()) + 1}{after}"
        if following is not None:
            between = text[token.end() : following.start()]
            yield before + following.group() + between + token.group() + text[following.end() :]


every_text = pytest.mark.parametrize(
    ("language", "text"), [(language, text) for language in TEXTS for text in TEXTS[language]]
)


def overlooked(speech: Language, language: str, text: str, share: float) -> list[str]:
    """Of a share of all damage, what is read as what was meant and is on no list."""
    card = subject(TEXTS[language][text])
    meant = speech.read(text, card).tree
    words = sorted({token.group() for each in TEXTS[language] for token in _TOKEN.finditer(each)})
    chosen = random.Random(f"share of {text}")
    found = []
    for damage in dict.fromkeys(damaged(text, words, random.Random(text))):
        if damage == text or chosen.random() >= share:
            continue
        readings = speech.read(damage, card)
        if readings.error is None and readings.tree == meant and not same_by_list(language, text, damage):
            found.append(damage)
    return found


@every_text
def test_damage_is_never_overlooked(language: str, text: str, english: Language, spanish: Language) -> None:
    """Every second damage, always the same ones."""
    assert not overlooked({"en": english, "es": spanish}[language], language, text, 0.5)


@pytest.mark.long
@every_text
def test_no_damage_at_all_is_overlooked(language: str, text: str, english: Language, spanish: Language) -> None:
    assert not overlooked({"en": english, "es": spanish}[language], language, text, 1.0)


@pytest.mark.parametrize(
    ("language", "pattern", "new"),
    [(code, pattern, new) for code, alternates in ALTERNATES.items() for pattern, new, _ in alternates],
)
def test_every_listed_wording_means_the_same_on_some_card(
    language: str, pattern: str, new: str, english: Language, spanish: Language
) -> None:
    speech = {"en": english, "es": spanish}[language]
    for text, card in TEXTS[language].items():
        for match in re.finditer(pattern, text):
            other = text[: match.start()] + match.expand(new) + text[match.end() :]
            if speech.read(other, subject(card)).trees == speech.read(text, subject(card)).trees:
                return
    pytest.fail("no text has it")
