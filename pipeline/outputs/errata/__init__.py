"""Errata: what has changed on cards since an edition, marked, told in words, and printed again."""
