"""Processes that work for a build."""

import multiprocessing
import os
import signal
import threading


def attend() -> None:
    """To be called first in a process that multiprocessing made: it leaves Ctrl-C to the build, and ends with it.

    Without that a build that is killed leaves its workers waiting forever: each holds open the pipe it listens to.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_build, daemon=True).start()


def _end_with_build() -> None:
    build = multiprocessing.parent_process()
    if build is not None:
        build.join()
        os._exit(1)
