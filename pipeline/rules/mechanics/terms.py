"""Values with words of their own, of any card game; a game gives each its table of words."""

from pipeline.language import Term


class Noun(Term):
    """A kind of card, as a noun."""

    label = "a card noun"


class Hue(Term):
    """A color, by its id, as an adjective."""

    label = "a color"


class State(Term):
    """How a card stands: ready, active."""

    label = "a state"


class Where(Term):
    """Where a card is, or whose: in play, in your hand, you control."""

    label = "a place"


class Edge(Term):
    """The start or the end."""

    label = "the start or the end"


class Turn(Term):
    """Whose turn."""

    label = "a turn"


class Phase(Term):
    """A phase of a turn."""

    label = "a phase"


class Period(Term):
    """How long something is counted: a turn, a round."""

    label = "a turn or a round"


class Until(Term):
    """How long a change lasts."""

    label = "a duration"


class Degree(Term):
    """Fewest or most."""

    label = "the fewest or the most"


class Resource(Term):
    """What a player has a number of: anointing, MP, Life."""

    label = "something to lose"


class Symbol(Term):
    """A glyph that stands for one anointing to pay."""

    label = "a symbol"


class Mana(Term):
    """A glyph that stands for one anointing to add."""

    label = "a color's symbol"
