"""Whether stored simulations are still of the game at hand: digests of what was played."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pipeline.cache import code_digest, digest_of
from pipeline.model import FOR_THE_EYE, Game, Simulation
from pipeline.problem import Problem

#: What a difference in each digest means.
_OTHER: Final = {
    "cards": "on other cards",
    "decks": "with other decks",
    "rules": "under other numbers of its ruleset",
    "engine": "by another engine",
}


def run_on(game: Game, ruleset: str, switches: Mapping[str, Any]) -> dict[str, str]:
    """Digests of everything that games under a ruleset hang on, with values of its own replaced by `switches`."""
    cards = [
        (card.id, card.kind, card.name, *((name, str(value)) for name, value in card.fields.items() if name in played))
        for card in game.cards.values()
        for played in (_played(game, card.kind),)
    ]
    rules = game.rulesets[ruleset]
    older = game.editions.get(rules.edition)
    wording = [(card, sorted(fields.items())) for card, fields in sorted(older.wording.items())] if older else []
    decks = [(deck.id, [(entry.card, entry.quantity) for entry in deck.entries]) for deck in game.decks.values()]
    return {
        "cards": digest_of(sorted(cards), wording),
        "decks": digest_of(sorted(decks)),
        "rules": digest_of(sorted({**rules.values, **switches}.items(), key=lambda item: item[0])),
        "engine": _engine(game),
    }


def _played(game: Game, kind: str) -> set[str]:
    return {name for name, column in game.kinds[kind].columns.items() if column.type not in FOR_THE_EYE}


def _engine(game: Game) -> str:
    """A digest of the code that reads and plays the game; the game's package is called as the game."""
    rules = Path(__file__).parent
    own = rules / game.id.replace("-", "_")
    return code_digest(*filter(Path.is_dir, (own, rules / "mechanics", rules.parent / "language")))


def stored(game: Game, result: Mapping[str, Any], date: str) -> str:
    """The text of a file for a result's JSON, measured on a `date` as in 2026-10-31, now and on the game at hand."""
    told = {"date": date, **result, "run_on": run_on(game, result["ruleset"], result["switches"])}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def stored_name(result: Mapping[str, Any]) -> str:
    """What such a file is called, without its suffix: a run of the same kind takes the place of an older one."""
    parts = [result["ruleset"], result["mode"], result["players"]]
    parts += [result["variant"]] if result["variant"] != "standard" else []
    parts += [f"{name}-{value}" for name, value in sorted(result["switches"].items())]
    return "-".join(str(part).replace(".", "-").replace("_", "-").lower() for part in parts)


def check_simulations(game: Game) -> list[Problem]:
    """Stored simulations of a game that has changed since."""
    return [
        Problem(each.place, f"was played {' and '.join(told)}", f"play it again: {_command(game, each)}")
        for each in game.simulations
        for now in (run_on(game, each.ruleset, each.switches),)
        if (told := [_OTHER[name] for name, digest in now.items() if each.run_on.get(name) != digest])
    ]


def _command(game: Game, run: Simulation) -> str:
    parts = [f"cardpress simulate {game.id} --ruleset {run.ruleset} --mode {run.mode} --players {run.players}"]
    parts += [f"--variant {run.variant}"] if run.variant != "standard" else []
    parts += [f"--set {name}={value}" for name, value in run.switches.items()]
    parts += [f"--games {run.games} --bots {run.bot} --seed {run.seed} --store DATE"]
    return " ".join(parts)
