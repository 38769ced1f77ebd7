"""The conformance program of the Python client: see clients/README.md."""

from __future__ import annotations

import json
import operator
import sys
from collections.abc import Callable
from typing import Any

import generated_dispatch

from couloir import AvalanchegoClient, Client, CouloirError, Pending, RpcError


def key_of(call: dict[str, Any]) -> str:
    """How the generated table names the method."""
    api = call.get("api") or call["method"].partition(".")[0]
    return f"{api} {call.get('path', '')} {call['method']}"


def prepare(table: dict[str, Any], group: Any, call: dict[str, Any]) -> Callable[[], Any]:
    """The typed call, with params read from JSON."""
    place, params = table[key_of(call)]
    given = call.get("params") or {}
    arguments = {params[name][0]: params[name][1](value) for name, value in given.items()}
    typed = operator.attrgetter(place)(group)
    return lambda: typed(**arguments)


def describe(call: Callable[[], Any]) -> dict[str, Any]:
    """What the program says of a call."""
    try:
        result = call()
        return {"result": {} if result is None else to_json(result)}
    except RpcError as error:
        told = {"code": error.code, "message": error.message, "data": error.data}
        return {"error": {**told, "name": error.declared_name, "arguments": error.arguments}}
    except CouloirError as error:
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


def main(url: str, profile: str) -> None:
    """Answers each line of the input."""
    client = Client(url) if profile == "spec" else AvalanchegoClient(url)
    table = getattr(generated_dispatch, profile)
    with client:
        for text in sys.stdin:
            line = json.loads(text)
            if "batch" in line:
                said = batch_of(client, table, line["batch"])
            else:
                said = describe(prepare(table, client, line))
            print(json.dumps({"id": line["id"], **said}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
