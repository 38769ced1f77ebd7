"""Subscriptions over WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync import client as sync_client
from websockets.sync.client import ClientConnection as Connection

from ._ending import Deadline
from ._errors import TransportError, connection_error
from ._exchange import Exchange, SubscriptionInfo
from ._transport import without_credentials

T = TypeVar("T")

OnReconnect = Callable[[TransportError], None]
"""Called after a reconnection, with the reason: what the server pushed in between is lost."""


def _without_redirects(connect: Any) -> Any:
    """Return a class that follows no redirect. The function of older releases follows none."""

    def process_redirect(_connecting: Any, error: Exception) -> Exception:
        return error

    members = {"process_redirect": process_redirect}
    return type("_Connect", (connect,), members) if isinstance(connect, type) else connect


# A redirect would send the headers, such as authorization, to another server.
_connect = _without_redirects(getattr(sync_client, "reconnect", sync_client.connect))
_connect_async = _without_redirects(connect_async)

_RETRY_DELAY_MAX = 30.0
_CLOSE_TIMEOUT = 1.0
_MESSAGE_TOO_BIG = 1009
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500
_PING_INTERVAL = 10.0
"""Between two pings, and for the reply to one: a connection can break without a sign."""


@dataclass(frozen=True, slots=True)
class Subscriber:
    """Begins subscriptions, each over a connection of its own."""

    url: str
    headers: Mapping[str, str]
    timeout: float | None
    """For a connection and the response to the subscription."""
    retry_delay: float
    """Before the first reconnection; doubles with each that fails."""
    max_bytes: int

    def subscribe(
        self, info: SubscriptionInfo, params: Mapping[str, Any], on_reconnect: OnReconnect | None
    ) -> Subscription[Any]:
        """Return a subscription, which connects when its first item is read."""
        return Subscription(self, info, params, on_reconnect)

    def options(self) -> dict[str, Any]:
        """Return the options of a connection."""
        return {
            "additional_headers": dict(self.headers),
            "open_timeout": self.timeout,
            "close_timeout": _CLOSE_TIMEOUT,
            "ping_interval": _PING_INTERVAL,
            "ping_timeout": _PING_INTERVAL,
            "max_size": self.max_bytes,
        }

    def failure(self, info: SubscriptionInfo, error: Exception) -> TransportError:
        """Return the exception for a connection that failed."""
        own = connection_error(error)
        if isinstance(error, InvalidStatus):
            status = error.response.status_code
            own = TransportError("http", f"HTTP {status}", status)
        elif isinstance(error, TimeoutError):
            own = TransportError("timeout", f"no answer within {self.timeout} s")
        elif isinstance(error, ConnectionClosed) and _is_too_long(error):
            text = f"{info.method.name}: a message is longer than {self.max_bytes} bytes"
            return TransportError("response", text)
        elif isinstance(error, ConnectionClosed):
            own = TransportError("connection", f"the connection ended: {error}")
        return own.named(info.method.name, without_credentials(self.url))


class Subscription(Iterator[T]):
    """What the server pushes: iterate with `for`, or with `async for` in asyncio.

    A broken connection is opened again. The end of a `with` block, of an `async with` block, or
    `close` ends the subscription. The server refuses it with `RpcError`, and the first connection
    fails with `TransportError`. While you do not read, the connection is not read either.
    """

    def __init__(
        self,
        subscriber: Subscriber,
        info: SubscriptionInfo,
        params: Mapping[str, Any],
        on_reconnect: OnReconnect | None,
    ) -> None:
        self._subscriber = subscriber
        self._info = info
        self._params = params
        self._on_reconnect = on_reconnect
        self._closed = threading.Event()
        self._connection: Connection | None = None
        self._items: Generator[T, None, None] | None = None
        self._is_reading = False
        self._async_items: AsyncGenerator[T, None] | None = None

    def __next__(self) -> T:
        if self._items is None:
            self._items = self._read()
        self._is_reading = True
        try:
            return next(self._items)
        finally:
            self._is_reading = False

    def __aiter__(self) -> AsyncGenerator[T, None]:
        if self._async_items is None:
            self._async_items = self._read_async()
        return self._async_items

    def close(self) -> None:
        """End the subscription; another thread that waits for its next item then gets none."""
        self._closed.set()
        if self._items is not None and not self._is_reading:
            self._items.close()
        elif self._connection is not None:
            self._connection.close()

    async def aclose(self) -> None:
        """End the subscription of an `async for`."""
        if self._async_items is not None:
            await self._async_items.aclose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()

    def _read(self) -> Generator[T, None, None]:
        connection, exchange = self._open()
        try:
            while True:
                while exchange.items:
                    yield exchange.items.popleft()
                try:
                    text = connection.recv(decode=False)
                except ConnectionClosed as closed:
                    broken = self._broken(closed)
                    reopened = self._reopen()
                    if reopened is None:
                        return
                    connection, exchange = reopened
                    self._reconnected(broken)
                else:
                    exchange.receive(text)
        finally:
            self._connection = None
            with contextlib.suppress(ConnectionClosed):
                end = exchange.end()
                if end is not None:
                    connection.send(end)
            connection.close()

    def _open(self) -> tuple[Connection, Exchange]:
        subscriber = self._subscriber
        exchange = Exchange(self._info, self._params)
        deadline = Deadline(subscriber.timeout)
        with contextlib.ExitStack() as opened:
            try:
                connection: Connection = opened.enter_context(
                    _connect(subscriber.url, **subscriber.options())
                )
                self._connection = connection
                connection.send(exchange.begin())
                while not exchange.has_begun:
                    exchange.receive(connection.recv(deadline.remaining(), decode=False))
            except (OSError, WebSocketException) as error:
                raise subscriber.failure(self._info, error) from error
            opened.pop_all()
        return connection, exchange

    def _reopen(self) -> tuple[Connection, Exchange] | None:
        """Connect again until it succeeds, unless the server refuses; None after `close`."""
        attempt = 0
        while not self._closed.wait(self._delay(attempt)):
            try:
                return self._open()
            except TransportError as error:
                if _is_final(error):
                    raise
            attempt += 1
        return None

    async def _read_async(self) -> AsyncGenerator[T, None]:
        connection, exchange = await self._open_async()
        try:
            while True:
                while exchange.items:
                    yield exchange.items.popleft()
                try:
                    text = await connection.recv(decode=False)
                except ConnectionClosed as closed:
                    broken = self._broken(closed)
                    connection, exchange = await self._reopen_async()
                    self._reconnected(broken)
                else:
                    exchange.receive(text)
        finally:
            with contextlib.suppress(ConnectionClosed):
                end = exchange.end()
                if end is not None:
                    await connection.send(end)
            await connection.close()

    async def _open_async(self) -> tuple[AsyncConnection, Exchange]:
        subscriber = self._subscriber
        exchange = Exchange(self._info, self._params)
        try:
            connection: AsyncConnection = await _connect_async(
                subscriber.url, **subscriber.options()
            )
        except (OSError, WebSocketException) as error:
            raise subscriber.failure(self._info, error) from error
        try:
            async with asyncio.timeout(subscriber.timeout):
                await connection.send(exchange.begin())
                while not exchange.has_begun:
                    exchange.receive(await connection.recv(decode=False))
        except (TimeoutError, ConnectionClosed) as error:
            await connection.close()
            raise subscriber.failure(self._info, error) from error
        except BaseException:
            await connection.close()
            raise
        return connection, exchange

    async def _reopen_async(self) -> tuple[AsyncConnection, Exchange]:
        attempt = 0
        while True:
            await asyncio.sleep(self._delay(attempt))
            try:
                return await self._open_async()
            except TransportError as error:
                if _is_final(error):
                    raise
            attempt += 1

    def _delay(self, attempt: int) -> float:
        # A larger power is not a float.
        return min(self._subscriber.retry_delay * 2.0 ** min(attempt, 64), _RETRY_DELAY_MAX)

    def _broken(self, closed: ConnectionClosed) -> TransportError:
        """Return why the connection broke; raise an exception if another one would break, too."""
        failure = self._subscriber.failure(self._info, closed)
        if failure.reason == "response":
            raise failure from closed
        return failure

    def _reconnected(self, broken: TransportError) -> None:
        if self._on_reconnect is not None:
            self._on_reconnect(broken)


def _is_final(error: TransportError) -> bool:
    """Whether another connection would fail, too."""
    if error.status is not None:
        return error.status < _SERVER_ERROR and error.status != _TOO_MANY_REQUESTS
    return error.reason == "response"


def _is_too_long(closed: ConnectionClosed) -> bool:
    """Whether this client closed the connection because of a message beyond its limit."""
    sent = closed.sent
    return sent is not None and sent.code == _MESSAGE_TOO_BIG and not closed.rcvd_then_sent
