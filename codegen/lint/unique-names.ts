import { nameOf } from "../document-parts.ts";
import { listAt } from "../load/json.ts";
import type { Rule, Subject } from "./finding.ts";
import { declaredComponents, methodPlaces, paramsOf } from "./places.ts";

/** No two methods, components, or params of a method share a name, ignoring case. */
export const uniqueNames: Rule = {
  name: "unique-names",
  check: (subject) => [
    ...repeated(methodNames(subject)),
    ...repeated(componentNames(subject)),
    ...methodPlaces(subject).flatMap((place) =>
      repeated(paramsOf(place).map((param) => [place.where, nameOf(param)])),
    ),
  ],
};

type Named = readonly [where: string, name: string];

function methodNames({ sources }: Subject): Named[] {
  return sources.documents.flatMap(({ path, json }) =>
    listAt(json, "methods").map((method): Named => [path, nameOf(method)]),
  );
}

function componentNames(subject: Subject): Named[] {
  return declaredComponents(subject).map(({ path, name }) => [path, name]);
}

function repeated(names: readonly Named[]) {
  const seen = new Map<string, string>();
  return names.flatMap(([where, name]) => {
    const other = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), where);
    if (other === undefined) return [];
    return [{ where, text: `${name} has the name of another in ${other}` }];
  });
}
