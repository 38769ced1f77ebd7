import { isObject, type JsonObject, objectAt, textAt } from "../load/json.ts";
import { resolve } from "../model.ts";
import { referenceName } from "../schema.ts";
import type { Problem, Rule, Subject } from "./finding.ts";
import { allSchemas, componentPlaces, methodPlaces, paramsOf } from "./places.ts";

/**
 * Everything that readers or generated types show is described. Methods have a summary of one sentence and an origin, errors a
 * cause and a remedy.
 */
export const described: Rule = {
  name: "described",
  check: (subject) => [
    ...methodPlaces(subject).flatMap((place) => {
      const { where, part, bundle } = place;
      const result = resolve(part["result"] ?? {}, bundle.json);
      const descriptors = [...paramsOf(place), result].filter((each) => !hasWords(each));
      return [
        ...lacks(where, part),
        ...descriptors.map((each) => ({
          where,
          text: `${textAt(each, "name") ?? "a descriptor"} has no summary or description`,
        })),
      ];
    }),
    ...unexplainedErrors(subject),
    ...componentPlaces(subject, "schemas").flatMap(({ where, name, part }) => [
      ...(textAt(part, "description") ? [] : [{ where, text: "has no description" }]),
      ...(textAt(part, "title") === name ? [] : [{ where, text: `its title is not ${name}` }]),
    ]),
    ...allSchemas(subject).flatMap(({ where, part }) =>
      Object.entries(objectAt(part, "properties"))
        .filter(([, property]) => isObject(property) && !isSelfExplaining(property))
        .map(([name]) => ({ where, text: `property ${name} has no description` })),
    ),
  ],
};

function unexplainedErrors({ sources }: Subject): Problem[] {
  const { path, json } = sources.common;
  return Object.entries(objectAt(json["components"], "errors")).flatMap(([name, error]) =>
    ["x-cause", "x-remedy"]
      .filter((key) => !textAt(error, key))
      .map((key) => ({ where: `${path} ${name}`, text: `has no ${key}` })),
  );
}

function lacks(where: string, method: JsonObject) {
  const summary = textAt(method, "summary") ?? "";
  const origin = textAt(method, "x-spec") ?? textAt(method, "x-source");
  return [
    ...(/^[^\n]+\.$/.test(summary) ? [] : [{ where, text: "its summary is not a sentence" }]),
    ...(textAt(method, "description") ? [] : [{ where, text: "has no description" }]),
    ...(origin ? [] : [{ where, text: "has neither x-spec nor x-source" }]),
  ];
}

function hasWords(descriptor: JsonObject): boolean {
  return Boolean(textAt(descriptor, "summary") || textAt(descriptor, "description"));
}

function isSelfExplaining(property: JsonObject): boolean {
  return Boolean(textAt(property, "description")) || referenceName(property) !== undefined;
}
