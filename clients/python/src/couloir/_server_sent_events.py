"""Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

# A carriage return at the end may be half of a line's end.
_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class Message(NamedTuple):
    """One message of a stream."""

    id: str
    data: str


class MessageReader:
    """Splits a stream into messages, from pieces of any size."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._id = ""
        self._data: list[str] = []

    def read(self, piece: bytes) -> Iterator[Message]:
        """The messages that end in this piece."""
        *lines, self._rest = _LINE_END.split(self._rest + self._decoder.decode(piece))
        for line in lines:
            if line != "":
                self._read_field(line)
            elif self._data:
                data, self._data = self._data, []
                yield Message(self._id, "\n".join(data))

    def _read_field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
