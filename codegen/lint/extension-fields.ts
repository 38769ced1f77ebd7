import { isObject, type Json, type JsonObject, listAt, objectAt } from "../load/json.ts";
import { integerKinds } from "../schema.ts";
import type { Problem, Rule, Subject } from "./finding.ts";
import { allSchemas, methodPlaces } from "./places.ts";

type Check = (value: Json, holder: JsonObject, subject: Subject) => boolean;
const isBoolean: Check = (value) => typeof value === "boolean";
const isTrue: Check = (value) => value === true;
const isText: Check = (value) => typeof value === "string" && value !== "";
const isErrorTable: Check = (value, _schema, { sources }) => {
  const known = objectAt(sources.common.json["components"], "errors");
  if (!isObject(value)) return false;
  return Object.entries(value).every(([rule, error]) => {
    return keywords.includes(rule) && typeof error === "string" && error in known;
  });
};
const keywords = [
  "type",
  "required",
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
];

const documentFields: Readonly<Record<string, Check>> = {
  "x-paths": (value) => isList(value, (path) => typeof path === "string" && path.startsWith("/")),
  "x-distinct-paths": isTrue,
  "x-http-get": (value, document) => isList(value, (route) => isRoute(route, document)),
  "x-enabled-by": (value) =>
    isObject(value) && typeof value["flag"] === "string" && typeof value["default"] === "boolean",
  "x-ready": isText,
  "x-strict": isTrue,
  "x-errors": (value) => isList(value, (error) => isObject(error) && "$ref" in error),
};

const methodFields: Readonly<Record<string, Check>> = {
  "x-lifetime": (value) => ["immutable", "block", "second", "live"].includes(value as string),
  "x-settled": (value, method) =>
    isObject(value) &&
    typeof value["member"] === "string" &&
    isList(value["values"] ?? null, (each) => typeof each === "string") &&
    method["x-lifetime"] !== "immutable",
  "x-node-local": isTrue,
  "x-changes-state": isBoolean,
  "x-spec": (value) => typeof value === "string" && /^[0-9]+(\.[0-9]+)*$/.test(value),
  "x-source": isText,
};

const schemaFields: Readonly<Record<string, Check>> = {
  "x-integer": (value) => typeof value === "string" && value in integerKinds,
  "x-case-insensitive": (value, schema) => value === true && "enum" in schema,
  "x-violations": isErrorTable,
  "x-deferred": isErrorTable,
  "x-secret": (value, schema) => value === true && schema["type"] === "string",
  "x-expected": isText,
  "x-same-as": (value, schema) =>
    typeof value === "string" && value !== "" && schema["type"] === "string",
  "x-closed-forms": (value, schema) => value === true && "oneOf" in schema,
  "x-strict": (value, schema) => value === true && schema["type"] === "object",
};

/** Extension fields are known, in the right place, and well formed; documents have `x-paths`, methods `x-lifetime`. */
export const extensionFields: Rule = {
  name: "extension-fields",
  check: (subject) => [
    ...subject.profiles.flatMap(({ bundles }) =>
      bundles.flatMap(({ source, json }) => [
        ...check(source.path, json, documentFields, subject),
        ...missing(source.path, json, "x-paths"),
      ]),
    ),
    ...methodPlaces(subject).flatMap(({ where, part }) => [
      ...check(where, part, methodFields, subject),
      ...missing(where, part, "x-lifetime"),
    ]),
    ...allSchemas(subject).flatMap(({ where, part }) => check(where, part, schemaFields, subject)),
  ],
};

function check(
  where: string,
  holder: JsonObject,
  fields: Readonly<Record<string, Check>>,
  subject: Subject,
): Problem[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    if (!name.startsWith("x-")) return [];
    const isValid = fields[name];
    if (isValid === undefined) return [{ where, text: `${name} is not known here` }];
    return isValid(value, holder, subject) ? [] : [{ where, text: `${name} is malformed` }];
  });
}

function missing(where: string, holder: JsonObject, name: string): Problem[] {
  return name in holder ? [] : [{ where, text: `has no ${name}` }];
}

function isList(value: Json, holds: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(holds);
}

function isRoute(route: Json, document: JsonObject): boolean {
  const methods = listAt(document, "methods").map((method) => isObject(method) && method["name"]);
  const status = objectAt(route, "status");
  return (
    isObject(route) &&
    typeof route["path"] === "string" &&
    methods.includes(route["method"] as string) &&
    isObject(route["query"]) &&
    typeof status["member"] === "string" &&
    Number.isInteger(status["true"]) &&
    Number.isInteger(status["false"])
  );
}
