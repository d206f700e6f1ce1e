"""A process that has loaded the program and becomes one command after another, as a copy of itself each time.

Loading takes longer than most commands do. A copy is a process of its own, with its own files, exit code and signals,
and it begins with nothing but the modules loaded, so a test sees what a user sees. Two things it cannot show, and for
these a command is run in a new interpreter (`press_anew`): that a command loads all it needs by itself, and that
another order of sets and dictionaries (a new seed for hashes) gives the same bytes.
"""

import gc
import importlib
import json
import os
import pkgutil
import runpy
import socket
import sys


def load() -> None:
    """Every module of the program, and the library that it loads late because that takes long."""
    import weasyprint  # noqa: F401

    import pipeline

    for module in pkgutil.walk_packages(pipeline.__path__, "pipeline."):
        if module.name != "pipeline.__main__":
            importlib.import_module(module.name)


def serve(orders: socket.socket) -> list[str] | None:
    """Become what is ordered: the arguments of a command in a copy of this process, None at the end in this one."""
    while True:
        message, files, _, _ = socket.recv_fds(orders, 1 << 20, 3)
        if not message:
            return None
        child = os.fork()
        if child:
            for each in files:
                os.close(each)
            _, status = os.waitpid(child, 0)
            orders.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())
            continue
        orders.close()
        for number, each in enumerate(files):
            os.dup2(each, number)
            os.close(each)
        order = json.loads(message)
        os.environ.clear()
        os.environ.update(order["environment"])
        return list(order["arguments"])


if __name__ == "__main__":
    sys.path[0] = ""  # as where `python -m` starts, not this file's folder
    line = socket.socket(fileno=int(sys.argv[1]))
    load()
    gc.collect()
    gc.freeze()
    if (arguments := serve(line)) is not None:
        sys.argv[1:] = arguments
        runpy.run_module("pipeline", run_name="__main__", alter_sys=True)
