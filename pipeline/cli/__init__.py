"""The command line: the order of work, and the only place that prints.

stdout carries the paths written, one a line, or JSON; progress and problems go to stderr. Exit 0 is fine, 1 means
problems in the user's data, 2 wrong usage, 130 an interruption by Ctrl-C. A module here holds the commands of one sort;
`shell` what they share.
"""

from pipeline.cli import books, conformance, errata, export, play, press, records, words
from pipeline.cli.group import main
from pipeline.cli.shell import INTERRUPTED

__all__ = ["INTERRUPTED", "books", "conformance", "errata", "export", "main", "play", "press", "records", "words"]
