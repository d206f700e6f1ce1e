"""What a phrase must agree with: the form that is asked of it from outside."""

from typing import Final, NamedTuple


class Form(NamedTuple):
    """Features of a phrase; an empty one is not asked for.

    verb: how its verbs stand: `do` (imperative), `thou` (after a written "you"), `does`, `they`, `to` (after "you
    may"), `to_they` (after "each player may"), `after` (a clause that must write its "you"), `static`.
    person: `their` where "you" and "your" mean somebody else.
    number: `one` or `many`. gender: `m` or `f`.
    only: a tag that its noun must bear. style: how a phrase is written: `numeral` ("1 card"), `explained` (with its
    reminder), `ranked` (with "highest-cost"), `timed` (its duration was said before).
    """

    verb: str = ""
    person: str = ""
    number: str = ""
    gender: str = ""
    only: str = ""
    style: str = ""

    def nominal(self) -> "Form":
        """The form without its verb, for noun phrases."""
        return self._replace(verb="") if self.verb else self

    def having(self, feature: str) -> "Form":
        """The form with one more feature, by its value's name.

        `any` asks for no tag, `plain` for no style, `free` for no gender; a name that is no feature's is a tag.
        """
        dimension = DIMENSIONS.get(feature, "only")
        if dimension == "verb":
            return self._replace(verb=feature, person="their" if feature in THEIRS else "")
        return self._replace(**{dimension: "" if feature in ("any", "plain", "free") else feature})


#: Verb forms in which "your" is "their".
THEIRS: Final = frozenset({"does", "they", "to_they"})

VERBS: Final = ("do", "thou", "after", "does", "they", "to", "to_they", "static")

#: Value of a feature -> its dimension; any other name is a noun's tag.
DIMENSIONS: Final = {
    **dict.fromkeys(VERBS, "verb"),
    "their": "person",
    "one": "number",
    "many": "number",
    "m": "gender",
    "f": "gender",
    "numeral": "style",
    "explained": "style",
    "ranked": "style",
    "timed": "style",
    "plain": "style",
    "free": "gender",
    "any": "only",
}
