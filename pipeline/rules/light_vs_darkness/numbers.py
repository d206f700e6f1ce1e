"""A ruleset as the engine reads it: every number and switch by name and type."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from pipeline.model import Ruleset
from pipeline.problem import Problem, Refused, nearest

#: What may break a tie between champions.
Tiebreaker = Literal["most Strongholds demolished", "highest remaining Life", "shared honor"]
TIEBREAKERS: Final[tuple[Tiebreaker, ...]] = get_args(Tiebreaker)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The values of `rulesets/*.toml`; "start.life" is `start_life`. What each means stands in those files."""

    players_least: int
    players_most: int
    costs_least: int
    costs_most: int
    start_life: int
    start_maturity: int
    start_hand: int
    start_mulligan: bool
    start_anointing: int
    start_strongholds: int
    deck_total: int
    deck_core: int
    deck_core_basics: int
    deck_core_disciplines: int
    deck_core_living_truths: int
    deck_quick_start: int
    draft_picks: int
    draft_picks_after_trigger: int
    draft_triggers_in_market: bool
    draft_market_row: int
    draft_snake: bool
    turn_draw: int
    turn_generators: int
    turn_hand_limit: int
    turn_reshuffle: bool
    anointing_wild: str
    anointing_disciplines_enter_exhausted: bool
    anointing_intercessions: int
    anointing_intercession_price: int
    anointing_intercession_takes_colorless: bool
    living_truths_attack_when_played: bool
    living_truths_exhausted_may_block: bool
    living_truths_must_block: bool
    one_time_returns_to_deck: bool
    reactions_only_marked_cards: bool
    reactions_paid_from_ready_generators: bool
    mentor_transformed_atk: int
    mentor_transformed_hp: int
    dark_strongholds: int
    dark_total_mp: int
    dark_first_round: int
    dark_first_round_solo: int
    dark_interval: int
    dark_summons: int
    dark_encroaching: int
    scaling_atk: int
    scaling_hp: int
    scaling_quick_start_fix: bool
    scaling_fix_from_players: int
    scaling_fix_atk: int
    scaling_fix_hp: int
    life_resurrection: int
    life_defeats: int
    life_defeated_takes_damage: bool
    life_heal_above_start: bool
    maturity_least: int
    maturity_resurrection_penalty: int
    maturity_passive_cap: int
    maturity_cap_counts_one_shots: bool
    win_demolished: int
    win_tiebreakers: tuple[Tiebreaker, ...]
    iron_saints_from_first_dark_turn: bool
    components_basic_anointing: int
    components_basic_anointing_a_color: int
    components_disciplines: int
    components_copies_of_a_discipline: int
    components_copies_of_a_rare_discipline: int
    components_mentors: int
    components_strongholds: int


_TYPES: Final = get_type_hints(Numbers)
#: Of what there must be some: nobody plays, nobody is ever Defeated, no Dark Turn comes every 0 rounds. Of all other
#: numbers there may be none.
_SOME: Final = ("players_least", "start_life", "dark_interval", "dark_encroaching", "life_defeats", "win_demolished")
_WANTED: Final = {int: "a whole number", bool: "true or false", str: "a text", tuple: "a list of texts"}


def numbers_of(ruleset: Ruleset, colors: Collection[str]) -> Numbers:
    """A ruleset's values. `colors`: ids of the game's colors.

    Raises Refused with all that is wrong: names that are unknown or missing, values of another type, numbers that are
    too small, a color or a tiebreaker that there is not.
    """
    problems: list[Problem] = []
    values: dict[str, Any] = {}
    tables = {name.partition(".")[0] for name in ruleset.values}
    for name, value in ruleset.values.items():
        field = name.replace(".", "_")
        values[field] = value
        if field not in _TYPES:
            hint = nearest(name, [_dotted(each, tables) for each in _TYPES])
            hint = hint or "see the names in the game's other rulesets"
            problems.append(Problem(ruleset.place_of(name), "the engine knows no such rule", hint))
        elif flaw := _flaw(field, value, colors):
            problems.append(Problem(ruleset.place_of(name), *flaw))
    missing = [_dotted(field, tables) for field in _TYPES if field not in values]
    problems += [Problem(ruleset.place, f'no value for "{name}"') for name in missing]
    if not problems:
        problems += [
            Problem(ruleset.place_of(f"{what}.most"), f"is less than the least, {values[f'{what}_least']}")
            for what in ("players", "costs")
            if values[f"{what}_most"] < values[f"{what}_least"]
        ]
    if problems:
        raise Refused(problems)
    return Numbers(**values)


def _dotted(field: str, tables: Collection[str]) -> str:
    """The name of a value as rulesets write it, whose tables are these."""
    table = max((each for each in tables if field.startswith(f"{each}_")), key=len, default="")
    return f"{table}.{field.removeprefix(table)[1:]}" if table else field


def _flaw(field: str, value: object, colors: Collection[str]) -> tuple[str, str] | None:
    """What is wrong with a value, and what to do about it."""
    wanted = get_origin(_TYPES[field]) or _TYPES[field]
    if type(value) is not wanted:
        return f"must be {_WANTED[wanted]}", ""
    if type(value) is int and value < (field in _SOME):
        return f"must be at least {int(field in _SOME)}", ""
    if field == "anointing_wild" and value and value not in colors:
        return f'no color "{value}"', nearest(str(value), colors) or f"known are {', '.join(colors)}"
    if isinstance(value, tuple):
        for each in value:
            if each not in TIEBREAKERS:
                hint = nearest(str(each), TIEBREAKERS) or f"known are {', '.join(TIEBREAKERS)}"
                return f'no tiebreaker "{each}"', hint
    return None
