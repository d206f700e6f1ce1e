"""The objects of a PDF file in the making, and the file that they become (ISO 32000-1, 7.3 and 7.5)."""

from hashlib import md5
from typing import Final

from pipeline.draw.packing import packed

#: PDF 1.7; the bytes above 127 tell transfer programs that the file is not text.
_HEAD: Final = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class Objects:
    """Objects by number, from 1: given as PDF text, or as streams with the entries of their dictionaries."""

    def __init__(self) -> None:
        self._bodies: list[bytes] = []

    def reserve(self) -> int:
        """A number for an object that is given later."""
        self._bodies.append(b"null")
        return len(self._bodies)

    def put(self, number: int, text: str) -> None:
        """Give the object whose number was reserved."""
        self._bodies[number - 1] = text.encode("ascii")

    def add(self, text: str) -> int:
        """An object; gives its number."""
        self._bodies.append(text.encode("ascii"))
        return len(self._bodies)

    def add_stream(self, entries: str, data: bytes) -> int:
        """A stream of `data` as it is; gives its number."""
        head = f"<<{entries}/Length {len(data)}>>\nstream\n".encode("ascii")
        self._bodies.append(b"".join((head, data, b"\nendstream")))
        return len(self._bodies)

    def add_packed(self, entries: str, data: bytes) -> int:
        """A stream of `data`, which this packs; gives its number."""
        return self.add_stream(f"{entries}/Filter/FlateDecode", packed(data))

    def file(self, root: int, info: int) -> bytes:
        """The file, whose catalog and information are the objects of these numbers. Its id is made from its content."""
        parts, offsets, at = [_HEAD], [], len(_HEAD)
        for number, body in enumerate(self._bodies, 1):
            part = b"%d 0 obj\n%b\nendobj\n" % (number, body)
            parts.append(part)
            offsets.append(at)
            at += len(part)
        name = md5(usedforsecurity=False)
        for part in parts:
            name.update(part)
        size = len(offsets) + 1
        table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
        told = f"/Size {size}/Root {root} 0 R/Info {info} 0 R/ID[<{name.hexdigest()}><{name.hexdigest()}>]"
        end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<<{told}>>\nstartxref\n{at}\n%%EOF\n"
        return b"".join((*parts, end.encode("ascii")))


def text_string(text: str) -> str:
    """A text for people, as PDF writes it (ISO 32000-1, 7.9.2)."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
