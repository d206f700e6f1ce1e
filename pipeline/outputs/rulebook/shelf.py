"""Parts of a book that an earlier run has set: they are set anew where anything that they are made of has changed."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

from pipeline.cache import Cache, code_of, digest_of, file_digest, release_of
from pipeline.outputs import pages
from pipeline.outputs.rulebook.parts import Cover, Laid, Part, Written
from pipeline.project import Project


@dataclass
class Shelf:
    """What is kept of the parts of one book; `made` are the pictures that they are served from memory."""

    project: Project
    cover: Cover
    made: Mapping[str, bytes]
    _digests: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _cache(self) -> Cache:
        return Cache(self.project.output / ".cache" / "parts")

    @cached_property
    def _common(self) -> str:
        """A digest of what all parts are made of."""
        code = code_of("outputs/rulebook/parts.py", "outputs/pages.py")
        releases = [release_of(each) for each in (*pages.PACKAGES, "pikepdf")]
        # A booklet has the same parts, and more blank pages.
        paper = replace(self.cover.paper, folded=False)
        return digest_of(code, releases, asdict(replace(self.cover, paper=paper)), self._used(self.cover.css))

    def laid(self, part: Part) -> Laid | None:
        """What a part proved to be."""
        found = self._cache.get(self._key("laid", part))
        laid = Laid(**json.loads(found)) if found else None
        return laid if laid and self._holds(laid.served) else None

    def keep_laid(self, part: Part, laid: Laid) -> None:
        """Keep what a part proved to be."""
        self._cache.put(self._key("laid", part), json.dumps(asdict(laid)).encode())

    def written(self, part: Part, numbers: Mapping[str, int]) -> Written | None:
        """A part with these numbers of pages."""
        found = self._cache.get(self._key("written", part, numbers))
        if found is None:
            return None
        line, _, pdf = found.partition(b"\n")
        made = Written(**json.loads(line), pdf=pdf)
        return made if self._holds(made.served) else None

    def keep_written(self, part: Part, numbers: Mapping[str, int], made: Written) -> None:
        """Keep a part with these numbers of pages."""
        about = asdict(replace(made, pdf=b""))
        del about["pdf"]
        key = self._key("written", part, numbers)
        self._cache.put(key, json.dumps(about).encode() + b"\n" + made.pdf, packed=True)

    def _key(self, what: str, part: Part, numbers: Mapping[str, int] | None = None) -> str:
        named = sorted({(place, (numbers or {}).get(place)) for place in part.named}, key=str)
        return digest_of(self._common, what, part.id, part.html, self._used(part.html), named)

    def _used(self, text: str) -> list[tuple[str, bytes]]:
        """The pictures that a text names."""
        return sorted((address, picture) for address, picture in self.made.items() if address in text)

    def _holds(self, served: Mapping[str, str]) -> bool:
        """Whether all files that were used are what they were."""
        for file in served:
            if file not in self._digests:
                self._digests[file] = file_digest(self.project.path(file))
        return all(self._digests[file] == digest for file, digest in served.items())
