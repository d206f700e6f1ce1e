"""`cardpress conformance` as a designer meets it: told, refused, approved, proven."""

import json
from pathlib import Path

import pytest

from tests.projects import ROOT, copy_project, press, press_anew

GAME = "light-vs-darkness"
CARD = "love-one-another"
WORDS = "gain +2 MP."


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copy_project(tmp_path, GAME)


def edit(project: Path, name: str, old: str, new: str) -> None:
    path = project / "card_data" / GAME / name
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def account(project: Path, card: str = CARD) -> Path:
    return project / "card_data" / GAME / "accounts" / f"{card}.txt"


def test_a_sound_card_is_told_in_a_line_and_on_a_page(project: Path) -> None:
    run = press(project, "conformance", GAME, CARD)
    assert run.returncode == 0, run.stderr
    assert run.stderr.endswith(" scenarios of 1 card hold.\n")
    page = project / "output" / GAME / "conformance" / "index.html"
    assert run.stdout == f"{page}\n"
    assert "Love one another itself can be the sixth" in page.read_text("utf-8")


def test_json_and_nothing_else() -> None:
    run = press_anew(ROOT, "conformance", GAME, CARD, "--json")
    assert run.returncode == 0 and run.stderr == ""
    told = json.loads(run.stdout)
    assert set(told) == {"cards", "rules", "mutants", "problems"}
    (card,) = told["cards"]
    assert card["id"] == CARD and card["approved"] is True
    assert "Effect: gain 2 MP" in card["reading"]
    assert all(each["passed"] for each in card["scenarios"])


def test_words_that_play_otherwise_are_refused_and_not_approved(project: Path) -> None:
    edit(project, "cards/one-time.csv", WORDS, "gain +3 MP.")
    before = account(project).read_bytes()
    run = press(project, "conformance", GAME, CARD, "--approve")
    assert run.returncode == 1
    # The page is where a designer sees what disagrees.
    assert run.stdout == f"{project / 'output' / GAME / 'conformance' / 'index.html'}\n"
    assert "Love one another itself can be the sixth: samuel.mp: wanted 2, found 3" in run.stderr
    assert 'Love one another says "If you have played more than 5 Red Truth cards this game, gain +3 MP."' in run.stderr
    assert account(project).read_bytes() == before


def test_approving_keeps_what_is_told_now(project: Path) -> None:
    approved = account(project).read_bytes()
    account(project).write_bytes(approved.replace(b"gains 2 MP", b"gains 5 MP"))
    account(project, "passover").unlink()
    refused = press(project, "conformance", GAME, CARD, "passover", "--json")
    assert refused.returncode == 1
    first, second = json.loads(refused.stdout)["problems"]
    assert first["file"].endswith(f"accounts/{CARD}.txt") and "gains 5 MP" in first["message"]
    assert second["message"] == "nobody approved what is told of its play"
    run = press(project, "conformance", GAME, CARD, "passover", "--approve")
    assert run.returncode == 0, run.stderr
    assert set(run.stdout.split()) >= {str(account(project)), str(account(project, "passover"))}
    assert account(project).read_bytes() == approved
    assert account(project, "passover").read_bytes() == account(ROOT, "passover").read_bytes()


def test_only_changed_cards_are_mutated_and_their_proof_is_kept(project: Path) -> None:
    ledger = project / "card_data" / GAME / "proven.toml"
    before = ledger.read_text("utf-8").splitlines()
    edit(project, "cards/one-time.csv", "anointing.,,Genesis 22:14", "anointing.,,Genesis 22:8")
    run = press(project, "conformance", GAME, "--mutate", "--changed", "--approve", "--json", "--jobs", "1")
    assert run.returncode == 0, run.stderr
    mutants = json.loads(run.stdout)["mutants"]
    # It costs nothing and adds 1 colorless anointing: a handful of changes, each of which a scenario notices.
    assert 3 <= mutants["total"] <= 20
    assert mutants["caught"] == mutants["total"] and mutants["survivors"] == []
    after = ledger.read_text("utf-8").splitlines()
    assert len(after) == len(before)
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert [line.split(" = ")[0] for line in changed] == ["the-lord-provides"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((GAME, "love-on-another"), 'did you mean "love-one-another"?'),
        ((GAME, "--changed"), "--changed is for --mutate"),
        ((GAME, CARD, "--mutate", "--changed"), "--changed is for --mutate"),
        (("christianity-card-game",), "no mechanics are known"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], told: str) -> None:
    run = press(ROOT, "conformance", *arguments)
    assert run.returncode == 2
    assert told in run.stderr
