"""The made-up deck as a typst document: the same records, frames, pictures, fonts, sizes and fitting."""

import csv
import re
from pathlib import Path
from typing import Final

from made_up import GAME, MARKS

_HEAD: Final = """\
#set page(width: 69.85mm, height: 95.25mm, margin: 0mm)
#set par(leading: 0.45em, spacing: 0.8em, justify: false)
#let mark(name) = box(height: 0.9em, baseline: 0.1em, image(name + ".svg", height: 0.9em))
#let fitted(body) = layout(area => {
  let size = 9.5pt
  while size > 5pt and measure(block(width: area.width, text(size: size, body))).height > area.height { size -= 0.25pt }
  text(size: size, body)
})
#let face(name, light, dark, art, body) = page({
  place(rect(width: 69.85mm, height: 95.25mm, fill: gradient.linear(light, dark, angle: 45deg)))
  place(dx: 6.6mm, dy: 6.9mm, rect(width: 56.6mm, height: 81.4mm, radius: 2mm, fill: rgb("#F7F2E6")))
  place(dx: 8.5mm, dy: 8mm, text(font: "Alegreya", weight: 700, size: 12pt, name))
  place(dx: 8.5mm, dy: 14.5mm, block(clip: true, image(art, width: 52.8mm)))
  set text(font: "Alegreya Sans", weight: 500)
  place(dx: 8.5mm, dy: 50mm, block(width: 52.8mm, height: 33mm, fitted(body)))
  place(dx: 8.5mm, dy: 84mm, text(size: 9.5pt)[Benchmark])
})
"""
_COLORS: Final = {"gold": ("#F2DCA2", "#5A3F10"), "sea": ("#A2D8F2", "#103F5A")}


def write_typst(project: Path) -> Path:
    """Write the document beside the pictures of a made-up project, and give its path."""
    art = project / f"card_data/{GAME}/art"
    for name in MARKS:
        (art / f"{name}.svg").write_text((project / f"fonts/glyphs/{GAME}/{name}.svg").read_text("utf-8"), "utf-8")
    parts = [_HEAD]
    with (project / f"card_data/{GAME}/cards/things.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            light, dark = _COLORS[row["color"]]
            body = _body(row["text"])
            parts.append(f'#face("{row["name"]}", rgb("{light}"), rgb("{dark}"), "{row["art"]}", [{body}])\n')
    path = art / "deck.typ"
    path.write_text("".join(parts), "utf-8")
    return path


def _body(text: str) -> str:
    names = {"3": "three"}
    text = re.sub(r"\*\*(.+?)\*\*", r"#text(weight: 800)[\1]", text)
    text = re.sub(r"\*(.+?)\*", r"#emph[\1]", text)
    text = re.sub(r"\{(\w+)\}", lambda found: f'#mark("{names.get(found[1], found[1])}")', text)
    return text.replace("\n", "\n\n")
