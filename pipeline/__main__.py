"""`python -m pipeline` is `cardpress`."""

import os
import signal
from types import FrameType


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Ctrl-C while the program is being loaded: modules half imported raise whatever they happen to, so nothing may."""
    os.write(2, b"Stopped.\n")
    os._exit(130)


def run() -> None:
    """`cardpress`, from the first import on."""
    signal.signal(signal.SIGINT, _leave)
    from pipeline.cli import main  # noqa: PLC0415 - only now does Ctrl-C end with one line

    signal.signal(signal.SIGINT, signal.default_int_handler)
    main()


if __name__ == "__main__":
    run()
