"""Clients with subscriptions."""

from __future__ import annotations

from collections.abc import Mapping

from ._connected import ConnectedClient
from ._generated.subscriptions import Subscriptions
from ._subscription import Subscriber
from ._transport import MAX_RESPONSE_BYTES


class SubscribingClient(ConnectedClient):
    """A base class of clients; the next one has the APIs."""

    def __init__(
        self,
        url: str,
        *,
        timeout: float | None = 30.0,
        retries: int = 2,
        retry_delay: float = 0.1,
        headers: Mapping[str, str] | None = None,
        max_response_bytes: int = MAX_RESPONSE_BYTES,
        websocket_url: str | None = None,
    ) -> None:
        """Create a client for the server at a URL, without connecting.

        :param timeout: total seconds of a call, including retries; None means no limit.
        :param retries: how often a repeatable call is sent again after a temporary failure.
        :param retry_delay: seconds before the first retry; doubles with each further retry.
        :param headers: sent with every request, such as Authorization.
        :param max_response_bytes: the maximum size of a response, and of what the server pushes.
        :param websocket_url: where the server pushes, if it is not the URL with `ws` for `http`.
        """
        super().__init__(
            url,
            timeout=timeout,
            retries=retries,
            retry_delay=retry_delay,
            headers=headers,
            max_response_bytes=max_response_bytes,
        )
        pushing = websocket_url or "ws" + url.removeprefix("http")
        subscriber = Subscriber(pushing, headers or {}, timeout, retry_delay, max_response_bytes)
        self.subscriptions = Subscriptions(subscriber)
        """What the server pushes, over WebSockets."""
