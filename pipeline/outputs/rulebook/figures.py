"""The book's figures, drawn from the game's own marks, faces and numbers."""

from collections.abc import Callable, Mapping
from typing import Final

from markupsafe import Markup

from pipeline.outputs.rulebook.material import Material


def marks(material: Material, alt: str) -> Markup:
    """Every mark of the game beside its words."""
    row = Markup("<div>{}<span>{}</span></div>")
    shown = {symbol.words: token for token, symbol in material.game.symbols.items() if not token.isdigit()}
    return Markup('<div class="marks">{}</div>').format(
        Markup("").join(row.format(material.glyph(token), words) for words, token in shown.items())
    )


#: By name: drawn from the material, with the alternative text of what cannot be read.
FIGURES: Final[Mapping[str, Callable[..., Markup]]] = {"marks": marks}
