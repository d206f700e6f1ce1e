"""Templates of a book filled in: a mistake in one is a problem at its line."""

import re
import traceback
from collections.abc import Mapping
from typing import Any

import jinja2

from pipeline.place.sandbox import LONGEST_TEXT, Sandbox
from pipeline.problem import Place, Problems, nearest


def filled(
    environment: Sandbox,
    file: str,
    source: str,
    names: Mapping[str, Any],
    problems: Problems,
    templates: dict[str, jinja2.Template] | None = None,
) -> str | None:
    """A template's text, filled in with `names`. None, and a problem, where that cannot be done.

    The template is kept in `templates`, by its file, before it is filled in: so names know where they are asked for.
    """
    try:
        code = environment.compile(source, file, file)
        template = jinja2.Template.from_code(environment, code, environment.make_globals(dict(names)))
        if templates is not None:
            templates[file] = template
        text = template.render()
    except jinja2.TemplateSyntaxError as error:
        problems.add(Place(file, error.lineno), f"cannot be read: {error.message}")
    except (jinja2.TemplateError, ArithmeticError, TypeError, ValueError, AttributeError) as error:
        line = None
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == file:
                line = frame.lineno
        unknown = re.match(r"'(\w+)' is undefined", str(error))
        hint = nearest(unknown[1], names) if unknown else ""
        problems.add(Place(file, line), f"cannot be filled in: {error}", hint)
    else:
        if len(text) <= LONGEST_TEXT:
            return text
        problems.add(Place(file), f"has more than {LONGEST_TEXT:,} characters")
    return None
