import { type Json, objectAt, textAt, visitObjects } from "../load/json.ts";
import type { Rule } from "./finding.ts";
import { componentPlaces } from "./places.ts";

/** No schema contains itself: tools of the OpenRPC ecosystem run out of memory on it. */
export const noRecursion: Rule = {
  name: "no-recursion",
  check: (subject) =>
    componentPlaces(subject, "schemas").flatMap(({ where, name, bundle }) => {
      const schemas = objectAt(bundle.json["components"], "schemas");
      const route = findRoute(name, name, schemas, new Set());
      return route === undefined ? [] : [{ where, text: `contains itself: ${route.join(" > ")}` }];
    }),
};

function findRoute(
  from: string,
  to: string,
  schemas: Readonly<Record<string, Json>>,
  seen: Set<string>,
): string[] | undefined {
  seen.add(from);
  for (const name of referredNames(schemas[from] ?? null)) {
    if (name === to) return [from, name];
    const rest = seen.has(name) ? undefined : findRoute(name, to, schemas, seen);
    if (rest !== undefined) return [from, ...rest];
  }
  return undefined;
}

function referredNames(value: Json): string[] {
  const names: string[] = [];
  visitObjects(value, (object) => {
    const name = textAt(object, "$ref")?.split("/").at(-1);
    if (name !== undefined) names.push(name);
  });
  return names;
}
