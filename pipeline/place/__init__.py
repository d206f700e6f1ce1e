"""A record and a template become positioned items."""

from pipeline.place.face import Face, FacePress, Placed

__all__ = ["Face", "FacePress", "Placed"]
