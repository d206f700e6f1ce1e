"""HTML set on pages by WeasyPrint, in the house's fonts only.

Addresses start at the project as if it were the whole disk. Files are served from `fonts/` and `layouts/<game>/` only;
what was asked for elsewhere, what is missing, what WeasyPrint warns of, and letters in foreign fonts are problems.
"""

import io
import logging
import tomllib
import warnings
from collections.abc import Collection, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing.util import Finalize
from pathlib import Path, PurePosixPath
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from pipeline.cache import file_digest
from pipeline.problem import Place, Problem, Problems, Refused
from pipeline.project import OutsideError, Project

if TYPE_CHECKING:
    from pikepdf import Pdf

#: Packages that decide what set pages look like. The system's Pango does too, but cannot be asked without WeasyPrint.
PACKAGES: Final = ("weasyprint", "pydyf", "tinycss2", "tinyhtml5", "cssselect2", "pyphen", "fonttools", "pillow")
#: C's name for a glyph.
_GLYPH: Final = "hb_codepoint_t"
#: What a file is, by its name's end; WeasyPrint finds out for itself what other files are.
_MEDIA_TYPES: Final = {".css": "text/css", ".svg": "image/svg+xml"}


class PageSetter:
    """Sets HTML that was made from `template`, a file below `layouts/<game>/` that relative addresses begin at.

    Problems are added to `problems`; `served` gets the files that were used beside the HTML, with digests of what they
    held; `made` are PNGs that are served from memory, by their addresses without the leading slash.

    Raises Refused when the system lacks the libraries that set text.
    """

    def __init__(
        self,
        project: Project,
        game_id: str,
        template: str,
        problems: Problems,
        served: dict[str, str],
        made: Mapping[str, bytes] | None = None,
    ) -> None:
        self._project = project
        self._template = template
        self._problems = problems
        self._weasyprint = _weasyprint(template)
        allowed = ("fonts", f"layouts/{game_id}")
        self._fetcher = _fetcher(
            self._weasyprint, project, allowed, template, problems, served, {} if made is None else made
        )
        fonts = _house_fonts(self._weasyprint, project, self._fetcher)
        self._fonts, self._faces = fonts.known, fonts.sheet
        served.update(fonts.files)

    def sheet(self, css: str, file: str = "") -> Any:
        """A style sheet, read once for any number of documents; it names files beside `file`, itself beside the
        template."""
        folder = self._template.rpartition("/")[0]
        with self._listening(f"{folder}/{file}" if file else self._template):
            return self._weasyprint.CSS(
                string=css,
                base_url=f"file:///{self._template}",
                font_config=self._fonts,
                url_fetcher=self._fetcher,
            )

    def render(self, html: str, *sheets: Any) -> Any:
        """The pages of `html`, with `sheets` beside its own style sheets: WeasyPrint's document."""
        with self._listening(self._template):
            page = self._weasyprint.HTML(string=html, base_url=f"file:///{self._template}", url_fetcher=self._fetcher)
            return page.render(stylesheets=[self._faces, *sheets], font_config=self._fonts, pdf_tags=True)

    def write(self, document: Any, checked: bool = True, **options: Any) -> bytes:
        """The tagged PDF of a document that was rendered here; its fonts are `checked` unless this is done later."""
        with self._listening(self._template):
            pdf: bytes = document.write_pdf(pdf_identifier=True, pdf_tags=True, **options)
        if checked:
            import pikepdf  # noqa: PLC0415 - what is kept from an earlier run needs it not

            with pikepdf.open(io.BytesIO(pdf)) as made:
                check_fonts(self._project, self._template, made, self._problems)
        return pdf

    @contextmanager
    def _listening(self, file: str) -> Any:
        """Every warning is a mistake in a file, or in what it leads to."""
        heard = _Heard()
        logger = logging.getLogger("weasyprint")
        logger.addHandler(heard)
        try:
            yield
        finally:
            logger.removeHandler(heard)
        for message in heard.messages:
            # What could not be fetched is told already, and better, by the fetcher.
            if not (self._problems.found and message.startswith("Failed to load")):
                self._problems.add(Place(file), f"WeasyPrint says: {message}")


def ready_fonts(project: Project) -> None:
    """Load WeasyPrint and the house's fonts, in a process that will set pages. What is missing is told by whoever sets
    them."""
    with suppress(Refused, OSError):
        weasyprint = _weasyprint("")
        _house_fonts(weasyprint, project, _fetcher(weasyprint, project, ("fonts",), "", Problems(), {}, {}))


def check_fonts(project: Project, template: str, pdf: "Pdf", problems: Problems) -> None:
    """Fonts in a PDF made from `template` that are not the house's are problems."""
    for face in foreign_fonts(pdf, families(project)):
        problems.add(
            Place(template),
            f'some letters are set in "{face}", which is none of the house\'s fonts',
            "name a family of fonts/fonts.toml that has them",
        )


def foreign_fonts(pdf: "Pdf", families: Collection[str]) -> list[str]:
    """Names of fonts in `pdf` that belong to none of `families`: the system's own, different on every machine."""
    own = tuple(family.replace(" ", "-") for family in families)
    used: set[str] = set()
    for page in pdf.pages:
        for font in page.resources.get("/Font", {}).values():
            used.add(str(font.BaseFont).rpartition("+")[2].lstrip("/"))
    return sorted(face for face in used if not face.startswith(own))


def families(project: Project) -> set[str]:
    """The families of `fonts/fonts.toml`."""
    return {font["family"] for font in _fonts(project)}


def font_faces(project: Project) -> str:
    """@font-face rules for the fonts of `fonts/fonts.toml`; a font's further files serve the letters it lacks."""
    return "\n".join(
        f'@font-face {{ font-family: "{font["family"]}"; font-weight: {font["weight"]}; '
        f'font-style: {font["style"]}; src: url("{file}") }}'
        for font in _fonts(project)
        for file in font["files"]
    )


def font_files(project: Project) -> list[str]:
    """The files that `fonts/fonts.toml` names, from the project on."""
    return sorted({f"fonts/{file}" for font in _fonts(project) for file in font["files"]})


def _fonts(project: Project) -> list[dict[str, Any]]:
    declared = tomllib.loads(project.path("fonts/fonts.toml").read_text(encoding="utf-8"))
    return list(declared["fonts"].values())


@dataclass(frozen=True, slots=True)
class _HouseFonts:
    """The house's fonts: as WeasyPrint knows them, the style sheet that names them, and digests of their files."""

    known: Any
    sheet: Any
    files: Mapping[str, str]


#: The fonts that this process has read last, under what they were read from. It takes a fifth of a second.
_READ: dict[tuple[Path, str, tuple[tuple[str, str], ...]], _HouseFonts] = {}


def _house_fonts(weasyprint: Any, project: Project, fetcher: Any) -> _HouseFonts:
    """The house's fonts, which this process reads once; `fetcher` tells what is missing of them."""
    css, names = font_faces(project), font_files(project)
    files: dict[str, str] = {}
    for file in names:
        with suppress(OutsideError):
            files[file] = file_digest(project.path(file))
    key = (project.root, css, tuple(files.items()))
    if key in _READ:
        return _READ[key]

    class Known(weasyprint.text.fonts.FontConfiguration):  # type: ignore[misc]
        """WeasyPrint copies the fonts into a folder that it removes when it collects this: too late in a process that
        ends before, and too early in a copy of the process."""

        def __init__(self) -> None:
            super().__init__()
            self._folder = Path(mkdtemp(prefix="cardpress-fonts-"))
            Finalize(self, rmtree, (self._folder, True), exitpriority=0)

        def __del__(self) -> None:
            pass

    known = Known()
    sheet = weasyprint.CSS(string=css, base_url="file:///fonts/fonts.toml", font_config=known, url_fetcher=fetcher)
    fonts = _HouseFonts(known, sheet, files)
    _READ.clear()
    if all(files.get(name) for name in names):
        _READ[key] = fonts
    return fonts


def _weasyprint(template: str) -> Any:
    try:
        with warnings.catch_warnings():
            # Of what is missing it warns in its own words, and goes on without, to other bytes.
            warnings.simplefilter("ignore")
            import weasyprint  # noqa: PLC0415 - costs 0.6 s, and needs libraries that only set pages need
            import weasyprint.pdf.fonts  # noqa: PLC0415
            import weasyprint.text.ffi  # noqa: PLC0415
            import weasyprint.text.fonts  # noqa: PLC0415
    except OSError as error:
        raise _lacking(template, str(error).partition("'")[2].partition("'")[0] or "Pango") from None
    if weasyprint.text.ffi.harfbuzz_subset is None:
        raise _lacking(template, "libharfbuzz-subset")
    if not isinstance(weasyprint.pdf.fonts.ffi, _KnownArrays):
        weasyprint.pdf.fonts.ffi = _KnownArrays(weasyprint.text.ffi.ffi)
    return weasyprint


class _KnownArrays:
    """The way to C by which WeasyPrint subsets fonts.

    It names every array of glyphs by its length, "hb_codepoint_t[57]", and cffi reads every such name as C that it has
    never seen: twice a font, a fifth of the time that a chapter takes to write. Here an array is made of the type
    without a length, which is read once.
    """

    def __init__(self, ffi: Any) -> None:
        self._ffi = ffi
        self._glyphs = ffi.typeof(f"{_GLYPH}[]")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ffi, name)

    def new(self, kind: str, *values: Any) -> Any:
        """A new C object of the kind."""
        return self._ffi.new(self._glyphs if kind.startswith(f"{_GLYPH}[") and values else kind, *values)


def _lacking(template: str, library: str) -> Refused:
    message = f"the library {library}, with which WeasyPrint sets text, is not installed"
    hint = "Debian: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0; macOS: brew install pango"
    return Refused([Problem(Place(template), message, hint)])


class _Heard(logging.Handler):
    """Keeps what WeasyPrint warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if message not in self.messages:
            self.messages.append(message)


def _fetcher(
    weasyprint: Any,
    project: Project,
    allowed: Sequence[str],
    template: str,
    problems: Problems,
    served: dict[str, str],
    made: Mapping[str, bytes],
) -> Any:
    """What WeasyPrint asks for files: it serves what is in the folders `allowed` and `made`, and notes all else as a
    problem. What it served goes into `served`, with a digest of what it held."""

    class Fetcher(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            parts = urlsplit(url)
            relative = unquote(parts.path).lstrip("/")
            if relative in made:
                return weasyprint.urls.URLFetcherResponse(url, made[relative], {"Content-Type": "image/png"})
            kind = _MEDIA_TYPES.get(PurePosixPath(relative).suffix)
            head = {"Content-Type": kind} if kind else {}
            inside = any(PurePosixPath(relative).is_relative_to(folder) for folder in allowed)
            if parts.scheme != "file" or parts.netloc or not inside or ".." in PurePosixPath(relative).parts:
                return self._refuse(url, f"a leaflet may not use {url}", "only files in " + " and ".join(allowed))
            try:
                body = project.path(relative).read_bytes()
            except (OSError, OutsideError):
                return self._refuse(url, f"there is no file {relative}")
            served[relative] = sha256(body).hexdigest()
            return weasyprint.urls.URLFetcherResponse(url, body, head)

        def _refuse(self, url: str, message: str, hint: str = "") -> None:
            place = Place(template, _line_naming(project, template, url.rpartition("/")[2]))
            if Problem(place, message, hint) not in problems.found:
                problems.add(place, message, hint)
            raise ValueError(message)

    return Fetcher()


def _line_naming(project: Project, template: str, file: str) -> int | None:
    """The first line of the template that has `file`, if any has: it may be named in a style sheet instead."""
    lines = Path(project.path(template)).read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if file and file in line), None)
