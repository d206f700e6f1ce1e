"""Processes that work for a build."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import ParamSpec

P = ParamSpec("P")


def hire(begin: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> ProcessPoolExecutor:
    """A process that begins with a call of `begin`, leaves Ctrl-C to the build and ends with it.

    This returns while the process still loads its modules. What the call raises is lost.
    """
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _attend)
    with _without_interrupts():
        pool.submit(begin, *args, **kwargs)
    return pool


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C waits, also in processes started meanwhile: until they ignore it they would print its traceback."""
    # Where this runs for the first time it lets interrupts pass again, so it must have run before.
    resource_tracker.ensure_running()
    earlier = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, earlier)


def _attend() -> None:
    """Leave Ctrl-C to the build, and end with it.

    Without that a build that is killed leaves its workers waiting forever: each holds open the pipe it listens to.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_build, daemon=True).start()


def _end_with_build() -> None:
    build = multiprocessing.parent_process()
    if build is not None:
        build.join()
        os._exit(1)
