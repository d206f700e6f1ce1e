"""Two wordings of a text side by side: which words of each the other does not have."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.model.markup import parse

#: What is compared: words with what joins them, numbers with their signs, stops one by one; and the room between.
_ATOM: Final = re.compile(r"\s+|[+−]?\w+(?:[-’'&]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some words of a text, or glyphs (`tokens`, then `text` is empty), in one style; `changed` where the other text
    does not have them."""

    text: str
    bold: bool
    italic: bool
    tokens: tuple[str, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class _Atom:
    text: str
    bold: bool
    italic: bool
    tokens: tuple[str, ...]

    @property
    def room(self) -> bool:
        return not self.tokens and self.text.isspace()

    @property
    def word(self) -> bool:
        """Whether it is more than a stop."""
        return bool(self.tokens) or self.text[-1:].isalnum()

    @property
    def says(self) -> tuple[str, tuple[str, ...]]:
        """How it looks is no other wording."""
        return self.text, self.tokens


#: Words of the one text and of the other, in their places, and whether they are the same.
_Segment = tuple[list[int], list[int], bool]


def compared(before: str, after: str) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """Two texts in card markup, each in stretches that follow one another; paragraphs follow as sentences do.

    What looks otherwise and says the same is not changed. A word that both have in the midst of others that they do not
    share is, for a sentence that was written anew is one change, and no word in it was kept.
    """
    old, new = _atoms(before), _atoms(after)
    old_words = [at for at, atom in enumerate(old) if not atom.room]
    new_words = [at for at, atom in enumerate(new) if not atom.room]
    matcher = difflib.SequenceMatcher(
        None, [old[at].says for at in old_words], [new[at].says for at in new_words], autojunk=False
    )
    segments: list[_Segment] = [
        (old_words[a:b], new_words[c:d], tag == "equal") for tag, a, b, c, d in matcher.get_opcodes()
    ]
    while (lone := _lone(segments, old)) is not None:
        first, middle, last = segments[lone - 1 : lone + 2]
        joined = (first[0] + middle[0] + last[0], first[1] + middle[1] + last[1], False)
        segments[lone - 1 : lone + 2] = [joined]
    kept = [segment for segment in segments if segment[2]]
    return (
        _stretches(old, {at for segment in kept for at in segment[0]}),
        _stretches(new, {at for segment in kept for at in segment[1]}),
    )


def _atoms(text: str) -> list[_Atom]:
    paragraphs, _ = parse(text)
    atoms: list[_Atom] = []
    for paragraph in paragraphs:
        if atoms:
            atoms.append(_Atom(" ", False, False, ()))
        for span in paragraph:
            if span.tokens:
                atoms.append(_Atom("", span.bold, span.italic, span.tokens))
            atoms += [_Atom(each, span.bold, span.italic, ()) for each in _ATOM.findall(span.text)]
    return atoms


def _lone(segments: Sequence[_Segment], old: Sequence[_Atom]) -> int | None:
    """The first segment of the same words that is not worth telling: stops between changes, or one word where both
    texts have others on either side."""
    for at in range(1, len(segments) - 1):
        words = sum(old[each].word for each in segments[at][0])
        around = segments[at - 1][:2] + segments[at + 1][:2]
        if segments[at][2] and (words == 0 or (words == 1 and all(around))):
            return at
    return None


def _stretches(atoms: Sequence[_Atom], kept: set[int]) -> tuple[Stretch, ...]:
    """Atoms joined while they are of one style and state; room belongs to a change that goes on behind it."""
    changed = [not atom.room and at not in kept for at, atom in enumerate(atoms)]
    for at in range(1, len(atoms) - 1):
        if atoms[at].room:
            changed[at] = changed[at - 1] and changed[at + 1]
    made: list[Stretch] = []
    for atom, new in zip(atoms, changed, strict=True):
        last = made[-1] if made else None
        alike = last is not None and (last.bold, last.italic, last.changed) == (atom.bold, atom.italic, new)
        if last is not None and alike and not atom.tokens and not last.tokens:
            made[-1] = Stretch(last.text + atom.text, last.bold, last.italic, (), new)
        else:
            made.append(Stretch(atom.text, atom.bold, atom.italic, atom.tokens, new))
    return tuple(made)
