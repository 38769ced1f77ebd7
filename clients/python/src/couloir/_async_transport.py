"""HTTP with asyncio and persistent connections."""

from __future__ import annotations

import asyncio
import email.parser
import http
import http.client
import re
from collections.abc import AsyncIterator, Mapping
from email.message import Message as Headers

from ._errors import TransportError, connection_error, too_long
from ._transport import Origin, successful

_ONE_READ = 65536
_HEAD_MAX = 65536

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class AsyncTransport:
    """Sends requests to one node, from the tasks of one event loop."""

    def __init__(self, url: str, headers: Mapping[str, str], max_response_bytes: int) -> None:
        self._origin = Origin(url, headers)
        self._max_bytes = max_response_bytes
        self._idle: list[Connection] = []

    async def post(self, path: str, body: bytes) -> bytes:
        """Send a body and return the body of the response."""
        response = await self.request(self._origin.post(path, body))
        try:
            text = await response.read_all(self._max_bytes)
        except BaseException:
            response.close()
            raise
        if response.can_be_reused:
            self._idle.append(response.connection)
        else:
            response.close()
        return successful(response.status, text)

    async def stream(self, target: str) -> AsyncResponse:
        """Request a path with its query, and return once the head of the response has arrived."""
        return await self.request(self._origin.stream(target))

    async def request(self, text: bytes) -> AsyncResponse:
        """Send a request and read the head of its response."""
        connection = await self._connection()
        reader, writer = connection
        try:
            writer.write(text)
            await writer.drain()
            while True:
                status, headers = await _read_head(reader)
                if status >= 200 or status == http.HTTPStatus.SWITCHING_PROTOCOLS:
                    return AsyncResponse(status, headers, connection)
        except _FAILURES as error:
            writer.close()
            raise connection_error(error) from error
        except BaseException:
            writer.close()
            raise

    async def close(self) -> None:
        """Closes the connections that no call uses."""
        while self._idle:
            _, writer = self._idle.pop()
            writer.close()

    async def _connection(self) -> Connection:
        while self._idle:
            reader, writer = self._idle.pop()
            if _is_silent(reader) and not writer.is_closing():
                return reader, writer
            writer.close()
        origin = self._origin
        try:
            return await asyncio.open_connection(
                origin.host, origin.port, ssl=origin.tls, limit=_HEAD_MAX
            )
        except OSError as error:
            raise connection_error(error) from error


_FAILURES = (
    OSError,
    EOFError,
    ValueError,
    asyncio.LimitOverrunError,
    http.client.HTTPException,
)


class AsyncResponse:
    """A response whose body is read as it arrives."""

    def __init__(self, status: int, headers: Headers, connection: Connection) -> None:
        self.status = status
        self.headers = headers
        self.connection = connection
        self.can_be_reused = False
        """Whether the body was read to its end, and the node keeps the connection."""

    async def read_all(self, max_bytes: int) -> bytes:
        """Return the body; raise an exception if it is longer."""
        pieces: list[bytes] = []
        size = 0
        async for piece in self.pieces():
            size += len(piece)
            if size > max_bytes:
                raise too_long(max_bytes)
            pieces.append(piece)
        return b"".join(pieces)

    async def pieces(self) -> AsyncIterator[bytes]:
        """Return the data of the body as it arrives."""
        try:
            async for piece in self._pieces():
                yield piece
        except _FAILURES as error:
            raise connection_error(error) from error

    async def _pieces(self) -> AsyncIterator[bytes]:
        reader, _ = self.connection
        length = self.headers.get("Content-Length")
        keeps = "close" not in self.headers.get("Connection", "").lower()
        if self.status < 200 or self.status in _STATUSES_WITHOUT_BODY:
            self.can_be_reused = keeps and self.status >= 200
        elif self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            while size := int((await reader.readline()).partition(b";")[0].strip(), 16):
                async for piece in _exactly(reader, size):
                    yield piece
                await reader.readexactly(2)
            while (await reader.readline()).strip():
                pass
            self.can_be_reused = keeps
        elif length is not None:
            async for piece in _exactly(reader, _read_length(length)):
                yield piece
            self.can_be_reused = keeps
        else:
            while piece := await reader.read(_ONE_READ):
                yield piece

    def close(self) -> None:
        """Closes the connection."""
        self.connection[1].close()


async def _exactly(reader: asyncio.StreamReader, size: int) -> AsyncIterator[bytes]:
    while size > 0:
        piece = await reader.read(min(size, _ONE_READ))
        if not piece:
            raise EOFError("the response ended early")
        size -= len(piece)
        yield piece


_STATUS_LINE = re.compile(r"HTTP/1\.\d ([1-9]\d\d)(?!\S)", re.ASCII)
_STATUSES_WITHOUT_BODY = (http.HTTPStatus.NO_CONTENT, http.HTTPStatus.NOT_MODIFIED)


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, Headers]:
    head = b""
    while not head.endswith((b"\r\n\r\n", b"\n\n")):
        line = await reader.readline()
        if not line:
            raise EOFError("the response ended in its head")
        head += line
        if len(head) > _HEAD_MAX:
            raise ValueError(f"the head of the response is longer than {_HEAD_MAX} bytes")
    first, _, rest = head.decode("latin-1").partition("\n")
    found = _STATUS_LINE.match(first)
    if found is None:
        raise TransportError("connection", f"the node could not be reached: {first[:100]!r}")
    return int(found[1]), email.parser.Parser().parsestr(rest, headersonly=True)


def _read_length(text: str) -> int:
    """Read a Content-Length, which has only digits: int also reads signs."""
    if not text.isdecimal():
        raise ValueError(f"the response has the length {text[:40]!r}")
    return int(text)


def _is_silent(reader: asyncio.StreamReader) -> bool:
    """Whether nothing has arrived on an idle connection: what has is not for the next call.

    A reader does not say what it holds, but to read from it takes a wait only if that is nothing.
    """
    reading = reader.read(1)
    try:
        reading.send(None)
    except (StopIteration, OSError):
        return False
    finally:
        reading.close()
    return True
