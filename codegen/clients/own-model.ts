import type { EventsDocument } from "../emit/events/document.ts";
import { collectComponents, distinctMethods } from "../emit/server/types.ts";
import { pascalName } from "../emit/writer.ts";
import type { Contract, Document, Method, Profile } from "../model.ts";
import type { SchemaMap } from "../schema.ts";
import { buildModel, type NamedMethod, type NamedProfile } from "./build-model.ts";
import { commonErrors } from "./common-errors.ts";
import { eventQuery, eventSchemas, eventUnion, queryParams } from "./events.ts";
import type { ClientApi, ClientError, ClientModel, Type } from "./model.ts";
import { buildParamRules } from "./param-rules.ts";
import { ownTypes } from "./types/own-types.ts";
import type { TypeBuilder, Widening } from "./types/type-builder.ts";

/** The model of the clients of our own documents, and of the event stream. */
export function ownModel(contract: Contract, events?: EventsDocument): ClientModel {
  const [spec, ...overlays] = contract.profiles;
  const components = collectComponents(contract);
  const { widenings, ...built } = buildModel({
    schemas: components,
    types: ownTypes(components),
    profiles: [namedProfile(spec, true), ...overlays.map((each) => namedProfile(each, false))],
    streams: (types) => ({
      subscriptions: [],
      mentioned: events === undefined ? [] : addEvents(events, components, types),
    }),
  });
  refuseRawJson(widenings);
  return {
    ...built,
    generated: {
      from: "by codegen from openrpc/*.json",
      packageName: "couloir",
      isNode: true,
    },
    errors: errorsOf(contract),
    rules: buildParamRules(distinctMethods(spec), components),
  };
}

/** Only what OpenRPC's meta-schema describes is raw JSON. */
function refuseRawJson(widenings: readonly Widening[]): void {
  const other = widenings.find(({ where }) => !where.startsWith("#/components/schemas/OpenRpc"));
  if (other !== undefined)
    throw new Error(`clients have no type at ${other.where}: ${other.reason}`);
}

/** Adds the types of the event stream: the query and the union of events. */
function addEvents(events: EventsDocument, components: SchemaMap, types: TypeBuilder): Type[] {
  const schemas = eventSchemas(events, components);
  const query = schemas.get(eventQuery) ?? {};
  schemas.delete(eventQuery);
  types.define(schemas);
  types.params(
    eventQuery,
    "The query that selects events and the starting point of the stream.",
    queryParams(query),
    eventQuery,
  );
  return [eventQuery, eventUnion].map((name) => ({ kind: "named", name }));
}

function namedProfile(profile: Profile, isFirst: boolean): NamedProfile {
  const prefix = isFirst ? "" : pascalName(profile.name);
  return {
    name: profile.name,
    prefix,
    apis: profile.documents.map((document) => ({
      name: document.api,
      title: document.title,
      description: document.description,
      paths: pathsOf(document),
      methods: document.methods.map((method) => namedMethod(method, prefix)),
      sameAsFirst: !isFirst && !document.methods.some(changesForm),
    })),
  };
}

function pathsOf({ paths, distinctPaths }: Document): ClientApi["paths"] {
  if (!distinctPaths) return paths.slice(0, 1).map((path) => ({ key: "", path }));
  return paths.map((path) => ({ key: path.split("/").slice(3).join("/"), path }));
}

function changesForm({ changesParams, changesResult }: Method): boolean {
  return changesParams || changesResult;
}

/** Names a method, and those of its types that the profile changes, after the profile. */
function namedMethod(method: Method, prefix: string): NamedMethod {
  const name = pascalName(method.name);
  const prefixed = (isChanged: boolean) => (isChanged ? prefix + name : name);
  return {
    declared: method,
    localName: method.name.slice(method.name.indexOf(".") + 1),
    label: name,
    paramsName: `${prefixed(method.changesParams)}Params`,
    resultName: `${prefixed(method.changesResult)}Result`,
    errors: method.errors,
  };
}

function errorsOf({ errors }: Contract): ClientError[] {
  return errors.map(({ name, description, placeholders, forms: byProfile }) => {
    const forms = [...byProfile.values()].map(({ code, message }) => ({ code, message }));
    const distinct = new Map(forms.map((form) => [JSON.stringify(form), form]));
    const common = commonErrors.some((each) => each.name === name);
    return { name, description, placeholders, forms: [...distinct.values()], common };
  });
}
