import { imperative } from "../doc-text.ts";
import { quoted } from "../literals.ts";
import { labelOf, namesIn } from "../lookup.ts";
import type {
  ClientApi,
  ClientMethod,
  ClientModel,
  ClientProfile,
  Member,
  Type,
} from "../model.ts";
import { constantName } from "../names.ts";
import { isEmptyObject, resultShape } from "./codec.ts";
import { className, errorClass, pythonName } from "./names.ts";
import { docstring, pythonFile } from "./source.ts";
import { annotation } from "./types.ts";

/** Prints spec.py or avalanchego.py: the APIs of a profile, for single calls and for batches. */
export function printProfile(profile: ClientProfile, model: ClientModel): string {
  const own = profile.apis.filter((api) => !api.sameAsFirst);
  const shared = profile.apis.filter((api) => api.sameAsFirst);
  const body = [
    printMethodTable(own, model),
    ...own.flatMap((api) => [printApi(api, profile, "API"), printApi(api, profile, "Batch")]),
    printGroup(profile, model, "APIs"),
    printGroup(profile, model, "Batch"),
  ].join("\n\n");
  const fromSpec = shared
    .flatMap((api) => [typeName(api, profile, "API"), typeName(api, profile, "Batch")])
    .sort();
  const used = [...usedTypes(own, model)].filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const list = used
    .sort()
    .map((name) => `    ${name},\n`)
    .join("");
  const imports = `
from collections.abc import ${abstractTypes(body)}
from typing import Any

from .._batch import BatchCalls, Pending
from .._caller import CallOptions, Caller, Method
from . import errors
${fromSpec.length === 0 ? "" : `from .spec import ${fromSpec.join(", ")}\n`}${used.length === 0 ? "" : `from .types import (\n${list})\n`}`;
  return pythonFile(model.generated, summaryOf(profile, model), imports, body);
}

/** What a profile's APIs are. One profile needs no name. */
function summaryOf({ name }: ClientProfile, { profiles }: ClientModel, how = ""): string {
  return `The APIs${profiles.length === 1 ? "" : ` of a node in profile ${name}`}${how}.`;
}

/** Prints async_spec.py or async_avalanchego.py: the APIs of a profile for asyncio. */
export function printAsyncProfile(profile: ClientProfile, model: ClientModel): string {
  const own = profile.apis.filter((api) => !api.sameAsFirst);
  const shared = profile.apis.filter((api) => api.sameAsFirst);
  const body = [
    ...own.map((api) => printAsyncApi(api, profile)),
    printGroup(profile, model, "APIs", true),
  ].join("\n\n");
  const fromSpec = shared.map((api) => `Async${typeName(api, profile, "API")}`).sort();
  const methods = [...new Set(own.flatMap((api) => api.methods.map(constant)))].sort();
  const used = [...usedTypes(own, model)].filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const listed = (names: readonly string[]) => names.map((name) => `    ${name},\n`).join("");
  const imports = `
from collections.abc import ${abstractTypes(body)}
from typing import Any

from .._async_caller import AsyncCallOptions, AsyncCaller
${fromSpec.length === 0 ? "" : `from .async_spec import ${fromSpec.join(", ")}\n`}from .${profile.name} import (
${listed(methods)})
${used.length === 0 ? "" : `from .types import (\n${listed(used.sort())})\n`}`;
  return pythonFile(model.generated, summaryOf(profile, model, ", for asyncio"), imports, body);
}

function printAsyncApi(api: ClientApi, profile: ClientProfile): string {
  const name = typeName(api, profile, "API");
  const methods = api.methods.map((method) => printAsyncMethod(method)).join("\n");
  return `class Async${name}:
    """The ${api.title}, as \`${name}\` with methods to await."""

    __slots__ = ("_caller", "_path")

    def __init__(self, caller: AsyncCaller, path: str) -> None:
        self._caller = caller
        self._path = path

${methods}`;
}

function printAsyncMethod(method: ClientMethod): string {
  const members = method.params?.members ?? [];
  const required = members.filter((member) => member.required).map(argument);
  const optional = members.filter((member) => !member.required).map(argument);
  const signature = [
    "self",
    ...required,
    "*",
    ...optional,
    "options: AsyncCallOptions | None = None",
  ];
  return `    async def ${pythonName(method.localName)}(\n        ${signature.join(",\n        ")},\n    ) -> ${resultType(method)}:
${docstring([imperative(method.summary)], "        ")}        return await self._caller.call(self._path, ${constant(method)}, ${givenParams(members)}, options)
`;
}

/** The types of params that the module uses. */
function abstractTypes(body: string): string {
  return /\bMapping\[/.test(body) ? "Mapping, Sequence" : "Sequence";
}

function usedTypes(apis: readonly ClientApi[], model: ClientModel): Set<string> {
  const types = apis.flatMap(({ methods }) =>
    methods.flatMap(({ params, result }) => [
      ...(params?.members.map(({ type }) => type) ?? []),
      result.type,
    ]),
  );
  return namesUsed(types, model);
}

/** The classes that a module with these types can use. */
export function namesUsed(types: readonly Type[], model: ClientModel): Set<string> {
  const names = types.flatMap(namesIn).flatMap((name) => {
    const def = model.types.get(name);
    const target = def?.kind === "alias" ? namesIn(def.target) : [];
    return [name, ...target];
  });
  return new Set(names);
}

function typeName(api: ClientApi, profile: ClientProfile, suffix: "API" | "Batch"): string {
  return (api.sameAsFirst ? "" : profile.prefix) + className(api.name) + suffix;
}

function printApi(api: ClientApi, profile: ClientProfile, kind: "API" | "Batch"): string {
  const name = typeName(api, profile, kind);
  const methods = api.methods.map((method) => printMethod(method, kind)).join("\n");
  if (kind === "Batch") {
    return `class ${name}:
    """Adds calls of ${typeName(api, profile, "API")} to a batch."""

    __slots__ = ("_batch", "_path")

    def __init__(self, batch: BatchCalls, path: str) -> None:
        self._batch = batch
        self._path = path

${methods}`;
  }
  return `class ${name}:
${docstring([`The ${api.title}.`, api.description])}
    __slots__ = ("_caller", "_path")

    def __init__(self, caller: Caller, path: str) -> None:
        self._caller = caller
        self._path = path

${methods}`;
}

function printMethod(method: ClientMethod, kind: "API" | "Batch"): string {
  const { params } = method;
  const members = params?.members ?? [];
  const required = members.filter((member) => member.required).map(argument);
  const optional = members.filter((member) => !member.required).map(argument);
  if (kind === "API") optional.push("options: CallOptions | None = None");
  const signature = ["self", ...required, ...(optional.length === 0 ? [] : ["*", ...optional])];
  const result = resultType(method);
  const answer = kind === "API" ? result : `Pending[${result}]`;
  const name = pythonName(method.localName);
  const lines = `\n        ${signature.join(",\n        ")},\n    `;
  const doc =
    kind === "API"
      ? docstring(docOf(method), "        ")
      : docstring([`Add ${method.name} to the batch.`], "        ");
  const given = `self._path, ${constant(method)}, ${givenParams(members)}`;
  const send =
    kind === "API" ? `self._caller.call(${given}, options)` : `self._batch.add(${given})`;
  return `    def ${name}(${lines}) -> ${answer}:\n${doc}        return ${send}\n`;
}

/** A param of a method as an argument. */
export function argument({ name, label, type, required }: Member): string {
  const own = annotation(type, true);
  return `${pythonName(label ?? name)}: ${required ? own : `${own} | None = None`}`;
}

/** The arguments of a method by the names of its params, or None for a method without. */
export function givenParams(members: readonly Member[]): string {
  const entries = members.map((each) => `${quoted(each.name)}: ${pythonName(labelOf(each))}`);
  return entries.length === 0 ? "None" : `{${entries.join(", ")}}`;
}

function resultType({ result }: ClientMethod): string {
  return isEmptyObject(result.type) ? "None" : annotation(result.type);
}

/** What params mean, if the document says it. */
export function paramDocs(members: readonly Member[]): string[] {
  return members
    .filter(({ description }) => description !== "")
    .map((member) => `:param ${pythonName(labelOf(member))}: ${member.description}`);
}

function docOf(method: ClientMethod): string[] {
  const { params, errors } = method;
  const raised = errors.map(errorClass).join(", ");
  return [
    imperative(method.summary),
    method.description,
    ...paramDocs(params?.members ?? []),
    `:returns: ${method.result.description}`,
    raised === "" ? "" : `:raises: ${raised}`,
    ...(method.deprecated ? ["Deprecated: the OpenRPC document deprecates this method."] : []),
  ];
}

/** The constant with what a call needs to know about its method. */
export function constant(method: Pick<ClientMethod, "name" | "label">): string {
  return `_${constantName(method.label)}`;
}

function printMethodTable(apis: readonly ClientApi[], model: ClientModel): string {
  const methods = new Map(
    apis.flatMap((api) => api.methods).map((method) => [method.name, method]),
  );
  return [...methods.values()]
    .map((method) => {
      const { result, params } = method;
      const errors = method.errors.map((name) => `errors.${errorClass(name)}`).join(", ");
      return `${constant(method)} = Method[${typeArgument(resultType(method))}](
    ${quoted(method.name)},
    ${resultShape(result.type, model)},
${params === undefined ? "" : `    params=${quoted(params.name)},\n`}    repeatable=${method.repeatable ? "True" : "False"},
    errors=(${errors === "" ? "" : `${errors},`}),
${positions(method)}${method.isNotification ? "    notification=True,\n" : ""})
`;
    })
    .join("");
}

/** A type that is evaluated when the module is loaded: the alias before a `|` can be a forward reference. */
export function typeArgument(type: string): string {
  return type.includes(" | ") ? `"${type}"` : type;
}

/** How params are arranged, for a method whose params are not sent by name. */
function positions({ byPosition, params }: ClientMethod): string {
  if (byPosition === undefined || params === undefined) return "";
  const names = params.members.map(({ name }) => `${quoted(name)},`).join(" ");
  const only = byPosition === "only" ? "    only_by_position=True,\n" : "";
  return `    positions=(${names}),\n${only}`;
}

function printGroup(
  profile: ClientProfile,
  model: ClientModel,
  kind: "APIs" | "Batch",
  isAsync = false,
): string {
  const suffix = kind === "APIs" ? "API" : "Batch";
  const owner = kind === "APIs" ? "caller" : "batch";
  const prefix = isAsync ? "Async" : "";
  const type = kind === "APIs" ? `${prefix}Caller` : "BatchCalls";
  const served = profile.apis.filter(({ paths }) => paths.length > 1);
  const pathsName = (api: ClientApi) =>
    `${prefix}${profile.prefix}${className(api.name)}${kind === "APIs" ? "Paths" : "BatchPaths"}`;
  const groups = served.map((api) => {
    const lines = api.paths.map(
      ({ key, path }) =>
        `        self.${pythonName(key)} = ${prefix}${typeName(api, profile, suffix)}(${owner}, "${path}")\n        """${path}"""\n`,
    );
    return `class ${pathsName(api)}:
    """One ${prefix}${typeName(api, profile, suffix)} for each path of the API."""

    def __init__(self, ${owner}: ${type}) -> None:
${lines.join("")}`;
  });
  const members = profile.apis.map((api) => {
    const value =
      api.paths.length > 1
        ? `${pathsName(api)}(${owner})`
        : `${prefix}${typeName(api, profile, suffix)}(${owner}, "${api.paths[0]?.path}")`;
    return `        self.${pythonName(api.name)} = ${value}\n        """The ${api.title}."""\n`;
  });
  const group = `class ${prefix}${profile.prefix}${kind}:
    """${summaryOf(profile, model, kind === "Batch" ? ", for a batch" : "")}"""

    def __init__(self, ${owner}: ${type}) -> None:
${members.join("")}`;
  return [...groups, group].join("\n\n");
}
