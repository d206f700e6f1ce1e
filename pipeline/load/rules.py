"""rules.toml: a game's numbered rules, one fact an entry, as docs/card-data.md lays it down."""

import re
from collections.abc import Mapping

from pydantic import Field

from pipeline.load.files import locate
from pipeline.load.ids import form_flaw
from pipeline.load.toml import Entry, Toml, read_toml
from pipeline.model import RULE_VALUE, Rule, Ruleset
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

_NUMBER = re.compile(r"R([1-9][0-9]?)[0-9]{2}")


class RuleEntry(Entry):
    """A table of `[[rule]]`."""

    number: str
    statement: str
    section: int
    decisions: list[str] = Field(default_factory=list)
    rulesets: list[str] = Field(default_factory=list)


class RulesEntry(Entry):
    """The whole of rules.toml."""

    rule: list[RuleEntry] = Field(default_factory=list)


def read_rules(
    project: Project, game_id: str, rulesets: Mapping[str, Ruleset], problems: Problems
) -> dict[str, Rule]:
    """The rules of a game's rules.toml, which may be absent, by number and in the file's order; broken ones left out.

    Whether a statement's values can be printed is only looked into where the game's rulesets could be read.
    """
    relative = f"card_data/{game_id}/rules.toml"
    path = locate(project, relative, problems)
    if path is None or not path.exists():
        return {}
    toml = read_toml(project, relative, problems)
    entry = toml.check(RulesEntry, problems) if toml is not None else None
    if toml is None or entry is None:
        return {}
    rules: dict[str, Rule] = {}
    for at, each in enumerate(entry.rule):
        before = len(problems.found)
        rule = Rule(
            number=each.number,
            statement=each.statement,
            section=each.section,
            decisions=tuple(each.decisions),
            rulesets=tuple(each.rulesets),
            place=_place(toml, at, each.number),
        )
        _check_number(rule, rules.get(rule.number), _place(toml, at, rule.number, "number"), problems)
        _check_rulesets(project, game_id, rule, rulesets, _place(toml, at, rule.number, "rulesets"), problems)
        _check_statement(rule, rulesets, _place(toml, at, rule.number, "statement"), problems)
        if len(problems.found) == before:
            rules[rule.number] = rule
    return rules


def _place(toml: Toml, at: int, number: str, key: str = "") -> Place:
    line = toml.place("rule", at, *filter(None, (key,))).line
    return Place(toml.file, line, key, number)


def _check_number(rule: Rule, taken: Rule | None, place: Place, problems: Problems) -> None:
    form = _NUMBER.fullmatch(rule.number)
    if form is None:
        hint = "write R, the section and two digits: R401"
        problems.add(place, f'"{rule.number}" is no number of a rule', hint)
    elif int(form[1]) != rule.section:
        message = f"a number of section {form[1]}, but the rule is of section {rule.section}"
        problems.add(place, message)
    elif taken is not None:
        message = f"is the number of a rule already, in line {taken.place.line}"
        problems.add(place, message, "a number is given once and for all")


def _check_rulesets(
    project: Project, game_id: str, rule: Rule, known: Mapping[str, Ruleset], place: Place, problems: Problems
) -> None:
    for ruleset in rule.rulesets:
        # One whose file is there but cannot be used has problems of its own.
        if ruleset not in known and not _has_file(project, game_id, ruleset, problems):
            hint = nearest(ruleset, known) or f"known are {', '.join(known)}"
            problems.add(place, f'no ruleset "{ruleset}"', hint)


def _has_file(project: Project, game_id: str, ruleset: str, problems: Problems) -> bool:
    if form_flaw(ruleset):
        return False
    path = locate(project, f"card_data/{game_id}/rulesets/{ruleset}.toml", problems)
    return path is not None and path.exists()


def _check_statement(rule: Rule, known: Mapping[str, Ruleset], place: Place, problems: Problems) -> None:
    if not rule.statement.strip():
        problems.add(place, "says nothing", "write the rule as one sentence")
    elif "\n" in rule.statement:
        problems.add(place, "is longer than one line", "write the rule as one sentence")
    if stray := re.search(r"\{[^{}]*\}?|\}", RULE_VALUE.sub("", rule.statement)):
        hint = "a ruleset's number is written {value:NAME}"
        problems.add(place, f'"{stray.group()}" stands for nothing', hint)
    if known:
        _check_values(rule, next(iter(known.values())), place, problems)


def _check_values(rule: Rule, ruleset: Ruleset, place: Place, problems: Problems) -> None:
    """Any ruleset will do: those of a game have the same names and kinds."""
    for name in RULE_VALUE.findall(rule.statement):
        value = ruleset.values.get(name)
        if value is None:
            problems.add(place, f'the rulesets have no "{name}"', nearest(name, ruleset.values))
        elif isinstance(value, bool | tuple):
            kind = "a flag" if isinstance(value, bool) else "a list"
            problems.add(place, f'"{name}" is {kind}', "only numbers and texts can be printed in a statement")
