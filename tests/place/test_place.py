"""Faces as placed items, compared with text that a person approved, and what is told of faces that cannot be made."""

import re
import time
from collections.abc import Iterable

import pytest
from PIL import Image
from workshop import FACE, Workshop

from pipeline.drawing import Group, Item, Linear, Path, Radial, Raster, TextRun, Use
from pipeline.place import Face


def dump(items: Iterable[Item], indent: str = "") -> list[str]:
    """Placed items as lines that a person can read and check: what, where (mm), in which color."""
    lines = []
    for item in items:
        if isinstance(item, TextRun):
            told = f"{item.font} {item.size:g} pt {item.color}" if item.color else "unseen"
            lines.append(f'{indent}text "{item.text}" at {item.x:.2f} {item.y:.2f}, {told}')
        elif isinstance(item, Use):
            a, _, _, d, x, y = item.matrix
            size = f"{a * item.drawing.width:.2f} x {d * item.drawing.height:.2f}"
            lines.append(f"{indent}{item.role} {item.drawing.name} at {x:.2f} {y:.2f}, {size}")
        elif isinstance(item, Path):
            paint = "gradient" if isinstance(item.fill, Linear | Radial) else item.fill
            line = f", line {item.stroke.color} {item.stroke.width:g}" if item.stroke else ""
            lines.append(f"{indent}path {item.d}, fill {paint}{line}")
        elif isinstance(item, Group):
            matrix = " ".join(f"{value:g}" for value in item.matrix)
            lines.append(f"{indent}group {matrix}" + (f", clip {item.clip.d}" if item.clip else ""))
            lines += dump(item.items, indent + "  ")
        elif isinstance(item, Raster):
            lines.append(f"{indent}picture {item.columns} x {item.rows} pixels")
    return lines


def placed(face: Face) -> str:
    """A face's dump without what is merely ground."""
    return "\n".join(dump(face.drawing.items))


def texts(face: Face) -> str:
    """What a person reads on a face, marks by their words."""
    return "".join(item.text for item in face.drawing.items if isinstance(item, TextRun))


# what is placed ------------------------------------------------------------------------------------------------------


def test_a_whole_face(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Gain {gold} for **two** cards.,red,R+2", columns="id,name,text,color,cost")
    workshop.face(
        """
        <defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="{{ card.color.light }}"/>
        <stop offset="1" stop-color="{{ card.color.mid }}"/></linearGradient></defs>
        <rect width="69.85" height="95.25" fill="url(#sky)"/>
        <g transform="translate(6 6)"><path d="M0 0H20" stroke="{{ card.color.dark }}" stroke-width="0.5"/></g>
        <textbox x="6" y="8" width="40" height="6" style="title" valign="baseline" color="white">
          {{ card.name }}
        </textbox>
        <textbox x="6" y="55" width="58" height="30" style="rules" align="center">{{ card.text }}</textbox>
        <glyph name="gold" x="10" y="40" size="4" read="no"/>
        <pips x="60" y="10" cost="{{ card.cost }}" size="6" generic-size="5" step="7"/>
        """
    )
    # Title: 14 pt on the baseline at 14. Rules: 10 pt, cap height 2.26, so the first line stands on 57.26; the coin is
    # 0.9 em, 3.175 mm, high and twice as wide, centered on the capitals' half, 56.13; the line's
    # 32.78 mm lie about the middle of the box, 35. Pips are centered on x = 60.
    assert placed(workshop.made()) == "\n".join(
        [
            "path M0 0L69.85 0L69.85 95.25L0 95.25Z, fill gradient",
            "group 1 0 0 1 6 6",
            "  path M0 0L20 0, fill #000000, line #550000 0.5",
            'text "Ann" at 6.00 14.00, alegreya-700 14 pt #FFFFFF',
            'text "Gain " at 18.61 57.26, alegreya-sans-500 10 pt #1A1410',
            "glyph coin at 25.77 54.54, 6.35 x 3.17",
            'text "gold" at 25.63 57.26, unseen',
            'text " for " at 32.26 57.26, alegreya-sans-500 10 pt #1A1410',
            'text "two" at 37.34 57.26, alegreya-sans-800 10 pt #1A1410',
            'text " cards." at 42.77 57.26, alegreya-sans-500 10 pt #1A1410',
            "glyph coin at 6.00 38.00, 8.00 x 4.00",
            "glyph gem at 57.00 7.00, 6.00 x 6.00",
            'text "Red" at 57.00 11.50, unseen',
            "glyph two at 57.50 14.50, 5.00 x 5.00",
            'text "2" at 57.50 18.25, unseen',
        ]
    )


def test_boxes_are_told_for_checks(workshop: Workshop) -> None:
    face = workshop.made()
    boxes = [(box.element, box.name, box.size) for box in face.placed]
    assert boxes == [("textbox", "name", 14), ("textbox", "rules", 10)]
    assert (face.card, face.template, face.title, face.name) == ("ann", "hero", "Ann", "ann")
    assert (face.drawing.width, face.drawing.height) == (69.85, 95.25)


def test_a_common_back_needs_no_card(workshop: Workshop) -> None:
    back = workshop.press().back("plain")
    assert placed(back) == "path M0 0L69.85 0L69.85 95.25L0 95.25Z, fill #222222"
    assert (back.card, back.name) == ("", "plain")


def test_marks_stand_in_their_places_at_every_alignment(workshop: Workshop) -> None:
    """Case 1, end to end: `{gold} then 2 {gold}`, and the mark alone."""
    workshop.heroes("ann,Ann,{gold} then 2 {gold}", "bob,Bob,{gold}")
    # A mark is 6.35 mm wide in 6.63 mm of room, " then 2 " takes 9.81 mm; the box reaches from 7 to 63.
    for align, first, last, alone in (
        ("left", 7.14, 23.58, 7.14), ("center", 23.61, 40.04, 31.83), ("right", 40.07, 56.51, 56.51),
    ):  # fmt: skip
        workshop.face(FACE.replace('style="rules"', f'style="rules" align="{align}"'))
        press = workshop.press()
        for card, right in (("ann", [first, last]), ("bob", [alone])):
            face = press.face(press.game.cards[card], "hero")
            marks = [item for item in face.drawing.items if isinstance(item, Use)]
            assert [mark.matrix[4] for mark in marks] == pytest.approx(right, abs=0.01)
            # The middle of the capitals: 55 + 2.2648 / 2, less half of the mark's height.
            assert {round(mark.matrix[5], 3) for mark in marks} == {54.545}


@pytest.mark.parametrize(
    "name",
    ["Tom & *Jerry*", "{gold}", "<b>bold</b>", "a \\ b", "**", "}{", "5 > 3 < 7", "&amp;", "\"it's\"", "{{ card }}"],
)
def test_a_plain_text_prints_as_typed(workshop: Workshop, name: str) -> None:
    cell = '"' + name.replace('"', '""') + '"'
    workshop.heroes(f"ann,{cell},x")
    assert texts(workshop.made()) == name + "x"
    workshop.heroes(f"ann,Ann,x,{cell}", columns="id,name,text,plain")
    workshop.face('<textbox x="0" y="0" width="60" height="20" style="rules">{{ card.plain }}</textbox>')
    assert texts(workshop.made()) == name


def test_a_rich_text_keeps_its_marks_and_escapes(workshop: Workshop) -> None:
    workshop.heroes('ann,Ann,"a **b** \\*c\\* & <d> {gold}"')
    assert texts(workshop.made()) == "Anna b *c* & <d> gold"


def test_line_breaks_of_a_cell_are_paragraphs(workshop: Workshop) -> None:
    workshop.heroes('ann,Ann,"one\ntwo"')
    ys = {item.y for item in workshop.made().drawing.items if isinstance(item, TextRun) and item.style == "rules"}
    assert len(ys) == 2


def test_numbers_references_colors_and_rules_reach_the_template(workshop: Workshop) -> None:
    workshop.heroes(
        "ann,Ann,007,red,bob,Free,", "bob,Bob,,,,,", columns="id,name,power,color,friend,cost,text"
    )
    workshop.face(
        '<textbox x="0" y="0" width="60" height="60" style="rules">{% if card.color %}{{ card.power }} '
        "{{ card.power + 1 }} {{ card.color.name }} {{ card.color.letter }} {{ card.color.words.aspect }} "
        "{{ card.color.ramp[1] }} {{ card.friend.name }} {{ card.cost }} {{ ruleset['start.life'] }} {{ game.name }} "
        "{{ game.edition }} {{ kind.name }} {{ ink }} {{ color('blue').mid }}|{{ card.text }}|{% endif %}</textbox>"
    )
    lines = "007 8 Red R Fire #330000 Bob Free 30 Press Proof Hero color #0000AA||"
    assert texts(workshop.made()).replace(" ", "") == lines.replace(" ", "")


# pictures ------------------------------------------------------------------------------------------------------------

ART = '<art x="5" y="5" width="25.4" height="25.4" picture="{{ card.art }}"/>'


def test_a_cards_own_picture_fills_its_box(workshop: Workshop) -> None:
    art = workshop.root / "card_data/press/art"
    art.mkdir()
    Image.new("RGB", (300, 300), (1, 2, 3)).save(art / "ann.png")
    workshop.heroes("ann,Ann,,ann.png", columns="id,name,text,art")
    workshop.face(ART)
    assert placed(workshop.made()) == "picture ann.png at 5.00 5.00, 25.40 x 25.40"


def test_a_card_without_a_picture_in_a_game_that_draws_none_is_told(workshop: Workshop) -> None:
    workshop.face(ART)
    assert workshop.problems() == [
        "heroes.csv:2:art ann: hero: the card names no picture, and the game draws none; "
        "name a picture in the card's row, or a [pictures] style in game.toml"
    ]


def test_a_picture_that_is_too_coarse_is_told_with_its_card(workshop: Workshop) -> None:
    art = workshop.root / "card_data/press/art"
    art.mkdir()
    Image.new("RGB", (100, 100)).save(art / "ann.png")
    workshop.heroes("ann,Ann,,ann.png", "bob,Bob,,", columns="id,name,text,art")
    workshop.face("{% if card.art %}" + ART + "{% endif %}")
    assert workshop.problems() == [
        "heroes.csv:2:art ann: hero: ann.png has 100 pixels to the inch at 25.4 x 25.4 mm; at least 200 are needed; "
        "use a picture of at least 200 x 200 pixels"
    ]


# texts that do not fit -----------------------------------------------------------------------------------------------


def test_a_text_too_long_is_told_with_card_column_and_box(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,short", f"bob,Bob,{'all work and no play ' * 60}")
    (problem,) = workshop.problems()
    assert re.fullmatch(
        r'heroes\.csv:3:text bob: hero, box "rules": the text takes \d+ lines at 6 pt, its smallest size; '
        r"its box of 56 x 30 mm holds 12; shorten the text",
        problem,
    )


def test_every_problem_of_every_card_is_told_at_once_and_the_others_are_made(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann\u4e2d,fine", "bob,Bob,fine", "cat,Cat,odd \u4e2d")
    assert workshop.problems() == [
        "heroes.csv:2:name ann: hero, box \"name\": no font has U+4E2D '\u4e2d'; "
        "add a font that has it to fonts/fonts.toml, or write it otherwise",
        "heroes.csv:4:text cat: hero, box \"rules\": no font has U+4E2D '\u4e2d'; "
        "add a font that has it to fonts/fonts.toml, or write it otherwise",
    ]
    press = workshop.press()
    faces, problems = press.faces(press.game.cards.values())
    assert ([face.card for face in faces], len(problems)) == (["bob"], 2)


# templates that are wrong --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "problem"),
    [
        ('<textbox y="0" width="9" height="9" style="rules"/>', "<textbox>: x is missing"),
        ('<textbox x="0" y="0" width="9" height="0" style="rules"/>',
         "<textbox>: its box is 9 x 0 mm; both must be above 0"),
        ('<textbox x="0" y="0" width="9" height="9" style="rule"/>',
         '<textbox>: style="rule" is not in styles.toml; did you mean "rules"?'),
        ('<textbox x="0" y="0" width="9" height="9" style="rules" align="centre"/>',
         '<textbox>: align="centre" is none of left, center, right; did you mean "center"?'),
        ('<textbox x="0" y="0" width="9" height="9" style="rules" aling="left"/>',
         '<textbox>: "aling" is not one of its attributes; did you mean "align"?'),
        ('<textbox x="0" y="a" width="9" height="9" style="rules"/>',
         '<textbox>: y: "a" is not a length; write a number of millimetres'),
        ('<textbox x="0" y="0" width="9" height="9" style="rules"><b>x</b></textbox>',
         "<textbox>: a textbox holds text only"),
        ('<textbox x="0" y="0" width="9" height="9" style="rules" color="blurple">a</textbox>',
         '<textbox>: "blurple" is not a color; write #rrggbb'),
        ('<textboks x="0"/>', '<textboks> is not drawn by the press; did you mean "textbox"?'),
        ('<glyph x="1" y="1" size="3"/>', "<glyph>: name is missing"),
        ('<glyph name="gold" x="1" y="1" size="3" edge="blurple" edge-width="0.1"/>',
         '<glyph>: "blurple" is not a color; write #rrggbb'),
        ('<pips x="1" y="1" size="3"/>', "<pips>: cost is missing"),
        ('<glyph name="gold" x="1" y="1" size="0"/>', "<glyph>: size"),
        ('<pips x="1" y="1" size="-3" cost="2"/>', "<pips>: size"),
        ('<textbox x="0" y="0" width="9" height="9" style="rules" lines="1.5">a</textbox>', "<textbox>: lines"),
        ('<textbox x="0" y="0" width="9" height="9" style="rules" lines="-1">a</textbox>', "<textbox>: lines"),
        ('<textbox x="0" y="0" width="9" height="9" style="rules" leading="0">a</textbox>', "<textbox>: leading"),
        ('<text x="1">a</text>', '<text> is not drawn by the press; did you mean "textbox"?'),
    ],
)  # fmt: skip
def test_a_wrong_element_is_told_with_template_and_line(workshop: Workshop, element: str, problem: str) -> None:
    # The block's lines vanish when the template is expanded; the line told is the file's.
    workshop.face("{% if card.name %}\n{# a\nremark #}\n{% endif %}\n<g/>\n" + element)
    (told,) = workshop.problems()
    assert told.startswith(f"hero.svg.j2:7 ann: {problem}")


def test_an_unknown_mark_is_told_with_the_nearest(workshop: Workshop) -> None:
    workshop.face('<glyph name="golf" x="1" y="1" size="3"/>')
    assert workshop.problems() == ['fonts/glyphs/press/golf.svg: is not there; did you mean "gold"?']


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        ("{{ card.nmae }}", 'hero.svg.j2:2: the card ann (hero) has no "nmae"; did you mean "name"?'),
        ("{{ wobble }}", "hero.svg.j2:2: 'wobble' is undefined"),
        ("\n\n{{ color('rde').mid }}", 'hero.svg.j2:4: there is no color "rde"; did you mean "red"?'),
        ("{{ card.name", "hero.svg.j2:3: unexpected '/'"),
        ("{% fro x in y %}", "hero.svg.j2:2: Encountered unknown tag 'fro'."),
        ("{% include 'no.j2' %}", "no.j2: is not there"),
        ("{% include '../styles.toml' %}", "../styles.toml: is not there"),
        ("{% include '/etc/passwd' %}", "/etc/passwd: is not there"),
        ("{{ card.name + 1 }}", "hero.svg.j2:2: can only concatenate str"),
        ("{{ 1 / 0 }}", "hero.svg.j2:2: division by zero"),
        ("<g>", "hero.svg.j2 ann: not well-formed XML at line 3"),
    ],
)
def test_a_wrong_template_is_told_with_its_line(workshop: Workshop, template: str, problem: str) -> None:
    workshop.face(template)
    (told,) = workshop.problems()
    assert told.startswith(problem)


def test_a_mistake_in_a_loop_is_told_once_by_its_own_line(workshop: Workshop) -> None:
    workshop.face("{% for a in range(3) %}\n<g/>\n<wobble/>\n{% endfor %}\n<gobble/>")
    assert workshop.problems() == [
        "hero.svg.j2:4 ann: <wobble> is not drawn by the press",
        "hero.svg.j2:6 ann: <gobble> is not drawn by the press",
    ]


def test_a_template_that_is_not_there_is_told(workshop: Workshop) -> None:
    (workshop.root / "layouts/press/faces/hero.svg.j2").unlink()
    assert workshop.problems() == ['hero.svg.j2: is not there; did you mean "plain.svg.j2"?']


def test_macros_of_another_file_are_told_by_their_own_line(workshop: Workshop) -> None:
    workshop.write("layouts/press/faces/_parts.svg.j2", "{% macro frame(card) %}\n\n{{ card.nmae }}\n{% endmacro %}")
    workshop.face('{% from "_parts.svg.j2" import frame %}{{ frame(card) }}')
    (told,) = workshop.problems()
    assert told.startswith('_parts.svg.j2:3: the card ann (hero) has no "nmae"')


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__ }}",
        "{{ ''['__class__'] }}",
        "{{ ''|attr('__class__') }}",
        "{{ card.__class__ }}",
        "{{ card.__init__.__globals__ }}",
        "{{ card._values }}",
        "{{ card['_values'] }}",
        "{{ card['__class__'] }}",
        "{{ card['__reduce_ex__'](4) }}",
        "{{ card.friend['__init__'] }}",
        "{{ color.__globals__ }}",
        "{{ game.__init__ }}",
        "{{ range.__self__ }}",
        "{{ self.__init__ }}",
        "{{ lipsum.__globals__ }}",
        "{{ cycler.__init__.__globals__.os.popen('id') }}",
        "{{ [].append(1) }}",
        "{{ card.color.ramp.__len__() }}",
        "{{ '{0.__class__}'.format(card) }}",
        "{% import os %}",
        "{{ open('/etc/passwd') }}",
        "{{ range(1000000) }}",
    ],
)
def test_the_sandbox_lets_nothing_out(workshop: Workshop, template: str) -> None:
    workshop.heroes("ann,Ann,x,red,ann", columns="id,name,text,color,friend")
    workshop.face(template)
    (told,) = workshop.problems()
    assert re.match(r"hero\.svg\.j2(:\d+)?( ann)?: ", told), told


@pytest.mark.parametrize(
    "template",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% for a in range(99999) %}{{ 'x' * 1000 }}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% include 'hero.svg.j2' %}",
        "{{ 'x' * 3000000000 }}",
        "{{ [1] * 3000000000 }}",
        "{{ 9 ** (9 ** 9) }}",
        "{{ '%9999999999d' % 3 }}",
        "{{ 'a'.ljust(4000000000) | length }}",
        "{{ 'a' | center(4000000000) | length }}",
        "{{ 'a' | indent(4000000000, true) | length }}",
    ],
)
def test_an_endless_template_is_refused_in_bounded_time(
    workshop: Workshop, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.place.template.LONGEST_SECONDS", 0.5)
    workshop.face(template)
    start = time.monotonic()
    (told,) = workshop.problems()
    assert time.monotonic() - start < 3
    assert told.startswith("hero.svg.j2")


@pytest.mark.parametrize(
    "attack",
    [
        "{{ card['__class__'] }}",
        "{{ card['_View__values'] }}",
        "{{ card['__reduce_ex__'](4) }}",
        "{{ card.friend['__init__'] if card.friend else card['__init__'] }}",
        "{{ 'x' * 3000000000 }}",
        "{{ '%9999999999d' % 3 }}",
        "{{ 'a'.ljust(4000000000) }}",
        "{{ '{:>4000000000}'.format('a') }}",
        "{{ 9 ** (9 ** 9) }}",
        "{{ ('x'|replace('x', 'y' ~ 'z'))|center(99999999) }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% include 'hero.svg.j2' %}",
    ],
)
def test_a_hostile_template_is_refused_at_once(workshop: Workshop, attack: str) -> None:
    workshop.face(attack)
    (problem,) = workshop.problems()
    assert problem.startswith("hero.svg.j2")
    assert "object at 0x" not in problem


def test_a_mistake_in_a_macro_is_told_where_the_macro_stands(workshop: Workshop) -> None:
    workshop.write("layouts/press/faces/_parts.svg.j2", "\n{% macro frame() %}\n\n<rekt/>\n{% endmacro %}\n")
    workshop.face("<g/>{% import '_parts.svg.j2' as parts %}\n{{ parts.frame() }}\n")
    problem = workshop.problems()
    assert problem == ['_parts.svg.j2:4 ann: <rekt> is not drawn by the press; did you mean "rect"?']


def test_a_textbox_says_which_column_it_shows_whole(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Win \\{1\\} {gold}.,Win {1},3,3", columns="id,name,text,plain,power,cost")
    workshop.face(
        """<textbox id="a" x="6" y="8" width="50" height="6" style="rules">{{ card.text }}</textbox>
        <textbox id="b" x="6" y="18" width="50" height="6" style="rules">{{ card.plain }}</textbox>
        <textbox id="c" x="6" y="28" width="50" height="6" style="rules">{{ card.name }}!</textbox>
        <textbox id="d" x="6" y="38" width="50" height="6" style="rules">{{ card.power }}</textbox>
        <textbox id="e" x="6" y="48" width="50" height="6" style="rules"> {{ card.name }} </textbox>"""
    )
    # c shows more than a value, and d what two columns have.
    columns = {each.name: each.column for each in workshop.made().placed}
    assert columns == {"a": "text", "b": "plain", "c": "", "d": "", "e": "name"}
