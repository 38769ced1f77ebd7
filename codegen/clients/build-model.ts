import type { EventsDocument } from "../emit/events/document.ts";
import { collectComponents, distinctMethods } from "../emit/server/types.ts";
import { pascalName } from "../emit/writer.ts";
import type { Contract, Document, Method, Profile } from "../model.ts";
import type { SchemaMap } from "../schema.ts";
import { eventQuery, eventSchemas, eventUnion, queryParams } from "./events.ts";
import { methodsOf, namesReached, type Types, typesOf } from "./lookup.ts";
import type {
  ClientApi,
  ClientError,
  ClientMethod,
  ClientModel,
  ClientProfile,
  Struct,
  Type,
} from "./model.ts";
import { buildParamRules } from "./param-rules.ts";
import { ownTypes } from "./types/own-types.ts";
import { TypeBuilder, type Widening } from "./types/type-builder.ts";
import { distinguishedForms } from "./types/union-forms.ts";

/** JSON-RPC's own errors, which any call can return. */
const commonErrors = [
  "ParseError",
  "InvalidRequest",
  "MethodNotFound",
  "InvalidParams",
  "InternalError",
];

/** Builds the model that the templates of all languages render. */
export function buildClientModel(contract: Contract, events?: EventsDocument): ClientModel {
  const components = collectComponents(contract);
  const builder = new TypeBuilder(components, ownTypes(components));
  const profiles = contract.profiles.map((profile, index) =>
    buildProfile(profile, index === 0, builder),
  );
  const streamed = events === undefined ? [] : buildEvents(events, components, builder);
  const types = usedTypes(profiles, streamed, distinguishedForms(builder.defs));
  refuseRawJson(builder.widenings);
  const rules = buildParamRules(distinctMethods(contract.profiles[0]), components);
  const generated = {
    from: "by codegen from openrpc/*.json",
    packageName: "couloir",
    isNode: true,
  };
  return { types, generated, profiles, errors: buildErrors(contract), rules };
}

/** Only what OpenRPC's meta-schema describes is raw JSON. */
function refuseRawJson(widenings: readonly Widening[]): void {
  const other = widenings.find(({ where }) => !where.startsWith("#/components/schemas/OpenRpc"));
  if (other !== undefined)
    throw new Error(`clients have no type at ${other.where}: ${other.reason}`);
}

/** Adds the types of the event stream: the query and the union of events. */
function buildEvents(events: EventsDocument, components: SchemaMap, builder: TypeBuilder): Type[] {
  const schemas = eventSchemas(events, components);
  const query = schemas.get(eventQuery) ?? {};
  schemas.delete(eventQuery);
  builder.define(schemas);
  builder.params(
    eventQuery,
    "The query that selects events and the starting point of the stream.",
    queryParams(query),
    eventQuery,
  );
  return [eventQuery, eventUnion].map((name) => ({ kind: "named", name }));
}

/** The types that methods and events mention, directly or indirectly. */
function usedTypes(
  profiles: readonly ClientProfile[],
  streamed: readonly Type[],
  all: Types,
): Types {
  const methods = methodsOf({ profiles });
  const used = namesReached([...typesOf(methods), ...streamed], all);
  return new Map([...all].filter(([name]) => used.has(name)));
}

function buildProfile(profile: Profile, isFirst: boolean, builder: TypeBuilder): ClientProfile {
  const prefix = isFirst ? "" : pascalName(profile.name);
  const methods = new Map(
    distinctMethods(profile).map((method) => [
      method.name,
      buildMethod(method, prefix, isFirst, builder),
    ]),
  );
  return {
    name: profile.name,
    prefix,
    apis: profile.documents.map((document) => buildApi(document, isFirst, methods)),
  };
}

function buildApi(
  document: Document,
  isFirst: boolean,
  methods: ReadonlyMap<string, ClientMethod>,
): ClientApi {
  const served = document.distinctPaths ? document.paths : document.paths.slice(0, 1);
  return {
    name: document.api,
    title: document.title,
    description: document.description,
    paths: served.map((path) => ({
      key: document.distinctPaths ? path.split("/").slice(3).join("/") : "",
      path,
    })),
    methods: document.methods.map((method) => methods.get(method.name) as ClientMethod),
    sameAsFirst: isFirst || !document.methods.some(changesForm),
  };
}

function changesForm(method: Method): boolean {
  return method.changesParams || method.changesResult;
}

function buildMethod(
  method: Method,
  prefix: string,
  isFirst: boolean,
  builder: TypeBuilder,
): ClientMethod {
  const own = !isFirst && changesForm(method);
  const name = (own ? prefix : "") + pascalName(method.name);
  const typePrefix = (changed: boolean) =>
    (isFirst || !changed ? "" : prefix) + pascalName(method.name);
  return {
    name: method.name,
    localName: method.name.slice(method.name.indexOf(".") + 1),
    pascalName: name,
    summary: method.summary,
    description: method.description,
    deprecated: method.deprecated,
    repeatable: !method.changesState,
    params: buildParams(method, `${typePrefix(method.changesParams)}Params`, builder),
    result: {
      type: builder.namedResult(
        `${typePrefix(method.changesResult)}Result`,
        { description: method.result.description, ...method.result.schema },
        method.name,
      ),
      description: method.result.description,
    },
    errors: method.errors,
  };
}

function buildParams(method: Method, name: string, builder: TypeBuilder): Struct | undefined {
  if (method.params.length === 0) return undefined;
  return builder.params(name, `The params of \`${method.name}\`.`, method.params, method.name);
}

function buildErrors({ errors }: Contract): ClientError[] {
  return errors.map((error) => {
    const forms = [...error.forms.values()].map(({ code, message }) => ({ code, message }));
    const distinct = new Map(forms.map((form) => [JSON.stringify(form), form]));
    return {
      name: error.name,
      description: error.description,
      placeholders: error.placeholders,
      forms: [...distinct.values()],
      common: commonErrors.includes(error.name),
    };
  });
}
