"""English: -s, "a" and "an", "another"."""

from collections.abc import Mapping, Sequence
from typing import Final

from pipeline.language.forms import Form
from pipeline.language.speech import Listing, Speech, WordForms
from pipeline.language.tokens import Token, capital, forbidden

#: "A, B, and C"; a semicolon parts options and nothing else.
LISTS: Mapping[str, Listing] = {
    "lines": Listing(LINE := "\n", LINE, LINE, least=1),
    "sentences": Listing("^", "^", "^", least=1, end="."),
    "and": Listing("and", ",", ", and"),
    "then": Listing(", then", ", then", ", then"),
    "or": Listing("or", ",", ", or", least=1),
    "options": Listing("; or", ";", "; or"),
    "glued": Listing("", "", "", least=1),
    "all": Listing("and", ",", ", and", least=1),
}

#: "thee" stands for "you" as an object: damage to you, to them.
_PRONOUNS: Final = {"your": ("your", "their"), "you": ("you", "they"), "thee": ("you", "them")}
#: Sounds, not letters, decide: a One Time card, an MP.
_CONSONANT: Final = ("one", "uni", "use")
_SPELLED: Final = ("mp", "hp")


def third(verb: str) -> str:
    """The third person singular of a verb: draw, draws; skip, skips; ready, readies."""
    if verb == "have":
        return "has"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "ch", "sh", "o")) else f"{verb}s"


def _inflect(lemma: str, form: Form) -> str | None:
    if lemma in _PRONOUNS:
        return _PRONOUNS[lemma][bool(form.person)]
    if form.number and not form.verb:
        return f"{lemma}s" if form.number == "many" else lemma
    if form.verb in ("after", "static", ""):
        return None
    return third(lemma) if form.verb == "does" else lemma


def noun(one: str, many: str = "", *, tags: str = "", reminder: str = "") -> WordForms:
    """A noun; its plural ends in -s where none is given."""
    return WordForms({"one": one, "many": many or f"{one}s"}, "", frozenset(tags.split()), reminder)


def fixed(words: str, *read: str) -> WordForms:
    """Words that never bend."""
    return WordForms({"": words}, read=tuple({"": other} for other in read))


def _vowel(word: str) -> bool:
    word = word.lower()
    return word in _SPELLED or (word[:1] in tuple("aeiou") and not word.startswith(_CONSONANT))


def _part(tokens: Sequence[Token]) -> tuple[Token, ...]:
    out: list[Token] = []
    for at, token in enumerate(tokens):
        following = tokens[at + 1].key if at + 1 < len(tokens) else ""
        lower = token.key.lower()
        if lower == "another":
            out += [Token(token.key[0], token.text, token.column), Token("other", token.text, token.column)]
        elif lower == "an" and _vowel(following) and following != "other":
            out.append(Token(token.key[0], token.text, token.column))
        elif lower == "an":
            out.append(forbidden(token, "another" if following == "other" else token.key[0]))
        elif lower == "a" and (_vowel(following) or following == "other"):
            out.append(forbidden(token, "another" if following == "other" else f"{token.key}n"))
        else:
            out.append(token)
    return tuple(out)


def _run_together(keys: Sequence[str]) -> tuple[str, ...]:
    out: list[str] = []
    for at, key in enumerate(keys):
        following = keys[at + 1] if at + 1 < len(keys) else ""
        if out and out[-1].lower() == "another" and key == "other":
            continue
        if key in ("a", "A") and following == "other":
            out.append("another" if key == "a" else capital("another"))
        elif key in ("a", "A") and _vowel(following):
            out.append(f"{key}n")
        else:
            out.append(key)
    return tuple(out)


ENGLISH = Speech("en", (), LISTS, _inflect, _part, _run_together)
