"""The clients."""

from __future__ import annotations

from ._base_url import without_api_path
from ._caller import CallOptions
from ._connected import ConnectedClient, SentBatch
from ._generated.avalanchego import AvalanchegoAPIs, AvalanchegoBatch
from ._generated.spec import APIs, Batch
from ._listener import Listener


class _NodeClient(Listener, ConnectedClient):
    """What both clients have; the next base class has the APIs."""

    _base_url = staticmethod(without_api_path)


class Client(_NodeClient, APIs):
    """A client for a node that follows the specification, as Couloir does by default.

    Threads can share it. It keeps connections open until `close` or the end of a `with` block.
    """

    def batch(self, options: CallOptions | None = None) -> ClientBatch:
        """A batch: calls are added to it, and sent together at the end of its `with` block."""
        return ClientBatch(self._caller, options)


class ClientBatch(SentBatch, Batch):
    """Calls of a `Client` that are sent together, one request for each path."""


class AvalanchegoClient(_NodeClient, AvalanchegoAPIs):
    """A client for AvalancheGo, or for Couloir with --api-profile avalanchego.

    Threads can share it. It keeps connections open until `close` or the end of a `with` block.
    """

    def batch(self, options: CallOptions | None = None) -> AvalanchegoClientBatch:
        """See `Client`. AvalancheGo itself does not support batches."""
        return AvalanchegoClientBatch(self._caller, options)


class AvalanchegoClientBatch(SentBatch, AvalanchegoBatch):
    """Calls of an `AvalanchegoClient` that are sent together, one request for each path."""
