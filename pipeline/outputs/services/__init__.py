"""What is sent to a print service: pictures of its sizes, checked before they are written, and the lists of them."""

from pipeline.outputs.services.export import Export, Extras, export
from pipeline.outputs.services.plan import Component, Plan, Side, Slot, make_plan

__all__ = ["Component", "Export", "Extras", "Plan", "Side", "Slot", "export", "make_plan"]
