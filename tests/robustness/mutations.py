# ruff: noqa: E501 - rows of data
"""Damaged and hostile versions of sound files: any bytes, and the structures of the formats that the press reads.

Every function takes its own `random.Random` and gives the same answer for the same state of it.
"""

import csv
import io
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from random import Random

Mutate = Callable[[Random, bytes], bytes]

#: No mutated file is larger; what is beyond the bounds of the readers is reached long before.
_MOST_BYTES = 3_000_000

NUMBERS = (
    "0", "-0", "1", "-1", "0.5", "007", "1e3", "1e308", "-1e308", "1e309", "1e-320", "NaN", "nan", "inf", "-inf",
    "Infinity", "2147483648", "-2147483649", "9223372036854775808", "18446744073709551616", "0x10", "1_000", "٣", "²",
    "９", "1,5", "1 000", "+7", "--7", ".", "-", "1e", "9" * 400, "0." + "0" * 400 + "1", "-" + "9" * 30,
    "100000000000000000000000", "999999", "1000000", "1000001", "0.0000001", "1e-9",
)  # fmt: skip
TEXTS = (
    "", " ", "\u00a0", "\t", "\n", "\r", "\r\n", "\0", "\x1b[2J", "\x7f", "\ufeff", "\u202e", "\u2028", "\ufffe",
    "\ud7ff", "\U0010ffff", "e\u0301" * 40, "\u200d".join("👩👩👧"), "ß", "İ", "ﬁ", "ا" * 60, "漢字" * 30, "🜲", "A" * 5000,
    "word " * 4000, "{" * 300, "}" * 300, "*" * 301, "**" * 150, "\\" * 301, "{R}" * 500, "{R+2+" * 80, "{nothing}",
    "../../../etc/passwd", "/etc/passwd", "..\\..\\secret", "file:///etc/passwd", "con", "nul", "%s%n",
    "=cmd|' /C'!A0", "'", '"', '""', "'''", '"""', "<", ">", "&", "&amp;", "&#0;", "&#xD800;", "]]>", "<![CDATA[",
    "-->", "<!--", "<?x?>", "yes", "no", "Yes", "Free", "free", "R+2", "R+0", "Z+1", "R+999", "ann;bo", ";", "ann;",
    "ann;ann", "Isaiah 11:2", "Psalm 151:1", "John 3:0-9", "red", "blue;red", "id", "name", "derived", "__class__",
    "model_config", "copy", "json", "self", "None", "true", "1979-05-27", "#", "#123456", "#GGGGGG", "a" * 90, "-a-",
    "A-b", "a--b", "ann", "oak",
)  # fmt: skip
#: Where a reader might be led to: the folder `outside` lies beside the project's.
PATHS = (
    "../outside/secret.png", "../../outside/secret.svg", "../../../outside/secret.csv",
    "../../../../outside/secret.png", "OUTSIDE/secret.png", "OUTSIDE/secret.svg", "file://OUTSIDE/secret.svg",
    "art/../../outside/secret.png", ".", "..", "./photo.png", "../art/photo.png", "photo.png/", "photo.png/x",
    "PHOTO.PNG", "~/secret", "http://127.0.0.1:9/x.svg", "//127.0.0.1/x", "\\\\127.0.0.1\\x", "leads-out.png",
    "loop.png", "sub", "photo.png\0.svg", "a" * 300 + ".png",
)  # fmt: skip
TOML_VALUES = (
    "[]", "{}", "[[]]", "[{}]", "true", '""', "''", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "inf", "nan",
    "1e400", "0x7fffffffffffffff", "9" * 5000, '"' + "x" * 5000 + '"', "[" * 200 + "]" * 200, "[" * 3000,
    "{a=" * 100 + "1" + "}" * 100, '["a", 1]', "[1, 2, 3]", '["yes", "yes"]', '"\\ud800"', '"\\U0010FFFF"',
    '"\\u0000"', '"\\u001b[31m"', "'''\n'''", '"""\\\n"""', '"a', "[1,", "{", "-7", "1.5", '{ type = "text" }',
    '{ type = "cost" }', '{ glyph = "gem", words = "x" }', '"rich"', '"refs"', '"choice"', '"strict"',
    '["hero", "hero"]', '"../hero"',
)  # fmt: skip
TOML_LINES = (
    "[", "[[colors]]", "[colors]", "[kinds.hero.columns.text]", "[a.b.c.d.e.f.g]", '["quoted key"]', '["\\u001b"]',
    'a.b.c = 1', '"" = 1', "= 1", "key", "# \0", "\ufeff", "[pictures]", 'style = "no-such-style"', "[demo]",
    'name = "x"', "decks = []", 'decks = ["nothing"]', "[kinds.Hero]", "[columns]", 'id = { type = "text" }',
    'copy = { type = "whole", least = 9, most = 1 }', 'model_config = { type = "flag" }', "least = -1", 'most = "x"',
)  # fmt: skip
COLORS = (
    "none", "currentColor", "url(#fade)", "url(#nothing)", "url(OUTSIDE/secret.svg#a)", "url(http://127.0.0.1:9/)",
    "rgb(300,-1,1e9)", "rgb(10%,20%,900%)", "hsl(1e308,100%,50%)", "#12", "rgba(1,2,3,0.5)", "transparent", "inherit",
    "context-fill", "#" + "F" * 500,
)  # fmt: skip
PATH_DATA = (
    "M", "M0", "M0 0Z", "M0 0L", "m0,0z" * 2000, "M0 0C1 1 1 1", "M0 0A0 0 0 0 0 0 0", "M0 0A1e-300 1e300 0 1 1 1 1",
    "M1e6 1e6L-1e6 -1e6", "M0 0A1 1 0 11 5 5", "M0 0A5 5 0 0 1 1e-9 1e-9", "L0 0", "M0 0T1 1T2 2S3 3 4 4",
    "M0-.5.5.5-.5", "M0 0" + "L1 1" * 5000, "M0 0h1e308h1e308h-1e308", "M0 0l999999 0l999999 0l999999 0", "M0 0B1",
    "M0 0,,1 1", "MNaN 0", "M0 0A1 1 1e308 0 1 5 5", "M0 0A1 1 0 0 1 0 0",
    "M 1 1 m 1e6 0 m 1e6 0 z m 0 0 q 1 1 1e6 1e6 t 1 1 t 1 1",
)  # fmt: skip
TRANSFORMS = (
    "matrix(0 0 0 0 0 0)", "matrix(1 2 3)", "scale(0)", "scale(1e6)", "scale(1e6)" * 60, "rotate(1e308)", "rotate()",
    "skewX(90)", "skewY(-90)", "skewX(89.9999999)", "translate(NaN)", "translate(1,,2)", "rotate(45" * 50, "none",
    "matrix(1e-9 0 0 1e-9 0 0)", "translate(1e6 1e6) scale(-1e6)", "scale(1e-6) scale(1e-6) scale(1e-6)",
)  # fmt: skip
ATTRIBUTES = (
    "x", "y", "width", "height", "size", "rx", "ry", "cx", "cy", "r", "fx", "fy", "d", "points", "transform", "fill",
    "stroke", "opacity", "fill-opacity", "stroke-width", "stroke-dasharray", "stroke-miterlimit", "style", "class",
    "id", "href", "clip-path", "viewBox", "gradientTransform", "gradientUnits", "offset", "stop-color", "spreadMethod",
    "lines", "leading", "align", "valign", "fit", "color", "edge", "edge-width", "ground", "mark", "read", "cost",
    "part", "picture", "emblem", "colors", "generic-size", "step", "direction", "name", "xml:base", "data-at",
    "font-family", "preserveAspectRatio", "display", "filter", "mask", "onload", "xlink:href", "free", "clip-rule",
    "fill-rule",
)  # fmt: skip
ELEMENTS = (
    '<use href="#loop"/>', '<g id="loop"><use href="#loop"/></g>', '<use href="#a"/>',
    '<symbol id="a"><path d="M0 0H9V9Z"/></symbol>',
    '<g id="b1"><use href="#b2"/><use href="#b2"/></g><g id="b2"><use href="#b1"/></g>',
    '<image width="5" height="5" href="data:image/png;base64,iVBORw0KGgo="/>',
    '<image width="5" height="5" href="OUTSIDE/secret.png"/>', '<linearGradient id="fade"/>',
    '<linearGradient id="fade" href="#fade"/>',
    '<linearGradient id="fade"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>',
    '<radialGradient id="fade" r="0"><stop/></radialGradient>',
    '<clipPath id="c"><rect width="3" height="3"/></clipPath>',
    '<g clip-path="url(#c)"><rect width="9" height="9"/></g>', '<clipPath id="c" clip-path="url(#c)"><g/></clipPath>',
    "<script>alert(1)</script>", "<style>*{fill:red}</style>", "<text>a</text>", "<foreignObject/>", "<svg/>",
    "<x:y/>", '<textbox x="1" y="1" width="9" height="9" style="rules">a</textbox>',
    '<glyph name="R" x="9" y="9" size="4"/>', '<pips x="9" y="9" cost="R+2" size="4"/>',
    '<art x="0" y="0" width="9" height="9" picture="photo.png"/>',
    '<glyph name="../../../../outside/secret" x="9" y="9" size="4"/>', '<pips x="9" y="9" cost="../x+R" size="4"/>',
    '<art x="0" y="0" width="1e-9" height="1e6" picture="photo.png"/>',
    '<rect width="5" height="5" fill="url(#fade)"/>',
    '<path d="M0 0H1e6V1e6Z" stroke="red" stroke-width="1e6" stroke-dasharray="1e-6"/>', "<rect/>", "<!---->",
    "<?pi ?>", '<circle r="1e6" fill="url(#fade)" transform="scale(1e6)"/>', '<polygon points="1"/>',
    '<polyline points="0,0 1,1 NaN"/>',
)  # fmt: skip
DOCTYPES = (
    '<!DOCTYPE svg [<!ENTITY e SYSTEM "file://OUTSIDE/secret.svg">]>', '<!DOCTYPE svg SYSTEM "OUTSIDE/secret.dtd">',
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>', "<!DOCTYPE svg>",
    '<!DOCTYPE svg [<!ENTITY % p SYSTEM "file://OUTSIDE/secret.svg"> %p;]>', '<?xml version="1.0" encoding="UTF-7"?>',
    '<?xml version="1.1"?>', '<?xml-stylesheet href="OUTSIDE/secret.svg"?>',
    '<?xml version="1.0" encoding="no-such"?>',
    '<x xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file://OUTSIDE/secret.svg"/></x>',
)  # fmt: skip
_NAMES = (
    "card", "card.name", "card.text", "card.power", "card.cost", "card.color", "card.color.ramp", "card.colors",
    "card.friends", "card.home", "card.home.size", "card.nothing", "kind", "kind.id", "game.id", "ink", "ruleset",
    'ruleset["start.life"]', "color", 'color("red")', 'color("no")', "self", "loop", "loop.cycle", "caller", "varargs",
    "range", "dict", "lipsum", "cycler", "joiner", "namespace", "range(99)", "range(99999)", "range(10**9)", "none",
    "true", "1", "-1", "0", "10**64", "2.5", "'a'", "''", "'x' * 99", "[]", "[1, [2]]", "{}", "{'a': 1}", "(1, 2)",
    "card.__class__", "card._known", "card._View__values", "''.__class__.__mro__", "().__class__.__bases__",
    "lipsum.__globals__", "cycler.__init__.__globals__", "self._TemplateReference__context", "self.__init__",
    "color.__globals__", "range.__class__", "game.__class__.__init__.__globals__", "card.cost.__class__",
    "card.power.real", "card.verse.book", "'%99999999d' % 1", "'%s%s' % 1", "'{0.__class__}'.format(1)", "'a' ~ 'b'",
    "1 / 0", "0 ** -1", "9 ** 9 ** 9", "(9.0 ** 64) ** 64", "1 // 0", "1 % 0", "card < 1", "card.power < card.name",
    "1 in 2", "[] + 1", "-card", "not card", "card()", "card.name()", "color()", "color('red', 1)", "1[0]", "card[0]",
    "card[none]", "card[[]]", "''[9]",
)  # fmt: skip
_FILTERS = (
    "upper", "safe", "e", "escape", "join", "join(',')", "list", "string", "int", "float", "sort", "unique", "sum",
    "max", "map('upper')", "map(attribute='__class__')", "map(attribute='a.b')", "select('odd')", "selectattr('x')",
    "reverse", "replace('a', 'b' * 9)", "replace('', 'xxxx')", "round(400)", "round(-400)", "items", "length", "first",
    "last", "default", "default(card)", "attr('__class__')", "format", "tojson", "pprint", "xmlattr", "batch(3)",
    "groupby('x')", "random", "center(99999999)", "indent(9999)", "wordwrap(1)", "abs", "trim", "title", "reject",
    "min", "sort(1, 2, 3)",
)  # fmt: skip
_BLOCKS = (
    "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "{% for a in card.name %}{{ a }}{% endfor %}",
    "{% for a in range(60) recursive %}{{ loop(range(60)) }}{% endfor %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "{% include 'hero.svg.j2' %}",
    "{% include '../../../outside/secret.svg' %}", "{% include 'OUTSIDE/secret.svg' %}",
    "{% import '_parts.svg.j2' as p %}{{ p.bar(1) }}", "{% import '_parts.svg.j2' as p %}{{ p }}{{ p.__dict__ }}",
    "{% extends 'hero.svg.j2' %}", "{% extends card %}", "{% include [] %}", "{% include ['a', '_parts.svg.j2'] %}",
    "{% block a %}{{ super() }}{% endblock %}", "{% set card = 1 %}", "{% set a = [1] %}{{ a.append(a) }}{{ a }}",
    "{% raw %}{{", "{% call f() %}{% endcall %}", "{% filter upper %}{% endfilter %}",
    "{% filter nothing %}{% endfilter %}", "{% do 1 %}", "{% debug %}", "{% trans %}{% endtrans %}",
    "{% with a=1 %}{% endwith %}", "{% autoescape false %}{{ '<' }}{% endautoescape %}", "{% if card %}",
    "{% endif %}", "{% else %}", "{% endfor %}", "{% for %}", "{%", "{{", "}}", "%}", "{#", "#}", "{{}}", "{% %}",
    "{% set ns = namespace(a=1) %}{% set ns.a = ns %}{{ ns }}",
    "{% set x %}" + "a" * 999 + "{% endset %}{{ x * 9999 }}",
    "{% set ns = namespace(s='aaaaaaaa') %}{% for i in range(40) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ ns.s | length }}",
    "{{ '<rect/>' | safe }}", "{{ '</svg>' | safe }}", "{% for i in range(60000) %}<rect/>{% endfor %}",
    "{% for i in range(300) %}<g>{% endfor %}",
    "{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = ns.l + ns.l %}{% endfor %}",
    "{% set ns = namespace(n=9) %}{% for i in range(60) %}{% set ns.n = ns.n * ns.n %}{% endfor %}{{ ns.n }}",
)  # fmt: skip


def mutate_bytes(random: Random, data: bytes) -> bytes:
    """Flip, insert, cut, double or move bytes."""
    if not data:
        return random.randbytes(random.randrange(40))
    at, other = random.randrange(len(data)), random.randrange(len(data))
    start, end = min(at, other), max(at, other)
    short = data[at : at + random.randrange(1, 30)]
    match random.randrange(9):
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + random.choice((b"\0", b"\xff", b"\n", b'"', b"\x80", b",", b"\xed\xa0\x80")) + data[at:]
        case 2:
            return data[:at] + random.randbytes(random.randrange(1, 9)) + data[at:]
        case 3:
            return data[:at]
        case 4:
            return data[:start] + data[end:]
        case 5:
            return (data[:end] + data[start:end] + data[end:])[:_MOST_BYTES]
        case 6:
            return data[:at] + (short * random.randrange(2, 400)) + data[at:]
        case 7:
            return data[:other] + short + data[other:]
        case _:
            return (
                data[:at]
                + struct.pack(random.choice("<>") + "I", random.choice((0, 1, 2**31, 2**32 - 1)))
                + data[at + 4 :]
            )


def _textual(mutate: Callable[[Random, str], str]) -> Mutate:
    """A mutation of text as one of bytes; what is not UTF-8 is kept as it is."""

    def mutate_encoded(random: Random, data: bytes) -> bytes:
        return mutate(random, data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    return mutate_encoded


def _insert(random: Random, text: str, piece: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + piece + text[at:]


def _csv(random: Random, text: str) -> str:
    try:
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error:
        rows = []
    if not rows:
        return random.choice(TEXTS)
    row = random.choice(rows)
    cell = random.randrange(max(1, len(row)))
    match random.randrange(8):
        case 0 | 1 | 2:
            value = random.choice(random.choice((TEXTS, NUMBERS, PATHS)))
            row[cell : cell + 1] = [value if random.random() < 0.7 else (row[cell] if row else "") + value]
        case 3:
            rows.insert(random.randrange(len(rows) + 1), list(row))
        case 4:
            rows.remove(row)
        case 5:
            for each in rows:
                each.insert(cell, random.choice(TEXTS) if random.random() < 0.2 else "")
        case 6:
            row.extend(random.choice((["x"], [""] * 300, ["ann"] * 20)))
        case _:
            rows[1:] = rows[1:] * random.choice((2, 20))
    out = io.StringIO()
    csv.writer(out, lineterminator=random.choice(("\n", "\r\n", "\r"))).writerows(rows)
    return out.getvalue()


_TOML_VALUE = re.compile(r"(?<==)[ ]*(?:\"[^\"\n]*\"|\[[^\]\n]*\]|\{[^}\n]*\}|[^\s,}]+)")


def _toml(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    match random.randrange(7):
        case 0 | 1 | 2:
            found = list(_TOML_VALUE.finditer(text))
            if not found:
                return _insert(random, text, random.choice(TOML_LINES))
            value = random.choice(found)
            quoted = '"' + random.choice(TEXTS + PATHS).replace('"', "'") + '"'
            put = random.choice((random.choice(TOML_VALUES), random.choice(NUMBERS), quoted))
            return text[: value.start()] + " " + put + text[value.end() :]
        case 3:
            lines.insert(at, random.choice(TOML_LINES))
        case 4:
            lines.insert(random.randrange(len(lines) + 1), lines[at])
        case 5:
            del lines[at]
        case _:
            name = random.choice(("id", "copy", '""', '"a b"', "'\\'", '"' + "x" * 300 + '"', "A", "name", "a.b", "-"))
            lines[at] = re.sub(r"[\w-]+(?=[\].]|\s*=)", lambda _: name, lines[at], count=1)
    return "\n".join(lines)


_ATTRIBUTE = re.compile(r"([\w:-]+)=\"([^\"]*)\"")
_TAG = re.compile(r"<(/?)([A-Za-z][\w:-]*)")


def _hostile_value(random: Random, was: str) -> str:
    kind = random.randrange(9)
    if kind == 0 and re.search(r"[0-9]", was):
        number = random.choice(list(re.finditer(r"[-+.0-9]+", was)))
        return was[: number.start()] + random.choice(NUMBERS) + was[number.end() :]
    sources = (NUMBERS, TEXTS, COLORS, PATH_DATA, TRANSFORMS, PATHS)
    value = random.choice(sources[kind % len(sources)])
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;") if random.random() < 0.9 else value


def _xml(random: Random, text: str) -> str:
    attributes, tags = list(_ATTRIBUTE.finditer(text)), list(_TAG.finditer(text))
    kind = random.randrange(11)
    if kind <= 3 and attributes:
        found = random.choice(attributes)
        return text[: found.start(2)] + _hostile_value(random, found[2]) + text[found.end(2) :]
    if kind == 4 and tags:
        found = random.choice(tags)
        made = f' {random.choice(ATTRIBUTES)}="{_hostile_value(random, "1")}"'
        return text[: found.end()] + made + text[found.end() :]
    if kind == 5 and attributes:
        found = random.choice(attributes)
        return text[: found.start(1)] + random.choice(ATTRIBUTES) + text[found.end(1) :]
    if kind == 6 and tags:
        found = random.choice(tags)
        names = [each[2] for each in tags] + ["g", "use", "image", "clipPath", "symbol", "style", "textbox", "art"]
        return text[: found.start(2)] + random.choice(names) + text[found.end(2) :]
    at = random.choice(tags).start() if tags else 0
    if kind == 7:
        return (
            random.choice(DOCTYPES) + text if random.random() < 0.5 else text[:at] + random.choice(DOCTYPES) + text[at:]
        )
    if kind == 8:
        deep = random.choice((10, 70, 300, 3000))
        return text[:at] + "<g>" * deep + text[at : at + 40] + "</g>" * deep + text[at + 40 :]
    if kind == 9 and len(tags) > 1:
        other = random.choice(tags).start()
        start, end = min(at, other), max(at, other)
        return (text[:start] + text[start:end] * random.choice((2, 3, 40)) + text[end:])[:_MOST_BYTES]
    return text[:at] + random.choice(ELEMENTS) + text[at:]


def _expression(random: Random) -> str:
    made = random.choice(_NAMES)
    for _ in range(random.randrange(3)):
        match random.randrange(4):
            case 0:
                made = f"{made} | {random.choice(_FILTERS)}"
            case 1:
                made = f"({made}) {random.choice(('+', '-', '*', '/', '//', '%', '**', '~', '<', '==', 'in', 'and', 'or'))} ({random.choice(_NAMES)})"
            case 2:
                made = f"({made} if {random.choice(_NAMES)} else {random.choice(_NAMES)})"
            case _:
                made = f"({made})[{random.choice(_NAMES)}]"
    return made


def _jinja(random: Random, text: str) -> str:
    match random.randrange(6):
        case 0 | 1:
            printed = list(re.finditer(r"\{\{.*?\}\}", text))
            if printed:
                found = random.choice(printed)
                return text[: found.start()] + "{{ " + _expression(random) + " }}" + text[found.end() :]
            return _insert(random, text, "{{ " + _expression(random) + " }}")
        case 2:
            found = random.choice(list(_TAG.finditer(text)) or [None])
            at = found.start() if found else 0
            return text[:at] + "{{ " + _expression(random) + " }}" + text[at:]
        case 3:
            head = random.choice(("if", "elif", "for a in", "set a =", "include", "import", "set a.b ="))
            tail = random.choice(("", "{% endif %}", "{% endfor %}", "{{ a }}{% endfor %}"))
            return _insert(random, text, "{% " + head + " " + _expression(random) + " %}" + tail)
        case _:
            found = random.choice(list(_TAG.finditer(text)) or [None])
            at = found.start() if found else 0
            return text[:at] + random.choice(_BLOCKS) + text[at:]


mutate_csv, mutate_toml, mutate_xml, mutate_jinja = map(_textual, (_csv, _toml, _xml, _jinja))


def mutate_zip(random: Random, data: bytes) -> bytes:
    """A spreadsheet whose parts are changed, lost, doubled, renamed or packed to lie about themselves."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [(name, archive.read(name)) for name in archive.namelist()]
    except Exception:  # what an earlier mutation broke is broken further as bytes
        return mutate_bytes(random, data)
    if not parts:
        return mutate_bytes(random, data)
    at = random.randrange(len(parts))
    tables = [index for index, (name, _) in enumerate(parts) if "sheet" in name or "content" in name or "style" in name]
    if tables and random.random() < 0.7:
        at = random.choice(tables)
    name, content = parts[at]
    match random.randrange(10):
        case 0 | 1 | 2:
            parts[at] = name, _sheet_xml(random, content)
        case 3:
            parts[at] = name, mutate_xml(random, content)
        case 4:
            parts[at] = name, mutate_bytes(random, content)
        case 5:
            del parts[at]
        case 6:
            parts.append((name, random.choice(parts)[1]))
        case 7:
            parts[at] = random.choice(("../../outside/secret", "/etc/passwd", name.upper(), "x", name + "/")), content
        case 8:
            parts.append(("bomb", b"0" * 2_000_000))
        case _:
            return mutate_bytes(random, data)
    out = io.BytesIO()
    with zipfile.ZipFile(
        out, "w", random.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    ) as archive:
        for name, content in parts:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # a name that stands twice is meant
                archive.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def _sheet_xml(random: Random, content: bytes) -> bytes:
    """One value or attribute of a sheet, replaced."""
    text = content.decode("utf-8", "replace")
    found = list(re.finditer(r"(?<=\")[^\"<>]*(?=\")|(?<=>)[^<>]+(?=<)", text))
    if not found:
        return mutate_bytes(random, content)
    value = random.choice(found)
    special = ("s", "b", "e", "f", "str", "inlineStr", "d", "n", "A1", "XFD1048576", "A0", "1:1", "=A1", "shared", "yyyy",
               "General", "0.00", "[$-409]d", "@", "#REF!", "_xD800_", "_x0000_", "999999999", "string", "float", "1904")  # fmt: skip
    put = random.choice(random.choice((NUMBERS, TEXTS, special)))
    put = put.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return (text[: value.start()] + put + text[value.end() :]).encode("utf-8", "replace")


def mutate_png(random: Random, data: bytes) -> bytes:
    """A PNG whose chunks are changed (their sums put right), moved, doubled, lost, or joined by others."""
    chunks = []
    at = 8
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += size + 12
    if not chunks:
        return mutate_bytes(random, data)
    index = random.randrange(len(chunks))
    kind, content = chunks[index]
    match random.randrange(7):
        case 0 | 1:
            header = bytearray(chunks[0][1][:13].ljust(13, b"\0"))
            header[0:4] = random.choice(
                (bytes(header[0:4]), *(n.to_bytes(4, "big") for n in (0, 1, 9000, 40_000, 2**31)))
            )
            header[4:8] = random.choice((bytes(header[4:8]), *(n.to_bytes(4, "big") for n in (0, 1, 8000, 2**31 - 1))))
            header[8] = random.choice((1, 2, 4, 8, 16, 7))
            header[9] = random.choice((0, 2, 3, 4, 6, 1))
            header[12] = random.randrange(3)
            chunks[0] = (b"IHDR", bytes(header))
        case 2:
            chunks[index] = kind, mutate_bytes(random, content)
        case 3:
            chunks.insert(random.randrange(len(chunks) + 1), (kind, content))
        case 4:
            del chunks[index]
        case 5:
            random.shuffle(chunks)
        case _:
            packed = zlib.compress(random.choice((b"", b"\0" * 128, b"a" * 2_000_000, random.randbytes(200))))
            extra = random.choice((
                (b"tRNS", random.randbytes(random.choice((1, 2, 6, 256, 300)))), (b"iCCP", b"x\0\0" + packed),
                (b"eXIf", b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([random.randrange(12)]) + b"\0\0\0\0\0\0"),
                (b"PLTE", random.randbytes(random.choice((0, 3, 5, 768)))), (b"zTXt", b"k\0\0" + packed),
                (b"acTL", struct.pack(">II", random.choice((0, 1, 2, 2**31)), 0)), (b"gAMA", random.randbytes(4)),
                (b"iTXt", b"k\0\1\0\0\0" + packed), (b"fcTL", random.randbytes(26)), (b"pHYs", random.randbytes(9)),
            ))  # fmt: skip
            chunks.insert(random.randrange(1, len(chunks) + 1), extra)
    body = (len(c).to_bytes(4, "big") + k + c + zlib.crc32(k + c).to_bytes(4, "big") for k, c in chunks)
    return data[:8] + b"".join(body)


def mutate_jpeg(random: Random, data: bytes) -> bytes:
    """A JPEG whose segments before the scan are changed, moved, doubled, lost, or joined by others."""
    segments: list[tuple[int, bytes]] = []
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        segments.append((data[at + 1], data[at + 4 : at + 2 + size]))
        at += 2 + size
    scan = data[at:]
    if not segments:
        return mutate_bytes(random, data)
    index = random.randrange(len(segments))
    marker, content = segments[index]
    match random.randrange(8):
        case 0 | 1:
            frames = [
                place
                for place, (kind, _) in enumerate(segments)
                if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC)
            ]
            for place in frames:
                kind, frame = segments[place]
                sides = [random.choice((0, 1, 16, 300, 9000, 65_535)).to_bytes(2, "big") for _ in range(2)]
                segments[place] = random.choice((kind, kind, 0xC2, 0xC9)), frame[:1] + b"".join(sides) + frame[5:]
        case 2:
            segments[index] = marker, mutate_bytes(random, content)[:60_000]
        case 3:
            segments.insert(random.randrange(len(segments) + 1), (marker, content))
        case 4:
            del segments[index]
        case 5:
            segments[index] = random.randrange(0xC0, 0xFF), content
        case 6:
            scan = mutate_bytes(random, scan)
        case _:
            orientation = (
                b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"
                + bytes([random.randrange(12)])
                + b"\0\0"
                + b"\0" * 4
            )
            profile = (
                b"ICC_PROFILE\0\x01" + bytes([random.randrange(3)]) + random.randbytes(random.choice((0, 128, 400)))
            )
            extra = random.choice((
                (0xE1, orientation), (0xE2, profile), (0xEE, b"Adobe\0d\0\0\0\0" + bytes([random.randrange(4)])),
                (0xE2, b"MPF\0" + random.randbytes(60)), (0xDD, random.randbytes(2)), (0xED, b"Photoshop 3.0\0" + random.randbytes(50)),
            ))  # fmt: skip
            segments.insert(random.randrange(len(segments) + 1), extra)
    head = (bytes([0xFF, kind]) + (len(part) + 2).to_bytes(2, "big") + part for kind, part in segments)
    return data[:2] + b"".join(head) + scan


def mutate_webp(random: Random, data: bytes) -> bytes:
    """A WebP whose RIFF chunks are changed, moved, doubled, lost, or joined by others."""
    chunks = []
    at = 12
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        chunks.append((data[at : at + 4], data[at + 8 : at + 8 + size]))
        at += 8 + size + size % 2
    if not chunks:
        return mutate_bytes(random, data)
    index = random.randrange(len(chunks))
    kind, content = chunks[index]
    match random.randrange(6):
        case 0:
            chunks[index] = kind, content[:10] + mutate_bytes(random, content[10:])
        case 1:
            chunks[index] = kind, mutate_bytes(random, content[:14]) + content[14:]
        case 2:
            chunks.insert(random.randrange(len(chunks) + 1), (kind, content))
        case 3:
            del chunks[index]
        case 4:
            chunks[index] = (
                random.choice((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"EXIF", b"ICCP")),
                content,
            )
        case _:
            flags = bytes([random.randrange(256), 0, 0, 0])
            side = random.choice((0, 300, 16_383, 2**24 - 1)).to_bytes(3, "little")
            extra = random.choice((
                (b"VP8X", flags + side + side), (b"ANIM", b"\0" * 6), (b"ANMF", random.randbytes(40)),
                (b"ALPH", random.randbytes(30)), (b"ICCP", random.randbytes(140)), (b"EXIF", random.randbytes(60)),
            ))  # fmt: skip
            chunks.insert(random.randrange(len(chunks) + 1), extra)
    body = b"".join(k + len(c).to_bytes(4, "little") + c + b"\0" * (len(c) % 2) for k, c in chunks)
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def mutated(random: Random, data: bytes, ways: Sequence[Mutate], outside: str) -> bytes:
    """One to six mutations of `data`; most are by its structure (`ways`), the others of bytes. The word OUTSIDE in a
    mutation's own texts becomes the path `outside`."""
    made = data
    for _ in range(min(6, 1 + int(random.expovariate(1.0)))):
        way = random.choice(ways) if random.random() < 0.75 else mutate_bytes
        made = way(random, made)[:_MOST_BYTES]
    return made.replace(b"OUTSIDE", outside.encode())


def spliced(random: Random, data: bytes, other: bytes) -> bytes:
    """Now and then, a piece of another file of the same format in the middle of one."""
    if random.random() > 0.1 or not data or not other:
        return data
    at, start = random.randrange(len(data)), random.randrange(len(other))
    return data[:at] + other[start : start + random.randrange(1, 2000)] + data[at:]
