"""Why the text of a cell is no value of its column's type."""


class CellError(ValueError):
    """One or more flaws of a cell, each a message and a hint (which may be empty)."""

    def __init__(self, message: str, hint: str = "", *more: tuple[str, str]) -> None:
        super().__init__(message)
        self.flaws = ((message, hint), *more)
