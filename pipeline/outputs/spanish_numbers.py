"""Spanish numbers in words for the rules leaflets: how many, in which place, how often.

`gender` is that of a noun that follows: "m" (un, primer) or "f" (una, primera). Without one a number stands alone
(uno, primero).
"""

from typing import Final

_UNITS: Final = (
    *("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    *("trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno"),
    *("veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho"),
    "veintinueve",
)
_TENS: Final = ("", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_PLACES: Final = (
    *("", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo"),
    *("undécimo", "duodécimo", "decimotercero", "decimocuarto", "decimoquinto", "decimosexto", "decimoséptimo"),
    *("decimoctavo", "decimonoveno"),
)
_TENTHS: Final = (
    *("", "", "vigésimo", "trigésimo", "cuadragésimo", "quincuagésimo", "sexagésimo", "septuagésimo"),
    *("octogésimo", "nonagésimo"),
)


def words(number: int, gender: str = "") -> str:
    """A number from 0 to 99 in words, others in figures: 1 -> "uno", "un" or "una", 31 -> "treinta y uno"."""
    if not 0 <= number < 100:
        return str(number)
    tens, units = divmod(number, 10)
    word = _UNITS[number] if number < len(_UNITS) else _TENS[tens] + (f" y {_UNITS[units]}" if units else "")
    if units != 1 or number == 11 or not gender:
        return word
    if gender == "f":
        return word[:-1] + "a"
    return "veintiún" if number == 21 else word[:-1]


def ordinal(number: int, gender: str = "") -> str:
    """A place in an order, in words: 1 -> "primero", "primer" or "primera", 21 -> "vigésimo primero"."""
    if not 1 <= number < 100:
        return f"{number}.{'ª' if gender == 'f' else 'º'}"
    tens, units = divmod(number, 10)
    parts = [_PLACES[number]] if number < len(_PLACES) else [_TENTHS[tens], _PLACES[units]]
    if gender == "f":
        parts = [part[:-1] + "a" if part else "" for part in parts]
    elif gender == "m" and parts[-1].endswith(("primero", "tercero")):
        parts[-1] = parts[-1][:-1]
    return " ".join(filter(None, parts))


def times(number: int) -> str:
    """How often, in words: 1 -> "una vez", 2 -> "dos veces"."""
    return f"{words(number, 'f')} {'vez' if number == 1 else 'veces'}"
