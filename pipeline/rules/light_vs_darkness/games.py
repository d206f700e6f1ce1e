"""Whole games by bots, and what is kept of each for the statistics."""

from typing import Final

from pipeline.rules.light_vs_darkness.bots import Bot, RandomBot, SensibleBot, play_out
from pipeline.rules.light_vs_darkness.costs import cost_of, ready_generators, yields_of
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.light_vs_darkness.setup import begin
from pipeline.rules.light_vs_darkness.table import Player, Table
from pipeline.rules.light_vs_darkness.turn import payments
from pipeline.rules.outcome import Played

BOTS: Final = ("sensible", "random")


class Games:
    """Games of one rulebook by bots of one sort."""

    def __init__(self, rulebook: Rulebook, bot: str) -> None:
        self._rulebook = rulebook
        self._sensible = SensibleBot(rulebook) if bot == "sensible" else None

    def play(self, mode: str, players: int, variant: str, seed: str) -> Played:
        """One game. Raises Refused where the decks at hand do not allow the mode."""
        turns: list[bool] = []
        table = begin(self._rulebook.setup(mode, players, variant, seed), seed)
        table.observer = lambda table, player: turns.append(color_screwed(table, player))
        # A draft comes before the first round: nobody's Main Phase is missed.
        bot: Bot = self._sensible or RandomBot(f"{seed}/bot")
        play_out(table, [bot] * players)
        return Played(
            ending=_ending(table),
            rounds=table.round,
            turns=len(turns),
            color_screwed=sum(turns),
            sides=tuple(player.name for player in table.players),
        )


def _ending(table: Table) -> str:
    if table.winner == "dark":
        return "encroaching" if table.living() else "eliminated"
    return table.winner or "undecided"


def color_screwed(table: Table, player: Player) -> bool:
    """Whether a player, about to begin the Main Phase, holds a card that could be paid by its amount, and no such card
    that can be paid by its color, Intercession counted (L76)."""
    amount = sum(player.pool.values()) - player.losing
    amount += sum(yields_of(piece)[1] for piece in ready_generators(player))
    found = False
    for card in dict.fromkeys(player.hand):
        if card.is_anointing:
            continue
        letters, generic = cost_of(table, player, card)
        if len(letters) + generic <= amount:
            found = True
            if payments(table, player, card, {}):
                return False
    return found
