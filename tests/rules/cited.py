"""Code that keeps rules of no game, for tests that break it."""


def least(first: int, second: int) -> int:
    """R101 to R103."""
    return min(first, second) + 1


class Purse:
    """What is left to spend."""

    def __init__(self, left: int) -> None:
        self.left = left

    def pay(self, amount: int) -> bool:
        """Whether it was paid."""
        if amount > self.left:
            return False
        self.left -= amount  # R201
        return True
