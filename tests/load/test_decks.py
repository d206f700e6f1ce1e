"""Decks, the waivers that settle their quantities, and editions."""

from .conftest import Tiny

HUGE = (
    "decks/huge.csv:2:quantity ann: 100 copies of one card; if that is meant, say why in waivers.csv: "
    'quantity,decks/huge.csv:ann,"the reason"'
)


def test_deck_entries(tiny: Tiny) -> None:
    tiny.write("decks/first-steps.csv", "quantity,card\n2,oak\n,ann\n99,ann\n,nn\n1,\n")
    game, problems = tiny.load()
    assert problems == [
        'decks/first-steps.csv:4:card ann: "ann" stands in this deck already, in line 3; '
        "give one line with the whole quantity",
        'decks/first-steps.csv:5:card nn: no card "nn"; did you mean "ann"?',
        'decks/first-steps.csv:6:card: "card" is blank; every row must fill it',
    ]
    assert game is not None
    deck = game.decks["first-steps"]
    assert (deck.name, [(entry.card, entry.quantity) for entry in deck.entries]) == (
        "First Steps",
        [("oak", 2), ("ann", 1)],
    )


def test_deck_file_names(tiny: Tiny) -> None:
    tiny.write("decks/My Deck.csv", "card\nann\n")
    tiny.write("decks/read.me", "")
    assert tiny.problems() == [
        'decks/My Deck.csv: the file name "My Deck" is not of the form a-z, 0-9 and single hyphens; write "my-deck"',
        "decks/read.me: is not a table; only .csv, .xlsx and .ods files belong here",
    ]


def test_a_hundred_copies_want_a_waiver(tiny: Tiny) -> None:
    tiny.write("decks/huge.csv", "card,quantity\nann,100\n")
    assert tiny.problems() == [HUGE]
    tiny.write("waivers.csv", 'code,where,reason\nquantity,decks/huge.csv:ann,"a bag of tokens"\n')
    assert tiny.game().decks["huge"].entries[0].quantity == 100


def test_waivers_that_settle_nothing(tiny: Tiny) -> None:
    tiny.write("decks/huge.csv", "card,quantity\nann,100\noak,99\n")
    tiny.write(
        "waivers.csv",
        "code,where,reason\nquantity,decks/huge.csv:anne,x\nquantity,decks/huge.csv:oak,x\n"
        "quantity,decks/huge.csv:ann,\nquantty,decks/huge.csv:ann,x\n",
    )
    assert tiny.problems() == [
        HUGE,
        'waivers.csv:2:where: settles nothing: no problem "quantity" at decks/huge.csv:anne; '
        'did you mean "decks/huge.csv:ann"?',
        'waivers.csv:3:where: settles nothing: no problem "quantity" at decks/huge.csv:oak; '
        'did you mean "decks/huge.csv:ann"?',
        'waivers.csv:4:reason: "reason" is blank; every row must fill it',
        'waivers.csv:5:code: no problem has the code "quantty"; did you mean "quantity"?',
    ]


def test_a_waiver_twice(tiny: Tiny) -> None:
    tiny.write("decks/huge.csv", "card,quantity\nann,100\n")
    tiny.write("waivers.csv", "code,where,reason\n" + "quantity,decks/huge.csv:ann,x\n" * 2)
    assert tiny.problems() == [
        'waivers.csv:3:where: an earlier line settles "quantity" at decks/huge.csv:ann; remove the line'
    ]


def test_editions(tiny: Tiny) -> None:
    tiny.write("editions/old.csv", 'card,field,wording,change\nann,text,"Draw *1*.",clearer\nann,name,Anna,\n')
    edition = tiny.game().editions["old"]
    assert edition.wording == {"ann": {"text": "Draw *1*.", "name": "Anna"}}
    assert edition.changes == {"ann": {"text": "clearer"}}
    assert {field: place.line for field, place in edition.places["ann"].items()} == {"text": 2, "name": 3}


def test_mistakes_in_editions(tiny: Tiny) -> None:
    tiny.write(
        "editions/old.csv",
        "card,field,wording\nanne,text,x\nann,txt,x\noak,text,x\nann,text,*x\nann,text,y\nann,,y\n",
    )
    game, problems = tiny.load()
    assert problems == [
        'editions/old.csv:2:card anne: no card "anne"; did you mean "ann"?',
        'editions/old.csv:3:field ann: a hero has no field "txt"; did you mean "text"?',
        'editions/old.csv:4:field oak: a town has no field "text"',
        "editions/old.csv:5:wording ann: col 1: italic is opened here and never closed; close it with *, or write \\*",
        "editions/old.csv:6:field ann: the wording of text is given already, in line 5; keep one of the two",
        'editions/old.csv:7:field ann: "field" is blank; every row must fill it',
    ]
    assert game is not None
    assert game.editions["old"].wording == {}
