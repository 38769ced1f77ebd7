"""JSON-RPC over an asyncio transport."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, TypeVar

from ._answer import check_answer_to
from ._async_transport import AsyncTransport
from ._batch import BatchCalls
from ._caller import AnyCaller, Method, outcome, parse, request
from ._errors import TransportError, is_passing

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AsyncCallOptions:
    """The options of one call that override those of its client. Cancel its task to end it."""

    timeout: float | None = None
    """Total time in seconds, including retries."""
    retries: int | None = None
    """How often a failed call is sent again, if the method may be called twice."""


_NO_OPTIONS = AsyncCallOptions()


class AsyncCaller(AnyCaller[AsyncTransport]):
    """Calls methods of one node."""

    _connect = AsyncTransport

    async def call(
        self, path: str, method: Method[T], params: Any, options: AsyncCallOptions | None = None
    ) -> T:
        """Sends one call and reads its result."""
        identity = self.next_id()
        params = method.encode(params)
        body = request(identity, method, params)
        try:
            answer = parse(await self.send(path, body, method.repeatable, options))
        except TransportError as error:
            raise error.named(method.name, self.url + path) from error.__cause__
        check_answer_to(method.name, identity, answer)
        return outcome(method, answer, params)

    async def send(
        self, path: str, body: str, repeatable: bool, options: AsyncCallOptions | None = None
    ) -> bytes:
        """Posts, again where that may help."""
        options = options or _NO_OPTIONS
        timeout = self.timeout if options.timeout is None else options.timeout
        retries = self._retries if options.retries is None else options.retries
        return await within(timeout, self._attempts(path, body, retries if repeatable else 0))

    async def _attempts(self, path: str, body: str, retries: int) -> bytes:
        attempt = 0
        while True:
            try:
                return await self.transport.post(path, body.encode())
            except TransportError as error:
                if attempt >= retries or not is_passing(error):
                    raise
            await asyncio.sleep(self.retry_delay * 2**attempt)
            attempt += 1


class AsyncBatchCalls(BatchCalls):
    """The calls of a batch, by path."""

    def __init__(self, caller: AsyncCaller) -> None:
        super().__init__(caller)
        self._async_caller = caller

    async def send_all(self, options: AsyncCallOptions | None) -> None:
        """Send one request for each path, all concurrently."""
        groups, self._groups = self._groups, {}
        sends = [self._send_group(path, group, options) for path, group in groups.items()]
        await asyncio.gather(*sends)

    async def _send_group(self, path: str, group: Any, options: AsyncCallOptions | None) -> None:
        try:
            text: bytes | Exception = await self._async_caller.send(
                path, group.body(), group.is_repeatable(), options
            )
        except TransportError as error:
            text = error
        self.settle(path, group, text)


async def within(timeout: float | None, work: Awaitable[T], what: str = "no answer") -> T:
    """Wait for work, but not longer than a number of seconds."""
    try:
        return await asyncio.wait_for(work, timeout)
    except asyncio.TimeoutError:
        raise TransportError("timeout", f"{what} within {timeout} s") from None
