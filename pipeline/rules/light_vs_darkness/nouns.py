"""What may be asked of a noun: what a noun's cards can suffer or do, whatever the language."""

from typing import Final

#: hurt: has HP (or, for a Mentor, once transformed). healed, strong: Draft 5, section 11. passive: has a Side A.
TAGS: Final = {
    "card": "sacrificed",
    "truth-card": "sacrificed",
    "anointing-card": "",
    "living-truth": "hurt healed strong sacrificed",
    "equipment": "sacrificed",
    "stronghold": "hurt strong demolished",
    "mentor": "hurt strong passive",
}
