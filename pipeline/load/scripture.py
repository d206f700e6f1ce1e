"""Scripture references by the books of the King James Version."""

import re

from pipeline.load.cell_error import CellError
from pipeline.model import Scripture
from pipeline.problem import nearest

#: The 66 books and their numbers of chapters (KJV, 1769 text; names as its contents page has them, shortened as usual).
BOOKS = {
    "Genesis": 50, "Exodus": 40, "Leviticus": 27, "Numbers": 36, "Deuteronomy": 34, "Joshua": 24, "Judges": 21,
    "Ruth": 4, "1 Samuel": 31, "2 Samuel": 24, "1 Kings": 22, "2 Kings": 25, "1 Chronicles": 29, "2 Chronicles": 36,
    "Ezra": 10, "Nehemiah": 13, "Esther": 10, "Job": 42, "Psalms": 150, "Proverbs": 31, "Ecclesiastes": 12,
    "Song of Solomon": 8, "Isaiah": 66, "Jeremiah": 52, "Lamentations": 5, "Ezekiel": 48, "Daniel": 12, "Hosea": 14,
    "Joel": 3, "Amos": 9, "Obadiah": 1, "Jonah": 4, "Micah": 7, "Nahum": 3, "Habakkuk": 3, "Zephaniah": 3, "Haggai": 2,
    "Zechariah": 14, "Malachi": 4, "Matthew": 28, "Mark": 16, "Luke": 24, "John": 21, "Acts": 28, "Romans": 16,
    "1 Corinthians": 16, "2 Corinthians": 13, "Galatians": 6, "Ephesians": 6, "Philippians": 4, "Colossians": 4,
    "1 Thessalonians": 5, "2 Thessalonians": 3, "1 Timothy": 6, "2 Timothy": 4, "Titus": 3, "Philemon": 1,
    "Hebrews": 13, "James": 5, "1 Peter": 5, "2 Peter": 3, "1 John": 5, "2 John": 1, "3 John": 1, "Jude": 1,
    "Revelation": 22,
}  # fmt: skip
#: One of the Psalms is cited as "Psalm 23:1".
_CITED = {"Psalm": "Psalms"}

_REFERENCE = re.compile(r"(.*\S) ([0-9]{1,3}):([0-9]{1,3})(?:[-–]([0-9]{1,3}))?", re.ASCII)


def parse_scripture(text: str) -> Scripture:
    """Read "1 Corinthians 13:4-7"; a hyphen or an en dash parts the verses. Raises CellError."""
    match = _REFERENCE.fullmatch(text)
    if match is None:
        raise CellError(f'"{text}" is no scripture reference', 'write book chapter:verse, as in "Isaiah 11:2"')
    cited = match[1]
    book = _CITED.get(cited, cited)
    if book not in BOOKS:
        raise CellError(f'no book "{cited}" in the King James Version', nearest(cited, BOOKS))
    chapter, first = int(match[2]), int(match[3])
    last = int(match[4]) if match[4] else first
    if not 1 <= chapter <= BOOKS[book]:
        chapters = "1 chapter" if BOOKS[book] == 1 else f"{BOOKS[book]} chapters"
        raise CellError(f"{book} has {chapters}, not {chapter}")
    if not 1 <= first <= last:
        raise CellError(f"verses {match[3]} to {match[4] or match[3]} are out of order", "verses count from 1 upwards")
    return Scripture(book, chapter, first, last, text)
