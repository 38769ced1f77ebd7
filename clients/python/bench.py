"""The bench program of the Python client: see clients/README.md."""

from __future__ import annotations

import http.client
import json
import resource
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from couloir import Client


def by_hand(url: str) -> Callable[[], int]:
    """The minimal hand-written call that handles deadlines and errors."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)

    def call() -> int:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "platform.getHeight"})
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/ext/bc/P", body.encode(), headers)
        response = connection.getresponse()
        text = response.read()
        if response.status != 200:
            raise RuntimeError(f"HTTP {response.status}")
        answer = json.loads(text)
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return int(answer["result"]["height"])

    return call


def measure(call: Callable[[], int], count: int) -> float:
    """Microseconds of CPU a call."""
    began = cpu_seconds()
    for _ in range(count):
        call()
    return (cpu_seconds() - began) / count * 1e6


def cpu_seconds() -> float:
    """CPU time of this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main(url: str, rounds: int, calls: int) -> None:
    """Prints a line for each round."""
    client = Client(url)
    hand = by_hand(url)

    def through_client() -> int:
        return client.platform.get_height().height

    # Warm up connections and caches before measuring.
    measure(hand, calls // 10)
    measure(through_client, calls // 10)
    for number in range(rounds):
        if number % 2 == 0:
            first, second = measure(hand, calls), measure(through_client, calls)
        else:
            second, first = measure(through_client, calls), measure(hand, calls)
        print(json.dumps({"byHandMicros": first, "clientMicros": second}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
