import { isObject, type JsonObject, listAt, objectAt, textAt, visitObjects } from "../load/json.ts";
import type { Problem, Rule, Subject } from "./finding.ts";
import { methodPlaces, type Place, paramsOf } from "./places.ts";

/**
 * A name, and a code with a message, mean the same error everywhere: each is declared once, in common.json. Methods refer to it
 * by name, also to those that their schemas name.
 */
export const errorsOnce: Rule = {
  name: "errors-once",
  check: (subject) => [
    ...repeatedForms(subject),
    ...strayDeclarations(subject),
    ...methodPlaces(subject).flatMap(methodErrors),
    ...overlayErrors(subject),
  ],
};

function repeatedForms({ sources }: Subject): Problem[] {
  const seen = new Map<string, string>();
  const errors = Object.entries(objectAt(sources.common.json["components"], "errors"));
  return errors.flatMap(([name, error]) => {
    const where = `${sources.common.path} ${name}`;
    const code = isObject(error) ? error["code"] : undefined;
    const message = textAt(error, "message");
    if (!Number.isInteger(code) || message === undefined) {
      return [{ where, text: "needs an integer code and a message" }];
    }
    const form = `${code} ${message}`;
    const other = seen.get(form);
    seen.set(form, name);
    return other === undefined ? [] : [{ where, text: `has code and message of ${other}` }];
  });
}

function strayDeclarations({ sources }: Subject): Problem[] {
  return [...sources.documents, ...sources.profiles].flatMap(({ path, json }) =>
    Object.keys(objectAt(json["components"], "errors")).map((name) => ({
      where: `${path} ${name}`,
      text: "is declared outside common.json",
    })),
  );
}

function methodErrors(place: Place<JsonObject>): Problem[] {
  const { where, part } = place;
  const listed = listAt(part, "errors").map((error) => textAt(error, "$ref")?.split("/").at(-1));
  const inline = listed.includes(undefined)
    ? [{ where, text: "declares an error in place: refer to one of common.json" }]
    : [];
  const named = paramsOf(place).flatMap((param) => {
    const names: string[] = [];
    visitObjects(param, (object) => {
      for (const key of ["x-violations", "x-deferred"]) {
        names.push(...Object.values(objectAt(object, key)).map(String));
      }
    });
    return names;
  });
  const unlisted = named
    .filter((name) => !listed.includes(name))
    .map((name) => ({ where, text: `its params name the error ${name}, which it does not list` }));
  return [...inline, ...unlisted];
}

function overlayErrors({ sources }: Subject): Problem[] {
  const known = objectAt(sources.common.json["components"], "errors");
  return sources.profiles.flatMap(({ path, json }) =>
    Object.keys(objectAt(json, "errors"))
      .filter((name) => !(name in known))
      .map((name) => ({ where: `${path} ${name}`, text: "changes an error that does not exist" })),
  );
}
