import { buildModel, type NamedMethod } from "../clients/build-model.ts";
import type { ClientModel } from "../clients/model.ts";
import { NamePool, reservedArguments, takenByStreams } from "../clients/types/name-pool.ts";
import type { Widening } from "../clients/types/type-builder.ts";
import { distinctNames } from "../clients/types/type-names.ts";
import { readMethod } from "../declared-method.ts";
import { componentSchemas, methodsIn, nameOf } from "../document-parts.ts";
import { plainText } from "../emit/wrapped-text.ts";
import { type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import { buildSubscriptions } from "./client-subscriptions.ts";
import { ErrorNames } from "./error-names.ts";
import { paramsSampler } from "./sample-params.ts";
import { subscriptionsOf, withoutPushes } from "./subscriptions/find.ts";

export type ForeignModel = {
  readonly model: ClientModel;
  /** The places whose values the clients hand over as raw JSON. */
  readonly widenings: readonly Widening[];
};

/** The model of the clients of a self-contained document. */
export function foreignModel(document: JsonObject): ForeignModel {
  const schemas = componentSchemas(document);
  const hasStreams = subscriptionsOf(document).length > 0;
  const names = new NamePool(hasStreams ? takenByStreams : undefined);
  const typeNames = new NamePool();
  const errors = new ErrorNames();
  const sampled = paramsSampler(document, schemas);
  const written = methodsIn(withoutPushes(document));
  const localNames = localMethodNames(written.map(nameOf));
  const methods = written.map((method, index): NamedMethod => {
    const declared = readMethod(method);
    const pascalName = typeNames.type(declared.name, "Operation");
    return {
      declared,
      localName: localNames[index] as string,
      label: pascalName,
      paramsName: `${pascalName}Params`,
      resultName: `${pascalName}Result`,
      errors: listAt(method, "errors").map((error) => errors.nameOf(error)),
      example: () => sampled(declared),
    };
  });
  const info = objectAt(document, "info");
  const api = {
    name: "rpc",
    title: plainText(textAt(info, "title") ?? "API"),
    description: plainText(textAt(info, "description") ?? ""),
    paths: [{ key: "", path: "" }],
    methods,
    sameAsFirst: false,
  };
  const { widenings, ...built } = buildModel({
    schemas,
    types: { names: distinctNames(names), printable: plainText },
    profiles: [{ name: "spec", prefix: "", apis: [api] }],
    streams: (types, methods) => ({
      subscriptions: buildSubscriptions(document, methods, { types, names, typeNames }),
      mentioned: [],
    }),
  });
  const model: ClientModel = {
    ...built,
    generated: { from: "from an OpenRPC document", packageName: "client", isNode: false },
    errors: errors.all(),
    rules: { shared: {}, methods: {} },
    sendsNumbers: true,
    sendsEmptyTexts: true,
  };
  return { model, widenings };
}

/** The names of methods in code: without a prefix that all of them have, and unlike each other. */
function localMethodNames(names: readonly string[]): string[] {
  const own = names.filter((name) => !name.startsWith("rpc."));
  const [prefix = ""] = /^\w+[./]/.exec(own[0] ?? "") ?? [];
  const shared = own.length > 1 && own.every((name) => name.startsWith(prefix)) ? prefix : "";
  const pool = new NamePool(reservedArguments);
  return names.map((name) =>
    pool.identifier(name.startsWith(shared) ? name.slice(shared.length) : name, "operation"),
  );
}
