"""The conformance program of the Python client: see clients/README.md."""

from __future__ import annotations

import json
import operator
import sys
from collections.abc import Callable
from typing import Any

import generated_dispatch

from couloir import (
    AvalanchegoClient,
    Client,
    ClientError,
    NoEventsError,
    Pending,
    QueryError,
    RpcError,
    TransportError,
)
from couloir._codec import reader


def key_of(call: dict[str, Any]) -> str:
    """How the generated table names the method."""
    api = call.get("api") or call["method"].partition(".")[0]
    return f"{api} {call.get('path', '')} {call['method']}"


def prepare(table: dict[str, Any], group: Any, call: dict[str, Any]) -> Callable[[], Any]:
    """The typed call, with params read from JSON."""
    place, params = table[key_of(call)]
    given = call.get("params") or {}
    arguments = {
        params[name][0]: reader(params[name][1])(value, name) for name, value in given.items()
    }
    typed = operator.attrgetter(place)(group)
    return lambda: typed(**arguments)


def describe(call: Callable[[], Any]) -> dict[str, Any]:
    """Return the program's output for a call."""
    try:
        result = call()
        return {"result": {} if result is None else to_json(result)}
    except RpcError as error:
        members = {"code": error.code, "message": error.message, "data": error.data}
        named = {"name": error.declared_name, "arguments": error.arguments, "text": str(error)}
        return {"error": {**members, **named}}
    except ClientError as error:
        return {"failure": repr(error)}


def to_json(value: Any) -> Any:
    """The JSON of a result."""
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if isinstance(value, dict):
        return {key: to_json(item) for key, item in value.items()}
    return value.to_json() if hasattr(value, "to_json") else value


def batch_of(client: Any, table: dict[str, Any], calls: list[dict[str, Any]]) -> dict[str, Any]:
    """Sends the calls together."""
    with client.batch() as batch:
        pending: list[Pending[Any]] = [prepare(table, batch, call)() for call in calls]
    return {"batch": [describe(each.result) for each in pending]}


def say(line: dict[str, Any]) -> None:
    """Write a line without buffering."""
    print(json.dumps(line), flush=True)


QUERY = {
    "topics": "topics",
    "after": "after",
    "fromHeight": "from_height",
    "subnetID": "subnet_id",
    "txID": "tx_id",
}


def listen(client: Any, line: dict[str, Any]) -> None:
    """Print each event as it arrives, then the end of the stream."""
    query = {QUERY[name]: value for name, value in line["events"].items()}
    until = line.get("untilHeight")
    left = line.get("count")
    with client.events(**query, retries=line.get("retries", 10)) as stream:
        try:
            for event in stream:
                encoded = event.to_json()
                say({"id": line["id"], "event": encoded})
                left = None if left is None else left - 1
                if left == 0 or (encoded["type"] == "block" and encoded["height"] == until):
                    break
            say({"id": line["id"], "cursor": stream.cursor})
        except ClientError as error:
            say({"id": line["id"], "failure": classify(error)})


def classify(error: ClientError) -> dict[str, Any]:
    """Return the output for a failed stream."""
    match error:
        case QueryError(field=field):
            return {"class": "query", "field": field}
        case NoEventsError():
            return {"class": "no-events"}
        case TransportError(reason=reason, status=None):
            return {"class": "transport", "reason": reason}
        case TransportError(reason=reason, status=status):
            return {"class": "transport", "reason": reason, "status": status}
        case _:
            return {"class": repr(error)}


def main(url: str, profile: str) -> None:
    """Process each line of the input."""
    client = Client(url) if profile == "spec" else AvalanchegoClient(url)
    table = getattr(generated_dispatch, profile)
    with client:
        for text in sys.stdin:
            line = json.loads(text)
            if "events" in line:
                listen(client, line)
                continue
            if "batch" in line:
                said = batch_of(client, table, line["batch"])
            else:
                said = describe(prepare(table, client, line))
            say({"id": line["id"], **said})


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
