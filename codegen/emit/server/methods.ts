import type { Contract, Document, Method, Profile, Schema } from "../../model.ts";
import { discoverName } from "../../model.ts";
import { integerKind, integerKinds, reaches } from "../../schema.ts";
import { camelName, header, type Output, printKey, printValue } from "../writer.ts";
import { distinctMethods } from "./types.ts";

/**
 * Emits src/generated/profiles/*.ts: what the server needs to know about each method and path.
 * profile.ts has the types, and load-profile.ts loads one profile.
 */
export function emitMethods(contract: Contract): Output[] {
  const names = contract.profiles.map((profile) => profile.name);
  const types = [header("openrpc/*.json"), declarations(contract)];
  const loading = [header("openrpc/*.json"), loader(names)];
  return [
    { path: "src/generated/profile.ts", text: types.join("\n") },
    { path: "src/generated/load-profile.ts", text: loading.join("\n") },
    ...contract.profiles.map((profile, index) => emitProfile(profile, index === 0)),
  ];
}

function emitProfile(profile: Profile, isFirst: boolean): Output {
  const methods = distinctMethods(profile).filter((method) => isFirst || method.changed);
  const body = [entries(profile, methods, isFirst), endpoints(profile, isFirst)].join("\n");
  const source = isFirst ? "openrpc/*.json" : `openrpc/profiles/${profile.name}.json`;
  const text = [header(source), imports(body, profile, isFirst), body];
  return { path: `src/generated/profiles/${profile.name}.ts`, text: text.join("\n") };
}

function imports(body: string, profile: Profile, isFirst: boolean): string {
  const checks = body.includes("resultCheck(")
    ? [`import { resultCheck } from "../shapes/${profile.name}.ts";\n`]
    : [];
  const spec = "paramsReaders as specParamsReaders";
  const readers = [profile.name, "spec"]
    .filter((name, index, all) => all.indexOf(name) === index)
    .filter((name) => body.includes(`: ${readersName(name)}[`))
    .map((name) => {
      const renamed = name === "spec" ? spec : `paramsReaders as ${readersName(name)}`;
      return `import { ${renamed} } from "../params/${name}.ts";\n`;
    });
  return [
    'import { errorForm } from "../errors.ts";\n',
    ...readers,
    'import type { MethodEntry, Profile } from "../profile.ts";\n',
    ...checks,
    ...(isFirst ? ['import type { MethodName } from "../types.ts";\n'] : []),
    ...(isFirst ? [] : ['import { methods as specMethods } from "./spec.ts";\n']),
  ].join("");
}

function readersName(profile: string): string {
  return `${camelName(profile)}ParamsReaders`;
}

/** The names of the documents that every profile has, and of those that one lacks. */
function documentNames({ profiles: [spec, ...overlays] }: Contract): [string[], string[]] {
  const isEverywhere = (api: string) =>
    overlays.every(({ documents }) => documents.some((document) => document.api === api));
  const all = spec.documents.map(({ api }) => api);
  return [all.filter(isEverywhere), all.filter((api) => !isEverywhere(api))];
}

function declarations(contract: Contract): string {
  const [spec] = contract.profiles;
  const [common, optional] = documentNames(contract).map((names) =>
    names.map((api) => JSON.stringify(api)).join(" | "),
  );
  const partial = optional === "" ? "" : ` &\n    Readonly<Partial<Record<${optional}, Endpoint>>>`;
  const apis = spec.documents.map((document) => JSON.stringify(document.api)).join(" | ");
  return `import type { DeclaredError, ErrorName, ProfileName } from "./errors.ts";
import type { Issue } from "./issue.ts";
import type { ParamsReader } from "./read.ts";
import type { MethodName } from "./types.ts";

/** The name of a document. */
export type ApiName = ${apis};

/**
 * How long a result stays true: as long as the process runs once it has been true, until the next
 * accepted block, until that or the clock's next second, or not even that long.
 */
export type Lifetime = "immutable" | "block" | "second" | "live";

/** One method as the server sees it. */
export type MethodEntry = {
  readonly name: MethodName;
  /** Converts params from the wire to the handler's form. */
  readonly params: ParamsReader;
  /** Returns what is wrong with a result, if anything. */
  readonly validateResult: (result: unknown) => Issue | undefined;
  readonly lifetime: Lifetime;
  /** Values of a member of the result that make it immutable, whatever the lifetime of others. */
  readonly settled?: { readonly member: string; readonly values: readonly string[] };
  /** Concerns only this node: a public server rejects it. */
  readonly nodeLocal: boolean;
  /** The result can contain bigint, which is written as a JSON number with all its digits. */
  readonly exactNumbers: boolean;
  /** Calling it twice differs from calling it once. */
  readonly changesState: boolean;
  readonly deprecated: boolean;
  /** The errors that it declares. */
  readonly errors: readonly ErrorName[];
};

/** A GET route that returns the result of a method. */
export type HttpGet = {
  readonly path: string;
  readonly method: MethodName;
  /** Query parameter to the param that gets its values as a list. */
  readonly query: Readonly<Record<string, string>>;
  /** HTTP status by a boolean member of the result. */
  readonly status: { readonly member: string; readonly true: number; readonly false: number };
};

/** A document as the server serves it. */
export type Endpoint = {
  readonly api: ApiName;
  readonly title: string;
  /** The canonical path first; the rest are aliases unless \`distinctPaths\`. */
  readonly paths: readonly [string, ...string[]];
  /** Each path is an endpoint with its own data. */
  readonly distinctPaths: boolean;
  /** Every method of the document concerns this node alone: a public server does not serve its paths. */
  readonly nodeLocal: boolean;
  readonly httpGet: readonly HttpGet[];
  /** The switch that turns the paths on; always on without one. */
  readonly enabledBy?: { readonly flag: string; readonly default: boolean };
  /** Alias of the chain that must be in normal operation before the paths are served. */
  readonly ready?: string;
  /** By wire name. \`rpc.discover\` is among them; its result is the document. */
  readonly methods: Readonly<Record<string, MethodEntry>>;
};

/** The whole contract as one profile has it. */
export type Profile = {
  readonly name: ProfileName;
  /** An API that the profile does not have is absent. */
  readonly endpoints: Readonly<Record<${common}, Endpoint>>${partial};
  /** Returns the code, message and data of a declared error in this profile. */
  readonly errorForm: (error: DeclaredError) => {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
};
`;
}

function loader(names: readonly string[]): string {
  const rows = names.map(
    (name) => `  ${printKey(name)}: async () => (await import("./profiles/${name}.ts")).profile,\n`,
  );
  return `import type { ProfileName } from "./errors.ts";
import type { Profile } from "./profile.ts";

/** Loads a profile: its tables and compiled checks, some milliseconds' worth, are read only for the one served. */
export const loadProfile: Readonly<Record<ProfileName, () => Promise<Profile>>> = {
${rows.join("")}};
`;
}

function entries(profile: Profile, methods: readonly Method[], isFirst: boolean): string {
  const rows = methods.map((method) => {
    const document = profile.documents.find((each) => each.methods.includes(method)) as Document;
    return `  ${printKey(method.name)}: ${printEntry(method, document, profile, isFirst)},\n`;
  });
  if (isFirst) {
    return `/** Every method, by wire name. */
export const methods: Readonly<Record<MethodName, MethodEntry>> = {
${rows.join("")}};
`;
  }
  return `const methods = {\n${rows.join("")}} satisfies Readonly<Record<string, MethodEntry>>;\n`;
}

function printEntry(
  method: Method,
  document: Document,
  profile: Profile,
  isFirst: boolean,
): string {
  const check =
    isFirst || method.changesResult
      ? `resultCheck(${printValue(method.name)})`
      : `specMethods[${printValue(method.name)}].validateResult`;
  const readers = readersName(method.changesParams && !isFirst ? profile.name : "spec");
  const { name, lifetime, settled, nodeLocal, changesState, deprecated, errors } = method;
  const isWide = (schema: Schema): boolean => {
    const kind = integerKind(schema);
    return kind !== undefined && integerKinds[kind].wide;
  };
  // A document contains examples, whose numbers can have 64 bits even if no schema says so.
  const exactNumbers =
    name === discoverName || reaches(method.result.schema, document.schemas, isWide);
  return [
    "{",
    `    name: ${printValue(name)},`,
    `    params: ${readers}[${printValue(name)}],`,
    `    validateResult: ${check},`,
    `    lifetime: ${printValue(lifetime)},`,
    ...(settled === undefined ? [] : [`    settled: ${printValue(settled)},`]),
    `    nodeLocal: ${nodeLocal},`,
    `    exactNumbers: ${exactNumbers},`,
    `    changesState: ${changesState},`,
    `    deprecated: ${deprecated},`,
    `    errors: ${printValue(errors)},`,
    "  }",
  ].join("\n");
}

function endpoints(profile: Profile, isFirst: boolean): string {
  const rows = profile.documents.map((document) => printEndpoint(document, isFirst));
  const { name } = profile;
  return `/** Every document as profile \`${name}\` serves it. */
export const profile: Profile = {
  name: ${printValue(name)},
  endpoints: {
${rows.join("")}  },
  errorForm: (error) => errorForm(${printValue(name)}, error),
};
`;
}

function printEndpoint(document: Document, isFirst: boolean): string {
  const { api, title, paths, distinctPaths, httpGet, enabledBy, ready } = document;
  const ownMethods = document.methods.filter(({ name }) => name !== discoverName);
  const references = document.methods.map((method) => {
    const table = isFirst || method.changed ? "methods" : "specMethods";
    return `        ${printKey(method.name)}: ${table}[${printValue(method.name)}],\n`;
  });
  const lines = [
    `api: ${printValue(api)}`,
    `title: ${printValue(title)}`,
    `paths: ${printValue(paths)}`,
    `distinctPaths: ${distinctPaths}`,
    `nodeLocal: ${ownMethods.every((method) => method.nodeLocal)}`,
    `httpGet: ${printValue(httpGet)}`,
    ...(enabledBy === undefined ? [] : [`enabledBy: ${printValue(enabledBy)}`]),
    ...(ready === undefined ? [] : [`ready: ${printValue(ready)}`]),
    `methods: {\n${references.join("")}      }`,
  ];
  return `    ${printKey(api)}: {\n${lines.map((line) => `      ${line},\n`).join("")}    },\n`;
}
