import { quoted } from "../../clients/literals.ts";
import { labelOf, target } from "../../clients/lookup.ts";
import type { ClientModel } from "../../clients/model.ts";
import { printErrors } from "../../clients/python/errors.ts";
import { printProfile } from "../../clients/python/methods.ts";
import { pythonName } from "../../clients/python/names.ts";
import { printRules } from "../../clients/python/python.ts";
import { docstring } from "../../clients/python/source.ts";
import { printTypes } from "../../clients/python/types.ts";
import { adapt, type PackageInfo, type PackageWriter, runtimeFile } from "./package.ts";
import { exampleCall, packageReadme } from "./readme.ts";
import { versions } from "./versions.ts";

const runtime = [
  "_answer",
  "_batch",
  "_caller",
  "_ending",
  "_incoming",
  "_param_check",
  "_problem",
  "_response",
  "_server_sent_events",
  "_streaming",
  "_transport",
  "types",
];

/** A Python package without dependencies, for the releases of Python that are supported. */
export const pythonPackage: PackageWriter = (model, info) => {
  const name = info.name.replaceAll("-", "_");
  const folder = `src/${name}`;
  const [profile] = model.profiles;
  if (profile === undefined) throw new Error("the model has no profile");
  return [
    { path: "pyproject.toml", text: project(info, name) },
    ...runtime.map((file) => ({
      path: `${folder}/${file}.py`,
      text: renamed(runtimeFile(`python/src/couloir/${file}.py`)),
    })),
    { path: `${folder}/_codec.py`, text: codecRuntime() },
    { path: `${folder}/_errors.py`, text: renamed(runtimeFile("python/src/couloir/_errors.py")) },
    { path: `${folder}/errors.py`, text: errorsModule },
    { path: `${folder}/py.typed`, text: "" },
    { path: `${folder}/client.py`, text: clientModule() },
    {
      path: `${folder}/__init__.py`,
      text: `${docstring([`A typed client of ${info.title}.`], "")}${init}`,
    },
    {
      path: `${folder}/_generated/__init__.py`,
      text: '"""Types, errors and methods of the document."""\n',
    },
    { path: `${folder}/_generated/types.py`, text: marked(printTypes(model)) },
    { path: `${folder}/_generated/errors.py`, text: marked(printErrors(model)) },
    { path: `${folder}/_generated/rules.py`, text: marked(printRules(model)) },
    { path: `${folder}/_generated/spec.py`, text: marked(printProfile(profile, model)) },
    { path: "examples/quickstart.py", text: example(model, info, name) },
    { path: "README.md", text: packageReadme(model, info, readme(model, info, name)) },
  ];
};

function marked(text: string): string {
  return adapt(text, [["from openrpc/*.json", "from an OpenRPC document"]]);
}

function renamed(text: string): string {
  return text.replaceAll("CouloirError", "ClientError");
}

/** Forms of unions that are integers stay numbers: only our own nodes read them as text. */
function codecRuntime(): string {
  return adapt(runtimeFile("python/src/couloir/_codec.py"), [
    [
      "    if isinstance(value, str) or value is None or isinstance(value, bool):",
      "    if value is None or isinstance(value, str | bool | int | float):",
    ],
    ["    if isinstance(value, int):\n        return str(value)\n", ""],
    [
      "Convert a form of a union to JSON; integers become text.",
      "Convert a form of a union to JSON.",
    ],
  ]);
}

const errorsModule = `"""The exceptions of calls: each declared error has its own class."""

from ._errors import CancelledError, ClientError, RpcError, TransportError
from ._generated.errors import *  # noqa: F403
from ._generated.errors import __all__ as _declared

__all__ = ["CancelledError", "ClientError", "RpcError", "TransportError"]
__all__ += _declared
`;

const init = `
from . import errors, types
from ._batch import Pending
from ._caller import CallOptions
from ._codec import Unknown
from ._ending import Cancellation
from ._errors import CancelledError, ClientError, RpcError, TransportError
from .client import Client, ClientBatch

__all__ = [
    "CallOptions",
    "Cancellation",
    "CancelledError",
    "Client",
    "ClientBatch",
    "ClientError",
    "Pending",
    "RpcError",
    "TransportError",
    "Unknown",
    "errors",
    "types",
]
`;

/** The client of the first profile, without its events. */
function clientModule(): string {
  const text = runtimeFile("python/src/couloir/client.py");
  const [own = ""] = text.split("class AvalanchegoClient");
  return `${adapt(own, [
    ["from ._generated.avalanchego import AvalanchegoAPIs, AvalanchegoBatch\n", ""],
    ["from ._listener import Listener\n", ""],
    ["from ._base_url import without_api_path\n", ""],
    ["        node = without_api_path(url)\n", ""],
    ["Caller(node,", "Caller(url,"],
    ["class Client(Listener, APIs):", "class Client(APIs):"],
    [
      "A client for a node that follows the specification, as Couloir does by default.",
      "A client of the API.",
    ],
    [
      "Create a client for the node at a URL, such as http://127.0.0.1:9650, without connecting.",
      "Create a client for the server at a URL, without connecting.",
    ],
  ]).trimEnd()}\n`;
}

function project({ title, version }: PackageInfo, name: string): string {
  return `[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = ${quoted(name.replaceAll("_", "-"))}
version = ${quoted(version.replace(/-.*$/, ""))}
description = ${quoted(`Typed client of ${title}.`)}
readme = "README.md"
requires-python = ">=${versions.python}"

[tool.setuptools.packages.find]
where = ["src"]

[tool.setuptools.package-data]
${name} = ["py.typed"]

[tool.mypy]
strict = true
mypy_path = "src"
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
`;
}
