# ruff: noqa: E501 - rows of data
"""The sound project whose files are mutated: a small game that uses every type of column, table and picture."""

import base64
import csv
import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from PIL import Image, ImageCms
from workshop import Workshop, open_workshop

_GAME = """\
name = "Press"
words = "off"
language = "en-US"
edition = "Proof"
ruleset = "first"

[demo]
name = "The demo"
decks = ["all"]

[colors.red]
name = "Red"
letter = "R"
tones = { dark = "#550000", mid = "#AA0000", light = "#FFDDDD" }
ramp = ["#FFEEEE", "#330000"]
words = { aspect = "Fire" }

[colors.blue]
name = "Blue"
letter = "B"
tones = { dark = "#000055", mid = "#0000AA", light = "#DDDDFF" }

[symbols]
R = { glyph = "gem", words = "Red" }
B = { glyph = "gem", words = "Blue" }
2 = { glyph = "two", words = "2" }
3 = { glyph = "two", words = "3" }
gold = { glyph = "coin", words = "gold" }
free = { glyph = "coin", words = "Free" }

[columns]
number = { type = "text" }

[kinds.hero]
name = "Hero"
file = "heroes"
faces = ["hero"]
back = "plain"

[kinds.hero.columns]
plain = { type = "text" }
text = { type = "rich" }
power = { type = "whole", least = 1, most = 99 }
swift = { type = "flag" }
rank = { type = "choice", choices = ["Common", "Rare"] }
color = { type = "color" }
colors = { type = "colors" }
cost = { type = "cost", most = 6 }
home = { type = "ref", kinds = ["town"] }
friends = { type = "refs" }
verse = { type = "scripture" }
art = { type = "picture" }

[kinds.town]
name = "Town"
file = "towns"
faces = ["plain"]

[kinds.town.columns]
size = { type = "whole", required = true }
"""
_HEROES = (
    "id,name,number,plain,text,power,swift,rank,color,colors,cost,home,friends,verse,art,derived,project",
    "ann,Ann,1,Plain,Draw **two** cards. {R} {R+2},7,yes,Rare,red,red;blue,R+2,oak,bo;cy,Isaiah 11:2,photo.png,power,cost",
    'bo,"Bo, the ""Old""",2,"Two\nlines",*Slanted* \\{brace\\} {gold},007,no,Common,blue,blue,Free,,ann,Psalm 23:1-4,sub/fern.svg,,',
    "cy,Cy,3,,,,,,,,3,,,,,,",
)
_FILES = {
    "cards/towns.csv": "id,name,number,size\noak,Oak,4,3\nelm,Elm,5,12\n",
    "decks/all.csv": "card,quantity\nann,2\nbo,\noak,150\n",
    "decks/few.csv": "card,quantity\ncy,3\nelm,0\n",
    "editions/old.csv": "card,field,wording,change\nann,text,Draw a card. {R},clearer\nbo,name,Bob,\n",
    "waivers.csv": "code,where,reason\nquantity,decks/all.csv:oak,It is the heap.\n",
    "rulesets/first.toml": (
        'name = "First"\ndate = "2024"\nedition = "today"\n'
        '[start]\nlife = 30\nwild = true\norder = ["a", "b"]\nodds = [1, 2]\n'
    ),
    "rulesets/older.toml": (
        'name = "Older"\ndate = 2020-01-31\nedition = "old"\n'
        '[start]\nlife = 20\nwild = false\norder = ["a"]\nodds = [3]\n'
    ),
}
_FACE = """\
{% import "_parts.svg.j2" as parts %}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69.85 95.25">
  <defs>
    <linearGradient id="fade" gradientTransform="rotate(10)"><stop offset="0" stop-color="#FFF"/>
      <stop offset="100%" stop-color="{{ card.color.mid if card.color else '#DDDDDD' }}" stop-opacity="0.5"/></linearGradient>
    <clipPath id="window"><circle cx="35" cy="30" r="20"/></clipPath>
  </defs>
  <rect width="69.85" height="95.25" fill="url(#fade)"/>
  <g clip-path="url(#window)" transform="translate(1 2) rotate(3)"><path d="M10 10C20 5 30 15 40 10S50 30 60 30Z" opacity="0.5"/></g>
  {% if card.art %}<art x="15" y="12" width="20" height="20" picture="{{ card.art }}"/>{% endif %}
  <textbox id="name" x="7" y="7" width="56" height="6" style="title" valign="baseline">{{ card.name }}</textbox>
  {{ parts.bar(card.power) }}
  {% for color in card.colors or [] %}<glyph name="{{ color.letter }}" x="{{ 10 + 5 * loop.index0 }}" y="45" size="4" edge="#FFFFFF" edge-width="0.2"/>
  {% endfor %}
  {% if card.cost %}<pips x="60" y="12" cost="{{ card.cost }}" size="6" generic-size="5" step="6"/>{% endif %}
  <textbox id="rules" x="7" y="55" width="56" height="30" style="rules" align="center" leading="1.1">{{ card.text or "-" }}</textbox>
</svg>
"""
_PARTS = """\
{% macro bar(power) %}<use href="#bar" x="{{ power or 0 }}"/><g id="bar"><line x1="1" y1="90" x2="60" y2="90" stroke="#333"
 stroke-width="0.4" stroke-dasharray="1 2" stroke-linecap="round"/></g>{% endmacro %}
"""
_FERN = """\
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30" viewBox="-5 0 40 30">
  <defs>
    <radialGradient id="fade" cx="50%" cy="0.5" r="0.4" gradientUnits="objectBoundingBox"><stop offset="0" stop-color="#FFE"/>
      <stop offset="1" style="stop-color:#353;stop-opacity:0.4"/></radialGradient>
    <linearGradient id="again" xlink:href="#fade" x1="0" y1="0" x2="30" y2="0" gradientUnits="userSpaceOnUse"/>
    <clipPath id="cut" clip-rule="evenodd"><path d="M0 0h40v30H0zM10 10h5v5h-5z"/></clipPath>
    <symbol id="leaf"><path d="m0 0q5-5 10 0t10 0A5 5 0 11 25 5zm2 2l1 1"/></symbol>
  </defs>
  <title>Fern</title>
  <rect x="-5" width="40" height="30" rx="3" fill="url(#fade)"/>
  <g id="twig" clip-path="url(#cut)" opacity=".8" style="fill:#262;stroke:#131;stroke-width:0.3">
    <use href="#leaf" x="2" y="9"/><use xlink:href="#leaf" transform="matrix(.9 .1 -.1 .9 3 12) scale(-1 1)"/>
    <polygon points="1,1 4,2 3,5"/><polyline points="9 9 12 12 15 9" fill="none" stroke-linejoin="round"/>
  </g>
  <ellipse cx="20" cy="20" rx="6" ry="3" fill="url(#again)" transform="skewX(10)"/>
  <image x="1" y="1" width="6" height="6" href="data:image/png;base64,EMBEDDED"/>
</svg>
"""


@dataclass(frozen=True)
class Target:
    """The project, and its files as they are when nothing is wrong."""

    workshop: Workshop
    #: Files of records by path; one table also as a spreadsheet of each kind, which stands in for its CSV.
    records: dict[str, bytes]
    #: Templates, styles and sheets.
    layouts: dict[str, bytes]
    #: Marks and vector pictures.
    vectors: dict[str, bytes]
    #: PNG, JPEG and WebP pictures.
    pictures: dict[str, bytes]


def open_target(folder: Path) -> Target:
    """Write the project into `folder`."""
    workshop = open_workshop(folder)
    (folder / "card_data/press/rulesets/first.toml").unlink()
    pictures = _pictures()
    base = "card_data/press"
    heroes = "\n".join(_HEROES) + "\n"
    records = {f"{base}/{name}": text.encode() for name, text in _FILES.items()}
    records |= {f"{base}/game.toml": _GAME.encode(), f"{base}/cards/heroes.csv": heroes.encode()}
    cells = list(csv.reader(io.StringIO(heroes)))
    spreadsheets = {f"{base}/cards/heroes.xlsx": _xlsx(cells), f"{base}/cards/heroes.ods": _ods(cells)}
    fern = _FERN.replace(
        "EMBEDDED", base64.b64encode(_saved(Image.new("RGBA", (6, 6), (9, 99, 9, 99)), "PNG")).decode()
    ).encode()
    layouts = {
        "layouts/press/faces/hero.svg.j2": _FACE.encode(),
        "layouts/press/faces/_parts.svg.j2": _PARTS.encode(),
        "layouts/press/styles.toml": (folder / "layouts/press/styles.toml").read_bytes(),
        "layouts/sheets/tiny.toml": (Path(__file__).parents[2] / "layouts/sheets/a4.toml").read_bytes(),
    }
    vectors = {
        f"{base}/art/sub/fern.svg": fern,
        **{
            f"fonts/glyphs/press/{name}.svg": (folder / f"fonts/glyphs/press/{name}.svg").read_bytes()
            for name in ("gem", "coin")
        },
    }
    art = {f"{base}/art/{name}": data for name, data in pictures.items()}
    for name, data in (records | layouts | vectors | art).items():
        workshop.write(name, data)
    return Target(workshop, records | spreadsheets, layouts, vectors, art)


def _xlsx(rows: list[list[str]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([int(cell) if cell.isdecimal() and cell != "007" else cell or None for cell in row])
    book.active["F2"].number_format = "000"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _ods(rows: list[list[str]]) -> bytes:
    document = OpenDocumentSpreadsheet()
    table = Table(name="Heroes")
    for row in rows:
        line = TableRow()
        for cell in row:
            made = TableCell(valuetype="string")
            made.addElement(P(text=cell))
            line.addElement(made)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _pictures() -> dict[str, bytes]:
    side = 170
    noise = Image.frombytes("RGB", (side, side), Random(1).randbytes(side) * side * 3)
    alpha = noise.convert("RGBA")
    alpha.putalpha(Image.linear_gradient("L").resize((side, side)))
    gray, indexed = noise.convert("L"), noise.convert("P")
    deep = Image.frombytes("I;16", (side, side), Random(2).randbytes(side * side * 2))
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return {
        "photo.png": _saved(noise, "PNG"),
        "alpha.png": _saved(alpha, "PNG"),
        "indexed.png": _saved(indexed, "PNG", transparency=3),
        "gray.png": _saved(gray, "PNG", icc_profile=None),
        "deep.png": _saved(deep, "PNG"),
        "photo.jpg": _saved(noise, "JPEG", icc_profile=profile),
        "inks.jpg": _saved(noise.convert("CMYK"), "JPEG"),
        "gray.jpg": _saved(gray, "JPEG", progressive=True),
        "photo.webp": _saved(noise, "WEBP", quality=60, method=0),
        "alpha.webp": _saved(alpha, "WEBP", lossless=True, method=0),
    }


def _saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()
