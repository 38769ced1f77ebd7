"""The exceptions of calls: each declared error has its own class."""

from ._errors import CancelledError, ClientError, RpcError, TransportError
from ._event_errors import NoEventsError, QueryError
from ._generated.errors import *  # noqa: F403
from ._generated.errors import __all__ as _declared

__all__ = [
    "CancelledError",
    "ClientError",
    "NoEventsError",
    "QueryError",
    "RpcError",
    "TransportError",
]
__all__ += _declared
