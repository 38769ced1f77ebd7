"""HTTP with asyncio and persistent connections."""

from __future__ import annotations

import asyncio
import email.parser
import http.client
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
                if status >= 200:
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
            if not reader.at_eof() and not writer.is_closing():
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
        keeps = self.headers.get("Connection", "").lower() != "close"
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            while size := int((await reader.readline()).partition(b";")[0].strip(), 16):
                async for piece in _exactly(reader, size):
                    yield piece
                await reader.readexactly(2)
            while (await reader.readline()).strip():
                pass
            self.can_be_reused = keeps
        elif length is not None:
            async for piece in _exactly(reader, int(length)):
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


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, Headers]:
    head = await reader.readuntil(b"\r\n\r\n")
    line, _, rest = head.decode("latin-1").partition("\r\n")
    version, _, after = line.partition(" ")
    if not version.startswith("HTTP/1."):
        raise TransportError("connection", f"the node could not be reached: {line[:100]!r}")
    return int(after[:3]), email.parser.Parser().parsestr(rest, headersonly=True)
