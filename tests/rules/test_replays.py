"""Games saved, taken back and played again, and what is said of files that do not fit."""

from pathlib import Path

import pytest
from projects import copy_project

from pipeline.load import load_game
from pipeline.model import Game
from pipeline.problem import Place, Refused
from pipeline.project import Project
from pipeline.rules.play import IllegalMoveError
from pipeline.rules.replays import Replay, cards_digest, open_match, play_again, read_replay, write_replay

GAME = "light-vs-darkness"
DEMO = Replay(game=GAME, ruleset="draft-5", mode="demo", players=2, seed="5")


def problems_of(game: Game, path: Path) -> str:
    with pytest.raises(Refused) as refused:
        play_again(game, read_replay(path), path)
    return "\n".join(map(str, refused.value.problems))


def test_a_replay_file_is_plain() -> None:
    whole = DEMO.model_copy(update={"switches": {"start.life": 20, "win.champion": True}, "moves": ["pass", "use x"]})
    assert write_replay(whole) == (
        'game = "light-vs-darkness"\n'
        'ruleset = "draft-5"\n'
        'switches = { "start.life" = 20, "win.champion" = true }\n'
        'mode = "demo"\n'
        'variant = "standard"\n'
        "players = 2\n"
        'deck = ""\n'
        'seed = "5"\n'
        'cards = ""\n'
        "moves = [\n"
        '    "pass",\n'
        '    "use x",\n'
        "]\n"
    )


def test_what_is_written_is_read(tmp_path: Path) -> None:
    whole = DEMO.model_copy(update={"switches": {"start.life": 20}, "seed": 'a "b" \\ ü', "moves": ["pass"]})
    path = tmp_path / "game.toml"
    path.write_text(write_replay(whole), "utf-8")
    assert read_replay(path) == whole


def test_a_move_taken_back_leaves_the_game_as_it_was(lvd: Game) -> None:
    match = open_match(lvd, DEMO, Place("x"))
    for _ in range(12):
        match.play_by_bot()
    before = (match.view(), match.labels(), match.story())
    match.play_by_bot()
    assert match.story() != before[2] or match.labels() != before[1]
    match.back(12)
    assert (match.view(), match.labels(), match.story()) == before


def test_a_saved_game_is_played_again(lvd: Game, tmp_path: Path) -> None:
    saved = DEMO.model_copy(update={"switches": {"start.life": 18}})
    match = open_match(lvd, saved, Place("x"))
    assert "## Daniel's turn (18 Life, 0 MP)" in match.story()
    while not match.over:
        match.play_by_bot()
    path = tmp_path / "game.toml"
    path.write_text(write_replay(saved.model_copy(update={"moves": match.moves, "cards": cards_digest(lvd)})), "utf-8")
    again = play_again(lvd, read_replay(path), path)
    assert not again.other_cards
    assert again.match.story() == match.story()
    assert again.match.result() == match.result()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('mode = "demo"', 'mode = "demmo"'), 'game.toml::mode: there is no mode "demmo"; did you mean "demo"?'),
        (('ruleset = "draft-5"', 'ruleset = "draft-9"'), 'there is no ruleset "draft-9"'),
        (('game = "light-vs-darkness"', 'game = "chess"'), 'there is no game "chess"'),
        (('variant = "standard"', 'variant = "rough"'), 'there is no variant "rough"'),
        (('deck = ""', 'deck = "demo-ester"'), 'did you mean "demo-esther"?'),
        (('deck = ""', 'deck = "demo-strongholds"'), '"demo-strongholds" is no deck that a player has'),
        (("players = 2", "players = 9"), "9 players are too many"),
        (("players = 2", "playres = 2"), 'did you mean "players"?'),
        (("switches = {}", 'switches = { "start.lives" = 3 }'), 'no value "start.lives"; did you mean "start.life"?'),
        (("switches = {}", 'switches = { "start.life" = "3" }'), 'start.life cannot be "3"'),
        (("switches = {}", 'switches = { "start.life" = true }'), "start.life cannot be true"),
        (("moves = [", 'moves = [\n    "play the-moon",'), 'game.toml:11:moves: "play the-moon": the-moon is not'),
        (("moves = [", "moves = [,"), "game.toml:10: col 10: not TOML: invalid value"),
        (("moves = [", 'moves = ["pass", "play the-moon",'), 'game.toml:10:moves: "play the-moon": the-moon is not'),
        (("players = 2", 'players = "2"'), "game.toml:6:players: must be a whole number"),
        (('variant = "standard"', 'varient = "standard"'), 'game.toml:5:varient: unknown key "varient"; did you mean'),
        (("moves = [", "moves = [1,"), "game.toml:10:moves.0: must be a text in quotes"),
    ],
)
def test_a_replay_that_does_not_fit(lvd: Game, tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    path = tmp_path / "game.toml"
    text = write_replay(DEMO)
    assert change[0] in text
    path.write_text(text.replace(*change), "utf-8")
    assert problem in problems_of(lvd, path)


def test_an_illegal_move_names_its_rule(lvd: Game) -> None:
    match = open_match(lvd, DEMO, Place("x"))
    while match.table.choice is None or match.table.choice.kind != "anointing":
        match.play_by_bot()
    before = (list(match.moves), match.labels())
    with pytest.raises(IllegalMoveError) as error:
        match.play("attack stronghold-pride with put-on-praise")
    assert error.value.rule == "R550"
    assert (match.moves, match.labels()) == before


def test_other_cards_and_other_decks_are_told_of(tmp_path: Path, lvd: Game) -> None:
    saved = DEMO.model_copy(update={"players": 1, "deck": "demo-esther", "cards": cards_digest(lvd)})
    match = open_match(lvd, saved, Place("x"))
    while not match.over:
        match.play_by_bot()
    path = tmp_path / "game.toml"
    path.write_text(write_replay(saved.model_copy(update={"moves": match.moves[:1]})), "utf-8")
    assert not play_again(lvd, read_replay(path), path).other_cards

    root = copy_project(tmp_path / "project", GAME)
    one_time = root / "card_data" / GAME / "cards" / "one-time.csv"
    text = one_time.read_text("utf-8")
    assert "Deal 3 damage to a Stronghold." in text
    one_time.write_text(text.replace("Deal 3 damage to", "Deal 2 damage to"), "utf-8")
    assert play_again(game_in(root), read_replay(path), path).other_cards
    one_time.write_text(text, "utf-8")

    deck = root / "card_data" / GAME / "decks" / "demo-esther.csv"
    card = match.moves[0].removeprefix("play ")
    lines = [line for line in deck.read_text("utf-8").splitlines() if not line.startswith(card)]
    deck.write_text("\n".join(lines) + "\n", "utf-8")
    told = problems_of(game_in(root), path)
    assert "game.toml:11:moves:" in told
    assert "cards or decks have changed since it was saved" in told


def game_in(root: Path) -> Game:
    game, _ = load_game(Project(root), GAME)
    assert game is not None
    return game
