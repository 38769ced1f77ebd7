import { formatJson, isObject, type Json, type JsonObject } from "../json/parse.ts";
import type { Additions } from "./additions.ts";

/**
 * All documents in all profiles, with each component and method once: the data that the page loads.
 */
export type Packed = {
  /** The title of a page that shows another document than ours: it has no events, status or clients. */
  readonly title?: string;
  readonly version: string;
  readonly additions?: Additions;
  /** The AsyncAPI document. */
  readonly events?: Json;
  /** OpenAPI documents, by the prefix of their names. */
  readonly rest?: Readonly<Record<string, Json>>;
  readonly documents: readonly PackedDocument[];
  /** The method that every path has. */
  readonly everywhere: readonly PackedMethod[];
  readonly components: Components;
  readonly profiles: readonly PackedProfile[];
};

/** The differences of a profile. */
export type PackedProfile = {
  readonly name: string;
  readonly methods: Readonly<Record<string, PackedMethod>>;
  /** Names of the methods that it does not have. */
  readonly removed: readonly string[];
  readonly components: Components;
};

export type PackedDocument = {
  readonly api: string;
  readonly info: { readonly title: string; readonly description: string };
  readonly methods: readonly PackedMethod[];
  readonly "x-paths": readonly string[];
  readonly "x-distinct-paths"?: boolean;
  readonly "x-http-get"?: readonly HttpGet[];
  readonly "x-enabled-by"?: { readonly flag: string; readonly default: boolean };
  readonly "x-ready"?: string;
  readonly "x-errors": readonly Reference[];
};

export type HttpGet = {
  readonly path: string;
  readonly method: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: { readonly member: string; readonly true: number; readonly false: number };
};

export type PackedMethod = {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly { readonly name: string }[];
  readonly deprecated?: boolean;
  /** The params are sent as a list, not by name. */
  readonly positional?: boolean;
  /** The server does not respond to it. */
  readonly notification?: boolean;
  /** It begins a subscription: the server pushes over the WebSocket of the request. */
  readonly stream?: boolean;
  readonly params: readonly (ContentDescriptor | Reference)[];
  readonly result: ContentDescriptor;
  readonly errors?: readonly Reference[];
  readonly examples: readonly PackedExample[];
  readonly "x-lifetime"?: "immutable" | "block" | "second" | "live";
  readonly "x-node-local"?: boolean;
  readonly "x-changes-state"?: boolean;
  readonly "x-spec"?: string;
  readonly "x-source"?: string;
};

export type ContentDescriptor = {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
};

/** Params and result as JSON texts: a number of theirs may have more digits than a double. */
export type PackedExample = {
  readonly name: string;
  readonly summary?: string;
  readonly params: string;
  readonly result: string;
};

export type Schema = JsonObject;

export type ErrorComponent = {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
};

type Reference = { readonly $ref: string };

type Components = {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly contentDescriptors: Readonly<Record<string, ContentDescriptor>>;
  readonly errors: Readonly<Record<string, ErrorComponent>>;
};

/** The documents of a profile by API, as `rpc.discover` returns them. */
export type DocumentSet = { readonly name: string; readonly documents: ReadonlyMap<string, Json> };

const everywherePrefix = "rpc.";
const componentKinds = ["schemas", "contentDescriptors", "errors"] as const;

/** Packs the first profile, the differences of the others, and the documents of the events and of REST APIs. */
export function packDocuments(
  sets: readonly DocumentSet[],
  events: Json,
  rest: Readonly<Record<string, Json>>,
): Packed {
  const [first, ...others] = sets.map(readSet) as [ReadSet, ...ReadSet[]];
  const [one] = first.documents;
  if (one === undefined) throw new Error("there is no document");
  return {
    version: String((one["info"] as JsonObject)["version"]),
    events,
    rest,
    documents: first.documents.map((document) => {
      const { components: _components, servers: _servers, openrpc: _openrpc, ...kept } = document;
      const names = methodsOf(document).map((method) => String(method["name"]));
      const own = names.filter((name) => !name.startsWith(everywherePrefix));
      return { ...kept, methods: own.map((name) => first.methods.get(name)) } as never;
    }),
    everywhere: [...first.methods]
      .filter(([name]) => name.startsWith(everywherePrefix))
      .map(([, method]) => method as never),
    components: componentsOf(first, undefined),
    profiles: others.map((other) => ({
      name: other.name,
      methods: Object.fromEntries(
        [...other.methods].filter(([name, method]) => !same(method, first.methods.get(name))),
      ) as never,
      removed: [...first.methods.keys()].filter((name) => !other.methods.has(name)),
      components: componentsOf(other, first),
    })),
  };
}

type ReadSet = {
  readonly name: string;
  readonly documents: readonly JsonObject[];
  readonly methods: ReadonlyMap<string, Json>;
  /** `kind/Name` to component. */
  readonly components: ReadonlyMap<string, Json>;
};

function readSet({ name, documents }: DocumentSet): ReadSet {
  const methods = new Map<string, Json>();
  const components = new Map<string, Json>();
  const read = [...documents].map(([api, document]) => {
    if (!isObject(document)) throw new Error(`the document of ${api} is not an object`);
    for (const method of methodsOf(document)) methods.set(String(method["name"]), packed(method));
    for (const kind of componentKinds) {
      const members = (document["components"] as JsonObject)[kind] ?? {};
      for (const [key, component] of Object.entries(members)) {
        const known = components.get(`${kind}/${key}`);
        if (known !== undefined && !same(known, component)) {
          throw new Error(`two components are called ${key}`);
        }
        components.set(`${kind}/${key}`, component);
      }
    }
    return { api, ...document };
  });
  return { name, documents: read, methods, components };
}

function methodsOf(document: JsonObject): readonly JsonObject[] {
  return document["methods"] as readonly JsonObject[];
}

function packed(method: JsonObject): JsonObject {
  const examples = (method["examples"] ?? []) as readonly JsonObject[];
  return {
    ...method,
    examples: examples.map(({ params, result, ...kept }) => ({
      ...kept,
      params: formatJson(
        Object.fromEntries(
          (params as readonly JsonObject[]).map((param) => [
            String(param["name"]),
            param["value"]!,
          ]),
        ),
      ),
      result: formatJson((result as JsonObject)["value"]!),
    })),
  };
}

function componentsOf(set: ReadSet, base: ReadSet | undefined): Components {
  const kept = [...set.components].filter(([key, component]) => {
    const known = base?.components.get(key);
    return known === undefined || !same(component, known);
  });
  return Object.fromEntries(
    componentKinds.map((kind) => {
      const members = kept.filter(([key]) => key.startsWith(`${kind}/`));
      return [
        kind,
        Object.fromEntries(members.map(([key, member]) => [key.slice(kind.length + 1), member])),
      ];
    }),
  ) as never;
}

function same(one: Json, other: Json | undefined): boolean {
  return other !== undefined && formatJson(one) === formatJson(other);
}
