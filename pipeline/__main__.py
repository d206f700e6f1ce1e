"""`python -m pipeline` is `cardpress`."""

import atexit
import os
import signal
import sys
from types import FrameType


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Ctrl-C while the program is being loaded: modules half imported raise whatever they happen to, so nothing may."""
    os.write(2, b"Stopped.\n")
    os._exit(130)


def _end(code: list[int]) -> None:
    """The end of the process, once all that was to be done at exit is done: taking modules and records apart one by one
    would take as long as reading the game did."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # nobody listens any more, which is told as everywhere else
    os._exit(code[0])


def run() -> None:
    """`cardpress`, from the first import on."""
    signal.signal(signal.SIGINT, _leave)
    code = [1]
    atexit.register(_end, code)  # what is registered first is done last
    # Records are read the same whatever else is installed; and to look for what might have a part in it takes time.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    from pipeline.collecting import collect_seldom  # noqa: PLC0415 - only now does Ctrl-C end with one line

    collect_seldom()  # modules and records stay
    from pipeline.cli import main  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except SystemExit as ended:
        code[0] = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        raise


if __name__ == "__main__":
    run()
