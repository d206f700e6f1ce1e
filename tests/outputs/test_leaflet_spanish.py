"""The demo's leaflet in Spanish: as bound to the rules as the English one, in the words of the Spanish cards."""

import dataclasses
import io
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pipeline.load import load_game
from pipeline.model import Game
from pipeline.outputs.leaflet import leaflet_html, set_html, set_leaflet
from pipeline.outputs.spanish_numbers import ordinal, times, words
from pipeline.problem import Place, Refused
from pipeline.project import HOUSE, Project
from pipeline.rules import translated
from tests.outputs.test_leaflet import A4, GAME, LETTER, RULEBOOK, read, ruled

Paper = tuple[str, tuple[float, float]]


@pytest.fixture(scope="module")
def spanish() -> Game:
    loaded, problems = load_game(Project(HOUSE), GAME)
    assert loaded is not None, problems
    return translated(loaded, "es")


@pytest.fixture(scope="module")
def letter(spanish: Game) -> bytes:
    return set_leaflet(Project(HOUSE), spanish, "demo", *LETTER)


def said(game: Game) -> str:
    return read(leaflet_html(Project(HOUSE), game, "demo", *LETTER))


# ---------------------------------------------------------------------------------------------- pages


@pytest.mark.parametrize(("paper", "ink"), [(LETTER, "color"), (LETTER, "saver"), (A4, "color"), (A4, "saver")])
def test_two_pages_that_end_as_written(spanish: Game, paper: Paper, ink: str) -> None:
    with pypdfium2.PdfDocument(set_leaflet(Project(HOUSE), spanish, "demo", *paper, ink)) as pdf:
        pages = [page.get_textpage().get_text_range() for page in pdf]
    assert len(pages) == 2
    # The last words of each page's two columns: nothing of the first runs over to the second.
    assert "sale del juego." in pages[0]
    assert "Morado" in pages[0]
    assert "manda la carta." in pages[1]
    assert "¿Ninguna es carta de unción?" in " ".join(pages[0].split())
    # A word broken at a line's end: PDFium writes U+0002 for its hyphen.
    assert not re.search("[-\u00ad\u2010\x02]", pages[0] + pages[1])


def test_a_draft_is_marked_on_both_pages(spanish: Game) -> None:
    html = leaflet_html(Project(HOUSE), spanish, "demo", *LETTER, stamp="DRAFT")
    with pypdfium2.PdfDocument(set_html(Project(HOUSE), spanish, "demo", html, LETTER[1], {})) as pdf:
        pages = [page.get_textpage().get_text_range() for page in pdf]
    # It runs up the page, and is read letter by letter.
    assert ["".join(page.split()).count("DRAFT") for page in pages] == [1, 1]
    assert "DRAFT" not in said(spanish)


def test_title_and_language(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Luz contra Tinieblas: Juega esta noche"
        assert str(pdf.Root.Lang) == "es"


def test_every_font_is_embedded_as_a_subset_of_the_house_s(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        fonts = [font for page in pdf.pages for font in page.resources.Font.values()]
        names = {str(font.BaseFont) for font in fonts}
        assert all("/FontFile2" in font.DescendantFonts[0].FontDescriptor for font in fonts)
    assert all(re.match(r"/[A-Z]{6}\+(Cinzel|Alegreya|Grenze)", name) for name in names), names


@pytest.mark.parametrize(("paper", "size"), [(LETTER, 9.5), (A4, 9.6)])
def test_text_is_set_as_large_as_in_english(spanish: Game, paper: Paper, size: float) -> None:
    with pypdfium2.PdfDocument(set_leaflet(Project(HOUSE), spanish, "demo", *paper)) as pdf:
        text = pdf[0].get_textpage()
        boxes = [text.get_charbox(index, loose=True) for index in range(text.count_chars())]
    # A loose box is as high as the font's size in points; spaces have no height.
    sizes = Counter(round(top - bottom, 1) for _, bottom, _, top in boxes if top > bottom)
    assert sizes.most_common(1)[0][0] == size
    assert min(sizes) == 9.0


# ---------------------------------------------------------------------------------------------- words

#: Words that only an English leaflet says.
ENGLISH = (
    "stronghold", "life", "deck", "draw", "turn", "card", "cards", "shuffle", "discard", "exhaust", "ready", "round",
    "rounds", "anointing", "truth", "damage", "player", "players", "mentor’s", "generator", "heal", "darkness", "light",
    "dark", "atk", "hp", "mp", "two", "the", "and", "of", "with", "your", "print", "reaction", "free",
)  # fmt: skip


def test_no_english_word_is_left(spanish: Game) -> None:
    html = leaflet_html(Project(HOUSE), spanish, "demo", *LETTER)
    heard = set(re.findall(r"[^\W\d_]+(?:’s)?", read(html).lower()))
    # The search reads words whole, and reads what the tracks draw.
    assert {"fortalezas", "unción", "ninguna", "uno", "dos", "atq", "pv", "reacción"} <= heard
    assert heard.isdisjoint(ENGLISH)


def test_the_english_leaflet_has_those_words() -> None:
    loaded, _ = load_game(Project(HOUSE), GAME)
    assert loaded is not None
    heard = set(re.findall(r"[^\W\d_]+(?:’s)?", said(loaded).lower()))
    assert set(ENGLISH) - heard == set()


def test_names_are_those_of_the_translated_game(spanish: Game) -> None:
    before = said(spanish)
    assert "Ester la Reina Rojo y Daniel el Profeta Verde son tus Mentores." in before
    assert "Se les oponen Orgullo, Temor, Vergüenza, Tristeza y Adicciones." in before
    assert "(Ester, “Para esta Hora”; Daniel, “Un Collar de Oro”)" in before
    assert "Azul OscuroD Azul Oscuro" in before

    cards = dict(spanish.cards)
    for card, name in (("stronghold-pride", "Soberbia"), ("stronghold-addictions", "Ira"), ("mentor-daniel", "Ana")):
        cards[card] = dataclasses.replace(cards[card], name=name)
    cards["a-chain-of-gold"] = dataclasses.replace(cards["a-chain-of-gold"], name="La Cadena")
    after = said(dataclasses.replace(spanish, name="Luz", cards=cards))
    assert "Luz · la demo de 45 cartas" in after
    assert "Ester la Reina Rojo y Ana Verde son tus Mentores." in after
    # "y" is "e" before the sound of i.
    assert "Se les oponen Soberbia, Temor, Vergüenza, Tristeza e Ira." in after
    assert "Ana, “La Cadena”)" in after
    assert "Soberbia desactiva habilidades de Mentor" in after
    assert "Ira quita unción" in after


def test_it_uses_the_words_of_the_cards(spanish: Game) -> None:
    text = said(spanish)
    kinds = spanish.kinds
    for kind in ("stronghold", "mentor", "basic-anointing", "equipment", "one-time"):
        assert kinds[kind].name in text
    # In the leaflet in the plural.
    assert kinds["living-truth"].name == "Verdad Viviente"
    assert "Verdades Vivientes" in text
    assert "Una Verdad Viviente entra lista" in text
    for symbol in ("exhaust", "ATK", "HP", "reaction"):
        assert spanish.symbols[symbol].words in text


# ---------------------------------------------------------------------------------------------- bound numbers

# What the leaflet says today, a rule by which that changes, and what it says then.
BOUND: list[tuple[str, dict[str, Any], str]] = [
    ("Si caen las cinco, gana la Luz", {"win__demolished": 3}, "Si caen tres de ellas, gana la Luz"),
    ("al caer la quinta Fortaleza", {"win__demolished": 4}, "al caer la cuarta Fortaleza"),
    ("si las cinco llegan a estar", {"dark__encroaching": 4}, "si cuatro de ellas llegan a estar"),
    ("ha caído dos veces", {"life__defeats": 1}, "ha caído una vez"),
    ("Tu segunda caída", {"life__defeats": 3}, "Tu tercera caída"),
    ("Baraja y roba 5.", {"start__hand": 6}, "Baraja y roba 6."),
    ("robar de nuevo, una sola vez", {"start__mulligan": False}, "Baraja y roba 5. 3"),
    ("Marca 30 de Vida y 0 PM", {"start__life": 25}, "Marca 25 de Vida y 0 PM"),
    ("Marca 30 de Vida y 0 PM", {"start__maturity": 2}, "Marca 30 de Vida y 2 PM"),
    ("Revela una.", {"start__strongholds": 2}, "Revela dos."),
    ("Tras la cuarta invocación", {"start__strongholds": 2}, "Tras la tercera invocación"),
    ("tienen +1 ATQ y +2 PV", {"scaling__atk": 3}, "tienen +3 ATQ y +2 PV"),
    ("tienen +1 ATQ y +2 PV", {"scaling__hp": 4}, "tienen +1 ATQ y +4 PV"),
    ("una vez en cada uno", {"anointing__intercessions": 2}, "dos veces en cada uno"),
    ("con dos de unción de", {"anointing__intercession_price": 1}, "con una de unción de"),
    ("se apartan para siempre", {"one_time__returns_to_deck": True}, "hacen lo que dicen y luego se descartan."),
    ("Roba una carta.", {"turn__draw": 2}, "Roba dos cartas."),
    ("primero baraja tu descarte", {"turn__reshuffle": False}, "Roba una carta. 3"),
    ("hasta un generador.", {"turn__generators": 21}, "hasta veintiún generadores."),
    ("Una Disciplina entra agotada", {"anointing__disciplines_enter_exhausted": False}, "Entra listo para usar."),
    ("lista y puede atacar este", {"living_truths__attack_when_played": False}, "lista pero no puede atacar este"),
    ("quedarte con 7 cartas", {"turn__hand_limit": 9}, "quedarte con 9 cartas"),
    ("cierra las rondas 3, 5, 7…", {"dark__first_round": 2}, "cierra las rondas 2, 4, 6…"),
    ("en solitario, 4, 6, 8…", {"dark__first_round_solo": 5}, "en solitario, 5, 7, 9…"),
    ("cierra las rondas 3, 5, 7…", {"dark__interval": 3}, "cierra las rondas 3, 6, 9…"),
    ("Si hay cinco en pie", {"dark__encroaching": 4}, "Si hay cuatro en pie"),
    ("pagadas con generadores", {"reactions__paid_from_ready_generators": False}, "jugar Reacciones Reacción."),
    ("Tus Verdades Vivientes listas", {"living_truths__exhausted_may_block": True}, "Tus Verdades Vivientes deben"),
    ("listas deben recibir", {"living_truths__must_block": False}, "listas pueden recibir"),
    ("te levantas con 15 de Vida", {"life__resurrection": 12}, "te levantas con 12 de Vida"),
    ("pierdes 5 PM, sin bajar de 0", {"maturity__resurrection_penalty": 4}, "pierdes 4 PM, sin bajar de 0"),
    ("gana hasta 10 PM", {"maturity__passive_cap": 8}, "gana hasta 8 PM"),
    ("nunca a más de 30", {"life__heal_above_start": True}, "incluso a más de 30"),
]  # fmt: skip


@pytest.mark.parametrize(("today", "change", "then"), BOUND)
def test_a_changed_rule_changes_the_words(spanish: Game, today: str, change: dict[str, Any], then: str) -> None:
    before, after = said(spanish), said(ruled(spanish, **change))
    assert today in before
    assert then not in before
    assert today not in after
    assert then in after


def test_every_value_that_it_names_is_tried() -> None:
    named = set(re.findall(r'value\("([^"]+)"\)', (RULEBOOK / "demo.es.html.j2").read_text(encoding="utf-8")))
    assert named == {name.replace("__", ".") for _, change, _ in BOUND for name in change}


def test_it_tells_the_rules_that_the_english_leaflet_tells() -> None:
    def told(file: str) -> set[str]:
        return set(re.findall(r'"(R\d+)"', (RULEBOOK / file).read_text(encoding="utf-8")))

    assert told("demo.es.html.j2") == told("demo.html.j2")
    assert "R901" in told("demo.es.html.j2")


# ---------------------------------------------------------------------------------------------- its file


def test_a_language_without_a_leaflet_names_the_file_it_wants(spanish: Game) -> None:
    with pytest.raises(Refused) as refused:
        set_leaflet(Project(HOUSE), dataclasses.replace(spanish, language="pt-BR"), "demo", *LETTER)
    (problem,) = refused.value.problems
    assert problem.place == Place(f"layouts/{GAME}/rulebook/demo.pt.html.j2")
    assert problem.message == f'there is no template "demo.pt.html.j2" in layouts/{GAME}/rulebook'


@pytest.mark.parametrize(
    ("language", "text"), [("en-US", "one first once"), ("es-MX", "uno primero una vez"), ("pt", None)]
)
def test_the_language_chooses_file_and_number_words(
    spanish: Game, tmp_path: Path, language: str, text: str | None
) -> None:
    folder = tmp_path / "layouts" / GAME / "rulebook"
    folder.mkdir(parents=True)
    for file in ("trial.html.j2", "trial.es.html.j2", "trial.pt.html.j2"):
        (folder / file).write_text("{{ 1 | words }} {{ 1 | ordinal }} {{ 1 | times }}", encoding="utf-8")
    game = dataclasses.replace(spanish, language=language)
    if text is None:
        with pytest.raises(Refused, match=r"trial\.pt\.html\.j2.*No filter named 'words'"):
            leaflet_html(Project(tmp_path), game, "trial", *LETTER)
    else:
        assert leaflet_html(Project(tmp_path), game, "trial", *LETTER) == text


# ---------------------------------------------------------------------------------------------- number words


def test_numbers_in_words() -> None:
    assert [words(n) for n in (0, 1, 5, 11, 16, 20, 21, 22, 30, 31, 45, 99, 100)] == [
        "cero", "uno", "cinco", "once", "dieciséis", "veinte", "veintiuno", "veintidós", "treinta", "treinta y uno",
        "cuarenta y cinco", "noventa y nueve", "100",
    ]  # fmt: skip
    assert [words(n, "m") for n in (1, 2, 11, 21, 31)] == ["un", "dos", "once", "veintiún", "treinta y un"]
    assert [words(n, "f") for n in (1, 2, 11, 21, 31)] == ["una", "dos", "once", "veintiuna", "treinta y una"]


def test_places_in_words() -> None:
    assert [ordinal(n) for n in (1, 3, 7, 10, 12, 13, 20, 21, 36)] == [
        "primero", "tercero", "séptimo", "décimo", "duodécimo", "decimotercero", "vigésimo", "vigésimo primero",
        "trigésimo sexto",
    ]  # fmt: skip
    assert [ordinal(n, "m") for n in (1, 2, 3, 13, 20, 21)] == [
        "primer", "segundo", "tercer", "decimotercer", "vigésimo", "vigésimo primer",
    ]  # fmt: skip
    assert [ordinal(n, "f") for n in (1, 3, 5, 20, 21)] == [
        "primera", "tercera", "quinta", "vigésima", "vigésima primera",
    ]  # fmt: skip
    assert [ordinal(100), ordinal(100, "f")] == ["100.º", "100.ª"]


def test_times_in_words() -> None:
    assert [times(n) for n in (1, 2, 21)] == ["una vez", "dos veces", "veintiuna veces"]
