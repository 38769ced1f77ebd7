import type { Remedy } from "./additions.ts";
import { type EventStream, eventStreamOf } from "./event-stream.ts";
import type {
  ContentDescriptor,
  ErrorComponent,
  HttpGet,
  Packed,
  PackedDocument,
  PackedExample,
  PackedMethod,
  Schema,
} from "./packed.ts";
import { type RestApi, restApiOf } from "./rest-api.ts";
import type { SchemaMap } from "./schema.ts";

/** Every document in one profile, as the page shows it. */
export type Contract = {
  readonly title: string;
  /** Whether it is ours, which has clients in all languages, events and a status page. */
  readonly isOurs: boolean;
  readonly profile: string;
  readonly profiles: readonly string[];
  readonly version: string;
  readonly documents: readonly Document[];
  readonly events: EventStream | undefined;
  readonly rest: readonly RestApi[];
  readonly methods: ReadonlyMap<string, Method>;
  readonly schemas: SchemaMap;
  readonly errors: ReadonlyMap<string, ErrorComponent>;
  readonly remedies: Readonly<Record<string, Remedy>>;
};

export type Document = {
  readonly api: string;
  readonly title: string;
  readonly description: string;
  /** The canonical path first. */
  readonly paths: readonly string[];
  /** Whether each path has its own data. */
  readonly distinctPaths: boolean;
  readonly httpGet: readonly HttpGet[];
  readonly enabledBy: { readonly flag: string; readonly default: boolean } | undefined;
  readonly ready: string | undefined;
  /** Errors that a call can return before its method is found. */
  readonly errors: readonly string[];
  readonly methods: readonly Method[];
};

export type Method = {
  readonly name: string;
  /** The part of the name before the dot. */
  readonly api: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly nodeLocal: boolean;
  readonly changesState: boolean;
  readonly lifetime: PackedMethod["x-lifetime"];
  readonly source: string | undefined;
  readonly params: readonly Param[];
  /** The names of the params in order, if they are sent as a list. */
  readonly positions: readonly string[] | undefined;
  /** It is sent without an ID, because the server does not respond to it. */
  readonly isNotification: boolean;
  /** It begins a subscription, over a WebSocket. */
  readonly isStream: boolean;
  readonly result: { readonly description: string; readonly schema: Schema };
  readonly errors: readonly string[];
  readonly examples: readonly PackedExample[];
  /** Where it is served, the canonical path first. */
  readonly paths: readonly string[];
  readonly distinctPaths: boolean;
  /** Whether profiles have it differently. */
  readonly differs: boolean;
  /** Whether this profile has other params than the first one. */
  readonly changesParams: boolean;
};

export type Param = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
};

/** The contract as a profile has it; the first of `profileNames` is the one without changes. */
export function contractOf(packed: Packed, profile: string): Contract {
  const changes = packed.profiles.find(({ name }) => name === profile);
  const kind = <Part extends keyof Packed["components"]>(part: Part) =>
    new Map(Object.entries({ ...packed.components[part], ...changes?.components[part] }));
  const descriptors = kind("contentDescriptors") as ReadonlyMap<string, ContentDescriptor>;
  const build = (written: PackedMethod, document: PackedDocument): Method =>
    buildMethod(changes?.methods[written.name] ?? written, document, descriptors, {
      differs: packed.profiles.some(
        ({ methods, removed }) => written.name in methods || removed.includes(written.name),
      ),
      changesParams:
        JSON.stringify((changes?.methods[written.name] ?? written).params) !==
        JSON.stringify(written.params),
    });
  const isServed = ({ name }: PackedMethod) => !changes?.removed.includes(name);
  const documents = [...packed.documents, everywhere(packed)].flatMap((document) => {
    const methods = document.methods.filter(isServed);
    if (methods.length === 0) return [];
    return [buildDocument({ ...document, methods }, (method) => build(method, document))];
  });
  return {
    title: packed.title ?? "Couloir API",
    isOurs: packed.title === undefined,
    profile,
    profiles: profileNames(packed),
    version: packed.version,
    documents,
    events: packed.events === undefined ? undefined : eventStreamOf(packed.events),
    rest: Object.entries(packed.rest ?? {}).map(([api, document]) => restApiOf(api, document)),
    methods: new Map(
      documents.flatMap(({ methods }) => methods.map((method) => [method.name, method])),
    ),
    schemas: kind("schemas") as SchemaMap,
    errors: kind("errors") as ReadonlyMap<string, ErrorComponent>,
    remedies: packed.additions?.remedies ?? {},
  };
}

/** The names of the profiles; `spec` is the documents as they are written. */
export function profileNames(packed: Packed): readonly string[] {
  return ["spec", ...packed.profiles.map(({ name }) => name)];
}

/** The method of every path, as its own document. */
function everywhere(packed: Packed): PackedDocument {
  return {
    api: "rpc",
    info: { title: "Every path", description: "Each path above also serves this method." },
    methods: packed.everywhere,
    "x-paths": packed.documents.flatMap((document) =>
      document["x-distinct-paths"] === true ? document["x-paths"] : document["x-paths"].slice(0, 1),
    ),
    "x-distinct-paths": true,
    "x-errors": [],
  };
}

function buildDocument(
  document: PackedDocument,
  build: (method: PackedMethod) => Method,
): Document {
  return {
    api: document.api,
    title: document.info.title,
    description: document.info.description,
    paths: document["x-paths"],
    distinctPaths: document["x-distinct-paths"] === true,
    httpGet: document["x-http-get"] ?? [],
    enabledBy: document["x-enabled-by"],
    ready: document["x-ready"],
    errors: document["x-errors"].map(nameIn),
    methods: document.methods.map(build),
  };
}

function buildMethod(
  method: PackedMethod,
  document: PackedDocument,
  descriptors: ReadonlyMap<string, ContentDescriptor>,
  { differs, changesParams }: Pick<Method, "differs" | "changesParams">,
): Method {
  const params = method.params.map((param) => {
    const found = "$ref" in param ? descriptors.get(nameIn(param)) : param;
    if (found === undefined) throw new Error(`${method.name} has a param that is nowhere`);
    const { name, schema, required, description, summary } = found;
    return {
      name,
      schema,
      required: required === true,
      description: description ?? summary ?? "",
    };
  });
  return {
    name: method.name,
    api: document.api,
    summary: method.summary,
    description: method.description ?? "",
    tags: (method.tags ?? []).map(({ name }) => name),
    deprecated: method.deprecated === true,
    nodeLocal: method["x-node-local"] === true,
    changesState: method["x-changes-state"] === true,
    lifetime: method["x-lifetime"],
    source: method["x-source"],
    params,
    positions: method.positional === true ? params.map(({ name }) => name) : undefined,
    isNotification: method.notification === true,
    isStream: method.stream === true,
    result: {
      description: method.result.description ?? method.result.summary ?? "",
      schema: method.result.schema,
    },
    errors: (method.errors ?? []).map(nameIn),
    examples: method.examples,
    paths: document["x-paths"],
    distinctPaths: document["x-distinct-paths"] === true,
    differs,
    changesParams,
  };
}

function nameIn({ $ref }: { readonly $ref: string }): string {
  return $ref.split("/").at(-1)!;
}
