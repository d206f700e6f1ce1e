"""The form of an id. Ids name files on every kind of disk, so they are plain and no system keeps them for itself."""

import re
import unicodedata

MOST_LETTERS = 80

_FORM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
#: Device names that Windows refuses as file names, with any ending (Microsoft, "Naming Files, Paths, and Namespaces").
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def form_flaw(text: str) -> tuple[str, str] | None:
    """What is wrong with an id, and what to do about it; None when it is well formed."""
    if not _FORM.fullmatch(text):
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
        better = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
        hint = f'write "{better}"' if better else "write it in a-z and 0-9"
        return "is not of the form a-z, 0-9 and single hyphens", hint
    if text in _RESERVED:
        return "is a name that Windows keeps for itself", f'write "{text}-card" or the like'
    if len(text) > MOST_LETTERS:
        return f"is longer than {MOST_LETTERS} letters", "shorten it"
    return None
