"""Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from ._errors import TransportError

_MESSAGE_LENGTH_MAX = 64 * 1024 * 1024
"""Characters of a message. A longer one, or an endless line, ends the connection."""

# A carriage return at the end may be half of a line's end.
_HAS_LINE_END = re.compile(r"[\r\n]")
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
        self._parts: list[str] = []
        self._length = 0

    def read(self, piece: bytes) -> Iterator[Message]:
        """The messages that end in this piece.

        Raises `TransportError` for a message without end.
        """
        text = self._decoder.decode(piece)
        self._length += len(text)
        if self._length > _MESSAGE_LENGTH_MAX:
            longest = f"an event is longer than {_MESSAGE_LENGTH_MAX} characters"
            raise TransportError("response", longest)
        self._parts.append(text)
        if not _HAS_LINE_END.search(text) and not (self._rest.endswith("\r")):
            return
        *lines, self._rest = _LINE_END.split(self._rest + "".join(self._parts))
        self._parts = []
        self._length = len(self._rest) + sum(map(len, self._data))
        for line in lines:
            if line != "":
                self._read_field(line)
            elif self._data:
                data, self._data = self._data, []
                self._length = len(self._rest)
                yield Message(self._id, "\n".join(data))

    def _read_field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
            self._length += len(value)
