"""The exceptions of event streams."""

from __future__ import annotations

from ._errors import ClientError


class QueryError(ClientError):
    """The node rejected the query of an event stream.

    The message names the member, the expected value and the received value.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        field, colon, _ = message.partition(": ")
        self.field = field if colon else ""
        """The invalid member of the query, by its name on the wire."""


class NoEventsError(ClientError):
    """The server has no event stream: it is disabled, or the server is not Couloir."""
