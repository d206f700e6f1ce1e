"""What leaves the house: faces, sheets, the demo."""
