"""Everything that can be wrong with a game, as problems: a module a check.

Modules are named where they are used: some look at pixels, others play, and a command waits for none that it does not
run.
"""
