import { imperative } from "../doc-text.ts";
import { quoted } from "../literals.ts";
import { hasPaths, labelOf, namesIn } from "../lookup.ts";
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
    ...own.flatMap((api) => [printApi(api, profile, "api"), printApi(api, profile, "batch")]),
    printGroup(profile, model, "api"),
    printGroup(profile, model, "batch"),
  ].join("\n\n");
  const fromSpec = shared
    .flatMap((api) => [typeName(api, profile, "api"), typeName(api, profile, "batch")])
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
    ...own.map((api) => printApi(api, profile, "async")),
    printGroup(profile, model, "async"),
  ].join("\n\n");
  const fromSpec = shared.map((api) => typeName(api, profile, "async")).sort();
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

/** The ways to call methods: at once, in a batch, or with asyncio. */
const ways = {
  api: {
    prefix: "",
    suffix: "API",
    group: "APIs",
    paths: "Paths",
    owner: "caller",
    ownerType: "Caller",
  },
  batch: {
    prefix: "",
    suffix: "Batch",
    group: "Batch",
    paths: "BatchPaths",
    owner: "batch",
    ownerType: "BatchCalls",
  },
  async: {
    prefix: "Async",
    suffix: "API",
    group: "APIs",
    paths: "Paths",
    owner: "caller",
    ownerType: "AsyncCaller",
  },
} as const;

type Way = keyof typeof ways;

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

function typeName(api: ClientApi, profile: ClientProfile, way: Way): string {
  const { prefix, suffix } = ways[way];
  return prefix + (api.sameAsFirst ? "" : profile.prefix) + className(api.name) + suffix;
}

function printApi(api: ClientApi, profile: ClientProfile, way: Way): string {
  const { owner, ownerType } = ways[way];
  const plain = typeName(api, profile, "api");
  const docs: Readonly<Record<Way, string>> = {
    api: docstring([`The ${api.title}.`, api.description]),
    batch: `    """Adds calls of ${plain} to a batch."""\n`,
    async: `    """The ${api.title}, as \`${plain}\` with methods to await."""\n`,
  };
  return `class ${typeName(api, profile, way)}:
${docs[way]}
    __slots__ = ("_${owner}", "_path")

    def __init__(self, ${owner}: ${ownerType}, path: str) -> None:
        self._${owner} = ${owner}
        self._path = path

${api.methods.map((method) => printMethod(method, way)).join("\n")}`;
}

function printMethod(method: ClientMethod, way: Way): string {
  const members = method.params?.members ?? [];
  const required = members.filter((member) => member.required).map(argument);
  const optional = members.filter((member) => !member.required).map(argument);
  if (way !== "batch") optional.push(`options: ${ways[way].prefix}CallOptions | None = None`);
  const signature = ["self", ...required, ...(optional.length === 0 ? [] : ["*", ...optional])];
  const docs: Readonly<Record<Way, readonly string[]>> = {
    api: docOf(method),
    batch: [`Add ${method.name} to the batch.`],
    async: [imperative(method.summary)],
  };
  const result = resultType(method);
  const answer = way === "batch" ? `Pending[${result}]` : result;
  const given = `self._path, ${constant(method)}, ${givenParams(members)}`;
  const call =
    way === "batch" ? `self._batch.add(${given})` : `self._caller.call(${given}, options)`;
  const [define, returned] = way === "async" ? ["async def", `await ${call}`] : ["def", call];
  return `    ${define} ${pythonName(method.localName)}(
        ${signature.join(",\n        ")},
    ) -> ${answer}:
${docstring(docs[way], "        ")}        return ${returned}
`;
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

function printGroup(profile: ClientProfile, model: ClientModel, way: Way): string {
  const { prefix, group, paths, owner, ownerType } = ways[way];
  const served = profile.apis.filter(hasPaths);
  const pathsName = (api: ClientApi) => prefix + profile.prefix + className(api.name) + paths;
  const groups = served.map((api) => {
    const lines = api.paths.map(
      ({ key, path }) =>
        `        self.${pythonName(key)} = ${typeName(api, profile, way)}(${owner}, "${path}")\n        """${path}"""\n`,
    );
    return `class ${pathsName(api)}:
    """One ${typeName(api, profile, way)} for each path of the API."""

    def __init__(self, ${owner}: ${ownerType}) -> None:
${lines.join("")}`;
  });
  const members = profile.apis.map((api) => {
    const value = hasPaths(api)
      ? `${pathsName(api)}(${owner})`
      : `${typeName(api, profile, way)}(${owner}, "${api.paths[0]?.path}")`;
    return `        self.${pythonName(api.name)} = ${value}\n        """The ${api.title}."""\n`;
  });
  const all = `class ${prefix}${profile.prefix}${group}:
    """${summaryOf(profile, model, way === "batch" ? ", for a batch" : "")}"""

    def __init__(self, ${owner}: ${ownerType}) -> None:
${members.join("")}`;
  return [...groups, all].join("\n\n");
}
