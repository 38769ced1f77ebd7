"""Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html."""

from __future__ import annotations

import codecs
import io
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
        # Buffers: a list takes many times the memory of its texts if these are short.
        self._parts = io.StringIO()
        self._line_length = 0
        self._data = io.StringIO()
        self._data_length = 0

    def read(self, piece: bytes) -> Iterator[Message]:
        """The messages that end in this piece.

        Raises `TransportError` for a message without end.
        """
        text = self._decoder.decode(piece)
        self._line_length += len(text)
        if self._line_length + self._data_length > _MESSAGE_LENGTH_MAX:
            longest = f"an event is longer than {_MESSAGE_LENGTH_MAX} characters"
            raise TransportError("response", longest)
        self._parts.write(text)
        if not _HAS_LINE_END.search(text) and not (self._rest.endswith("\r")):
            return
        *lines, self._rest = _LINE_END.split(self._rest + self._parts.getvalue())
        self._parts = io.StringIO()
        self._line_length = len(self._rest)
        for line in lines:
            if line != "":
                self._read_field(line)
            elif self._data_length > 0:
                data = self._data.getvalue()
                self._data = io.StringIO()
                self._data_length = 0
                yield Message(self._id, data.removesuffix("\n"))

    def _read_field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            if "\0" not in value:
                self._id = value
        elif name == "data":
            self._data.write(f"{value}\n")
            # The whole line with its break: an event of lines without values is also endless.
            self._data_length += len(line) + 1
