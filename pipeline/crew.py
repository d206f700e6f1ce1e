"""Processes that work for a build."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
Piece = TypeVar("Piece", bound=Hashable)
Made = TypeVar("Made")

#: How a process starts. On Linux it begins as a copy of the build, which has loaded its modules: a third of a second
#: less than a new one, and the memory is shared. Elsewhere the system's own libraries do not stand being copied.
_START: Final = "fork" if sys.platform == "linux" else "spawn"
#: How many pieces a process has at a time: the one that it works on, and the next.
_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Crew:
    """Processes that do one piece of work after another, of whatever kind: to make one ready takes as long as to draw
    thirty faces. They end with whoever holds the crew."""

    _hired: list[ProcessPoolExecutor] = field(default_factory=list)

    @property
    def at_work(self) -> bool:
        """Whether there is a process that need not be made ready any more."""
        return bool(self._hired)

    def members(self, count: int) -> Sequence[ProcessPoolExecutor]:
        """So many processes, hired where they are missing or were lost."""
        for index, each in enumerate(self._hired):
            try:
                each.submit(_nothing)
            except BrokenExecutor:
                self._hired[index] = hire(_nothing)
        self._hired.extend(hire(_nothing) for _ in range(count - len(self._hired)))
        return self._hired[:count]

    def dismiss(self) -> None:
        """End the processes, which finish only what they have begun."""
        while self._hired:
            self._hired.pop().shutdown(cancel_futures=True)


def share(
    others: Sequence[ProcessPoolExecutor],
    pieces: Sequence[Piece],
    there: Callable[[Piece], list[Made]],
    here: Callable[[Piece], Iterable[Made]],
) -> Iterator[Made]:
    """What is made of all pieces, in order: other processes work with `there` from the last piece on, this one with
    `here` from the first, until they meet. A piece that another process loses is made here."""
    left = dict.fromkeys(pieces[1:])  # the first is always made here
    begun: dict[Piece, Future[list[Made]]] = {}
    lock = threading.Lock()

    def give(other: ProcessPoolExecutor) -> None:
        """Have a process take the last piece, and another one whenever it has made one."""
        with lock:
            if not left:
                return
            last = next(reversed(left))
            try:
                coming = begun[last] = other.submit(there, last)
            except BrokenExecutor:
                return
            del left[last]
        coming.add_done_callback(lambda done: None if done.exception() else give(other))

    for other in [*others] * _AHEAD:
        give(other)
    try:
        for piece in pieces:
            with lock:
                left.pop(piece, None)
                coming = begun.get(piece)
            yield from (_made(coming) if coming else []) or here(piece)
    finally:
        with lock:
            left.clear()
        wait(begun.values())


def _made(coming: "Future[list[Made]]") -> list[Made]:
    """What another process makes; nothing where it was lost."""
    try:
        return coming.result()
    except BrokenExecutor:
        return []


def hire(begin: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> ProcessPoolExecutor:
    """A process that begins with a call of `begin`, leaves Ctrl-C to the build and ends with it.

    This returns while the process still makes itself ready. What the call raises is lost.
    """
    pool = ProcessPoolExecutor(1, multiprocessing.get_context(_START), _attend)
    with _without_interrupts():
        pool.submit(begin, *args, **kwargs)
    return pool


@contextmanager
def meanwhile(work: Callable[[], Made]) -> Iterator[Callable[[], Made]]:
    """Another process does `work` while the block runs, which gets what waits for its outcome."""
    with hire(_nothing) as other:
        yield other.submit(work).result


def _nothing() -> None:
    """The work of a process that is only to be there."""


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C waits, also in processes started meanwhile: until they ignore it they would print its traceback."""
    if _START == "spawn":
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
