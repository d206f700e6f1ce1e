"""Spanish: gender and number, verbs by person, "al" and "del", "e" and "u"."""

from collections.abc import Mapping, Sequence
from typing import Final

from pipeline.language.forms import Form
from pipeline.language.speech import Listing, Speech, WordForms
from pipeline.language.tokens import Token, forbidden

LISTS: Mapping[str, Listing] = {
    "lines": Listing(LINE := "\n", LINE, LINE, least=1),
    "sentences": Listing("^", "^", "^", least=1, end="."),
    "and": Listing("y", ",", "y"),
    "then": Listing(", luego", ", luego", ", luego"),
    "or": Listing("o", ",", "o", least=1),
    "options": Listing("; o", ";", "; o"),
    "glued": Listing("", "", "", least=1),
    "all": Listing("y", ",", "y", least=1),
}

#: Verbs whose forms do not follow from the infinitive: imperative, second and third person, third plural.
_IRREGULAR: Final = {
    "perder": ("pierde", "pierdes", "pierde", "pierden"),
    "prevenir": ("prevén", "previenes", "previene", "previenen"),
    "poner": ("pon", "pones", "pone", "ponen"),
    "obtener": ("obtén", "obtienes", "obtiene", "obtienen"),
    "costar": ("cuesta", "cuestas", "cuesta", "cuestan"),
    "hacer": ("haz", "haces", "hace", "hacen"),
}
#: Words that speak to you, and what they are of somebody else.
_POSSESSIVES: Final = {
    "tu": "su",
    "ti": "sí",
    "controlas": "controle",
    "produzcas": "produzca",
    "recibas": "reciba",
}
#: Forms by number and gender of words that are no regular adjectives.
_ARTICLES: Final = {
    "un": ("un", "una", "unos", "unas"),
    "el": ("el", "la", "los", "las"),
    "primer": ("primer", "primera", "primeros", "primeras"),
    "ese": ("ese", "esa", "esos", "esas"),
    "ningún": ("ningún", "ninguna", "ningunos", "ningunas"),
}


def _verb(infinitive: str, verb: str) -> str | None:
    if verb in ("to", "to_they"):
        return infinitive
    at = {"do": 0, "thou": 1, "does": 2, "they": 3}.get(verb)
    if at is None:
        return None
    if infinitive in _IRREGULAR:
        return _IRREGULAR[infinitive][at]
    stem = infinitive[:-1] if infinitive.endswith("ar") else f"{infinitive[:-2]}er"[:-1]
    return stem + ("", "s", "", "n")[at]


def bend(word: str) -> Mapping[str, str]:
    """An adjective's four forms: rojo, roja, rojos, rojas; verde, verdes; one in several words stays as it is."""
    if " " in word:
        return {"": word}
    if word.endswith("o"):
        four = (word, f"{word[:-1]}a", f"{word}s", f"{word[:-1]}as")
    else:
        many = f"{word}s" if word[-1] in "aeiouáéíóú" else f"{word}es"
        four = (word, word, many, many)
    return dict(zip(("one m", "one f", "many m", "many f"), four, strict=True))


def _inflect(lemma: str, form: Form) -> str | None:
    if lemma in _POSSESSIVES:
        return _POSSESSIVES[lemma] if form.person else lemma
    if lemma in _ARTICLES:
        return _ARTICLES[lemma][(form.number == "many") * 2 + (form.gender == "f")]
    if lemma.endswith(("ar", "er", "ir")):
        return _verb(lemma, form.verb)
    if lemma.endswith("o"):
        return bend(lemma)[f"{form.number or 'one'} {form.gender or 'm'}"]
    if form.number:
        return f"{lemma}s" if form.number == "many" else lemma
    return None


def noun(gender: str, one: str, many: str, *, tags: str = "", reminder: str = "") -> WordForms:
    """A noun with its gender, `m` or `f`."""
    return WordForms({"one": one, "many": many}, gender, frozenset(tags.split()), reminder)


def adjective(word: str) -> WordForms:
    """An adjective (see `bend`)."""
    return WordForms(bend(word))


def fixed(words: str, *read: str) -> WordForms:
    """Words that never bend."""
    return WordForms({"": words}, read=tuple({"": other} for other in read))


_CONTRACTED: Final = {"del": ("de", "el"), "al": ("a", "el")}
#: "and" and "or": as they are, as they are before certain vowels, and those.
_BEFORE_VOWELS: Final = dict.fromkeys("ye", ("y", "e", "ií")) | dict.fromkeys("ou", ("o", "u", "oó"))


def _sounds(word: str, vowels: str) -> bool:
    word = word.lower().removeprefix("h")
    return word[:1] in tuple(vowels) and not word.startswith(("ie", "ia"))


def _part(tokens: Sequence[Token]) -> tuple[Token, ...]:
    out: list[Token] = []
    for at, token in enumerate(tokens):
        following = tokens[at + 1].key if at + 1 < len(tokens) else ""
        key, lower = token.key, token.key.lower()
        if lower in _CONTRACTED:
            first, second = _CONTRACTED[lower]
            first = first.capitalize() if key[0].isupper() else first
            out += [Token(first, token.text, token.column), Token(second, token.text, token.column)]
        elif lower in ("un", "una") and following in ("otro", "otra"):
            out.append(forbidden(token, following))
        elif lower in ("a", "de") and following == "el":
            out.append(forbidden(token, f"{key}l"))
        elif key in _BEFORE_VOWELS:
            plain, other, vowels = _BEFORE_VOWELS[key]
            right = other if _sounds(following, vowels) else plain
            out.append(Token(plain, token.text, token.column) if key == right else forbidden(token, right))
        else:
            out.append(token)
    return tuple(out)


def _run_together(keys: Sequence[str]) -> tuple[str, ...]:
    out: list[str] = []
    for at, key in enumerate(keys):
        following = keys[at + 1] if at + 1 < len(keys) else ""
        if key == "el" and out and out[-1] in ("de", "De", "a", "A"):
            out[-1] += "l"
        elif key == "y" and _sounds(following, "ií"):
            out.append("e")
        elif key == "o" and _sounds(following, "oó"):
            out.append("u")
        else:
            out.append(key)
    return tuple(out)


SPANISH = Speech("es", ("m", "f"), LISTS, _inflect, _part, _run_together)
