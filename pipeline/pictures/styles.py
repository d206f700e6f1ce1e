"""Every picture style by name. Importing it imports what they draw with, which costs a fifth of a second."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pipeline.pictures.request import PictureStyle
from pipeline.pictures.stained_glass import STYLE as _STAINED_GLASS

STYLES: Final[Mapping[str, PictureStyle]] = MappingProxyType({style.name: style for style in (_STAINED_GLASS,)})
