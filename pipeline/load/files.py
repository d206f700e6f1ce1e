"""Finding and reading a project's files: nothing outside the project, nothing of any size, UTF-8 only."""

import errno
import re
import stat
from pathlib import Path, PurePosixPath

from pipeline.load.ids import form_flaw
from pipeline.problem import Place, Problems, nearest
from pipeline.project import OutsideError, Project

#: What a table of records may be kept in. All three give the same records.
TABLE_SUFFIXES = (".csv", ".xlsx", ".ods")
#: TOML is written by hand; a megabyte is far more than any game's rules.
MOST_TEXT_BYTES = 1_000_000

_MARK = b"\xef\xbb\xbf"
#: Characters that XML, and so a face, cannot hold (XML 1.0, 2.2 Char), one by one: a pattern of all others, negated,
#: takes ten times as long to make.
_UNPRINTABLE = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"


def locate(project: Project, relative: str, problems: Problems) -> Path | None:
    """The file or folder that `relative` names, or None when it (or a link on its way) leads out of the project."""
    try:
        return project.path(relative)
    except (OutsideError, OSError, RuntimeError):
        # A loop of links is an OSError or, before Python 3.13, a RuntimeError.
        problems.add(Place(relative), "leads out of the project folder", "put the file itself here, not a link")
        return None


def file_size(path: Path) -> int:
    """Bytes of a file. Raises OSError also for what is no file: reading a pipe or a device may never end."""
    state = path.stat()
    if not stat.S_ISREG(state.st_mode) and not stat.S_ISDIR(state.st_mode):
        raise OSError(errno.EINVAL, "not a file")
    return state.st_size


def unprintable(text: str) -> str:
    """Which character of a text cannot be printed, and where: empty when all can."""
    if text.isprintable():
        return ""  # as nearly all are: then the pattern need not even be made
    found = re.search(_UNPRINTABLE, text)
    if found is None:
        return ""
    name = "a NUL byte" if found.group() == "\0" else f"the character U+{ord(found.group()):04X}"
    return f"col {found.start() + 1}: {name} cannot be printed"


def decode(data: bytes, relative: str, problems: Problems) -> str | None:
    """UTF-8 text, with or without a byte-order mark. Anything else is a problem at its line and byte."""
    data = data.removeprefix(_MARK)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, byte = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        message = f"byte {byte} of the line (0x{data[error.start]:02X}) is not UTF-8"
        problems.add(Place(relative, line), message, "save the file as UTF-8")
        return None


def read_text(project: Project, relative: str, problems: Problems) -> str | None:
    """The text of a small file written by hand, or None when there is a problem with it."""
    path = locate(project, relative, problems)
    if path is None:
        return None
    try:
        if file_size(path) > MOST_TEXT_BYTES:
            problems.add(Place(relative), f"is larger than {MOST_TEXT_BYTES:,} bytes")
            return None
        data = path.read_bytes()
    except OSError as error:
        problems.add(Place(relative), _why(error))
        return None
    return decode(data, relative, problems)


def entries(project: Project, folder: str, problems: Problems) -> tuple[str, ...]:
    """Names in a folder, in order; hidden files and the lock files of office programs are passed over."""
    path = locate(project, folder, problems)
    if path is None or not path.exists():
        return ()
    try:
        names = sorted(entry.name for entry in path.iterdir())
    except OSError as error:
        problems.add(Place(folder), _why(error))
        return ()
    return tuple(name for name in names if not name.startswith((".", "~$")))


def tables(project: Project, folder: str, wanted: tuple[str, ...] | None, problems: Problems) -> dict[str, str]:
    """The table files of a folder: stem -> relative path, in order.

    `wanted` names the stems that must be there, and no others may be; None lets every well-formed id stand. One stem in
    two formats, a file that is no table, and a stem that is not wanted are problems.
    """
    found: dict[str, str] = {}
    for name in entries(project, folder, problems):
        relative = f"{folder}/{name}"
        stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
        if suffix not in TABLE_SUFFIXES:
            problems.add(Place(relative), "is not a table", "only .csv, .xlsx and .ods files belong here")
        elif wanted is not None and stem not in wanted:
            problems.add(Place(relative), "belongs to no kind of game.toml", nearest(stem, wanted))
        elif wanted is None and (flaw := form_flaw(stem)):
            problems.add(Place(relative), f'the file name "{stem}" {flaw[0]}', flaw[1])
        elif stem in found:
            other = PurePosixPath(found[stem]).name
            problems.add(Place(relative), f"{other} holds the same table", "keep one of the two")
        else:
            found[stem] = relative
    for stem in wanted or ():
        if stem not in found:
            problems.add(Place(f"{folder}/{stem}.csv"), "is missing", nearest(stem, set(found) - set(wanted or ())))
    return found


def _why(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "is missing"
    return f"cannot be read: {(error.strerror or 'unknown error').lower()}"
