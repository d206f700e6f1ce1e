"""The page of a conformance report: each card's face and three tellings of it (printed, read, played) side by side, the
numbered rules with their scenarios and proofs, and on top how it all comes out.

The page is `output/<game>/conformance/index.html`, whole in itself; its frame is `layouts/conformance/`.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pipeline.cache import Cache
from pipeline.model import Card, Game
from pipeline.model.markup import Paragraph, parse
from pipeline.outputs.screen_page import card_colors, color_chips, data_uri, render, searched, symbol_mark
from pipeline.outputs.screen_pictures import bounds, kept_pictures, pixel_size
from pipeline.place import Face, FacePress
from pipeline.problem import Problem, Refused
from pipeline.project import Project
from pipeline.rules.conformance import CardReport, Conformance, RuleReport, Trial
from pipeline.rules.mutation import GATE, Report

#: Half as much again as the page shows a face in; what stands on it can be read when it is opened. Drawing takes most
#: of the time that the page needs.
_BOUNDS: Final = bounds(360)
#: The cases of scenarios in the order that they are told in, with what each says of the words.
_CASES: Final = {
    "happens": ("Happens", "what the words say comes about"),
    "not": ("Does not", "where they do not apply, nothing does"),
    "boundary": ("Just so", "exactly so far, in this order, no more"),
    "bystander": ("Left alone", "what they do not speak of stays as it is"),
}
#: The section of rules, which no kind of card can be called.
_RULES: Final = "numbered rules"
#: Lines that are the same, told before and behind those that are not.
_CONTEXT: Final = 1


def conformance_page(
    project: Project, game: Game, report: Conformance, tell: Callable[[], None] = lambda: None
) -> Mapping[str, bytes]:
    """The page's files by name, `index.html` first; `tell` is called for every face that is drawn anew. A face that
    cannot be drawn is left out, which the proof tells of.

    Raises Refused for a mistake in a project's own template.
    """
    pictures = _pictures(project, game, [game.cards[card.card] for card in report.cards], tell)
    marks = _Marks(project, game)
    cards = [_card(game, each, pictures.get(each.card, []), report.mutants, marks) for each in report.cards]
    kinds = [
        {"id": kind.id, "name": kind.name, "cards": own}
        for kind in game.kinds.values()
        if (own := [card for card in cards if card["kind"] == kind.id])
    ]
    rules = [_rule(game, each, report.mutants) for each in report.rules]
    chips = [*kinds, *([{"id": _RULES, "name": "Rules", "cards": rules}] if rules else [])]
    values = {
        "title": game.name,
        "language": game.language,
        "edition": game.press.edition_mark,
        "glass": [color.tones.get("mid") or next(iter(color.tones.values())) for color in game.colors.values()],
        "cases": [{"id": case, "name": name, "line": line} for case, (name, line) in _CASES.items()],
        "summary": _summary(report),
        "failures": [_failure(trial, report) for trial in report.trials if not trial.passed],
        "problems": _elsewhere(report),
        "kinds": kinds,
        "chips": chips,
        "colors": color_chips(project, game, [card_colors(game.cards[each.card], game) for each in report.cards]),
        "rules": rules,
        "rules_id": _RULES,
        "mutants": _mutants(game, report.mutants) if report.mutants else None,
    }
    return {"index.html": render(project, "conformance", values, style=marks.style()).encode()}


# faces ----------------------------------------------------------------------------------------------------------------


def _pictures(
    project: Project, game: Game, cards: Sequence[Card], tell: Callable[[], None]
) -> dict[str, list[dict[str, Any]]]:
    """The pictures of each card's sides that can be made."""
    try:
        press = FacePress(project, game)
    except Refused:
        return {}
    faces, _ = press.faces(cards)
    cache = Cache(project.output / ".cache" / "screen")
    found: dict[str, list[dict[str, Any]]] = {}
    for face, picture in zip(faces, kept_pictures(press, faces, _BOUNDS, cache, tell), strict=True):
        found.setdefault(face.card, []).append(_picture(face, picture))
    return found


def _picture(face: Face, picture: bytes) -> dict[str, Any]:
    width, height = pixel_size(face, _BOUNDS)
    return {"title": face.title, "source": data_uri("image/webp", picture), "width": width, "height": height}


# what is printed ------------------------------------------------------------------------------------------------------


class _Marks:
    """The game's symbols as the page shows them in texts; each that is used stands once, in the page's style."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game
        self._used: dict[str, str] = {}

    def printed(self, text: str) -> list[list[dict[str, Any]]]:
        """A text's paragraphs in pieces: words in one style, or symbols in a row."""
        paragraphs, _ = parse(text)
        return [list(self._pieces(paragraph)) for paragraph in paragraphs]

    def _pieces(self, paragraph: Paragraph) -> Iterator[dict[str, Any]]:
        for span in paragraph:
            symbols = [self._symbol(token) for token in span.tokens]
            yield {"text": span.text, "bold": span.bold, "italic": span.italic, "symbols": symbols}

    def _symbol(self, token: str) -> dict[str, str]:
        symbol = self._game.symbols.get(token)
        if symbol is None:
            return {"words": token, "mark": ""}
        if token not in self._used:
            mark = symbol_mark(self._project, self._game, symbol)
            self._used[token] = f'.m{len(self._used)}{{background-image:url("{mark}")}}\n' if mark else ""
        name = f"m{list(self._used).index(token)}" if self._used[token] else ""
        return {"words": symbol.words, "mark": name}

    def style(self) -> str:
        """The style that draws the symbols used so far."""
        return "".join(self._used.values())


# cards ----------------------------------------------------------------------------------------------------------------


def _card(
    game: Game, report: CardReport, faces: Sequence[Mapping[str, Any]], mutants: Report | None, marks: _Marks
) -> dict[str, Any]:
    card = game.cards[report.card]
    survivors = [each for each in mutants.survivors if _owner(each.id) == report.card] if mutants else []
    failed = sum(not trial.passed for trial in report.trials)
    unlike = report.approved is not None and report.approved != report.account
    states = {
        "failed": bool(failed) or unlike,
        "untested": not report.trials,
        "unapproved": report.approved is None and bool(report.trials),
        "unnoticed": bool(survivors),
    }
    told = (line for trial in report.trials for line in (trial.title, *trial.told))
    return {
        "id": report.card,
        "name": report.name,
        "kind": report.kind,
        "colors": " ".join(card_colors(card, game)) or "none",
        "states": _named(states),
        "search": searched(game, report.name, report.card, report.text, *report.reading, *told),
        "place": card.place,
        "faces": faces,
        "printed": marks.printed(report.text),
        "reading": [_part(line) for line in report.reading],
        "count": len(report.trials),
        "failed": failed,
        "cases": _by_case(report.card, report.trials),
        "approved": report.approved is not None and not unlike,
        "changes": _changes(report.approved or (), report.account) if unlike else [],
        "survivors": survivors,
        "problems": _beside(report.problems, report.trials),
    }


def _named(states: Mapping[str, bool]) -> str:
    return " ".join(name for name, holds in states.items() if holds)


def _part(line: str) -> dict[str, str]:
    """A part of a reading: what it is, and what it says."""
    name, colon, text = line.partition(": ")
    return {"name": name, "text": text} if colon else {"name": "", "text": line.strip()}


def _by_case(card: str, trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """Scenarios by their case, in the order of cases, those of which the card is the first subject before others. The
    first one in which something is done is told at once."""
    ordered = sorted(trials, key=lambda each: (list(_CASES).index(each.case), each.about[:1] != (card,)))
    first = next((each.place for each in ordered if each.done), None)
    told = [_trial(each, first=each.place == first) for each in ordered]
    groups = {case: [each for each in told if each["case"] == case] for case in _CASES}
    return [{"id": case, "name": _CASES[case][0], "trials": own} for case, own in groups.items() if own]


def _trial(trial: Trial, first: bool = False) -> dict[str, Any]:
    """A scenario as the page shows it, told at once where it is the `first` of its card, or failed."""
    return {
        "title": trial.title,
        "case": trial.case,
        "passed": trial.passed,
        "disagreement": trial.disagreement,
        "told": [{"text": line.removesuffix(":"), "heading": line.endswith(":")} for line in trial.told],
        "done": trial.done,
        "wanted": trial.wanted,
        "place": trial.place,
        "open": first or not trial.passed,
    }


def _changes(approved: Sequence[str], account: Sequence[str]) -> list[tuple[str, str]]:
    """The account as it was approved and as it is now, a line each ("same", "old" or "new", text): what differs, with
    a little of what stands around it; "gap" where lines are left out."""
    lines: list[tuple[str, str]] = []
    matcher = difflib.SequenceMatcher(None, approved, account, autojunk=False)
    for number, group in enumerate(matcher.get_grouped_opcodes(_CONTEXT)):
        if number:
            lines.append(("gap", ""))
        for tag, a, b, c, d in group:
            if tag == "equal":
                lines += [("same", line) for line in account[c:d]]
            else:
                lines += [("old", line) for line in approved[a:b]]
                lines += [("new", line) for line in account[c:d]]
    return lines


def _beside(problems: Iterable[Problem], trials: Sequence[Trial]) -> list[Problem]:
    """Problems apart from those of scenarios, which are told where these are."""
    told = {trial.place for trial in trials}
    return [problem for problem in problems if problem.place not in told]


# rules and mutants ----------------------------------------------------------------------------------------------------


def _rule(game: Game, report: RuleReport, mutants: Report | None) -> dict[str, Any]:
    failed = sum(not trial.passed for trial in report.trials)
    unproven = mutants is not None and not report.proven_by and not report.exempt
    states = {
        "failed": bool(failed),
        "untested": not report.trials and not report.exempt,
        "unnoticed": unproven and bool(report.trials),
    }
    return {
        "number": report.number,
        "statement": report.statement,
        "states": _named(states),
        "search": searched(game, report.number, report.statement, *(trial.title for trial in report.trials)),
        "failed": failed,
        "trials": [_trial(each) for each in report.trials],
        "proven_by": report.proven_by,
        "exempt": report.exempt,
        "unproven": unproven,
        "problems": _beside(report.problems, report.trials),
    }


def _owner(mutant: str) -> str:
    """The card or ruleset that a mutant is of: its id begins with it."""
    return mutant.partition("/")[0]


def _mutants(game: Game, mutants: Report) -> dict[str, Any]:
    owners = dict.fromkeys(_owner(each.id) for each in mutants.survivors)
    # Cut, not rounded: 100 % is all of them.
    permille = 1000 * mutants.caught // mutants.total if mutants.total else 1000
    return {
        "total": mutants.total,
        "caught": mutants.caught,
        "share": f"{permille // 10}.{permille % 10}".removesuffix(".0"),
        "gate": 100 * GATE,
        "enough": mutants.caught >= GATE * mutants.total,
        "equivalent": mutants.equivalent,
        "survivors": [
            {
                "id": owner,
                "name": game.cards[owner].name if owner in game.cards else owner,
                "card": owner in game.cards,
                "told": [each for each in mutants.survivors if _owner(each.id) == owner],
            }
            for owner in owners
        ],
    }


# the whole ------------------------------------------------------------------------------------------------------------


def _summary(report: Conformance) -> dict[str, Any]:
    cards, rules, trials = report.cards, report.rules, report.trials
    return {
        "cards": len(cards),
        "tested": sum(bool(card.trials) for card in cards),
        "approved": sum(card.approved is not None and card.approved == card.account for card in cards),
        "disagreeing": sum(any(not trial.passed for trial in card.trials) for card in cards),
        "scenarios": len(trials),
        "passed": sum(trial.passed for trial in trials),
        "cases": {case: sum(trial.case == case for trial in trials) for case in _CASES},
        "rules": len(rules),
        "spoken": sum(bool(rule.trials) for rule in rules),
        "proven": sum(bool(rule.proven_by) for rule in rules),
        "exempt": sum(bool(rule.exempt) and not (rule.proven_by if report.mutants else rule.trials) for rule in rules),
    }


def _failure(trial: Trial, report: Conformance) -> dict[str, Any]:
    """A scenario that failed, and where on the page it is told."""
    cards = [{"at": f"card-{each.card}", "name": each.name} for each in report.cards if each.card in trial.about]
    rules = [{"at": f"rule-{each.number}", "name": each.number} for each in report.rules if each.number in trial.about]
    return {**_trial(trial), "links": cards + rules}


def _elsewhere(report: Conformance) -> list[Problem]:
    """Problems that stand beside no card, rule or scenario."""
    parts: Sequence[CardReport | RuleReport] = (*report.cards, *report.rules)
    told = {problem for part in parts for problem in part.problems}
    return [problem for problem in _beside(report.problems, report.trials) if problem not in told]
