"""Stained glass: every picture a leaded window."""
