"""Failing games made short."""

from collections.abc import Callable


def shrink(lines: list[str], still: Callable[[list[str]], bool]) -> list[str]:
    """Leave out runs of lines, long ones first, for as long as `still` holds of what is left."""
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size :]
            if still(fewer):
                lines = fewer
            else:
                at += size
        size //= 2
    return lines
