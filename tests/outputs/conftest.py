"""The demo, built once for the tests that read it; a browser for pages, and a server that hears what they ask for."""

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from tests.projects import once, press_again


@dataclass(frozen=True)
class Demo:
    """A built demo: its project folder, its color files, and what the command said."""

    root: Path
    letter: Path
    a4: Path
    run: subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def demo(first: Path) -> Demo:
    root = first / "demo"
    run = subprocess.CompletedProcess(*json.loads((first / "demo.json").read_text()))
    assert run.returncode == 0, run.stderr
    folder = root / "output" / "light-vs-darkness" / "demo"
    return Demo(root, folder / "letter-color.pdf", folder / "a4-color.pdf", run)


@pytest.fixture(scope="session")
def again(shared: Path) -> Path:
    """The zip of a release that was made from nothing: what is kept had no part in it, nor in the demo above."""
    return once(shared, "again", press_again) / "release.zip"


@pytest.fixture(scope="module")
def browser(tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = tool("chromium")
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1440,1000",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    driver = webdriver.Chrome(options, Service(tool("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """An address on this machine, and what it was asked for."""
    heard: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()
