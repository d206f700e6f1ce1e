"""Records held against the rules: what a card prints, and what the ruleset plays."""

from collections.abc import Iterator

from pipeline.problem import Problem
from pipeline.rules.light_vs_darkness.matches import Rulebook


def check_records(rulebook: Rulebook) -> list[Problem]:
    """Where cards and the numbers of the rules disagree: a Mentor's Transformed side (R353), the Dark Deck and its
    rewards (R370, R702), bounds of costs (R208), the number of a Mentor's Disciplines (R404)."""
    return [*_mentors(rulebook), *_strongholds(rulebook), *_costs(rulebook)]


def _mentors(rulebook: Rulebook) -> Iterator[Problem]:
    numbers, cards = rulebook.numbers, rulebook.game.cards
    for mentor in rulebook.mentors:
        place = cards[mentor.id].place
        for column, printed, played in (
            ("atk", mentor.atk, numbers.mentor_transformed_atk),
            ("hp", mentor.hp, numbers.mentor_transformed_hp),
        ):
            if printed != played:
                message = f"the card prints {printed}, and a Transformed Mentor has {played} (R353)"
                yield Problem(place.at(column), message, f"write {played}, or change mentor.transformed_{column}")
        wanted, found = numbers.deck_core_disciplines, len(mentor.disciplines)
        if found != wanted:
            message = f"a Core has {wanted} Disciplines (R404), here are {found}"
            yield Problem(place.at("disciplines"), message)


def _strongholds(rulebook: Rulebook) -> Iterator[Problem]:
    numbers = rulebook.numbers
    strongholds = [each for each in rulebook.designs.values() if each.kind == "stronghold"]
    place = rulebook.game.rulesets[rulebook.ruleset].place
    if len(strongholds) != numbers.dark_strongholds:
        message = f"the Dark Deck has {numbers.dark_strongholds} Strongholds (R370), the records {len(strongholds)}"
        yield Problem(place.at("dark.strongholds"), message)
    rewards = sum(each.mp for each in strongholds)
    if rewards != numbers.dark_total_mp:
        message = f"the rewards come to {numbers.dark_total_mp} MP (R702), those of the records to {rewards}"
        yield Problem(place.at("dark.total_mp"), message)


def _costs(rulebook: Rulebook) -> Iterator[Problem]:
    least, most = rulebook.numbers.costs_least, rulebook.numbers.costs_most
    for card in rulebook.designs.values():
        if card.is_truth and not least <= card.cost <= most:
            message = f"costs {card.cost}, and costs range from {least} to {most} (R208)"
            yield Problem(rulebook.game.cards[card.id].place.at("cost"), message)
