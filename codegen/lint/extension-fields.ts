import extensions from "../foreign/extensions.schema.json" with { type: "json" };
import { problemsOf } from "../foreign/lint/extension-fields.ts";
import { type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import type { Problem, Rule, Subject } from "./finding.ts";
import { allSchemas, methodPlaces } from "./places.ts";

/**
 * Extension fields are known, in the right place, and well formed; documents have `x-paths`, methods `x-lifetime`. What
 * they name exists. Our server pushes events, so `x-subscription` is only for others' documents.
 */
export const extensionFields: Rule = {
  name: "extension-fields",
  check: (subject) => [
    ...subject.profiles.flatMap(({ bundles }) =>
      bundles.flatMap(({ source: { path }, json }) => [
        ...check("document", path, json),
        ...missing(path, json, "x-paths"),
        ...strayRoutes(path, json),
      ]),
    ),
    ...methodPlaces(subject).flatMap(({ where, part }) => [
      ...check("method", where, part),
      ...missing(where, part, "x-lifetime"),
    ]),
    ...allSchemas(subject).flatMap(({ where, part }) => [
      ...check("schema", where, part),
      ...strayErrors(where, part, subject),
    ]),
  ],
};

function check(
  part: "document" | "method" | "schema",
  where: string,
  holder: JsonObject,
): Problem[] {
  const { properties } = extensions.definitions[part];
  const unknown = Object.keys(holder).filter(
    (name) =>
      name.startsWith("x-") && (name === "x-subscription" || !Object.hasOwn(properties, name)),
  );
  return [
    ...unknown.map((name) => `${name} is not known here: correct its name or place`),
    ...[...problemsOf(part, holder)].map(([path, text]) => `${path} ${text}`.trimStart()),
  ].map((text) => ({ where, text }));
}

function missing(where: string, holder: JsonObject, name: string): Problem[] {
  return name in holder ? [] : [{ where, text: `has no ${name}` }];
}

function strayRoutes(where: string, document: JsonObject): Problem[] {
  const methods = listAt(document, "methods").map((method) => textAt(method, "name"));
  return listAt(document, "x-http-get")
    .map((route) => textAt(route, "method"))
    .filter((method) => method !== undefined && !methods.includes(method))
    .map((method) => ({
      where,
      text: `x-http-get names ${method}, which is not one of its methods`,
    }));
}

function strayErrors(where: string, schema: JsonObject, { sources }: Subject): Problem[] {
  const known = objectAt(sources.common.json["components"], "errors");
  return ["x-violations", "x-deferred"].flatMap((field) =>
    Object.values(objectAt(schema, field))
      .filter((name) => typeof name === "string" && !(name in known))
      .map((name) => ({ where, text: `${field} names ${name}, which common.json does not have` })),
  );
}
