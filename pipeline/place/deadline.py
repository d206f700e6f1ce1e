"""A bound on the time that a stranger's template may take."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class DeadlineError(BaseException):
    """The time is up. No Exception, for Jinja passes over those that come while it looks for constants."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise DeadlineError in this block after `seconds` of this process's own time, which a busy machine does not use
    up (on systems with interval timers, in the main thread)."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise DeadlineError

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
