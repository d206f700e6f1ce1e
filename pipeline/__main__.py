"""`python -m pipeline` is `cardpress`."""

import os
import signal
from types import FrameType


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Ctrl-C while the program is being loaded: modules half imported raise whatever they happen to, so nothing may."""
    os.write(2, b"Stopped.\n")
    os._exit(130)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, _leave)
    from pipeline.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    main()
