"""The drawn marks that stand in text and costs: `fonts/glyphs/<game>/<name>.svg`.

A mark's paths carry the classes ground, emblem and letter. A ground painted `currentColor` takes the color of the text
around it; a keyline is the ground's outline, stroked beneath it.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from lxml import etree

from pipeline.color import luminance
from pipeline.drawing import Drawing, Path, Stroke
from pipeline.model import Game
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import OutsideError, Project
from pipeline.svg import Inherited, SvgReader, parse_color, parse_xml, view_box

#: In one ink a ground lighter than this is left white, outlined, its mark black; a darker one is black, its mark white.
_PALE: Final = 0.7
#: That outline, in parts of the mark's height.
_OUTLINE: Final = 0.07


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark ready to be laid down: its drawing (in its own units), and what it reads as."""

    drawing: Drawing
    words: str

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.drawing.width / self.drawing.height


@dataclass
class Marks:
    """The marks of one game, read when first used: in color, or in one ink where `ink` is "saver"."""

    project: Project
    game: Game
    ink: str = "color"
    _made: dict[tuple[str, str, str, float, str, str], Drawing] = field(default_factory=dict)

    def words(self, token: str) -> str:
        """What the mark of a token, or of a file named directly, reads as in copied text."""
        symbol = self.game.symbols.get(token)
        return symbol.words if symbol else token

    def mark(
        self,
        token: str,
        color: str = "#000000",
        edge: str = "",
        edge_width: float = 0.0,
        ground: str = "",
        mark: str = "",
    ) -> Mark:
        """The mark of a token of the game (or of a glyph file's name).

        `color` is the text's color; `edge` and `edge_width` (in parts of the mark's height) give it a keyline;
        `ground` and `mark` recolor its ground and what stands on it. Raises Refused for an unknown token or a file
        that cannot be drawn, ValueError for an `edge` that is no color.
        """
        symbol = self.game.symbols.get(token)
        name = symbol.glyph if symbol else token
        key = (name, color, edge, edge_width, ground, mark)
        if key not in self._made:
            self._made[key] = self._draw(name, color, edge, edge_width, ground, mark)
        return Mark(self._made[key], self.words(token))

    def _draw(self, name: str, color: str, edge: str, edge_width: float, ground: str, mark: str) -> Drawing:
        file = f"fonts/glyphs/{self.game.id}/{name}.svg"
        place = Place(file)
        try:
            root = parse_xml(self.project.path(file).read_bytes())
            box = view_box(root)
        except (FileNotFoundError, OutsideError):
            known = sorted({*self.game.symbols, *(symbol.glyph for symbol in self.game.symbols.values())})
            raise Refused([Problem(place, "is not there", nearest(name, known))]) from None
        except (OSError, ValueError) as error:
            raise Refused([Problem(place, str(error))]) from None
        if box.x or box.y:
            raise Refused([Problem(place, f"the viewBox starts at {box.x:g} {box.y:g}; it must start at 0 0")])
        if self.ink == "saver":
            plain = _ground(root) == "currentColor"
            try:
                reverse = not plain and luminance(parse_color(_ground(root))) > _PALE
            except ValueError as error:
                raise Refused([Problem(place, f"the ground's fill: {error}")]) from None
            ground = ground or ("" if plain else "#FFFFFF" if reverse else "#000000")
            mark = mark or ("#000000" if reverse else "#FFFFFF")
            edge, edge_width = ("#000000", edge_width or _OUTLINE) if reverse else ("", 0.0)
        recolor = {"ground": ground} if ground else {}
        if mark:
            recolor |= {"emblem": mark, "letter": mark}
        reader = SvgReader(recolor=recolor)
        items = reader.read(root, Inherited(color=color))
        if reader.flaws:
            raise Refused([Problem(replace(place, line=flaw.line), flaw.message, flaw.hint) for flaw in reader.flaws])
        if edge and edge_width:
            ground_shape = items[0] if items else None
            if not isinstance(ground_shape, Path):
                message = "the keyline follows the first shape, which must be one without transform, clip or opacity"
                raise Refused([Problem(place, message, "put the mark's ground first")])
            line = parse_color(edge)
            # A keyline in the ground's own color would only fatten the mark.
            if line != ground_shape.fill:
                # Twice the width: half of a stroke lies under the ground.
                stroke = Stroke(line, 2 * edge_width * box.height, join="round")
                items = (Path(ground_shape.d, line, stroke, ground_shape.rule), *items)
        return Drawing(items, box.width, box.height, name)


def _ground(root: etree._Element) -> str:
    """How the mark's ground is painted in its file."""
    for element in root.iter(etree.Element):
        if "ground" in element.get("class", "").split():
            return str(element.get("fill", "#000000"))
    return "#000000"
