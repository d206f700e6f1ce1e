"""Errata: what has changed on cards since an edition, marked, told in words, and printed again."""

from pipeline.outputs.errata.build import errata_files
from pipeline.outputs.errata.wording import Stretch, compared

__all__ = ["Stretch", "compared", "errata_files"]
