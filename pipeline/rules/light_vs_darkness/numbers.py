"""A ruleset as the engine reads it: every number and switch by name and type."""

from dataclasses import dataclass
from typing import Any, Final, get_type_hints

from pipeline.model import Ruleset
from pipeline.problem import Problem, Refused, nearest


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
    win_tiebreakers: tuple[str, ...]
    iron_saints_from_first_dark_turn: bool
    components_basic_anointing: int
    components_basic_anointing_a_color: int
    components_disciplines: int
    components_copies_of_a_discipline: int
    components_copies_of_a_rare_discipline: int
    components_mentors: int
    components_strongholds: int


_TYPES: Final = get_type_hints(Numbers)
#: What less of is no rule: a Dark Turn comes in every so many rounds.
_LEAST: Final = {"dark_interval": 1}
_WANTED: Final = {int: "a whole number", bool: "true or false", str: "a text"}


def numbers_of(ruleset: Ruleset) -> Numbers:
    """A ruleset's values. Raises Refused, with every name that is unknown, missing or of another type,
    and of numbers that are too small."""
    problems: list[Problem] = []
    values: dict[str, Any] = {}
    for name, value in ruleset.values.items():
        field = name.replace(".", "_")
        values[field] = value
        if field not in _TYPES:
            hint = nearest(field, _TYPES) or "see the names in the game's other rulesets"
            problems.append(Problem(ruleset.place.at(name), "the engine knows no such rule", hint))
        elif not isinstance(value, tuple) and type(value) is not _TYPES[field]:
            wanted = _WANTED.get(_TYPES[field], "a list of texts")
            problems.append(Problem(ruleset.place.at(name), f"must be {wanted}"))
        elif isinstance(value, int) and field in _LEAST and value < _LEAST[field]:
            problems.append(Problem(ruleset.place.at(name), f"must be at least {_LEAST[field]}"))
    problems += [Problem(ruleset.place, f'no value for "{field}"') for field in _TYPES if field not in values]
    if problems:
        raise Refused(problems)
    return Numbers(**values)
