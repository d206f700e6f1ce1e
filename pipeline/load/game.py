"""A whole game out of its folder, with everything that is wrong in any of its files."""

from pipeline.load.accounts import read_accounts
from pipeline.load.cards import read_cards
from pipeline.load.decks import read_decks
from pipeline.load.editions import read_editions
from pipeline.load.exemptions import read_exemptions
from pipeline.load.files import locate
from pipeline.load.ids import form_flaw
from pipeline.load.proven import read_proven
from pipeline.load.rules import read_rules
from pipeline.load.rulesets import read_rulesets
from pipeline.load.scenarios import read_examples, read_scenarios
from pipeline.load.settings import read_settings
from pipeline.load.simulations import read_published, read_simulations
from pipeline.load.toml import read_toml
from pipeline.load.waivers import QUANTITY, read_waivers, settle
from pipeline.model import Game
from pipeline.problem import Place, Problem, Problems, nearest
from pipeline.project import Project


def load_game(
    project: Project, game_id: str, scenarios: bool = False, examples: bool = False
) -> tuple[Game | None, tuple[Problem, ...]]:
    """Read `card_data/<game_id>/` as docs/card-data.md lays it down; its `scenarios`, and the `examples` and
    simulations that its book tells, only where they are asked for: reading them takes longer than all the rest.

    Returns the game without its broken records, and the problems of all files, in order of file and line. The game is
    None only when game.toml itself cannot be used. Everything in the game holds together: a deck's entries, and the
    references of a card, lead to cards that are in it.
    """
    problems = Problems()
    game = _read(project, game_id, scenarios, examples, problems)
    ordered = sorted(problems.found, key=lambda problem: (problem.place.file, problem.place.line or 0))
    return game, tuple(ordered)


def _read(project: Project, game_id: str, scenarios: bool, examples: bool, problems: Problems) -> Game | None:
    folder = f"card_data/{game_id}"
    place = Place(folder)
    if flaw := form_flaw(game_id):
        problems.add(place, f'the game\'s id "{game_id}" {flaw[0]}', flaw[1])
        return None
    root = locate(project, folder, problems)
    if root is None:
        return None
    if not root.is_dir():
        problems.add(place, f'no game "{game_id}"', nearest(game_id, project.games()))
        return None
    toml = read_toml(project, f"{folder}/game.toml", problems)
    settings = read_settings(toml, problems) if toml is not None else None
    if settings is None:
        return None
    cards = read_cards(project, game_id, settings, problems)
    decks = read_decks(project, game_id, cards, problems)
    editions = read_editions(project, game_id, settings, cards, problems)
    rulesets = read_rulesets(project, game_id, settings.ruleset, editions, problems)
    if settings.ruleset not in rulesets and not (root / f"rulesets/{settings.ruleset}.toml").exists():
        message = f"no ruleset {folder}/rulesets/{settings.ruleset}.toml"
        problems.add(settings.toml.place("ruleset"), message, nearest(settings.ruleset, rulesets))
    rules = read_rules(project, game_id, rulesets, problems)
    played = read_scenarios(project, game_id, cards, rules, rulesets, problems) if scenarios else ()
    exemptions = read_exemptions(project, game_id, problems) if scenarios else ()
    accounts = read_accounts(project, game_id, cards, problems) if scenarios else {}
    proven = read_proven(project, game_id, problems) if scenarios else {}
    shown = read_examples(project, game_id, cards, rules, rulesets, problems) if examples else {}
    simulations = read_simulations(project, game_id, rulesets, problems) if examples else ()
    published = read_published(project, game_id, rulesets, problems) if examples else ()
    for deck in settings.press.demo_decks:
        if deck not in decks:
            message = f'no deck "{deck}" in {folder}/decks'
            problems.add(settings.toml.place("demo", "decks"), message, nearest(deck, decks))
    waivers = read_waivers(project, game_id, problems)
    problems.found = list(settle(problems.found, waivers, game_id, (QUANTITY,)))
    return Game(
        id=game_id,
        name=settings.name,
        folder=root,
        words=settings.words,
        language=settings.language,
        ruleset=settings.ruleset,
        press=settings.press,
        colors=settings.colors,
        symbols=settings.symbols,
        kinds=settings.kinds,
        cards=cards.cards,
        decks=decks,
        rulesets=rulesets,
        editions=editions,
        rules=rules,
        scenarios=played,
        examples=shown,
        exemptions=exemptions,
        simulations=simulations,
        published=published,
        accounts=accounts,
        proven=proven,
    )
