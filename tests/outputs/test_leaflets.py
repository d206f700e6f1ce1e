"""Leaflets kept between runs, set in another process."""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path

import pytest
from workshop import Workshop

from pipeline.crew import Crew
from pipeline.model import Game
from pipeline.outputs import leaflets
from pipeline.outputs.leaflet import set_leaflet
from pipeline.outputs.leaflets import Leaflet, Leaflets
from pipeline.problem import Refused
from pipeline.project import Project

PAGE = """\
<html lang="en"><head><title>Rules</title><link rel="stylesheet" href="page.css"></head>
<body><p>{{ game.name }} on {{ paper.name }} in {{ ink }}, {{ value("start.life") }} life.</p></body></html>
"""
LETTER = Leaflet("letter", (215.9, 279.4), "color")
SAVER = Leaflet("letter", (215.9, 279.4), "saver")


@pytest.fixture
def shop(workshop: Workshop) -> Workshop:
    table = workshop.root / "card_data/press/game.toml"
    demo = '\n[demo]\nname = "Demo"\ndecks = ["all"]\nleaflet = "page"\n'
    table.write_text(table.read_text() + demo)
    workshop.write("card_data/press/decks/all.csv", "card,quantity\nann,1\n")
    workshop.write("layouts/press/rulebook/page.html.j2", PAGE)
    workshop.write("layouts/press/rulebook/page.css", 'body { font-family: "Alegreya"; font-weight: 700 }')
    return workshop


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Leaflet]:
    """Leaflets that were set, all of them here instead of in another process."""
    found: list[Leaflet] = []
    really = leaflets._set

    def noted(project: Project, game: Game, html: str, wanted: Leaflet) -> tuple[bytes, dict[str, str]]:
        found.append(wanted)
        return really(project, game, html, wanted)

    class Here:
        def submit(self, make: Callable[..., object], *arguments: object) -> "Future[object]":
            made: Future[object] = Future()
            made.set_result(make(*arguments))
            return made

    monkeypatch.setattr(Crew, "members", lambda _crew, _count: [Here()])
    monkeypatch.setattr(leaflets, "_set", noted)
    return found


def made(shop: Workshop, wanted: Sequence[Leaflet]) -> list[bytes]:
    with Leaflets(shop.project, shop.game(), wanted, Crew()) as work:
        makers = [work.maker(each.paper, each.ink) for each in wanted]
        return [maker() for maker in makers if maker]


def test_both_processes_set_the_same_bytes_and_they_are_kept(shop: Workshop) -> None:
    own = [set_leaflet(shop.project, shop.game(), "page", each.paper, each.size, each.ink) for each in (LETTER, SAVER)]
    assert made(shop, [LETTER]) == own[:1]
    assert made(shop, [LETTER, SAVER]) == own
    for entry in (shop.root / "output/.cache/leaflets").iterdir():
        entry.unlink()
    assert made(shop, [LETTER, SAVER]) == own


def test_what_another_process_has_not_come_to_or_loses_is_set_here(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = made(shop, [LETTER, SAVER])

    class Elsewhere:
        """Never begins with one leaflet, and is lost with all others."""

        def __init__(self) -> None:
            self.given: list[Future[object]] = []

        def submit(self, _make: Callable[..., object], *_arguments: object) -> "Future[object]":
            coming: Future[object] = Future()
            self.given.append(coming)
            if len(self.given) != 2:
                coming.set_exception(BrokenExecutor())
            return coming

    monkeypatch.setattr(Crew, "members", lambda _crew, _count: [Elsewhere()])
    for entry in (shop.root / "output/.cache/leaflets").iterdir():
        entry.unlink()
    assert made(shop, [LETTER, SAVER]) == own


def test_a_kept_leaflet_is_not_set_again(shop: Workshop, asked: list[Leaflet]) -> None:
    first = made(shop, [LETTER, SAVER])
    assert sorted(each.ink for each in asked) == ["color", "saver"]
    assert made(shop, [LETTER, SAVER]) == first
    assert len(asked) == 2
    assert first[0] != first[1]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts/press/rulebook/page.html.j2", "life.", "lives."),
        ("layouts/press/rulebook/page.css", "700", "500"),
        ("card_data/press/rulesets/first.toml", "life = 30", "life = 31"),
    ],
)
def test_a_change_of_what_it_is_made_of_sets_it_again(
    shop: Workshop, asked: list[Leaflet], file: str, old: str, new: str
) -> None:
    (before,) = made(shop, [LETTER])
    shop.write(file, (shop.root / file).read_text().replace(old, new))
    (after,) = made(shop, [LETTER])
    assert len(asked) == 2
    assert after != before


def test_another_version_of_the_code_sets_it_again(
    shop: Workshop, asked: list[Leaflet], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made(shop, [LETTER])
    monkeypatch.setattr(leaflets, "_code", lambda: "another")
    assert made(shop, [LETTER]) == first
    assert len(asked) == 2


def test_damage_sets_it_again(shop: Workshop, asked: list[Leaflet]) -> None:
    first = made(shop, [LETTER])
    (entry,) = (shop.root / "output/.cache/leaflets").iterdir()
    entry.write_bytes(entry.read_bytes()[:-3])
    assert made(shop, [LETTER]) == first
    assert len(asked) == 2


def test_what_is_wrong_comes_back_from_the_other_process(shop: Workshop) -> None:
    shop.write("layouts/press/rulebook/page.css", "body { colour: red }")
    with pytest.raises(Refused) as refused:
        made(shop, [LETTER])
    assert "WeasyPrint says: Ignored `colour: red" in str(refused.value)
    assert not list(Path(shop.root / "output").rglob("leaflets/*"))
