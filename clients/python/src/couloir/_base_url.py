from __future__ import annotations

import re

_API_PATH = re.compile(
    r"/+ext/+(bc|index|info|health|keystore|events|ledger|dev|admin)(/[^?#]*)?(\?.*)?$"
)


def without_api_path(url: str) -> str:
    """Return the URL of a node, also if the path of one of its APIs was given."""
    return _API_PATH.sub(r"\3", url)
