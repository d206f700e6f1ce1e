"""The book's tables: each is made of the game's records, rulesets and rules when the book is built."""

from collections.abc import Callable, Mapping
from typing import Final

from markupsafe import Markup

from pipeline.outputs.rulebook.material import Material


def colors(material: Material) -> Markup:
    """The colors: mark, name, letter, aspect and what they do."""
    row = Markup(
        '<tr><td class="pip">{}</td><th scope="row">{}</th><td class="letter">{}</td><td class="aspect">{}</td>'
        "<td>{}</td></tr>"
    )
    rows = [
        row.format(material.glyph(color.letter), color.name, color.letter, color.words["aspect"], color.words["style"])
        for color in material.game.colors.values()
    ]
    head = Markup('<tr><th scope="col">Mark</th>{}</tr>').format(
        Markup("").join(
            Markup('<th scope="col">{}</th>').format(each)
            for each in ("Color", "Letter", "Aspect", "What it does best")
        )
    )
    return Markup('<table class="colors"><thead>{}</thead><tbody>{}</tbody></table>').format(
        head, Markup("").join(rows)
    )


#: By what a chapter calls them, behind "table_".
TABLES: Final[Mapping[str, Callable[..., Markup]]] = {"colors": colors}
