"""What cards of any game can say: how sentences are put together, which cards and players they speak of."""
