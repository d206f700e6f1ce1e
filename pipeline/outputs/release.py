"""The release for fans: one zip with everything that is needed to print the demo at home and play it."""

import hashlib
import io
import tomllib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jinja2 import StrictUndefined, TemplateError

from pipeline import __version__
from pipeline.crew import Crew
from pipeline.draw import PdfDocument
from pipeline.model import Game
from pipeline.outputs.deck import deck_cards
from pipeline.outputs.demo import demo_pdf
from pipeline.outputs.leaflets import Leaflet, Leaflets
from pipeline.outputs.plates import PlatePress
from pipeline.outputs.sheets import PrintedCard, Sheet, add_sheets, impose, load_sheet
from pipeline.place import FacePress
from pipeline.place.sandbox import Sandbox
from pipeline.problem import Place, Problem, Refused
from pipeline.project import HOUSE, Project

PAPERS: Final = ("letter", "a4")
INKS: Final = (("color", "color"), ("saver", "inksaver"))
#: Zip files carry a time; the earliest that the format knows stands for none.
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)


def demo_files(
    project: Project, game: Game, stamp: str = "", tell: Callable[[], None] = lambda: None
) -> dict[str, bytes]:
    """The demo's PDFs by name: each paper in each ink. Raises Refused with everything that is wrong."""
    decks = [game.decks[name] for name in game.press.demo_decks]
    sheets = {paper: load_sheet(project, paper) for paper in PAPERS}
    wanted = [
        Leaflet(paper, (sheet.paper.width, sheet.paper.height), ink)
        for ink, _ in INKS
        for paper, sheet in sheets.items()
    ]
    files: dict[str, bytes] = {}
    # Another process sets the leaflets and then helps with the faces, which are drawn before a leaflet is waited for.
    crew = Crew()
    with Leaflets(project, game, wanted if game.press.demo_leaflet else [], crew, stamp) as leaflets:
        presses = {ink: PlatePress(project, game, ink, stamp, crew=crew) for ink, _ in INKS}
        groups = {ink: deck_cards(press, decks, tell=tell) for ink, press in presses.items()}
        for ink, name in INKS:
            for paper, sheet in sheets.items():
                files[f"{paper}-{name}.pdf"] = demo_pdf(presses[ink], groups[ink], sheet, leaflets.maker(paper, ink))
                tell()
    return files


def release_zip(project: Project, game: Game, tell: Callable[[], None] = lambda: None) -> tuple[str, bytes]:
    """The release's file name and its bytes: the same for the same input, wherever and whenever it is made."""
    demo = demo_files(project, game, tell=tell)
    press = PlatePress(project, game)
    backs = {f"backs-{paper}.pdf": backs_pdf(press, load_sheet(project, paper)) for paper in PAPERS}
    files = {**demo, **backs}
    files["README.txt"] = _readme(project, game, files)
    told = (game.press.demo_name or game.name, game.press.edition_mark, f"Cardpress {__version__}")
    files["VERSION.txt"] = "".join(f"{line}\n" for line in told).encode()
    files |= _licences(project)
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    files["SHA256SUMS"] = sums.encode()
    edition = game.press.edition_mark.lower().replace(" ", "-")
    folder = f"{game.id}-demo-{edition}" if edition else f"{game.id}-demo"
    return f"{folder}.zip", _packed(folder, files)


def backs_pdf(press: FacePress, sheet: Sheet) -> bytes:
    """A sheet full of each common back of the game that the demo's cards have."""
    game = press.game
    cards = [entry.card for name in game.press.demo_decks for entry in game.decks[name].entries]
    chosen, problems = press.backs(game.kinds[game.cards[card].kind] for card in cards)
    if problems:
        raise Refused(problems)
    document = PdfDocument(f"{game.name}: backs", game.language, press.fonts.files(), f"{sheet.name}")
    faces = [PrintedCard(back) for back in chosen for _ in range(sheet.slots)]
    titles = [f"Backs, {index} of {len(chosen)}" for index in range(1, len(chosen) + 1)]
    add_sheets(document, impose(faces, sheet), sheet, press.fonts, titles)
    return document.data()


def _readme(project: Project, game: Game, files: Sequence[str] | Mapping[str, bytes]) -> bytes:
    relative = f"layouts/{game.id}/release/README.txt.j2"
    decks = [game.decks[name] for name in game.press.demo_decks]
    sides = {card.id: len(game.kinds[card.kind].faces) for card in game.cards.values()}
    what = {
        "color": "the demo in full color, with its rules",
        "inksaver": "the demo in line art that spares ink, with its rules",
        "backs": "backs, if you want them",
    }
    values = {
        "name": game.press.demo_name or game.name,
        "underline": "=" * len(game.press.demo_name or game.name),
        "game": game.name,
        "edition": game.press.edition_mark,
        "version": __version__,
        "cards": sum(entry.quantity * sides[entry.card] for deck in decks for entry in deck.entries),
        "files": [(name, next(text for key, text in what.items() if key in name)) for name in sorted(files)],
    }
    environment = Sandbox(
        undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True, autoescape=False
    )
    try:
        text = environment.from_string(project.path(relative).read_text("utf-8")).render(values)
    except FileNotFoundError:
        raise Refused([Problem(Place(relative), "is not there", "a release needs its plain-language README")]) from None
    except TemplateError as error:
        raise Refused([Problem(Place(relative, getattr(error, "lineno", None)), str(error))]) from None
    return text.encode()


def _licences(project: Project) -> dict[str, bytes]:
    """The licence texts of all fonts, and of the press."""
    table = tomllib.loads(project.path("fonts/fonts.toml").read_text("utf-8"))
    names = sorted({str(entry["license"]) for entry in table["fonts"].values()})
    files = {f"licences/{name.rsplit('/', 1)[-1]}": project.path(f"fonts/{name}").read_bytes() for name in names}
    licence = HOUSE / "LICENSE"
    if licence.is_file():
        files["licences/cardpress-MIT.txt"] = licence.read_bytes()
    return files


def _packed(folder: str, files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{folder}/{name}", _NO_TIME)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            # PDFs are compressed already; trying again would cost time and give nothing.
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".pdf") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()
