"""Stained glass: every picture a leaded window.

    kernel    panes, and the shapes they are cut from
    color     glass: ramps mixed in OKLab
    mesh      nets of panes, cutting and mending them
    paint     panes to drawing items: glass, light, lead, frames
    windows   outlines;  light, rose: what stands in them;  walls;  back_light
    dark      strongholds;  emblems_light, emblems_dark: emblems by name
    style     requests to drawings
"""

from pipeline.pictures.stained_glass.style import STYLE

__all__ = ["STYLE"]
