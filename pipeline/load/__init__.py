"""From a designer's files to frozen records, with every problem of every file at once."""

from pipeline.load.game import load_game
from pipeline.load.tables import Row, Table, read_table
from pipeline.load.waivers import read_waivers, settle

__all__ = ["Row", "Table", "load_game", "read_table", "read_waivers", "settle"]
