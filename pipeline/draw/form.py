"""Forms: what is drawn, as it stands in a PDF file: content written and packed, once.

A form's name is a digest of what it paints, so that equal ones are one, in every process; it knows the forms that it
uses. Forms can be told as JSON and bytes and read back, by which faces are kept between runs.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from pipeline.draw.packing import packed
from pipeline.drawing import Raster

#: The entry of a stream that is packed.
PACKED: Final = "/Filter/FlateDecode"


@dataclass(frozen=True, slots=True)
class Resources:
    """What a content stream names: the glyphs it shows of each font with the text they stand for; graphics states
    and shadings by name, as PDF text; forms that it paints (as X and their key) and that mask it (as M and a name)."""

    fonts: Mapping[str, Mapping[int, str]]
    states: Mapping[str, str]
    shadings: Mapping[str, str]
    forms: tuple["Form", ...]
    masks: Mapping[str, "Form"]

    def used(self) -> Iterator["Form"]:
        """Forms that must stand in a file where this is used."""
        yield from self.forms
        yield from self.masks.values()

    def told(self) -> dict[str, Any]:
        """As plain data; forms by their keys."""
        return {
            "fonts": {name: {str(glyph): text for glyph, text in used.items()} for name, used in self.fonts.items()},
            "states": dict(self.states),
            "shadings": dict(self.shadings),
            "forms": [form.key for form in self.forms],
            "masks": {name: form.key for name, form in self.masks.items()},
        }


_NOTHING: Final = Resources({}, {}, {}, (), {})


@dataclass(frozen=True, slots=True)
class Form:
    """A form or image XObject (ISO 32000-1, 8.10 and 8.9): the entries of its dictionary as PDF text, its packed
    stream, its resources, and the image of its coverage where it has one. `told` is all but the stream as JSON, other
    forms by their keys."""

    key: str
    entries: str
    data: bytes
    told: str
    resources: Resources = _NOTHING
    coverage: "Form | None" = None

    def used(self) -> Iterator["Form"]:
        """Forms that must stand in a file beside this one."""
        yield from self.resources.used()
        if self.coverage:
            yield self.coverage


def image_form(raster: Raster) -> Form:
    """A picture in pixels; its form is the unit square."""
    size = f"/Type/XObject/Subtype/Image/Width {raster.columns}/Height {raster.rows}/BitsPerComponent 8/ColorSpace"
    coverage = named(f"{size}/DeviceGray{PACKED}", raster.alpha, packed(raster.alpha)) if raster.alpha else None
    if raster.encoding == "jpeg":
        return named(f"{size}/DeviceRGB/Filter/DCTDecode", raster.data, raster.data, coverage=coverage)
    return named(f"{size}/DeviceRGB{PACKED}", raster.data, packed(raster.data), coverage=coverage)


def named(
    entries: str, plain: bytes, data: bytes, resources: Resources = _NOTHING, coverage: Form | None = None
) -> Form:
    """A form under the digest of what it paints: of its `plain` stream, however that is packed into `data`."""
    told = json.dumps([entries, resources.told(), coverage.key if coverage else ""], separators=(",", ":"))
    digest = sha256(told.encode() + b"\0")
    digest.update(plain)
    return Form(digest.hexdigest()[:32], entries, data, told, resources, coverage)


# kept between runs ---------------------------------------------------------------------------------------------------


def closure(form: Form) -> Iterator[Form]:
    """The form and all that it uses, each once, what is used before what uses it."""
    seen: dict[str, Form] = {}

    def visit(each: Form) -> None:
        if each.key not in seen:
            for used in each.used():
                visit(used)
            seen[each.key] = each

    visit(form)
    yield from seen.values()


def write_form(form: Form) -> bytes:
    """A form as bytes, the forms it uses by their keys: its key, JSON to the line's end, then the stream."""
    return f"{form.key} {form.told}\n".encode() + form.data


def read_form(written: bytes, known: Mapping[str, Form]) -> Form:
    """What `write_form` wrote; `known` has the forms that it uses. Raises KeyError where one is missing."""
    line, _, data = written.partition(b"\n")
    key, _, text = line.decode().partition(" ")
    entries, told, coverage = json.loads(text)
    resources = Resources(
        {name: {int(glyph): text for glyph, text in used.items()} for name, used in told["fonts"].items()},
        told["states"],
        told["shadings"],
        tuple(known[each] for each in told["forms"]),
        {name: known[each] for name, each in told["masks"].items()},
    )
    return Form(key, entries, data, text, resources, known[coverage] if coverage else None)
