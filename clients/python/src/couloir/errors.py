"""What a call can fail with: the declared errors have a class each."""

from ._errors import CancelledError, CouloirError, RpcError, TransportError
from ._generated.errors import *  # noqa: F403
from ._generated.errors import __all__ as _declared

__all__ = ["CancelledError", "CouloirError", "RpcError", "TransportError"]
__all__ += _declared
