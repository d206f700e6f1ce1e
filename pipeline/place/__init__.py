"""A record and a template become positioned items."""

from pipeline.place.face import Face, FacePress

__all__ = ["Face", "FacePress"]
