"""What may be asked of a noun: what a noun's cards can suffer or do, whatever the language."""

from typing import Final

#: held: may be in a hand, be played and discarded. hurt, strong: has HP and ATK (a Mentor once transformed). hostile:
#: attacks players. passive: has a Side A. healed, sacrificed, demolished: Draft 5, section 11.
TAGS: Final = {
    "card": "held sacrificed",
    "truth-card": "held sacrificed",
    "anointing-card": "held",
    "healing-card": "held",
    "one-time": "held",
    "living-truth": "held hurt healed strong sacrificed",
    "equipment": "held sacrificed",
    "stronghold": "hurt strong demolished hostile",
    "mentor": "hurt strong passive",
}
