"""A bound on the memory that a stranger's template may take: text that doubles itself is gigabytes before the time is
up."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

try:
    import resource
except ImportError:  # Windows has no such bounds
    resource = None  # type: ignore[assignment]

_STATE = "/proc/self/statm"


@contextmanager
def headroom(size: int) -> Iterator[None]:
    """Raise MemoryError in this block at `size` bytes more than the process has, where /proc tells that."""
    if resource is None:
        yield
        return
    before, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = before
    with suppress(OSError, ValueError):
        limit = _pages() * resource.getpagesize() + size
        if before != resource.RLIM_INFINITY:
            limit = min(limit, before)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, hard))


def _pages() -> int:
    """How many pages of memory the process has. Asked before every face, so in as few calls of the system as can be."""
    file = os.open(_STATE, os.O_RDONLY)
    try:
        return int(os.read(file, 64).split()[0])
    finally:
        os.close(file)
