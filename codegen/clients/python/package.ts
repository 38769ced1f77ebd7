import type { PackageInfo, PackageWriter } from "../language.ts";
import { quoted } from "../literals.ts";
import { labelOf, target } from "../lookup.ts";
import type { ClientModel } from "../model.ts";
import { runtimeFiles, spdx } from "../package/package.ts";
import { exampleCall, packageReadme } from "../package/readme.ts";
import { streamReadme } from "../package/stream-readme.ts";
import { hasSubscriptions } from "../package/streams.ts";
import { versions } from "../package/versions.ts";
import { printErrors } from "./errors.ts";
import { printProfile } from "./methods.ts";
import { pythonName } from "./names.ts";
import { pythonPackageName } from "./package-name.ts";
import { printRules } from "./rules.ts";
import { docstring } from "./source.ts";
import { pythonSocketDependency, pythonSubscriptionFiles } from "./subscriptions.ts";
import { withTidyImports } from "./tidy-imports.ts";
import { printShapes, printTypes } from "./types.ts";

const runtime = [
  "_answer",
  "_batch",
  "_caller",
  "_codec",
  "_connected",
  "_ending",
  "_errors",
  "_forms",
  "_incoming",
  "_param_check",
  "_problem",
  "_response",
  "_scalars",
  "_server_sent_events",
  "_transport",
  "types",
];

/** A Python package for the releases of Python that are supported: without dependencies, but for subscriptions. */
export const pythonPackage: PackageWriter = (model, info) => {
  const name = pythonPackageName(info);
  const folder = `src/${name}`;
  const [profile] = model.profiles;
  const hasStreams = hasSubscriptions(model);
  return [
    { path: "pyproject.toml", text: project(info, name, hasStreams) },
    ...runtimeFiles("python/src/couloir/*.py", runtime, `${folder}/*.py`),
    { path: `${folder}/errors.py`, text: errorsModule },
    { path: `${folder}/py.typed`, text: "" },
    { path: `${folder}/client.py`, text: printClient(hasStreams) },
    {
      path: `${folder}/__init__.py`,
      text: `${docstring([`A typed client of ${info.title}.`], "")}${printInit(hasStreams)}`,
    },
    {
      path: `${folder}/_generated/__init__.py`,
      text: '"""Types, errors and methods of the document."""\n',
    },
    { path: `${folder}/_generated/types.py`, text: withTidyImports(printTypes(model)) },
    { path: `${folder}/_generated/shapes.py`, text: printShapes(model) },
    { path: `${folder}/_generated/errors.py`, text: withTidyImports(printErrors(model)) },
    { path: `${folder}/_generated/rules.py`, text: withTidyImports(printRules(model)) },
    { path: `${folder}/_generated/spec.py`, text: withTidyImports(printProfile(profile, model)) },
    ...(hasStreams ? pythonSubscriptionFiles(model, folder) : []),
    { path: "examples/quickstart.py", text: example(model, info, name) },
    { path: "README.md", text: packageReadme(model, info, readme(model, info, name), pythonName) },
  ];
};

const errorsModule = `"""The exceptions of calls: each declared error has its own class."""

from ._errors import CancelledError, ClientError, RpcError, TransportError
from ._generated.errors import *  # noqa: F403
from ._generated.errors import __all__ as _declared

__all__ = ["CancelledError", "ClientError", "RpcError", "TransportError"]
__all__ += _declared
`;

function printInit(hasStreams: boolean): string {
  const given = (text: string) => (hasStreams ? text : "");
  return `
from . import errors, types
from ._batch import Pending
from ._caller import CallOptions
from ._codec import Unknown
from ._ending import Cancellation
from ._errors import CancelledError, ClientError, RpcError, TransportError
${given("from ._exchange import Pushed\nfrom ._subscription import Subscription\n")}from .client import Client, ClientBatch

__all__ = [
    "CallOptions",
    "Cancellation",
    "CancelledError",
    "Client",
    "ClientBatch",
    "ClientError",
    "Pending",
${given('    "Pushed",\n')}    "RpcError",
${given('    "Subscription",\n')}    "TransportError",
    "Unknown",
    "errors",
    "types",
]
`;
}

function printClient(hasStreams: boolean): string {
  return `"""The clients."""

from __future__ import annotations

from ._caller import CallOptions
from ._connected import ${hasStreams ? "" : "ConnectedClient, "}SentBatch
from ._generated.spec import APIs, Batch
${hasStreams ? "from ._subscribing import SubscribingClient\n" : ""}

class Client(${hasStreams ? "SubscribingClient" : "ConnectedClient"}, APIs):
    """A client of the API.

    Threads can share it. It keeps connections open until \`close\` or the end of a \`with\` block.
    """

    def batch(self, options: CallOptions | None = None) -> ClientBatch:
        """A batch: calls are added to it, and sent together at the end of its \`with\` block."""
        return ClientBatch(self._caller, options)


class ClientBatch(SentBatch, Batch):
    """Calls of a \`Client\` that are sent together, one request for each path."""
`;
}

function project(info: PackageInfo, name: string, hasStreams: boolean): string {
  const { title, version } = info;
  const license = spdx(info);
  const dependencies = hasStreams ? `dependencies = ["${pythonSocketDependency}"]\n` : "";
  return `[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = ${quoted(name.replaceAll("_", "-"))}
version = ${quoted(version.replace(/-.*$/, ""))}
description = ${quoted(`Typed client of ${title}.`)}
readme = "README.md"
${license === undefined ? "" : `license = "${license}"\n`}requires-python = ">=${versions.python}"
${dependencies}
[tool.setuptools.packages.find]
where = ["src"]

[tool.setuptools.package-data]
${name} = ["py.typed"]

[tool.mypy]
strict = true
mypy_path = "src"

[tool.ruff]
line-length = 100

[tool.ruff.lint]
select = ["E", "F", "W", "I", "B", "UP", "SIM", "RUF", "C4", "PIE", "PYI", "RET", "D200", "D300"]

[tool.ruff.lint.per-file-ignores]
# Lines, words and characters there are the document's, and types are put together from parts.
"examples/*" = ["E501", "RUF001"]
"src/${name}/_generated/*" = ["E501", "RUF001", "RUF002", "RUF003", "SIM101", "D200", "C416", "PYI016"]
# Python 3.10, which some packages with these files support, has no Self.
"src/${name}/_codec.py" = ["PYI019"]
"src/${name}/_connected.py" = ["PYI019"]

[tool.ruff.format]
exclude = ["examples/*", "src/${name}/_generated/*"]
`;
}

function example(model: ClientModel, info: PackageInfo, name: string): string {
  const call = exampleCall(model);
  const values = (call?.values ?? []).map(({ member, value }) => {
    const written = typeof value === "boolean" ? (value ? "True" : "False") : value;
    return `${pythonName(labelOf(member))}=${typeof written === "string" && typeof value === "string" ? quoted(written) : written}`;
  });
  const made = call && `client.rpc.${pythonName(call.method.localName)}(${values.join(", ")})`;
  // Type checkers reject the use of a result that is always None.
  const isNone = call !== undefined && target(call.method.result.type, model.types).kind === "null";
  const line = isNone ? made : `print(${made ?? "client.rpc"})`;
  return `"""Calls a method."""

import sys

from ${name} import Client

url = sys.argv[1] if len(sys.argv) > 1 else ${quoted(info.url)}
with Client(url) as client:
    ${line}
`;
}

function readme(model: ClientModel, info: PackageInfo, name: string): string {
  return `\`\`\`
pip install .
\`\`\`

\`\`\`py
${example(model, info, name).trim()}
\`\`\`

\`RpcError\` is an error that the server returned; each declared error is a subclass in \`${name}.errors\`.
\`TransportError\` is any other failure. A form of a union that the document does not declare is \`Unknown\`.
${streams(model)}`;
}

function streams(model: ClientModel): string {
  return streamReadme(
    model,
    "py",
    pythonName,
    ({ localName }, needsParams) =>
      `with client.subscriptions.${pythonName(localName)}(${needsParams ? "..." : ""}) as items:
    for item in items:
        print(item)`,
    `\`async with\` and \`async for\` do the same in asyncio. The end of the block ends the subscription. A broken connection is
opened again: \`on_reconnect\` says when, because what the server pushed in between is lost. Each subscription has a
WebSocket of its own, from the package \`websockets\`.`,
  );
}
