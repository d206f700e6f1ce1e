"""A game's words held to its mechanics, put in house style, and translated."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.language import Language
from pipeline.load import load_game
from pipeline.model import Game, Rich
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.rules import (
    NoWordsError,
    card_language,
    check_words,
    format_words,
    glossary,
    languages,
    subject,
    translated,
)
from tests.rules.conftest import ROOT


def rewritten(game: Game, card: str, text: str, words: str = "strict") -> Game:
    """The game with another text on a card."""
    record = game.cards[card]
    changed = replace(record, fields={**record.fields, "text": Rich(text)})
    return replace(game, words=words, cards={**game.cards, card: changed})  # type: ignore[arg-type]


def test_the_cards_of_the_set_pass_both_gates(lvd: Game) -> None:
    assert check_words(replace(lvd, words="strict")) == []
    assert format_words(lvd) == []


def test_a_typo_is_a_problem_with_file_line_column_card_and_hint(lvd: Game) -> None:
    (problem,) = check_words(rewritten(lvd, "the-fire-fell", "Deal 4 damge to a Stronghold."))
    assert str(problem) == (
        "card_data/light-vs-darkness/cards/one-time.csv:5:text the-fire-fell: "
        'col 8: "damge"; expected "damage"; did you mean "damage"?'
    )


def test_another_wording_is_a_problem_until_it_is_formatted(lvd: Game) -> None:
    game = rewritten(lvd, "ointment-of-spikenard", "You draw a card.")
    (problem,) = check_words(game)
    assert problem.message == "col 1: is not in house style" and 'write "Draw 1 card."' in problem.hint
    (proposal,) = format_words(game)
    assert (proposal.before, proposal.after) == ("You draw a card.", "Draw 1 card.")
    assert check_words(rewritten(game, "ointment-of-spikenard", proposal.after)) == []


def test_text_from_the_documents_is_never_rewritten(lvd: Game) -> None:
    assert lvd.cards["stronghold-jealousy"].provenance["text"] == "source"
    older = "When another / any player gains MP, all other players lose 1 anointing."
    assert format_words(rewritten(lvd, "stronghold-jealousy", older)) == []
    assert check_words(rewritten(lvd, "stronghold-jealousy", older)) == []


def test_bold_and_italic_are_no_words_and_stay(lvd: Game) -> None:
    text = str(lvd.cards["passover"].fields["text"])
    game = rewritten(lvd, "passover", text.replace("sacrifice", "**sacrifice**").replace("this turn", "*this turn*"))
    assert check_words(game) == [] and format_words(game) == []


@pytest.mark.parametrize("words", ["review", "off"])
def test_only_a_strict_game_is_held_to_its_words(words: str, lvd: Game) -> None:
    assert check_words(rewritten(lvd, "the-fire-fell", "Set the table on fire.", words)) == []


def test_a_game_without_mechanics_cannot_be_strict(lvd: Game) -> None:
    other = replace(lvd, id="battle-for-souls", words="strict")
    assert languages(other) == ()
    (problem,) = check_words(other)
    assert problem.place.column == "words" and "no mechanics" in problem.message
    with pytest.raises(NoWordsError):
        card_language(other)
    with pytest.raises(NoWordsError, match="known are en, es"):
        card_language(lvd, "la")


def test_the_glossary_has_the_rulebooks_keywords_that_cards_use(english: Language) -> None:
    keywords = {keyword for keyword, _ in glossary(english)}
    # Draft 5, section 11, without what is said on no card: Reaction, Protection, Transform, Intercession.
    assert keywords >= {
        "Ready", "Exhaust", "Sacrifice", "Heal", "Negate", "Demolish", "Truth card", "Generic", "Colorless anointing",
        "Remove from the game",
    }  # fmt: skip


def test_the_glossary_speaks_in_words_of_its_own(english: Language) -> None:
    rulebook = (
        "Turn sideways to show a card is used; readies at the start of your turn.",
        "Send a card you control to the discard pile as a cost.",
        "The targeted card or effect does nothing; discard it.",
        "Anointing with no color. Pays generic costs only.",
    )
    assert not {line for _, line in glossary(english)} & set(rulebook)


def test_a_translation_has_every_card_in_spanish(lvd: Game, english: Language, spanish: Language) -> None:
    es = translated(lvd, "es")
    assert (es.language, es.name) == ("es", "Luz contra Tinieblas")
    assert set(es.cards) == set(lvd.cards)
    for card in lvd.cards.values():
        there = es.cards[card.id]
        text = str(there.fields["text"])
        assert there.name and there.provenance["text"] == there.provenance["name"] == "project"
        meant = english.read(str(card.fields["text"]), subject(card)).tree
        assert spanish.read(text, subject(there)).trees == (meant,)
        assert spanish.write(meant, subject(there)) == text


# As a Spanish player would print them.
SPANISH = {
    "stronghold-fear": "Después de que esta carta ataque, el jugador o los jugadores con menos cartas de unción en "
    "juego pierden 3 de unción en su próximo turno (empates: todos los empatados).",
    "stronghold-shame": "Mientras esté en juego, las recompensas de PM por demoler otras Fortalezas se reducen a la "
    "mitad, redondeando hacia arriba. (Vergüenza otorga sus 9 completos.)",
    "the-blood-of-the-lamb": "Las cartas de Verdad rojas cuestan 1 genérico menos.",
    "abide-in-the-vine": "Tus otras Verdades Vivientes obtienen +1 ATQ.",
    "meditation-on-the-word": "{exhaust}: Añade {D}, {P} o {O}.\n(Esta carta entra agotada.)",
}


@pytest.mark.parametrize("card", SPANISH)
def test_spanish_texts_read_as_spanish(card: str, lvd: Game) -> None:
    es = translated(lvd, "es").cards[card]
    assert str(es.fields["text"]) == SPANISH[card]


def test_other_printed_words_are_translated_too(lvd: Game) -> None:
    es = translated(lvd, "es")
    assert es.cards["stronghold-deaf-and-dumb"].name == "Sordo y Mudo"
    assert str(es.cards["beside-the-still-waters"].fields["scripture"]) == "Salmo 23:2"
    assert (es.kinds["stronghold"].name, es.colors["red"].name) == ("Fortaleza", "Rojo")
    assert es.colors["light-blue"].words["aspect"] == "Poder"
    assert es.symbols["ATK"].words == "ATQ"
    assert es.phrases["Each extra player"] == "Cada jugador adicional"


REFUSED = [
    ("Descarta 2 cartas rojos.", 19, "rojos", "rojas"),
    ("Cada jugador roban 1 carta.", 14, "roban", "roba"),
    ("Inflige 2 de daño a un Fortaleza.", 24, "Fortaleza", ""),
    ("Roba 2 carta.", 8, "carta", "cartas"),
    ("Roba 1 carta y inflige 2 de daño a una Fortaleza.", 14, "y", ""),
    ("Las cartas de Verdad rojas cuestan 1 genéricos menos.", 38, "genéricos", "genérico"),
    ("Siempre que juegues una otra carta, roba 1 carta.", 21, "una", ""),
    ("A el inicio de tu turno, roba 1 carta.", 1, "A", ""),
    ("Cada jugador roba 1 carta y robas 1 carta.", 29, "robas", "roba"),
]


@pytest.mark.parametrize(("text", "column", "word", "near"), REFUSED)
def test_spanish_words_agree(text: str, column: int, word: str, near: str, spanish: Language) -> None:
    error = spanish.read(text).error
    assert error is not None and (error.column, error.word) == (column, word)
    assert near in error.hint


def test_the_subject_comes_back_to_you_in_both_languages(english: Language, spanish: Language) -> None:
    text = "Each player loses 1 MP and you draw 1 card."
    tree = english.read(text).tree
    assert english.write(tree) == text
    assert spanish.write(tree) == "Cada jugador pierde 1 PM y tú robas 1 carta."
    assert spanish.read(spanish.write(tree)).tree == tree


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "card_data" / "light-vs-darkness", tmp_path / "card_data" / "light-vs-darkness")
    return tmp_path


def test_a_translation_that_misses_words_is_refused_with_all_of_them(copy: Path) -> None:
    words = copy / "card_data/light-vs-darkness/words/es.toml"
    text = words.read_text("utf-8")
    text = text.replace('solitude = "Soledad"\n', "").replace("stronghold-fear =", "stronghold-fera =")
    words.write_text(text, "utf-8")
    game, _ = load_game(Project(copy), "light-vs-darkness")
    assert game is not None
    with pytest.raises(Refused) as refused:
        translated(game, "es")
    told = sorted(problem.message for problem in refused.value.problems)
    assert told == [
        'has no words for "solitude"',
        'has no words for "stronghold-fear"',
        'there is no "stronghold-fera" among the cards',
    ]


def test_a_language_without_words_is_refused(copy: Path) -> None:
    (copy / "card_data/light-vs-darkness/words/es.toml").unlink()
    game, _ = load_game(Project(copy), "light-vs-darkness")
    assert game is not None
    with pytest.raises(Refused, match='has no words in "es"'):
        translated(game, "es")
