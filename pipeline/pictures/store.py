"""Drawn pictures, kept between runs apart from the text that is printed with them.

A picture is stored as JSON: it may come from a stranger's folder, so reading it must not be able to run anything.
"""

import json
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

import pipeline.drawing
from pipeline.cache import Cache, code_digest, digest_of, release_of
from pipeline.drawing import Clip, Drawing, Group, Item, Linear, Paint, Path, Radial, Stop, Stroke
from pipeline.pictures import PictureRequest, draw_picture


def stored_picture(cache: Cache, style: str, request: PictureRequest) -> Drawing:
    """The picture that `draw_picture` gives, taken from the cache when it was drawn before by the same code.

    Raises PictureError as `draw_picture` does.
    """
    key = digest_of(
        _code(),
        style,
        request.game,
        request.kind,
        request.id,
        request.part,
        (request.width, request.height),
        tuple((c.id, sorted(c.tones.items()), c.ramp, c.accents) for c in request.colors),
        request.emblem,
        sorted(request.options.items()),
        request.ink,
    )
    found = cache.get(key)
    if found is not None:
        return _read(json.loads(found))
    drawing = draw_picture(style, request)
    told = [drawing.width, drawing.height, drawing.name, [_tell(item) for item in drawing.items]]
    cache.put(key, json.dumps(told, separators=(",", ":")).encode())
    return drawing


@lru_cache(maxsize=1)
def _code() -> str:
    ours = code_digest(FilePath(__file__).parent, FilePath(pipeline.drawing.__file__))
    return f"{ours} {release_of('shapely')} {release_of('numpy')}"


def _tell(item: Item) -> list[Any]:
    if isinstance(item, Path):
        return ["path", item.d, _tell_paint(item.fill), _tell_stroke(item.stroke), item.rule, item.opacity]
    if isinstance(item, Group):
        clip = [item.clip.d, item.clip.rule] if item.clip else None
        return ["group", [_tell(each) for each in item.items], item.matrix, clip, item.opacity]
    raise TypeError(f"a drawn picture holds paths and groups only, not {type(item).__name__}")


def _tell_paint(paint: Paint | None) -> Any:
    if isinstance(paint, Linear | Radial):
        stops = [[stop.offset, stop.color, stop.opacity] for stop in paint.stops]
        if isinstance(paint, Linear):
            return ["linear", paint.x1, paint.y1, paint.x2, paint.y2, stops]
        return ["radial", paint.x, paint.y, paint.radius, stops, paint.matrix]
    return paint


def _tell_stroke(stroke: Stroke | None) -> list[Any] | None:
    if stroke is None:
        return None
    return [stroke.color, stroke.width, stroke.opacity, stroke.join, stroke.cap, stroke.dashes, stroke.miter_limit]


def _read(told: list[Any]) -> Drawing:
    width, height, name, items = told
    return Drawing(tuple(map(_read_item, items)), width, height, name)


def _read_item(told: list[Any]) -> Item:
    if told[0] == "path":
        _, d, fill, stroke, rule, opacity = told
        return Path(d, _read_paint(fill), _read_stroke(stroke), rule, opacity)
    _, items, matrix, clip, opacity = told
    a, b, c, d, e, f = matrix
    return Group(tuple(map(_read_item, items)), (a, b, c, d, e, f), Clip(*clip) if clip else None, opacity)


def _read_stroke(told: list[Any] | None) -> Stroke | None:
    if told is None:
        return None
    color, width, opacity, join, cap, dashes, miter_limit = told
    return Stroke(color, width, opacity, join, cap, tuple(dashes), miter_limit)


def _read_paint(told: Any) -> Paint | None:
    if not isinstance(told, list):
        return None if told is None else str(told)
    if told[0] == "linear":
        _, x1, y1, x2, y2, stops = told
        return Linear(x1, y1, x2, y2, tuple(Stop(*stop) for stop in stops))
    _, x, y, radius, stops, (a, b, c, d, e, f) = told
    return Radial(x, y, radius, tuple(Stop(*stop) for stop in stops), (a, b, c, d, e, f))
