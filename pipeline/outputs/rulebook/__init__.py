"""The rulebook: chapters in Markdown whose numbers, names and texts come from the game, set as a book.

Modules are named where they are used: a book that is kept needs no press.
"""
