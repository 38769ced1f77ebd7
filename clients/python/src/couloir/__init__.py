"""A typed client of Couloir and AvalancheGo nodes."""

from . import errors, types
from ._batch import Pending
from ._caller import CallOptions
from ._codec import Unknown
from ._errors import CancelledError, CouloirError, RpcError, TransportError
from ._transport import Cancellation
from .client import AvalanchegoClient, AvalanchegoClientBatch, Client, ClientBatch

__all__ = [
    "AvalanchegoClient",
    "AvalanchegoClientBatch",
    "CallOptions",
    "Cancellation",
    "CancelledError",
    "Client",
    "ClientBatch",
    "CouloirError",
    "Pending",
    "RpcError",
    "TransportError",
    "Unknown",
    "errors",
    "types",
]
