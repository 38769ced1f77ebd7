"""A typed client of Couloir and AvalancheGo nodes."""

from . import errors, types
from ._batch import Pending
from ._caller import CallOptions
from ._codec import Unknown
from ._ending import Cancellation
from ._errors import CancelledError, ClientError, RpcError, TransportError
from ._event_errors import NoEventsError, QueryError
from ._event_stream import EventStream
from ._problem import Problem
from .client import AvalanchegoClient, AvalanchegoClientBatch, Client, ClientBatch

__all__ = [
    "AvalanchegoClient",
    "AvalanchegoClientBatch",
    "CallOptions",
    "Cancellation",
    "CancelledError",
    "Client",
    "ClientBatch",
    "ClientError",
    "EventStream",
    "NoEventsError",
    "Pending",
    "Problem",
    "QueryError",
    "RpcError",
    "TransportError",
    "Unknown",
    "errors",
    "types",
]
