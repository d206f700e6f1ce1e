"""What tests do with a page in a browser."""

import json
from collections.abc import Callable

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

#: Nobody waits this long for a page, in seconds; a machine that does other work besides may.
PATIENCE = 20
#: What a stranger may write into any text, to break out of it.
HOSTILE = "<script>window.hit=1</script><img src=x onerror=window.hit=1>\"' data-stamp=\"\" {{ 7*7 }}</style>"


def visit(browser: webdriver.Chrome, address: str) -> None:
    """Open a page anew, whatever stands behind its #; what was asked for before is forgotten."""
    browser.get("about:blank")
    browser.get_log("performance")
    browser.get(address)


def chip(browser: webdriver.Chrome, kind: str, value: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, f'.chip[data-filter="{kind}"][data-value="{value}"]')


def search(browser: webdriver.Chrome) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, "input[type=search]")


def requests(browser: webdriver.Chrome) -> list[str]:
    """The addresses asked for since the log was last read, data in the page left out."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    return [url for url in urls if not url.startswith("data:")]


def until(browser: webdriver.Chrome, holds: Callable[[webdriver.Chrome], object]) -> None:
    """Wait until something holds of the page, which may be loaded anew meanwhile."""
    passing = (NoSuchElementException, StaleElementReferenceException)
    WebDriverWait(browser, PATIENCE, poll_frequency=0.05, ignored_exceptions=passing).until(holds)


def nameless(browser: webdriver.Chrome) -> list[str]:
    """Controls without a name and pictures of which nothing says what they are, as they stand in the page."""
    found: list[str] = browser.execute_script(
        """
        const name = (each) => each.ariaLabel || each.textContent.trim() || each.labels?.[0]?.textContent.trim();
        const controls = [...document.querySelectorAll("button, input, summary, a")].filter((each) => !name(each));
        const pictures = [...document.images].filter((each) => !each.hasAttribute("alt"));
        return [...controls, ...pictures].map((each) => each.outerHTML.slice(0, 200));
        """
    )
    return found
