import { type DeclaredMethod, type Descriptor, readMethod } from "./declared-method.ts";
import { nameOf } from "./document-parts.ts";
import { errorTexts, placeholdersIn } from "./error-texts.ts";
import { type Bundle, type BundledProfile, bundleSources, wholeProfiles } from "./load/bundle.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "./load/json.ts";
import { merge } from "./load/overlay.ts";
import type { SourceFile, Sources } from "./load/read.ts";

/** A JSON Schema as written in the documents, with references. */
export type Schema = JsonObject;

/** Everything the emitters see. */
export type Contract = {
  readonly profiles: readonly [Profile, ...Profile[]];
  /** Every declared error, JSON-RPC's own first, with its form in each profile. */
  readonly errors: readonly ErrorDef[];
};

export type Profile = {
  readonly name: string;
  readonly description: string;
  /** Whether the clients have a type for it. */
  readonly hasClients: boolean;
  readonly documents: readonly Document[];
};

export type Document = {
  readonly api: string;
  readonly title: string;
  readonly description: string;
  /** The hand-written file, for headers and messages. */
  readonly source: string;
  /** The canonical path first. */
  readonly paths: readonly string[];
  /** Whether each path is an endpoint with its own data, not an alias. */
  readonly distinctPaths: boolean;
  readonly httpGet: readonly HttpGet[];
  readonly enabledBy: { readonly flag: string; readonly default: boolean } | undefined;
  readonly ready: string | undefined;
  /** Whether its methods reject params that they do not have. */
  readonly strict: boolean;
  readonly methods: readonly Method[];
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The self-contained document that `rpc.discover` returns. */
  readonly json: JsonObject;
};

/** A GET route that returns the result of a method. */
export type HttpGet = {
  readonly path: string;
  readonly method: string;
  /** Query parameter to method parameter. */
  readonly query: Readonly<Record<string, string>>;
  /** The boolean member of the result that decides the status, and the status for each of its values. */
  readonly status: { readonly member: string; readonly true: number; readonly false: number };
};

export type Lifetime = "immutable" | "block" | "second" | "live";

export type Method = DeclaredMethod<Schema> & {
  readonly api: string;
  readonly tags: readonly string[];
  readonly lifetime: Lifetime;
  /** Values of a member of the result that make it immutable. */
  readonly settled: { readonly member: string; readonly values: readonly string[] } | undefined;
  readonly nodeLocal: boolean;
  readonly result: Param;
  /** Names of the errors it declares. */
  readonly errors: readonly string[];
  /** The source of the behavior: a section of the specification, or another source. */
  readonly origin: string;
  /** Whether this profile changes anything of it. */
  readonly changed: boolean;
  readonly changesParams: boolean;
  readonly changesResult: boolean;
};

export type Param = Descriptor<Schema>;

export type ErrorDef = {
  readonly name: string;
  /** Why it occurs and what to do. */
  readonly description: string;
  readonly cause: string;
  readonly remedy: string;
  /** The placeholders of its messages and data, in order. */
  readonly placeholders: readonly string[];
  /** Code, message and data for each profile, by the profile's name. */
  readonly forms: ReadonlyMap<string, ErrorForm>;
};

export type ErrorForm = {
  readonly code: number;
  readonly message: string;
  readonly data: Json | undefined;
};

/** The method of every path that needs no handler. */
export const discoverName = "rpc.discover";

/** Builds the contract from documents that have passed the lint. */
export function buildContract(sources: Sources): Contract {
  const [written, ...overlaid] = bundleSources(sources).map(buildProfile);
  if (written === undefined) throw new Error("bundleSources answered no profile");
  return { profiles: [written, ...overlaid], errors: collectErrors(sources) };
}

/** The contract without the profiles that have no clients. */
export function ofClients({ profiles: [spec, ...overlays], errors }: Contract): Contract {
  const others = overlays.filter(({ hasClients }) => !hasClients).map(({ name }) => name);
  return {
    profiles: [spec, ...overlays.filter(({ hasClients }) => hasClients)],
    errors: errors.map((error) => ({
      ...error,
      forms: new Map([...error.forms].filter(([profile]) => !others.includes(profile))),
    })),
  };
}

function buildProfile(profile: BundledProfile): Profile {
  const changes = objectAt(profile.source?.json, "methods");
  return {
    name: profile.name,
    description: profile.description,
    hasClients: profile.source?.json["clients"] !== false,
    documents: profile.bundles.map((bundle) => buildDocument(bundle, changes)),
  };
}

function buildDocument(bundle: Bundle, changes: JsonObject): Document {
  const { json } = bundle;
  const info = objectAt(json, "info");
  const enabledBy = objectAt(json, "x-enabled-by");
  const flag = textAt(enabledBy, "flag");
  return {
    api: bundle.api,
    title: textAt(info, "title") ?? bundle.api,
    description: textAt(info, "description") ?? "",
    source: bundle.source.path,
    paths: servedPaths(json),
    distinctPaths: json["x-distinct-paths"] === true,
    httpGet: listAt(json, "x-http-get").map((route) => ({
      path: textAt(route, "path") ?? "",
      method: textAt(route, "method") ?? "",
      query: objectAt(route, "query") as HttpGet["query"],
      status: objectAt(route, "status") as HttpGet["status"],
    })),
    enabledBy: flag === undefined ? undefined : { flag, default: enabledBy["default"] === true },
    ready: textAt(json, "x-ready"),
    strict: json["x-strict"] === true,
    methods: listAt(json, "methods").map((method) => buildMethod(method, bundle, changes)),
    schemas: new Map(
      Object.entries(objectAt(objectAt(json, "components"), "schemas")) as [string, Schema][],
    ),
    json,
  };
}

/** The paths in `x-paths`, else the path of the first server. */
function servedPaths(json: JsonObject): string[] {
  const paths = listAt(json, "x-paths").map(String);
  if (paths.length > 0) return paths;
  const url = textAt(listAt(json, "servers")[0], "url") ?? "/";
  return [URL.canParse(url) ? new URL(url).pathname : "/"];
}

function buildSettled(json: JsonObject): Method["settled"] {
  const member = textAt(json, "member");
  return member === undefined ? undefined : { member, values: listAt(json, "values").map(String) };
}

function buildMethod(method: Json, bundle: Bundle, changes: JsonObject): Method {
  const declared = readMethod({
    ...(isObject(method) ? method : {}),
    params: listAt(method, "params").map((param) => resolve(param, bundle.json)),
    result: resolve(objectAt(method, "result"), bundle.json),
  }) as DeclaredMethod<Schema> & Pick<Method, "result">;
  const { name } = declared;
  const spec = textAt(method, "x-spec");
  return {
    ...declared,
    api: bundle.api,
    tags: listAt(method, "tags").map((tag) => nameOf(resolve(tag, bundle.json))),
    lifetime: (textAt(method, "x-lifetime") ?? "live") as Lifetime,
    settled: buildSettled(objectAt(method, "x-settled")),
    nodeLocal: isObject(method) && method["x-node-local"] === true,
    errors: listAt(method, "errors").map((error) => textAt(error, "$ref")?.split("/").at(-1) ?? ""),
    origin: spec === undefined ? (textAt(method, "x-source") ?? "") : `specification ${spec}`,
    changed: name in changes,
    changesParams: "params" in objectAt(changes, name),
    changesResult: "result" in objectAt(changes, name),
  };
}

function collectErrors(sources: Sources): ErrorDef[] {
  const files = [sources.common, ...sources.documents];
  const profiles = wholeProfiles(sources);
  return files.flatMap((file) =>
    Object.entries(objectAt(file.json["components"], "errors")).map(([name, error]) =>
      buildError(name, error, profiles),
    ),
  );
}

function buildError(name: string, written: Json, profiles: readonly SourceFile[]): ErrorDef {
  const base = errorForm(written);
  const forms = new Map([["spec", base]]);
  for (const profile of profiles) {
    const change = objectAt(objectAt(profile.json, "errors"), name);
    const form = errorForm(merge(isObject(written) ? written : {}, change));
    forms.set(textAt(profile.json, "profile") ?? profile.name, form);
  }
  const texts = [...forms.values()].map((form) => form.message + JSON.stringify(form.data ?? ""));
  return { name, ...errorTexts(written), placeholders: placeholdersIn(texts.join(" ")), forms };
}

function errorForm(error: Json): ErrorForm {
  return {
    code: isObject(error) ? Number(error["code"]) : 0,
    message: textAt(error, "message") ?? "",
    data: isObject(error) ? error["data"] : undefined,
  };
}

/** Resolves a reference inside a self-contained document; returns any other value unchanged. */
export function resolve(value: Json, document: JsonObject): JsonObject {
  const reference = textAt(value, "$ref");
  if (reference === undefined) return isObject(value) ? value : {};
  const [kind = "", name = ""] = reference.replace("#/components/", "").split("/");
  return resolve(objectAt(objectAt(document["components"], kind), name), document);
}
