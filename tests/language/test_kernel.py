"""The phrase kernel on a toy language of its own: nothing here is a card of any game."""

from dataclasses import dataclass

import pytest

from pipeline.language import (
    ENGLISH,
    SPANISH,
    Form,
    Language,
    Node,
    Subject,
    Term,
    UnreadError,
    WordForms,
    also,
    say,
    worded,
)
from pipeline.language.english import noun, third
from pipeline.language.spanish import adjective
from pipeline.language.spanish import noun as sustantivo


class Animal(Term):
    """An animal."""

    label = "an animal"


class Hue(Term):
    """A color."""

    label = "a color"


class Deed(Node, label="a deed"):
    """What is done."""

    verbal = True


@dataclass(frozen=True)
class Feed(Deed):
    """Feed animals."""

    count: int
    animal: Animal
    hue: Hue | None = None

    words = worded(
        en=("<feed> {count} [{hue}] {animal:count}", also("<feed> a {animal:one}", count=1)),
        es="<cebar> {count} {animal:count} [{hue:animal,count}]",
    )
    glossary = (("Feed", "Give it hay."),)


@dataclass(frozen=True)
class Rest(Deed):
    """Rest, with a reminder."""

    long: bool = False

    inline = worded(en="snoring is allowed", es="se puede roncar")
    words = worded(en="<rest> [?long well]", es="<descansar> [?long bien]")


class Sentence(Node, label="a sentence"):
    """What a text is."""


@dataclass(frozen=True)
class Day(Sentence):
    """A sentence with several deeds."""

    deeds: tuple[Deed, ...]

    words = worded(
        en=say("^{deeds&and:do} (!inline)."),
        es=say("^{deeds&and:do} (!inline)."),
    )


@dataclass(frozen=True)
class OneDeed(Sentence):
    """A sentence with one deed."""

    deed: Deed

    words = worded(en="^{deed:do} (!inline).", es="^{deed:do} (!inline).")


ENGLISH_WORDS = {
    Animal: {"ox": noun("ox", "oxen"), "sheep": noun("sheep", "sheep"), "cow": noun("cow")},
    Hue: {"red": WordForms({"": "red"}), "brown": WordForms({"": "brown"})},
}
SPANISH_WORDS = {
    Animal: {
        "ox": sustantivo("m", "buey", "bueyes"),
        "sheep": sustantivo("f", "oveja", "ovejas"),
        "cow": sustantivo("f", "vaca", "vacas"),
    },
    Hue: {"red": adjective("rojo"), "brown": adjective("marrón")},
}
MECHANICS = (Day, OneDeed, Feed, Rest)


@pytest.fixture(scope="module")
def english() -> Language:
    return Language(ENGLISH, Sentence, MECHANICS, ENGLISH_WORDS)


@pytest.fixture(scope="module")
def spanish() -> Language:
    return Language(SPANISH, Sentence, MECHANICS, SPANISH_WORDS)


def test_one_pattern_reads_and_writes(english: Language) -> None:
    text = "Feed 2 red oxen and feed 1 cow."
    tree = english.read(text).tree
    assert tree == Day((Feed(2, Animal("ox"), Hue("red")), Feed(1, Animal("cow"))))
    assert english.write(tree) == text


def test_three_in_a_row_have_commas(english: Language) -> None:
    tree = Day((Feed(1, Animal("ox")), Rest(), Feed(2, Animal("cow"))))
    assert english.write(tree) == "Feed 1 ox, rest, and feed 2 cows (snoring is allowed)."
    assert english.read("Feed 1 ox, rest, and feed 2 cows.").trees == (tree,)
    assert english.read("Feed 1 ox and rest and feed 2 cows.").trees == ()


def test_a_wording_that_is_only_read_is_never_written(english: Language) -> None:
    tree = english.read("Feed an ox.").tree
    assert tree == OneDeed(Feed(1, Animal("ox")))
    assert english.write(tree) == "Feed 1 ox."
    error = english.read("Feed a ox.").error
    assert error is not None and error.expected == ('"an"',)


def test_the_same_tree_in_spanish_agrees_in_gender_and_number(spanish: Language) -> None:
    tree = Day((Feed(2, Animal("sheep"), Hue("red")), Feed(1, Animal("ox"), Hue("brown"))))
    text = "Ceba 2 ovejas rojas y ceba 1 buey marrón."
    assert spanish.write(tree) == text
    assert spanish.read(text).trees == (tree,)
    error = spanish.read("Ceba 2 ovejas rojos.").error
    assert error is not None and (error.column, error.word) == (15, "rojos")


def test_a_reminder_may_be_left_out_but_not_be_wrong(english: Language) -> None:
    assert english.read("Rest well.").tree == english.read("Rest well (snoring is allowed).").tree
    error = english.read("Rest well (snoring is forbidden).").error
    assert error is not None and error.word == "forbidden"


def test_a_reminder_belongs_to_its_mechanic(english: Language) -> None:
    error = english.read("Feed 1 ox (snoring is allowed).").error
    assert error is not None and error.word == "("


def test_expectations_name_the_sort_and_hints_the_nearest_word(english: Language) -> None:
    error = english.read("Feed 2 red oxes.").error
    assert error is not None
    assert str(error) == 'col 12: "oxes"; expected an animal; did you mean "oxen"?'


def test_an_unread_text_has_no_tree(english: Language) -> None:
    readings = english.read("Sing.")
    with pytest.raises(UnreadError, match='col 1: "Sing"'):
        _ = readings.tree


def test_a_tree_without_words_is_refused(english: Language) -> None:
    with pytest.raises(ValueError, match="no words"):
        english.write(OneDeed(Feed(0, Animal("ox"))))


def test_a_subject_without_a_name_is_no_subject(english: Language) -> None:
    assert english.read("Rest.", Subject("")).tree == english.read("Rest.").tree


def test_the_glossary_comes_from_the_mechanics(english: Language) -> None:
    assert english.glossary() == [("Feed", "Give it hay.")]


def test_a_pattern_must_speak_of_every_field() -> None:
    @dataclass(frozen=True)
    class Milk(Deed):
        animal: Animal
        count: int
        words = worded(en="milk {count}")

    with pytest.raises(TypeError, match="says nothing of animal"):
        Language(ENGLISH, Sentence, (*MECHANICS, Milk), ENGLISH_WORDS)


def test_an_unfinished_pattern_is_a_programmers_fault() -> None:
    @dataclass(frozen=True)
    class Milk(Deed):
        count: int
        words = worded(en="milk {count")

    with pytest.raises(ValueError, match="is no pattern"):
        Language(ENGLISH, Sentence, (*MECHANICS, Milk), ENGLISH_WORDS)


@pytest.mark.parametrize(
    ("verb", "bent"), [("draw", "draws"), ("pass", "passes"), ("ready", "readies"), ("pay", "pays"), ("go", "goes")]
)
def test_english_third_person(verb: str, bent: str) -> None:
    assert third(verb) == bent


@pytest.mark.parametrize(
    ("infinitive", "forms"),
    [
        ("robar", ["roba", "robas", "roba", "roban", "robar"]),
        ("perder", ["pierde", "pierdes", "pierde", "pierden", "perder"]),
        ("añadir", ["añade", "añades", "añade", "añaden", "añadir"]),
        ("infligir", ["inflige", "infliges", "inflige", "infligen", "infligir"]),
        ("prevenir", ["prevén", "previenes", "previene", "previenen", "prevenir"]),
    ],
)
def test_spanish_verbs(infinitive: str, forms: list[str]) -> None:
    asked = [Form().having(verb) for verb in ("do", "thou", "does", "they", "to")]
    assert [SPANISH.inflect(infinitive, form) for form in asked] == forms
